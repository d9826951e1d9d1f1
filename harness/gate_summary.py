"""Says in plain words what two JSON reports of `metagate check` found.

usage: gate_summary.py REPORT_OF_1.4.1 REPORT_OF_1.5.1

Exit code 0 where 1.4.1 loses meta on delegate getitems and 1.5.1 does not.
"""

import collections
import json
import sys


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def getitems_with_loss(report):
    """The getitems that lost meta, each with the keys it lost."""
    lost = collections.defaultdict(set)
    for finding in report["findings"]:
        if finding["rule"] != "getitem-lost":
            continue
        at = finding["at"]
        place = (finding["case"], tuple(finding["stages"]), at["graph"], at["node"])
        lost[place].add(finding["key"])
    return lost


def plural(count, noun):
    return f"{count} {noun}" + ("" if count == 1 else "s")


def describe(version, report):
    coverage = report["coverage"]
    print(
        f"ExecuTorch {version}: {plural(coverage['cases'], 'capture')}, "
        f"{coverage['nodes']} nodes, {coverage['keys']} keys, "
        f"{coverage['delegates']} delegates compared"
    )
    lost = getitems_with_loss(report)
    if lost:
        cases = {place[0] for place in lost}
        print(
            f"  LOSES METADATA on {plural(len(lost), 'delegate getitem')} "
            f"in {len(cases)} of {plural(coverage['cases'], 'capture')}"
        )
        by_sentence = collections.defaultdict(list)
        for pattern in report["patterns"]:
            if pattern["rule"] == "getitem-lost":
                by_sentence[pattern["sentence"]].append(pattern["key"])
        for sentence, keys in sorted(by_sentence.items(), key=lambda x: -len(x[1])):
            print(f"    {', '.join(sorted(keys))}:")
            print(f"      {sentence}")
    else:
        print("  loses no metadata on any delegate getitem")
    others = collections.Counter(
        finding["rule"] for finding in report["findings"] if finding["rule"] != "getitem-lost"
    )
    if others:
        words = ", ".join(f"{count} {rule}" for rule, count in sorted(others.items()))
        print(f"  other faults: {words}")
    print()
    return bool(lost)


def main():
    old, new = (load(path) for path in sys.argv[1:3])
    old_loses = describe("1.4.1 (without pull request 20805)", old)
    new_loses = describe("1.5.1 (with it)", new)
    if old_loses and not new_loses:
        print("the gate works: it fails 1.4.1 for what it loses, and finds no such loss in 1.5.1")
        return 0
    print("THE GATE DOES NOT WORK: 1.4.1 loses metadata on getitems and 1.5.1 does not, "
          "and that is not what was found")
    return 1


if __name__ == "__main__":
    sys.exit(main())
