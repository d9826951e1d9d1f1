#include "cli/streams.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>

namespace metagate {
namespace {

std::string reason(int error) {
  return std::generic_category().message(error);
}

// 0, or the error.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int write_and_close(int file, std::string_view bytes) {
  const int error = write_all(file, bytes);
  const int closed = ::close(file) == 0 ? 0 : errno;
  return error != 0 ? error : closed;
}

int write_in_place(const std::string& path, std::string_view bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  return file < 0 ? errno : write_and_close(file, bytes);
}

int write_and_rename(const std::string& path, std::string_view bytes) {
  const std::string temporary =
      path + ".tmp" + std::to_string(static_cast<long>(::getpid()));
  const int file =
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int error = write_and_close(file, bytes);
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) {
    error = errno;
  }
  if (error != 0) ::unlink(temporary.c_str());
  return error;
}

}  // namespace

void prepare_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  // Opened for reading: a write fails, as it would where it is closed.
  while (true) {
    const int file = ::open("/dev/null", O_RDONLY);
    if (file < 0) return;
    if (file <= STDERR_FILENO) continue;
    ::close(file);
    return;
  }
}

std::optional<Problem> write_to_stdout(std::string_view bytes) {
  const int error = write_all(STDOUT_FILENO, bytes);
  if (error == 0) return std::nullopt;
  return Problem{.message =
                     "standard output can't be written: " + reason(error)};
}

void tell(std::string_view message) {
  std::string line(message);
  line += '\n';
  static_cast<void>(write_all(STDERR_FILENO, line));
}

std::optional<Problem> write_file(const std::string& path,
                                  std::string_view bytes) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  int error = 0;
  if (exists && !S_ISREG(status.st_mode)) {
    error = write_in_place(path, bytes);
  } else {
    // A link stays one, and what it leads to is replaced.
    std::error_code failed;
    const auto target = std::filesystem::canonical(path, failed);
    error = write_and_rename(failed ? path : target.string(), bytes);
  }
  if (error == 0) return std::nullopt;
  return Problem{.message = "can't be written: " + reason(error), .file = path};
}

}  // namespace metagate
