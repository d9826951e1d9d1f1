#include "harness/generate/tally.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "harness/generate/outline_program.h"

namespace metagate {
namespace {

// Slots are given out in blocks of this size.
constexpr std::uint64_t block = 32;

std::optional<Outline> smaller(const std::optional<Outline>& a,
                               const std::optional<Outline>& b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

class Counter {
 public:
  Counter(const Enumeration& enumeration, SlotRange range,
          const std::function<Tried(const Program&)>& attempt)
      : enumeration_(enumeration),
        range_(range),
        attempt_(attempt),
        next_(range.first) {}

  void work(const std::function<void(std::uint64_t)>& progress) {
    Tally own;
    for (;;) {
      const std::uint64_t first = next_.fetch_add(block);
      if (first >= range_.last) break;
      const std::uint64_t last = std::min(first + block, range_.last);
      for (std::uint64_t slot = first; slot < last; ++slot) {
        enumeration_.visit(slot, [&](const Outline& one) { run(one, own); });
      }
      if (progress) progress(last - range_.first);
    }
    const std::scoped_lock lock(mutex_);
    result_ += own;
  }

  [[nodiscard]] const Tally& result() const { return result_; }

 private:
  void run(const Outline& outline, Tally& own) const {
    const Tried tried = attempt_(programs_.make(outline));
    ++own.programs;
    own.refused += tried.refused ? 1 : 0;
    own.unsupported += tried.unsupported ? 1 : 0;
    own.unchecked += tried.unchecked ? 1 : 0;
    own.faulty += tried.findings > 0 ? 1 : 0;
    own.findings += tried.findings;
    own.compared += tried.compared;
    // A thread gets its slots in ascending order.
    if (tried.findings > 0 && !own.first_faulty) own.first_faulty = outline;
    const bool is_tried = !tried.unsupported && !tried.unchecked;
    if (is_tried && tried.refused == has_order(outline) &&
        !own.first_misjudged) {
      own.first_misjudged = outline;
    }
  }

  const Enumeration& enumeration_;
  const SlotRange range_;
  const std::function<Tried(const Program&)>& attempt_;
  const OutlinePrograms programs_;
  std::atomic<std::uint64_t> next_;
  std::mutex mutex_;
  Tally result_;
};

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  programs += other.programs;
  refused += other.refused;
  unsupported += other.unsupported;
  unchecked += other.unchecked;
  faulty += other.faulty;
  findings += other.findings;
  compared += other.compared;
  first_faulty = smaller(first_faulty, other.first_faulty);
  first_misjudged = smaller(first_misjudged, other.first_misjudged);
  return *this;
}

Tally tally(const Enumeration& enumeration, SlotRange range,
            const std::function<Tried(const Program&)>& attempt,
            unsigned threads,
            const std::function<void(std::uint64_t)>& progress) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  Counter counter(enumeration, range, attempt);
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < (threads == 0 ? cores : threads); ++i) {
    others.emplace_back([&] { counter.work({}); });
  }
  counter.work(progress);
  others.clear();
  return counter.result();
}

}  // namespace metagate
