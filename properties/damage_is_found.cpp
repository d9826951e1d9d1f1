// A single fault, planted anywhere in a right lowering, is found: the finding
// names the node and the key, and nothing is reported besides it.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "harness/mutants/plant.h"
#include "lower/reference.h"
#include "properties/silence.h"

namespace metagate {
namespace {

std::string key_of(const Program& program, const Plant& plant) {
  if (plant.kind == PlantKind::key_leaked) return "planted";
  if (plant.kind == PlantKind::handle_repeated) return "debug_handle";
  return plant.key ? std::string(program.text(plant.key)) : std::string();
}

void expect_found(const Program& before, const Program& after,
                  const Plant& plant) {
  const Program damaged = planted(after, plant);
  const Checked checked =
      check(before, damaged, executorch_policy(), {.step = Step::lowering});
  const std::string node =
      plant.node ? std::string(after.name(plant.node)) : std::string();
  const std::string key = key_of(after, plant);
  bool is_found = false;
  for (const Finding& finding : checked.findings) {
    const bool is_it = finding.rule == plant.rule &&
                       (node.empty() || finding.at.node == node) &&
                       (plant.key.is_none() || finding.key == key);
    is_found |= is_it;
    if (is_it) continue;
    RC_LOG("besides: " + std::string(finding.rule) + " at " + finding.at.graph +
           "/" + finding.at.node + " " + finding.key);
    RC_LOG("planted: " + std::string(plant.rule) + " at " + node + " " + key);
    RC_FAIL("something else is reported");
  }
  if (!is_found) {
    RC_LOG("planted: " + std::string(plant.rule) + " at " + node + " " + key);
    RC_FAIL("the fault is not found");
  }
}

}  // namespace

RC_GTEST_PROP(Damage, is_found_wherever_it_is_and_nothing_besides,
              (const Drawn& drawn)) {
  const Result<Program> after = lower_reference(*drawn);
  RC_ASSERT(after.has_value());
  const std::vector<Plant> plants = plants_of(*drawn, *after);
  // Some forty of them, others in every program.
  const std::size_t stride = 1 + plants.size() / 40;
  for (std::size_t i = drawn.seed % stride; i < plants.size(); i += stride) {
    expect_found(*drawn, *after, plants[i]);
  }
}

}  // namespace metagate
