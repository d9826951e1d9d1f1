#include "report/printable.h"

#include <gtest/gtest.h>

namespace metagate {
namespace {

TEST(Printable, leaves_ascii_alone) {
  EXPECT_EQ(printable("aten.add.Tensor {a: 1}"), "aten.add.Tensor {a: 1}");
}

TEST(Printable, spells_out_terminal_escapes_and_line_breaks) {
  EXPECT_EQ(printable("\x1b[31mred\r\n\t\x07\x7f"),
            "\\x1b[31mred\\r\\n\\t\\x07\\x7f");
}

TEST(Printable, spells_out_what_turns_the_writing_direction) {
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\\u{202e}b");
  EXPECT_EQ(printable("\xe2\x81\xa6"), "\\u{2066}");
}

TEST(Printable, spells_out_letters_that_are_not_ascii) {
  EXPECT_EQ(printable("gr\xc3\xb6\xc3\x9f"
                      "e"),
            "gr\\u{00f6}\\u{00df}e");
  EXPECT_EQ(printable("\xf0\x9f\x98\x80"), "\\u{1f600}");
}

TEST(Printable, spells_out_bytes_that_are_no_utf8) {
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(printable("\xe2\x80"), "\\xe2\\x80");
}

TEST(Printable, shortens_to_the_width) {
  EXPECT_EQ(shortened("abcdefgh", 8), "abcdefgh");
  EXPECT_EQ(shortened("abcdefghi", 8), "abcde...");
  EXPECT_EQ(shortened("abcdefghi", 2), "..");
}

TEST(Printable, shortens_a_name_of_a_megabyte) {
  EXPECT_EQ(quoted_name(std::string(1U << 20U, 'x')).size(), 66U);
}

}  // namespace
}  // namespace metagate
