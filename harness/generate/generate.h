// Random programs, valid by construction, in microseconds.
//
//   const Vocabulary words = make_vocabulary(128);
//   Generator generator(words, *find_profile("default"));
//   Program program = generator.make(case_seed(seed, index));
//
// A seed gives the same program everywhere. What makes partitions convex
// without a single rejected draw is a label that never decreases along an edge:
// a node has a class (outside, or one of a few) and a stage, which is at least
// that of its operands, and more than it where the class differs. A partition
// is the nodes of one class and one stage.
#pragma once

#include <cstdint>
#include <memory>

#include "harness/generate/profile.h"
#include "harness/generate/vocabulary.h"
#include "ir/program.h"

namespace metagate {

// Keeps its scratch memory from program to program: one for each thread. Both
// arguments must outlive it.
class Generator {
 public:
  Generator(const Vocabulary& words, const Profile& profile);
  ~Generator();
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;

  // Its graphs have at most `words.most_nodes` nodes.
  [[nodiscard]] Program make(std::uint64_t seed);

 private:
  struct Scratch;
  const Vocabulary& words_;
  const Profile& profile_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace metagate
