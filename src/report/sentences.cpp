#include "report/sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "ir/delegates.h"

namespace metagate {
namespace {

// {k} is the key, or how many, {s} the subject, {d} the finding's detail (a
// predicate: "takes `a` where `b` stood"), {o} the other nodes, {was} "was" or
// "were", {is} "is" or "are".
struct Sentence {
  std::string_view rule;
  std::string_view says;
  std::string_view with_detail = {};  // where there is one
};

constexpr Sentence sentences[] = {
    {"getitem-lost", "{k} {was} lost on {s}"},
    {"getitem-changed", "{k} {was} changed on {s}"},
    {"getitem-leaked", "{k} leaked onto {s}"},
    {"outside-lost", "{k} {was} lost on {s}"},
    {"outside-changed", "{k} {was} changed on {s}"},
    {"outside-leaked", "{k} leaked onto {s}"},
    {"outside-vanished", "{s} vanished"},
    {"outside-appeared", "{s} appeared"},
    {"inside-lost", "{k} {was} lost on {s}"},
    {"inside-changed", "{k} {was} changed on {s}", "{k} of {s} {d}"},
    {"inside-leaked", "{k} leaked onto {s}"},
    {"inside-vanished", "{s} vanished"},
    {"inside-appeared", "{s} appeared"},
    {"delegate-lost", "{s} has no {k}"},
    {"delegate-changed", "{k} of {s} {is} wrong", "{k} of {s} {d}"},
    {"delegate-duplicated", "{k} of {s} is also that of {o}"},
    {"transient-left", "{k} {is} left on {s}"},
    {"transient-foreign", "{k} of another partition {is} on {s}"},
    {"alias-shared", "{s} shares its meta dict with {o}"},
    {"alias-mutated", "an object that {s} held has another value"},
    {"shape-args", "{s} takes other operands or arguments", "{s} {d}"},
    {"shape-index", "{s} reads or is read at a wrong index"},
    {"shape-duplicated", "{s} reads an output that another getitem reads"},
    {"shape-direct", "{s} takes a delegate itself", "{s} {d}"},
    {"shape-partition", "{s} is not where its tag says", "{s} {d}"},
    {"shape-signature", "the signature at {s} is wrong"},
    {"round-delegated", "{s} holds what was delegated before", "{s} {d}"},
    {"match-none", "{s} has no counterpart"},
    {"match-ambiguous", "{s} could be any of several nodes"},
    {"driver-crash", "the lowering died of {s}"},
    {"driver-error", "the lowering failed on {s}"},
    {"law-bytes", "{s} depends on more than the program"},
    {"law-order", "{s} depends on what tags are called"},
    {"law-round", "{s} does not stay as it was"},
};

const Sentence* find_sentence(std::string_view rule) {
  const auto found =
      std::find_if(std::begin(sentences), std::end(sentences),
                   [rule](const Sentence& row) { return row.rule == rule; });
  return found == std::end(sentences) ? nullptr : found;
}

std::string in_ticks(std::string_view text) {
  return fmt::format("`{}`", text);
}

std::string full_name(const NodeName& name) {
  if (name.node.empty()) return in_ticks(name.graph);
  return in_ticks(name.graph + "/" + name.node);
}

// The module that a delegate call calls: what users know a delegate by.
std::string_view delegate_name(const Program& program, NodeId call) {
  const auto operands = program.operands(call);
  if (operands.empty()) return program.name(call);
  return program.text(program.node(operands.front()).target);
}

std::string others_of(const Finding& finding) {
  if (finding.also.empty()) return "another node";
  std::string others = full_name(finding.also.front());
  const std::size_t more = finding.also.size() - 1;
  if (more > 0) {
    others +=
        fmt::format(" and {} other {}", more, more > 1 ? "nodes" : "node");
  }
  return others;
}

std::string owner_of(const Finding& finding) {
  if (!finding.owner) return {};
  return ": it is now that of " + full_name(*finding.owner);
}

std::string fill(const Sentence& row, const Pair& pair, const Finding& finding,
                 std::string_view key, bool is_plural) {
  const bool has_detail = !finding.detail.empty();
  const std::string_view says =
      has_detail && !row.with_detail.empty() ? row.with_detail : row.says;
  std::string out = fmt::format(fmt::runtime(says), fmt::arg("k", key),
                                fmt::arg("s", subject_of(pair, finding)),
                                fmt::arg("d", finding.detail),
                                fmt::arg("o", others_of(finding)),
                                fmt::arg("was", is_plural ? "were" : "was"),
                                fmt::arg("is", is_plural ? "are" : "is"));
  if (has_detail && row.with_detail.empty()) out += ": " + finding.detail;
  return out;
}

constexpr Sentence fallback{"", "{k} of {s} {is} wrong"};

}  // namespace

std::string sentence_of(const Pair& pair, const Finding& finding) {
  const Sentence* row = find_sentence(finding.rule);
  if (row == nullptr) row = &fallback;
  return fill(*row, pair, finding, in_ticks(finding.key), false) +
         owner_of(finding);
}

std::string sentence_of(const Pair& pair, const Finding& finding,
                        std::string_view keys) {
  const Sentence* row = find_sentence(finding.rule);
  if (row == nullptr) row = &fallback;
  return fill(*row, pair, finding, keys, true);
}

std::string_view what_of(std::string_view rule) {
  return rule.substr(rule.find('-') + 1);
}

std::string_view family_of(std::string_view rule) {
  return rule.substr(0, rule.find('-'));
}

std::string subject_of(const Pair& pair, const Finding& finding) {
  if (finding.at.node.empty()) {
    return fmt::format("graph `{}`", finding.at.graph);
  }
  const Program* after = pair.after.program.get();
  if (const Outlet* outlet = outlet_of(pair.checked, finding);
      outlet != nullptr && after != nullptr) {
    const std::string_view name = delegate_name(*after, outlet->call);
    if (outlet->arity <= 1) {
      return fmt::format("the only output of delegate `{}`", name);
    }
    return fmt::format("output {} of {} of delegate `{}`", outlet->index,
                       outlet->arity, name);
  }
  std::string_view kind = "node";
  if (!finding.vanished && after != nullptr && finding.node) {
    if (is_delegate_call(*after, finding.node)) kind = "delegate call";
    if (is_delegate_getitem(*after, finding.node)) kind = "getitem";
    const Op op = after->node(finding.node).op;
    if (op == Op::placeholder) kind = "placeholder";
    if (op == Op::output) kind = "output node";
  }
  return fmt::format("{} {}", kind, full_name(finding.at));
}

const Outlet* outlet_of(const Checked& checked, const Finding& finding) {
  if (finding.vanished || finding.node.is_none()) return nullptr;
  const auto found = std::lower_bound(
      checked.outlets.begin(), checked.outlets.end(), finding.node,
      [](const Outlet& o, NodeId node) { return o.getitem < node; });
  if (found == checked.outlets.end() || found->getitem != finding.node) {
    return nullptr;
  }
  return &*found;
}

bool has_sentence(std::string_view rule) {
  return find_sentence(rule) != nullptr;
}

}  // namespace metagate
