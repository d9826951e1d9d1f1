#include "json/components.h"

#include <algorithm>

namespace metagate {
namespace {

class Tarjan {
 public:
  explicit Tarjan(const References& references)
      : references_(references),
        order_(references.size(), unseen),
        low_(references.size()),
        is_open_(references.size()) {}

  std::vector<std::vector<std::uint32_t>> run() {
    for (std::uint32_t root = 0; root < references_.size(); ++root) {
      if (order_[root] == unseen) walk(root);
    }
    return std::move(components_);
  }

 private:
  static constexpr std::uint32_t unseen = 0xffffffff;
  struct Call {
    std::uint32_t vertex;
    std::size_t next;  // which of its edges comes next
  };

  void enter(std::uint32_t vertex) {
    order_[vertex] = low_[vertex] = count_++;
    open_.push_back(vertex);
    is_open_[vertex] = true;
    calls_.push_back({vertex, 0});
  }

  void walk(std::uint32_t root) {
    enter(root);
    while (!calls_.empty()) {
      Call& call = calls_.back();
      const std::uint32_t vertex = call.vertex;
      const auto targets = references_.of(vertex);
      if (call.next == targets.size()) {
        leave(vertex);
        continue;
      }
      const std::uint32_t target = targets[call.next++];
      if (order_[target] == unseen) {
        enter(target);
      } else if (is_open_[target]) {
        low_[vertex] = std::min(low_[vertex], order_[target]);
      }
    }
  }

  void leave(std::uint32_t vertex) {
    calls_.pop_back();
    if (!calls_.empty()) {
      std::uint32_t& low = low_[calls_.back().vertex];
      low = std::min(low, low_[vertex]);
    }
    if (low_[vertex] != order_[vertex]) return;
    std::vector<std::uint32_t>& component = components_.emplace_back();
    std::uint32_t member = 0;
    do {
      member = open_.back();
      open_.pop_back();
      is_open_[member] = false;
      component.push_back(member);
    } while (member != vertex);
  }

  const References& references_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> low_;
  std::vector<bool> is_open_;
  std::vector<std::uint32_t> open_;
  std::vector<Call> calls_;
  std::uint32_t count_ = 0;
  std::vector<std::vector<std::uint32_t>> components_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> components_of(
    const References& references) {
  return Tarjan(references).run();
}

}  // namespace metagate
