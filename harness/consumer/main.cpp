// Reads a capture, checks its last two stages and prints a report: the four
// functions of the library, as a project of somebody else calls them.
#include <cstdio>
#include <memory>

#include "check/check.h"
#include "json/read.h"
#include "report/formats.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  metagate::Result<metagate::Document> read = metagate::read_file(argv[1]);
  if (!read || read->programs.size() < 2) return 2;
  const auto document =
      std::make_shared<const metagate::Document>(*std::move(read));
  const std::size_t last = document->programs.size() - 1;

  metagate::Run run{.version = "consumer"};
  metagate::Pair pair{.case_name = "consumer",
                      .before = metagate::stage_of(document, last - 1),
                      .after = metagate::stage_of(document, last),
                      .checked = {}};
  pair.checked = metagate::check(*pair.before.program, *pair.after.program);
  run.pairs.push_back(std::move(pair));
  std::fputs(metagate::concise_report(run).c_str(), stdout);
  return metagate::exit_code(metagate::verdict_of(run));
}
