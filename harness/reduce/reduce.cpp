#include "harness/reduce/reduce.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "check/check.h"
#include "check/failed_lowering.h"
#include "harness/reduce/edits.h"
#include "ir/names.h"

namespace metagate {
namespace {

// What edits are listed of.
const Program& listed(const Program& program) {
  return program;
}
const Program& listed(const StagePair& pair) {
  return pair.before;
}

template <class Matter>
struct EditsOf {
  using Type = Edits;
};
template <>
struct EditsOf<StagePair> {
  using Type = PairEdits;
};

// Of one program, or of two stages.
template <class Matter>
class Reducer {
 public:
  using MatterEdits = typename EditsOf<Matter>::Type;
  using MatterJudge = std::function<std::vector<Finding>(const Matter&)>;

  Reducer(const Matter& matter, const Fault& fault, const MatterJudge& judge,
          const ReduceOptions& options)
      : fault_(fault),
        judge_(judge),
        options_(options),
        result_{.program = matter, .findings = judge(matter), .others = {}} {
    ++result_.tries;
    for (const Finding& finding : result_.findings) {
      known_.insert(fault_of(finding));
    }
  }

  ReducedOf<Matter> run() && {
    aim();
    while (pass()) {
    }
    return std::move(result_);
  }

 private:
  // The partition that the finding names is the likeliest to show it alone, and
  // its key the only one that matters.
  void aim() {
    const Finding* const finding = find_fault(result_.findings, fault_);
    if (finding == nullptr || !finding->from) return;
    const std::string key = finding->key;
    const NodeName from = *finding->from;
    const MatterEdits edits(result_.program);
    const NodeId node =
        Names(listed(result_.program)).node(from.graph, from.node);
    const auto& partitions = edits.survey().partitions;
    for (std::uint32_t i = 0; node && i < partitions.size(); ++i) {
      const auto& nodes = partitions[i].nodes;
      if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) continue;
      attempt(edits, {EditKind::keep_partition, i, 1});
      break;
    }
    const MatterEdits rest(result_.program);
    const auto& keys = rest.survey().keys;
    const Symbol symbol = listed(result_.program).store().find(key);
    const auto found = std::find(keys.begin(), keys.end(), symbol);
    if (found == keys.end()) return;
    // What comes after the key, then what comes before it.
    const auto index = static_cast<std::uint32_t>(found - keys.begin());
    const auto count = static_cast<std::uint32_t>(keys.size());
    if (index + 1 < count) {
      attempt(rest, {EditKind::drop_keys, index + 1, count - index - 1});
    }
    if (index == 0) return;
    const MatterEdits before(result_.program);
    const auto& left = before.survey().keys;
    const auto there = std::find(left.begin(), left.end(), symbol);
    if (there == left.begin() || there == left.end()) return;
    attempt(before, {EditKind::drop_keys, 0,
                     static_cast<std::uint32_t>(there - left.begin())});
  }

  [[nodiscard]] bool has_tries() const {
    return result_.tries < options_.most_tries;
  }

  // Tries all edits once. After one that is kept the list is another, and goes
  // on where the kept edit stood. True if one was kept, and tries are left.
  bool pass() {
    bool any = false;
    for (std::size_t next = 0; has_tries();) {
      const Matter current = result_.program;
      const MatterEdits edits(current);
      while (next < edits.size() && has_tries() &&
             !attempt(edits, edits.at(next))) {
        ++next;
      }
      if (!has_tries()) return false;
      if (next == edits.size()) break;
      any = true;
      next = first_like(edits.at(next));
    }
    result_.is_minimal = !any && has_tries();
    return any && has_tries();
  }

  // Where, in the list of the smaller program, edits of that size begin.
  [[nodiscard]] std::size_t first_like(const Edit& edit) const {
    const MatterEdits edits(result_.program);
    for (std::size_t i = 0; i < edits.size(); ++i) {
      if (edits.at(i).kind > edit.kind) return i;
      if (edits.at(i).kind == edit.kind && edits.at(i).count <= edit.count &&
          edits.at(i).first >= edit.first) {
        return i;
      }
    }
    return edits.size();
  }

  bool attempt(const MatterEdits& edits, const Edit& edit) {
    std::optional<Matter> smaller = edits.make(edit);
    if (!smaller) return false;
    ++result_.tries;
    std::vector<Finding> findings = judge_(*smaller);
    note_others(*smaller, findings);
    if (find_fault(findings, fault_) == nullptr) return false;
    ++result_.kept;
    result_.program = std::move(*smaller);
    result_.findings = std::move(findings);
    return true;
  }

  void note_others(const Matter& program,
                   const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
      const Fault fault = fault_of(finding);
      if (known_.contains(fault)) continue;
      const auto [found, is_new] = result_.others.try_emplace(fault, program);
      if (!is_new && measure_of(program) < measure_of(found->second)) {
        found->second = program;
      }
    }
  }

  const Fault fault_;
  const MatterJudge& judge_;
  const ReduceOptions options_;
  ReducedOf<Matter> result_;
  std::set<Fault> known_;
};

}  // namespace

Judge judge_of(Lowering lowering) {
  return [lowering = std::move(lowering)](const Program& program) {
    const Result<Program> lowered = lowering(program);
    if (!lowered) {
      const auto failed = finding_of(program, lowered.error().front());
      return failed ? std::vector<Finding>{*failed} : std::vector<Finding>();
    }
    return check(program, *lowered, executorch_policy(),
                 {.step = Step::lowering})
        .findings;
  };
}

Reduced reduce(const Program& program, const Fault& fault, const Judge& judge,
               const ReduceOptions& options) {
  return Reducer<Program>(program, fault, judge, options).run();
}

ReducedPair reduce_pair(const StagePair& pair, const Finding& finding,
                        Follow follow, Step step,
                        const ReduceOptions& options) {
  using Spot = std::tuple<std::string_view, NodeName, bool, std::string>;
  const auto spot = [](const Finding& one) {
    return Spot(one.rule, one.at, one.vanished, one.key);
  };
  const Fault fault = fault_of(finding);
  // What is left is judged as the whole was: less of it may look like a pass.
  const Step kind =
      check(pair.before, pair.after, executorch_policy(), {.step = step}).step;
  const auto findings_of = [&](const StagePair& two) {
    return check(two.before, two.after, executorch_policy(), {.step = kind})
        .findings;
  };
  std::set<Spot> captured;
  for (const Finding& one : findings_of(pair)) captured.insert(spot(one));
  const auto judge = [&](const StagePair& two) {
    std::vector<Finding> findings = findings_of(two);
    // Where there is something new, what is left is not what was captured.
    const bool is_new = std::any_of(
        findings.begin(), findings.end(),
        [&](const Finding& one) { return !captured.contains(spot(one)); });
    std::erase_if(findings, [&](const Finding& one) {
      if (fault_of(one) != fault) return false;
      return is_new || (follow == Follow::it && spot(one) != spot(finding));
    });
    return findings;
  };
  ReducedPair reduced = Reducer<StagePair>(pair, fault, judge, options).run();
  reduced.findings = findings_of(reduced.program);
  return reduced;
}

}  // namespace metagate
