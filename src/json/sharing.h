// Which objects of some programs are met more than once, and so need a place
// in the object table when the programs are written.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "ir/program.h"

namespace metagate {

// An object over all programs: the root of their stores, numbered, and the
// index there. Stores of one root are taken to stand one on the other.
using ObjectKey = std::pair<std::uint32_t, std::uint32_t>;

class Sharing {
 public:
  explicit Sharing(std::span<const Program> programs);

  [[nodiscard]] ObjectKey key(std::size_t program, ObjectId object) const {
    return {roots_[program], object.index()};
  }
  // The object that this one is a value of.
  [[nodiscard]] ObjectKey identity(std::size_t program, ObjectId object) const;

  // More than one reference to it, or one and it is the meta dict of a node.
  [[nodiscard]] bool is_shared(std::size_t program, ObjectId object) const;
  // Several nodes have it, or something else refers to it.
  [[nodiscard]] bool is_shared_meta(std::size_t program, MetaId meta) const;
  // A node that has the dict.
  [[nodiscard]] NodeId owner(std::size_t program, MetaId meta) const {
    return owners_[program][meta.index()].first;
  }

 private:
  struct Owners {
    NodeId first;
    std::uint32_t count = 0;
  };

  void visit_program(std::size_t program);
  void visit(std::size_t program, const Tree& tree);

  std::span<const Program> programs_;
  std::vector<std::uint32_t> roots_;               // of each program
  std::map<ObjectKey, std::uint32_t> references_;  // by identity
  std::set<ObjectKey> metas_;                      // identities that are metas
  std::set<ObjectKey> many_metas_;                 // of several nodes
  std::vector<std::vector<Owners>> owners_;        // of each meta
  std::set<ObjectKey> visited_;
  std::vector<ObjectId> open_;
};

}  // namespace metagate
