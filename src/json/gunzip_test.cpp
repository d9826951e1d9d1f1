#include "json/gunzip.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>

#include "base/digest.h"
#include "json/read.h"
#include "json/refusal_cases.h"

namespace metagate {
namespace {

std::string gzip(std::string_view text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 9,
                         Z_DEFAULT_STRATEGY),
            Z_OK);
  std::string packed(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string problem_of(std::string_view packed) {
  const Result<std::string> text = gunzip(packed);
  return text ? "none" : text.error()[0].message;
}

TEST(Gunzip, gives_what_was_packed) {
  for (const std::size_t size : {0UL, 1UL, 1000UL, 5000000UL}) {
    std::string text;
    for (std::size_t i = 0; text.size() < size; ++i) text += std::to_string(i);
    const Result<std::string> unpacked = gunzip(gzip(text));
    ASSERT_TRUE(unpacked);
    EXPECT_EQ(*unpacked, text);
  }
}

TEST(Gunzip, joins_the_members_of_a_stream) {
  const std::string two = gzip("one, ") + gzip("") + gzip("two");
  const Result<std::string> text = gunzip(two);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "one, two");
  const Result<std::string> padded = gunzip(two + std::string(512, '\0'));
  ASSERT_TRUE(padded);
  EXPECT_EQ(*padded, "one, two");
}

TEST(Gunzip, refuses_what_is_no_gzip) {
  EXPECT_EQ(problem_of(""), "not a gzip file");
  EXPECT_EQ(problem_of("{}"), "not a gzip file");
  EXPECT_EQ(problem_of("\x1f"), "not a gzip file");
  EXPECT_EQ(problem_of(gzip("a") + "more"), "text after the gzip stream");
}

TEST(Gunzip, refuses_a_stream_that_is_cut_off_anywhere) {
  const std::string packed = gzip("a text that is packed") + gzip("and more");
  const std::size_t first = gzip("a text that is packed").size();
  for (std::size_t size = 2; size < packed.size(); ++size) {
    if (size == first) continue;  // a whole stream
    EXPECT_NE(problem_of(packed.substr(0, size)), "none") << size;
  }
}

TEST(Gunzip, refuses_a_stream_with_a_damaged_byte) {
  const std::string packed = gzip("a text that is packed, twice, twice");
  // Bytes 3 to 9 of the header say nothing about the text.
  for (std::size_t i = 10; i < packed.size(); ++i) {
    std::string damaged = packed;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    EXPECT_NE(problem_of(damaged), "none") << i;
  }
}

TEST(Gunzip, stops_at_a_bomb) {
  const std::string zeros(std::size_t{100} << 20U, ' ');
  EXPECT_EQ(problem_of(gzip(zeros)),
            "unpacks to more than 64 MiB and 256 times its size");
  // Up to 64 MiB anything goes.
  const std::string fewer(std::size_t{10} << 20U, ' ');
  EXPECT_EQ(problem_of(gzip(fewer)), "none");
}

// --- files
// ---------------------------------------------------------------------

class Files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) / "metagate_files";
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, std::string_view bytes) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  static std::string message_of(const std::string& path) {
    const Result<Document> document = read_file(path);
    if (document) return "none";
    EXPECT_EQ(document.error()[0].file, path);
    return document.error()[0].message;
  }

  std::filesystem::path folder_;
};

const std::string small = refusals::graph("\"nodes\":[]");

TEST_F(Files, are_read_plain_and_packed) {
  const std::string packed = gzip(small);
  const Result<Document> plain = read_file(write("a.json", small));
  const Result<Document> unpacked = read_file(write("a.json.gz", packed));
  ASSERT_TRUE(plain);
  ASSERT_TRUE(unpacked);
  EXPECT_EQ(*plain->text, small);
  EXPECT_EQ(*unpacked->text, small);
  EXPECT_EQ(plain->sha256, sha256_hex(small));
  EXPECT_EQ(unpacked->sha256, sha256_hex(packed));
  EXPECT_EQ(unpacked->file, (folder_ / "a.json.gz").string());
}

TEST_F(Files, are_refused_where_there_is_nothing_to_read) {
  EXPECT_EQ(message_of((folder_ / "none.json").string()), "no such file");
  EXPECT_EQ(message_of((folder_ / "none.json.gz").string()), "no such file");
  EXPECT_EQ(message_of(folder_.string()), "a folder, not a file");
  EXPECT_EQ(message_of(write("empty.json", "")), "an empty file");
  EXPECT_EQ(message_of(write("empty.json.gz", "")), "an empty file");
  EXPECT_EQ(message_of(write("void.json.gz", gzip(""))), "an empty file");
}

TEST_F(Files, are_refused_where_the_name_says_otherwise) {
  EXPECT_EQ(message_of(write("plain.json.gz", small)), "not a gzip file");
  EXPECT_EQ(message_of(write("packed.json", gzip(small))),
            "a gzip file whose name does not end in .gz");
}

TEST_F(Files, give_the_place_of_a_problem_in_the_unpacked_text) {
  const Result<Document> document =
      read_file(write("bad.json.gz", gzip("{\n\"a\" 1}")));
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error()[0].line, 2U);
  EXPECT_EQ(document.error()[0].column, 5U);
}

}  // namespace
}  // namespace metagate
