#include "drive/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

namespace metagate {
namespace {

struct SignalName {
  int number;
  const char* name;
};

// Those that end a process, and are met.
constexpr SignalName signal_names[] = {
    {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"},
    {SIGILL, "SIGILL"},   {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"},
    {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},   {SIGKILL, "SIGKILL"},
    {SIGSEGV, "SIGSEGV"}, {SIGPIPE, "SIGPIPE"}, {SIGTERM, "SIGTERM"},
    {SIGXCPU, "SIGXCPU"},
};

std::string with_name(int signal) {
  for (const SignalName& row : signal_names) {
    if (row.number != signal) continue;
    return std::to_string(signal) + " (" + row.name + ")";
  }
  return std::to_string(signal);
}

void close_file(int& file) {
  if (file >= 0) ::close(file);
  file = -1;
}

// Both ends of a pipe; closes what nobody took.
struct Pipe {
  int read = -1;
  int write = -1;

  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_file(read);
    close_file(write);
  }

  // 0, or the error.
  int open() {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return errno;
    read = ends[0];
    write = ends[1];
    return 0;
  }
  int take_read() { return std::exchange(read, -1); }
  int take_write() { return std::exchange(write, -1); }
};

void set_non_blocking(int file) {
  ::fcntl(file, F_SETFL, ::fcntl(file, F_GETFL) | O_NONBLOCK);
}

// In the new process, which other threads are not part of: nothing here may
// allocate or lock. The signals are as for a program that a shell starts.
[[noreturn]] void become(const char* command, const Pipe& in, const Pipe& out,
                         const Pipe& err, rlim_t memory_limit) {
  ::setpgid(0, 0);
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  std::signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (memory_limit > 0) {
    const struct rlimit limit { memory_limit, memory_limit };
    ::setrlimit(RLIMIT_AS, &limit);
  }
  ::dup2(in.read, STDIN_FILENO);
  ::dup2(out.write, STDOUT_FILENO);
  ::dup2(err.write, STDERR_FILENO);
  ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  ::_exit(127);
}

// A shell that has nothing to do but to run one program makes way for it: then
// it is the program itself that is seen to end.
std::string for_shell(const std::string& command) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
  constexpr std::string_view words_of_the_shell[] = {
      ".", "cd", "command", "eval", "exec", "exit", "export", "set", "ulimit"};
  const std::string_view first =
      std::string_view(command).substr(0, command.find(' '));
  if (first.empty() ||
      first.find_first_not_of(plain) != std::string_view::npos ||
      command.find_first_of("|&;<>()`$\n") != std::string::npos ||
      std::find(std::begin(words_of_the_shell), std::end(words_of_the_shell),
                first) != std::end(words_of_the_shell)) {
    return command;
  }
  return "exec " + command;
}

Problem cannot_start(int error) {
  return {.message = "a process can't be started: " +
                     std::generic_category().message(error)};
}

}  // namespace

std::string ProcessEnd::told() const {
  if (was_signal) return "signal " + with_name(number);
  std::string text = "exit code " + std::to_string(number);
  // How a shell tells the signal that ended its command.
  if (number > 128 && number < 160) {
    text += ", which is signal " + with_name(number - 128) + " to a shell";
  }
  return text;
}

Result<std::unique_ptr<Process>> Process::start(const std::string& command,
                                                std::uint64_t memory_limit) {
  Pipe in;
  Pipe out;
  Pipe err;
  for (Pipe* pipe : {&in, &out, &err}) {
    if (const int error = pipe->open(); error != 0) return cannot_start(error);
  }
  const std::string line = for_shell(command);
  const pid_t pid = ::fork();
  if (pid < 0) return cannot_start(errno);
  if (pid == 0) {
    become(line.c_str(), in, out, err, static_cast<rlim_t>(memory_limit));
  }
  // Here as well: whoever comes first, it is in its group before it is killed.
  ::setpgid(pid, pid);
  std::unique_ptr<Process> process(
      new Process(pid, in.take_write(), out.take_read(), err.take_read()));
  for (const int file : {process->in_, process->out_, process->err_}) {
    set_non_blocking(file);
  }
  return process;
}

Process::~Process() {
  kill();
  close_in();
  close_out();
  close_err();
}

void Process::close_in() {
  close_file(in_);
}
void Process::close_out() {
  close_file(out_);
}
void Process::close_err() {
  close_file(err_);
}

std::optional<ProcessEnd> Process::look() {
  if (end_) return end_;
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  end_ = WIFSIGNALED(status) ? ProcessEnd{true, WTERMSIG(status)}
                             : ProcessEnd{false, WEXITSTATUS(status)};
  return end_;
}

void Process::kill() {
  if (is_killed_) return;
  is_killed_ = true;
  // Its children may outlive it: the group is there as long as one of them is.
  ::kill(-pid_, SIGKILL);
  if (end_) return;
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  end_ = WIFSIGNALED(status) ? ProcessEnd{true, WTERMSIG(status)}
                             : ProcessEnd{false, WEXITSTATUS(status)};
}

}  // namespace metagate
