#include "json/gunzip.h"

#include <zlib.h>

#include <algorithm>

namespace metagate {
namespace {

Problem problem(std::string message) {
  return {.message = std::move(message)};
}

// The size that the last member says it has, modulo 2^32: where the buffer
// begins, if it isn't too much to believe.
std::size_t size_hint(std::string_view packed) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto byte = static_cast<unsigned char>(packed[packed.size() - 1 - i]);
    size = (size << 8U) | byte;
  }
  return std::min<std::size_t>(size, bomb_size);
}

constexpr std::size_t piece = std::size_t{1} << 18U;

class Unpacker {
 public:
  explicit Unpacker(std::string_view packed) : packed_(packed) {
    constexpr int gzip_only = 16;
    is_good_ = inflateInit2(&stream_, MAX_WBITS + gzip_only) == Z_OK;
  }
  ~Unpacker() {
    if (is_good_) inflateEnd(&stream_);
  }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  Result<std::string> run() {
    if (!is_good_) return problem("zlib could not be started");
    if (packed_.size() >= 4) out_.resize(size_hint(packed_) + 1);
    while (true) {
      const int status = step();
      if (status == Z_STREAM_END) {
        const std::string_view rest = packed_.substr(used());
        if (rest.find_first_not_of('\0') == std::string_view::npos) break;
        if (!is_gzip(rest)) return problem("text after the gzip stream");
        inflateReset(&stream_);
      } else if (status == Z_BUF_ERROR) {
        return problem("the gzip stream is cut off");
      } else if (status != Z_OK) {
        return problem(std::string("a damaged gzip stream: ") +
                       (stream_.msg != nullptr ? stream_.msg : "unknown"));
      } else if (size_ > bomb_size && size_ / bomb_ratio > used()) {
        return problem("unpacks to more than 64 MiB and 256 times its size");
      }
    }
    out_.resize(size_);
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::size_t used() const { return given_ - stream_.avail_in; }

  // Gives zlib a piece of the input, if it has none, and room for output.
  int step() {
    if (stream_.avail_in == 0) {
      const std::size_t size = std::min(piece, packed_.size() - given_);
      // zlib does not write to its input, whatever its type says.
      stream_.next_in =
          reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data() + given_));
      stream_.avail_in = static_cast<uInt>(size);
      given_ += size;
    }
    if (size_ == out_.size()) out_.resize(size_ + std::max(size_ / 2, piece));
    const std::size_t room = std::min(out_.size() - size_, piece);
    stream_.next_out = reinterpret_cast<Bytef*>(out_.data() + size_);
    stream_.avail_out = static_cast<uInt>(room);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    size_ += room - stream_.avail_out;
    return status;
  }

  std::string_view packed_;
  z_stream stream_{};
  bool is_good_ = false;
  std::size_t given_ = 0;  // of the input
  std::string out_;
  std::size_t size_ = 0;  // of what is unpacked, in `out_`
};

}  // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

Result<std::string> gunzip(std::string_view packed) {
  if (!is_gzip(packed)) return problem("not a gzip file");
  return Unpacker(packed).run();
}

}  // namespace metagate
