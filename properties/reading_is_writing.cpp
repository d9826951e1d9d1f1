// Read-write-read is the identity: bytes come back as bytes, and what was read
// is what was written.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/read.h"
#include "json/write.h"
#include "lower/reference.h"
#include "properties/silence.h"

namespace metagate {

RC_GTEST_PROP(Json, what_was_written_is_read_and_written_again,
              (const Drawn& drawn)) {
  const Result<Program> after = lower_reference(*drawn);
  RC_ASSERT(after.has_value());
  const Program stages[] = {*drawn, after->with_stage("after")};
  const std::string bytes = write_capture(stages);
  const Result<Document> read = read_text("capture", bytes);
  RC_ASSERT(read.has_value());
  RC_ASSERT(write_capture(read->programs) == bytes);
  RC_ASSERT(write_document(*read) == bytes);
  expect_silent(read->programs[0], read->programs[1], Step::lowering);
  expect_silent(*drawn, read->programs[0], Step::pass);
}

RC_GTEST_PROP(Json, a_golden_is_read_and_written_again, (const Drawn& drawn)) {
  const std::string bytes = write_golden({drawn.program.get(), 1});
  const Result<Document> read = read_text("golden", bytes);
  RC_ASSERT(read.has_value());
  RC_ASSERT(write_golden(read->programs) == bytes);
}

}  // namespace metagate
