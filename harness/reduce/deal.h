// Numbered cases, dealt out to threads in blocks.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace metagate {

class Dealer {
 public:
  Dealer(std::uint64_t cases, std::uint64_t block)
      : cases_(cases), block_(block), end_(cases) {}

  // Calls `run(index)` for every case of a block, then `done(next)` with how
  // many are dealt out, until there are none left. Each thread calls this.
  template <class Run, class Done>
  void work(const Run& run, const Done& done) {
    for (;;) {
      const std::uint64_t first = next_.fetch_add(block_);
      if (first >= end_) return;
      const std::uint64_t last = std::min(first + block_, cases_);
      for (std::uint64_t i = first; i < last && i < end_; ++i) run(i);
      done(next_.load());
    }
  }

  // No case from here on matters any more.
  void stop(std::uint64_t end) {
    std::uint64_t seen = end_;
    while (end < seen && !end_.compare_exchange_weak(seen, end)) {
    }
  }

  // How many cases there are to the first that does not matter.
  [[nodiscard]] std::uint64_t end() const {
    return std::min(end_.load(), cases_);
  }

 private:
  const std::uint64_t cases_;
  const std::uint64_t block_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> end_;
};

// Runs `work(is_first)` in so many threads, this one among them; 0 = one for
// each core.
template <class Work>
void in_threads(unsigned threads, const Work& work) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < (threads == 0 ? cores : threads); ++i) {
    others.emplace_back([&work] { work(false); });
  }
  work(true);
}

}  // namespace metagate
