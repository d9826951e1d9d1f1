#include "json/gunzip.h"

#include <zlib.h>

#include <algorithm>

namespace metagate {
namespace {

// Owns zlib's state.
class Inflater {
 public:
  Inflater() {
    constexpr int gzip_only = 16;
    is_good_ = inflateInit2(&stream_, MAX_WBITS + gzip_only) == Z_OK;
  }
  ~Inflater() {
    if (is_good_) inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  [[nodiscard]] bool is_good() const { return is_good_; }
  z_stream* operator->() { return &stream_; }
  z_stream* get() { return &stream_; }

 private:
  z_stream stream_{};
  bool is_good_ = false;
};

constexpr std::size_t input_piece = std::size_t{1} << 20U;
constexpr std::size_t output_piece = std::size_t{1} << 18U;

Problem problem(std::string message) {
  return {.message = std::move(message)};
}

}  // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

Result<std::string> gunzip(std::string_view packed) {
  if (!is_gzip(packed)) return problem("not a gzip file");
  Inflater inflater;
  if (!inflater.is_good()) return problem("zlib could not be started");
  std::string out;
  std::size_t at = 0;     // of `packed`: what zlib was given
  std::size_t size = 0;   // of `out`: what zlib has written
  bool is_within = true;  // a member has begun and not ended
  while (true) {
    if (inflater->avail_in == 0) {
      const std::size_t piece = std::min(input_piece, packed.size() - at);
      // zlib does not write to its input, whatever its type says.
      inflater->next_in =
          reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + at));
      inflater->avail_in = static_cast<uInt>(piece);
      at += piece;
    }
    const std::size_t used = at - inflater->avail_in;
    if (!is_within) {
      const std::string_view rest = packed.substr(used);
      if (rest.find_first_not_of('\0') == std::string_view::npos) break;
      if (!is_gzip(rest)) return problem("text after the gzip stream");
      inflateReset(inflater.get());
      is_within = true;
    }
    if (size > bomb_size && size / bomb_ratio > used) {
      return problem("unpacks to more than 64 MiB and 256 times its size");
    }
    if (out.size() - size < output_piece) {
      out.resize(std::max(out.size() * 2, 4 * output_piece));
    }
    const std::size_t room = std::min(out.size() - size, input_piece);
    inflater->next_out = reinterpret_cast<Bytef*>(out.data() + size);
    inflater->avail_out = static_cast<uInt>(room);
    const int status = inflate(inflater.get(), Z_NO_FLUSH);
    size += room - inflater->avail_out;
    if (status == Z_STREAM_END) {
      is_within = false;
    } else if (status == Z_BUF_ERROR) {
      return problem("the gzip stream is cut off");
    } else if (status != Z_OK) {
      return problem(std::string("a damaged gzip stream: ") +
                     (inflater->msg != nullptr ? inflater->msg : "unknown"));
    }
  }
  out.resize(size);
  return out;
}

}  // namespace metagate
