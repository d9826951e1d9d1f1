// A single fault, planted anywhere in a right lowering, is found: the finding
// names the node and the key, and nothing is reported besides it.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "harness/mutants/plant.h"
#include "harness/mutants/structural_plants.h"
#include "lower/reference.h"
#include "properties/silence.h"

namespace metagate {
namespace {

std::string key_of(const Program& program, const Plant& plant) {
  if (plant.kind == PlantKind::key_leaked) return "planted";
  if (plant.kind == PlantKind::handle_repeated) return "debug_handle";
  return plant.key ? std::string(program.text(plant.key)) : std::string();
}

std::string name_of_damaged(const Program& after, const Plant& plant) {
  if (plant.kind == PlantKind::node_added) return "planted";
  return plant.node ? std::string(after.name(plant.node)) : std::string();
}

void log(const Plant& plant, const std::string& node, const std::string& key) {
  RC_LOG("planted: " + std::string(plant.rule) + " at " + node + " " + key +
         ", kind " + std::to_string(static_cast<int>(plant.kind)) +
         ", operand or entry " + std::to_string(plant.position));
}

void expect_found(const Program& before, const Program& after,
                  const Plant& plant) {
  const Program damaged = planted(after, plant);
  // What was wrong before is no fault of a step that leaves it as it is.
  RC_ASSERT(check(damaged, damaged).findings.empty());
  const Checked checked =
      check(before, damaged, executorch_policy(), {.step = Step::lowering});
  const std::string node = name_of_damaged(after, plant);
  const std::string key = key_of(after, plant);
  const std::string other =
      is_mutual(plant.kind) ? std::string(after.name(plant.other)) : node;
  bool is_found = false;
  for (const Finding& finding : checked.findings) {
    const bool is_it =
        finding.rule == plant.rule &&
        (node.empty() || finding.at.node == node || finding.at.node == other) &&
        (plant.key.is_none() || finding.key == key);
    is_found |= is_it;
    if (is_it) continue;
    RC_LOG("besides: " + std::string(finding.rule) + " at " + finding.at.graph +
           "/" + finding.at.node + " " + finding.key);
    log(plant, node, key);
    RC_FAIL("something else is reported");
  }
  if (!is_found) {
    log(plant, node, key);
    RC_FAIL("the fault is not found");
  }
}

// Some forty of them, others in every program.
void expect_some_found(const Program& before, const Program& after,
                       const std::vector<Plant>& plants, std::uint64_t seed) {
  const std::size_t stride = 1 + plants.size() / 40;
  for (std::size_t i = seed % stride; i < plants.size(); i += stride) {
    expect_found(before, after, plants[i]);
  }
}

}  // namespace

RC_GTEST_PROP(Damage, is_found_wherever_it_is_and_nothing_besides,
              (const Drawn& drawn)) {
  const Result<Program> after = lower_reference(*drawn);
  RC_ASSERT(after.has_value());
  expect_some_found(*drawn, *after, plants_of(*drawn, *after), drawn.seed);
}

RC_GTEST_PROP(Damage, of_structure_is_found_and_nothing_besides,
              (const Drawn& drawn)) {
  const Result<Program> after = lower_reference(*drawn);
  RC_ASSERT(after.has_value());
  expect_some_found(*drawn, *after,
                    structural_plants_of(*drawn, *after, drawn.seed),
                    drawn.seed);
}

}  // namespace metagate
