#include "harness/reduce/hunt.h"

#include <mutex>
#include <utility>

#include "check/check.h"
#include "check/failed_lowering.h"
#include "harness/reduce/deal.h"
#include "harness/reduce/laws.h"

namespace metagate {
namespace {

class Hunter {
 public:
  Hunter(const Lowering& lowering, const HuntOptions& options)
      : lowering_(lowering),
        options_(options),
        dealer_(options.cases, options.block) {}

  void work(const CaseSource& source, bool reports) {
    Hunt own;
    dealer_.work([&](std::uint64_t index) { run(source, index, own); },
                 [&](std::uint64_t dealt) {
                   take(own);
                   own = {};
                   if (reports && options_.go_on && !options_.go_on(dealt)) {
                     dealer_.stop(dealt);
                   }
                 });
  }

  Hunt result() && {
    result_.cases = result_.failure && !options_.meets_every_fault
                        ? result_.failure->index
                        : dealer_.end();
    return std::move(result_);
  }

 private:
  void run(const CaseSource& source, std::uint64_t index, Hunt& own) {
    const Program before = source.first(index);
    const std::optional<Program> after = lower(before, index, false, own);
    if (!after) return;
    const std::optional<Program> again = source.second(index, *after);
    if (again) static_cast<void>(lower(*again, index, true, own));
  }

  // The lowered program, where there was nothing to find.
  std::optional<Program> lower(const Program& before, std::uint64_t index,
                               bool is_second, Hunt& own) {
    ++own.lowered;
    Result<Program> after = lowering_(before);
    if (!after) {
      take_refusal(before, after.error(), index, is_second, own);
      return std::nullopt;
    }
    Checked checked =
        check(before, *after, executorch_policy(), {.step = Step::lowering});
    own.coverage += checked.coverage;
    if (checked.findings.empty()) {
      if (!is_for_the_laws(index)) return std::move(*after);
      checked.findings = judge_laws(before, *after, lowering_);
      own.lawful += checked.findings.empty() ? 1 : 0;
      if (checked.findings.empty()) return std::move(*after);
    }
    fail({index, is_second, before, std::move(checked.findings)}, own);
    return std::nullopt;
  }

  [[nodiscard]] bool is_for_the_laws(std::uint64_t index) const {
    return index < options_.laws_first ||
           (options_.laws_every > 0 && index % options_.laws_every == 0);
  }

  void take_refusal(const Program& before, const Problems& why,
                    std::uint64_t index, bool is_second, Hunt& own) {
    const std::string_view code = why.front().code;
    if (auto finding = finding_of(before, why.front())) {
      fail({index, is_second, before, {*std::move(finding)}}, own);
    } else if (code == no_program::unsupported) {
      ++own.unsupported;
    } else if (code == no_program::fault || code == no_program::gone) {
      ++own.unchecked;
      if (code == no_program::gone) dealer_.stop(index);
    } else {
      ++own.refused;
      if (own.first_refused) return;
      own.first_refused = index;
      own.why_refused = why;
    }
  }

  void fail(Failure failure, Hunt& own) {
    if (options_.meets_every_fault) {
      for (const Finding& finding : failure.findings) {
        own.failures.try_emplace(fault_of(finding), failure);
      }
    } else {
      dealer_.stop(failure.index);
    }
    if (!own.failure) own.failure = std::move(failure);
  }

  void take(Hunt& own) {
    const std::scoped_lock lock(mutex_);
    result_.lowered += own.lowered;
    result_.refused += own.refused;
    result_.unsupported += own.unsupported;
    result_.unchecked += own.unchecked;
    result_.lawful += own.lawful;
    result_.coverage += own.coverage;
    if (own.first_refused && (!result_.first_refused ||
                              *own.first_refused < *result_.first_refused)) {
      result_.first_refused = own.first_refused;
      result_.why_refused = std::move(own.why_refused);
    }
    if (own.failure &&
        (!result_.failure || own.failure->index < result_.failure->index)) {
      result_.failure = std::move(own.failure);
    }
    for (auto& [fault, failure] : own.failures) {
      const auto [found, is_new] = result_.failures.try_emplace(fault, failure);
      if (!is_new && failure.index < found->second.index) {
        found->second = std::move(failure);
      }
    }
  }

  const Lowering& lowering_;
  const HuntOptions& options_;
  Dealer dealer_;
  std::mutex mutex_;
  Hunt result_;
};

}  // namespace

Hunt hunt(const std::function<CaseSource()>& make_source,
          const Lowering& lowering, const HuntOptions& options) {
  Hunter hunter(lowering, options);
  in_threads(options.threads,
             [&](bool is_first) { hunter.work(make_source(), is_first); });
  return std::move(hunter).result();
}

}  // namespace metagate
