#include "report/finding_id.h"

#include "base/digest.h"

namespace metagate {

std::string finding_id(const Finding& finding, std::string_view case_name,
                       std::string_view stage_before,
                       std::string_view stage_after) {
  constexpr std::size_t digits = 16;
  std::string bytes;
  const std::string_view fields[] = {
      finding.rule, case_name,     stage_before,
      stage_after,  finding.place, finding.key,
  };
  for (const std::string_view field : fields) {
    bytes += std::to_string(field.size());
    bytes += ':';
    bytes += field;
  }
  return sha256_hex(bytes).substr(0, digits);
}

}  // namespace metagate
