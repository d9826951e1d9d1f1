#include "harness/reduce/contrast.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "check/failed_lowering.h"
#include "check/rules.h"
#include "harness/reduce/deal.h"
#include "lower/reference.h"

namespace metagate {
namespace {

// Every key of every node, by its value.
const Policy& every_key() {
  static const Policy policy{.name = "every key",
                             .otherwise = same_in_all_roles(Class::carry),
                             .keys = {}};
  return policy;
}

// A lost key, seen from the other side.
std::string_view leaked_of(std::string_view rule) {
  const std::string wanted =
      std::string(rule.substr(0, rule.find('-'))) + "-leaked";
  const Rule* const row = find_rule(wanted);
  return row != nullptr ? row->id : "outside-leaked";
}

// What one lowering made of a program.
struct Side {
  std::optional<Program> program;
  std::vector<Finding> findings;
  Coverage coverage;
  std::string_view failure;  // a code of no_program
};

Side lowered(const Lowering& lowering, const Program& before) {
  Side side;
  Result<Program> after = lowering(before);
  if (after) {
    Checked checked =
        check(before, *after, executorch_policy(), {.step = Step::lowering});
    side.findings = std::move(checked.findings);
    side.coverage = checked.coverage;
    side.program = *std::move(after);
    return side;
  }
  Problem why = after.error().front();
  for (const std::string_view code :
       {no_program::unsupported, no_program::fault, no_program::gone}) {
    if (why.code == code) side.failure = code;
  }
  if (!side.failure.empty()) return side;
  if (!finding_of(before, why)) {
    // A refusal. It is one rightly where the reference refuses as well.
    if (!lower_reference(before)) return side;
    why.message = why.code + ": " + why.message;
    why.code = no_program::error;
  }
  side.findings.push_back(*finding_of(before, why));
  return side;
}

using FindingKey = std::tuple<std::string_view, std::string, std::string>;

FindingKey key_of(const Finding& finding) {
  return {finding.rule, finding.place, finding.key};
}

// The findings of `all` that `known` has not.
std::vector<Finding> without(const std::vector<Finding>& all,
                             const std::vector<Finding>& known) {
  std::map<FindingKey, std::size_t> counts;
  for (const Finding& finding : known) ++counts[key_of(finding)];
  std::vector<Finding> left;
  for (const Finding& finding : all) {
    const auto found = counts.find(key_of(finding));
    if (found == counts.end() || found->second == 0) {
      left.push_back(finding);
    } else {
      --found->second;
    }
  }
  return left;
}

bool is_any(std::string_view code, const Side& a, const Side& b) {
  return a.failure == code || b.failure == code;
}

}  // namespace

Checked compare_lowered(const Program& old_one, const Program& new_one) {
  const CheckOptions as_pass{.step = Step::pass};
  Checked checked = check(old_one, new_one, every_key(), as_pass);
  // In a pass new keys are free: they are what is lost the other way round.
  for (Finding& finding :
       check(new_one, old_one, every_key(), as_pass).findings) {
    if (!finding.rule.ends_with("-lost") || !finding.from) continue;
    finding.rule = leaked_of(finding.rule);
    finding.at = *std::exchange(finding.from, finding.at);
    std::swap(finding.expected, finding.got);
    // It counts in the program that is now the one before.
    finding.node = {};
    checked.findings.push_back(std::move(finding));
  }
  return checked;
}

Contrast contrast(const Lowering& old_one, const Lowering& new_one,
                  const Program& program) {
  Contrast result;
  Side was = lowered(old_one, program);
  Side is = lowered(new_one, program);
  result.is_unsupported = is_any(no_program::unsupported, was, is);
  result.is_gone = is_any(no_program::gone, was, is);
  result.is_unchecked = result.is_gone || is_any(no_program::fault, was, is);
  if (result.is_unsupported || result.is_unchecked) return result;
  result.coverage = was.coverage;
  result.coverage += is.coverage;
  auto& [added, mended, differs] = result.findings;
  added = without(is.findings, was.findings);
  mended = without(was.findings, is.findings);
  if (!was.findings.empty() || !is.findings.empty()) return result;
  if (!was.program || !is.program) return result;
  differs = compare_lowered(*was.program, *is.program).findings;
  if (differs.empty()) result.lowered = std::move(was.program);
  return result;
}

Judge judge_of(Lowering old_one, Lowering new_one, ContrastKind kind) {
  return [old_one = std::move(old_one), new_one = std::move(new_one),
          kind](const Program& program) {
    return contrast(old_one, new_one, program).of(kind);
  };
}

namespace {

class Contraster {
 public:
  Contraster(const Lowering& old_one, const Lowering& new_one,
             const HuntOptions& options)
      : old_(old_one),
        new_(new_one),
        options_(options),
        dealer_(options.cases, options.block) {}

  void work(const CaseSource& source, bool reports) {
    Contrasts own;
    dealer_.work([&](std::uint64_t index) { run(source, index, own); },
                 [&](std::uint64_t dealt) {
                   take(own);
                   own = {};
                   if (reports && options_.go_on && !options_.go_on(dealt)) {
                     dealer_.stop(dealt);
                   }
                 });
  }

  Contrasts result() && {
    result_.cases = dealer_.end();
    return std::move(result_);
  }

 private:
  void run(const CaseSource& source, std::uint64_t index, Contrasts& own) {
    const auto lowered = compare(source.first(index), index, false, own);
    if (!lowered) return;
    const std::optional<Program> again = source.second(index, *lowered);
    if (again) static_cast<void>(compare(*again, index, true, own));
  }

  std::optional<Program> compare(const Program& program, std::uint64_t index,
                                 bool is_second, Contrasts& own) {
    Contrast found = contrast(old_, new_, program);
    own.unsupported += found.is_unsupported ? 1 : 0;
    own.unchecked += found.is_unchecked ? 1 : 0;
    if (found.is_gone) dealer_.stop(index);
    if (found.is_unsupported || found.is_unchecked) return std::nullopt;
    ++own.compared;
    own.coverage += found.coverage;
    for (std::size_t kind = 0; kind < contrast_kind_count; ++kind) {
      for (const Finding& finding : found.findings[kind]) {
        own.first[kind].try_emplace(
            fault_of(finding),
            Failure{index, is_second, program, found.findings[kind]});
      }
    }
    return std::move(found.lowered);
  }

  void take(Contrasts& own) {
    const std::scoped_lock lock(mutex_);
    result_.compared += own.compared;
    result_.unsupported += own.unsupported;
    result_.unchecked += own.unchecked;
    result_.coverage += own.coverage;
    for (std::size_t kind = 0; kind < contrast_kind_count; ++kind) {
      for (auto& [fault, failure] : own.first[kind]) {
        const auto [found, is_new] =
            result_.first[kind].try_emplace(fault, failure);
        if (!is_new && failure.index < found->second.index) {
          found->second = std::move(failure);
        }
      }
    }
  }

  const Lowering& old_;
  const Lowering& new_;
  const HuntOptions& options_;
  Dealer dealer_;
  std::mutex mutex_;
  Contrasts result_;
};

}  // namespace

Contrasts contrast_cases(const std::function<CaseSource()>& make_source,
                         const Lowering& old_one, const Lowering& new_one,
                         const HuntOptions& options) {
  Contraster contraster(old_one, new_one, options);
  in_threads(options.threads,
             [&](bool is_first) { contraster.work(make_source(), is_first); });
  return std::move(contraster).result();
}

}  // namespace metagate
