"""Counts the tests in a report of GoogleTest or pytest: "PASSED FAILED SKIPPED".

Names failed tests and, with their reason, skipped ones, on stderr.
"""

import sys
import xml.etree.ElementTree as tree


def main():
    passed = failed = skipped = 0
    for case in tree.parse(sys.argv[1]).iter("testcase"):
        name = f"{case.get('classname')}.{case.get('name')}"
        reason = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
            print(f"FAIL  {name}", file=sys.stderr)
        elif reason is not None:
            skipped += 1
            words = (reason.get("message") or "no reason given").split("\n")
            print(f"skip  {name}: {words[-1] or words[0]}", file=sys.stderr)
        elif case.get("status", "run") == "run":  # pytest names no status
            passed += 1
    print(passed, failed, skipped)


if __name__ == "__main__":
    main()
