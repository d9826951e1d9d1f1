#include "properties/drawn.h"

#include <ostream>
#include <utility>

#include "harness/generate/generate.h"
#include "harness/generate/second_round.h"
#include "harness/reduce/edits.h"
#include "json/write.h"

namespace metagate {
namespace {

const Vocabulary& words() {
  static const Vocabulary made = make_vocabulary(128);
  return made;
}

// All but the large one, in turn.
const Profile& profile_of(std::uint64_t seed) {
  const std::size_t count = profiles().size() - 1;
  return profiles()[seed % count];
}

// The candidates of a program, one at a time.
class Smaller {
 public:
  explicit Smaller(Drawn drawn) : drawn_(std::move(drawn)) {}

  rc::Maybe<Drawn> operator()() {
    while (next_ < count()) {
      if (auto smaller = candidate(*drawn_, next_++)) {
        return Drawn{std::make_shared<Program>(std::move(*smaller)),
                     drawn_.seed};
      }
    }
    return rc::Nothing;
  }

 private:
  [[nodiscard]] std::size_t count() {
    if (count_ == 0) count_ = candidate_count(*drawn_);
    return count_;
  }

  Drawn drawn_;
  std::size_t next_ = 0;
  std::size_t count_ = 0;
};

}  // namespace

std::ostream& operator<<(std::ostream& out, const Drawn& drawn) {
  return out << write_capture({drawn.program.get(), 1}) << "seed "
             << drawn.seed;
}

Program tagged_again(const Program& lowered, std::uint64_t seed) {
  return tag_again(lowered, words(), profile_of(seed), seed);
}

}  // namespace metagate

rc::Gen<metagate::Drawn> rc::Arbitrary<metagate::Drawn>::arbitrary() {
  using metagate::Drawn;
  return [](const rc::Random& random, int) {
    rc::Random source = random;
    const std::uint64_t seed = source.next();
    metagate::Generator generator(metagate::words(),
                                  metagate::profile_of(seed));
    Drawn drawn{std::make_shared<metagate::Program>(generator.make(seed)),
                seed};
    return rc::shrinkable::shrinkRecur(
        std::move(drawn), [](const Drawn& larger) {
          return rc::makeSeq<metagate::Smaller>(larger);
        });
  };
}
