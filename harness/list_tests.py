"""Lists the tests that CTest knows in a build folder: "NAME PROGRAM" a line."""

import json
import subprocess
import sys


def main():
    listed = subprocess.run(
        ["ctest", "--show-only=json-v1"],
        cwd=sys.argv[1], check=True, capture_output=True, text=True,
    )
    tests = json.loads(listed.stdout)["tests"]
    if not tests:
        sys.exit("CTest knows no tests")
    for test in tests:
        print(test["name"], test["command"][0])


if __name__ == "__main__":
    main()
