#include "harness/generate/ownership.h"

namespace metagate {
namespace {

// What is known of the users of a constant.
struct Owners {
  std::uint32_t tag = no_node;  // of one of the partitions that use it
  std::uint32_t found = 0;      // users in partitions
  bool has_others = false;      // users in different places
  bool is_mutated = false;
};

void add_user(Owners& owners, std::uint32_t tag, Prng& prng) {
  if (tag == no_node) {
    owners.has_others = true;
    return;
  }
  if (owners.found > 0 && owners.tag != tag) owners.has_others = true;
  if (prng.below(++owners.found) == 0) owners.tag = tag;
}

void tag_partitions(const Profile& profile, Prng& prng, Sketch& sketch) {
  // Tags count from 0 in each graph, so that graphs have equal ones; or not.
  std::uint32_t next = prng.percent(50) ? 0 : prng.below(8);
  std::vector<std::uint32_t> tags;
  for (SketchNode& node : sketch.nodes) {
    if (node.class_ == outside_class) continue;
    const std::size_t partition =
        std::size_t{node.stage} * profile.classes + node.class_ - 1;
    if (partition >= tags.size()) tags.resize(partition + 1, no_node);
    std::uint32_t& tag = tags[partition];
    if (tag == no_node) tag = next++;
    node.tag = tag;
  }
}

std::vector<Owners> find_owners(const Sketch& sketch, Prng& prng) {
  std::vector<Owners> owners(
      sketch.constants.empty() ? 0 : sketch.constants.back() + 1);
  for (const SketchNode& node : sketch.nodes) {
    for (std::uint32_t i = 0; i < node.operands; ++i) {
      const std::uint32_t operand = sketch.operands[node.first_operand + i];
      if (operand < owners.size()) add_user(owners[operand], node.tag, prng);
    }
  }
  for (const ReturnedValue& value : sketch.returned) {
    if (value.node < owners.size()) add_user(owners[value.node], no_node, prng);
    if (value.kind != OutputKind::buffer_mutation) continue;
    const SketchNode& node = sketch.nodes[value.node];
    owners[sketch.operands[node.first_operand]].is_mutated = true;
  }
  return owners;
}

}  // namespace

void give_tags(const Profile& profile, Prng& prng, Sketch& sketch) {
  tag_partitions(profile, prng, sketch);
  const std::vector<Owners> owners = find_owners(sketch, prng);
  for (const std::uint32_t constant : sketch.constants) {
    const Owners& owner = owners[constant];
    if (owner.tag == no_node || !prng.percent(profile.owned)) continue;
    if (owner.is_mutated && owner.has_others) continue;
    if (sketch.nodes[constant].input == InputKind::custom_obj &&
        !profile.owns_objects) {
      continue;
    }
    sketch.nodes[constant].tag = owner.tag;
    sketch.nodes[constant].is_tagged = true;
  }
}

}  // namespace metagate
