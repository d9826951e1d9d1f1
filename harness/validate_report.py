"""Holds a JSON report against REPORT.md: every field, and every order.

usage: validate_report.py REPORT

Prints what is wrong; exit code 1 if anything is.
"""

import hashlib
import json
import re
import sys

RULES = {
    "getitem": "lost changed leaked",
    "outside": "lost changed leaked vanished appeared",
    "inside": "lost changed leaked vanished appeared",
    "delegate": "lost changed duplicated",
    "transient": "left foreign",
    "alias": "shared mutated",
    "shape": "args index duplicated direct partition signature",
    "round": "delegated",
    "match": "none ambiguous",
    "driver": "crash error",
}
VERDICTS = {"clean": 0, "findings": 1, "unchecked": 2}
COUNTS = ("cases", "pairs", "graphs", "nodes", "keys", "delegates", "getitems", "unmatched")
wrong = []


def demand(condition, what):
    if not condition:
        wrong.append(what)
    return condition


def fields(thing, needed, optional, what):
    """True where `thing` is an object of exactly these fields, in this order."""
    if not demand(isinstance(thing, dict), f"{what} is no object"):
        return False
    given = [name for name in thing if name not in optional]
    unknown = set(thing) - set(needed) - set(optional)
    demand(not unknown, f"{what} has unknown fields {unknown}")
    return demand(given == needed, f"{what} has the fields {given}, not {needed}")


def text(value, what):
    demand(isinstance(value, str), f"{what} is no string: {value!r}")


def count(value, what, least=0):
    demand(type(value) is int and value >= least, f"{what} is no count: {value!r}")


def is_sorted(values, what):
    demand(values == sorted(values), f"{what} is not sorted: {values}")
    demand(len(set(map(str, values))) == len(values), f"{what} holds something twice")


def node(value, what, or_null=False, extra=()):
    if or_null and value is None:
        return
    if fields(value, ["graph", "node", *extra], [], what):
        for name in value:
            text(value[name], f"{what}.{name}")


def rule_is_known(rule):
    family, _, what = rule.partition("-")
    return what in RULES.get(family, "").split()


def expected_id(finding):
    """As the header report/finding_id.h spells it out."""
    parts = [
        finding["rule"], finding["case"], *finding["stages"], finding["at"]["place"],
        finding["key"] or "",
    ]
    encoded = [part.encode("utf-8", "surrogatepass") for part in parts]
    data = b"".join(b"%d:%s" % (len(part), part) for part in encoded)
    return hashlib.sha256(data).hexdigest()[:16]


def check_source(source, what):
    if source is None:
        return
    if fields(source, ["file", "line", "column"], [], what):
        text(source["file"], what)
        count(source["line"], f"{what}.line", 1)
        count(source["column"], f"{what}.column", 1)


def check_finding(finding, index):
    what = f"findings[{index}]"
    needed = [
        "case", "id", "rule", "stages", "at", "also", "from", "key",
        "owner", "message", "source", "waiver",
    ]
    if not fields(finding, needed, ["expected", "got"], what):
        return
    text(finding["case"], f"{what}.case")
    demand(rule_is_known(finding["rule"]), f"{what}.rule {finding['rule']!r} is unknown")
    demand(len(finding["stages"]) == 2, f"{what}.stages are not two")
    node(finding["at"], f"{what}.at", extra=["place"])
    demand(finding["at"]["place"], f"{what}.at.place is empty")
    for other in finding["also"]:
        node(other, f"{what}.also")
    is_sorted([(n["graph"], n["node"]) for n in finding["also"]], f"{what}.also")
    node(finding["from"], f"{what}.from", or_null=True)
    node(finding["owner"], f"{what}.owner", or_null=True)
    demand(finding["key"] is None or finding["key"], f"{what}.key is empty")
    text(finding["message"], f"{what}.message")
    demand(finding["message"] and "\n" not in finding["message"].rstrip("\n"),
           f"{what}.message is not one line")
    check_source(finding["source"], f"{what}.source")
    demand(finding["waiver"] is None, f"{what}.waiver: there are none yet")
    demand(re.fullmatch("[0-9a-f]{16}", finding["id"]), f"{what}.id {finding['id']!r}")
    demand(finding["id"] == expected_id(finding), f"{what}.id is not that of its fields")
    if finding["rule"].endswith("-lost"):
        demand("got" not in finding, f"{what} is lost, and has a value")


def order(finding):
    return (
        finding["case"], *finding["stages"], finding["at"]["graph"], finding["at"]["node"],
        finding["rule"], finding["key"] or "", finding["at"]["place"],
    )


def check_patterns(report):
    ids = {finding["id"]: finding for finding in report["findings"]}
    seen = []
    for pattern in report["patterns"]:
        if not fields(pattern, ["rule", "key", "sentence", "findings"], [], "a pattern"):
            continue
        is_sorted(pattern["findings"], "pattern.findings")
        for id_ in pattern["findings"]:
            if demand(id_ in ids, f"pattern names {id_}, which is no finding"):
                finding = ids[id_]
                demand((finding["rule"], finding["key"]) == (pattern["rule"], pattern["key"]),
                       f"{id_} is in the pattern of something else")
        text(pattern["sentence"], "pattern.sentence")
        seen += pattern["findings"]
    demand(sorted(seen) == sorted(ids), "some finding is in no pattern, or in two")
    is_sorted([(p["rule"], p["key"] or "") for p in report["patterns"]], "patterns")


def check_problems(problems):
    for problem in problems:
        if fields(problem, ["message", "file", "line", "column", "path"], [], "a problem"):
            count(problem["line"], "problem.line")
            count(problem["column"], "problem.column")
            demand(problem["path"] == "" or problem["path"].startswith("/"),
                   f"problem.path {problem['path']!r} is no JSON pointer")
            demand(problem["message"], "a problem without message")
    keys = [(p["file"], p["line"], p["column"], p["path"], p["message"]) for p in problems]
    demand(keys == sorted(keys), "problems are not sorted")


def check_coverage(coverage):
    if fields(coverage, [*COUNTS, "not_checked"], [], "coverage"):
        for name in COUNTS:
            count(coverage[name], f"coverage.{name}")
        is_sorted(coverage["not_checked"], "not_checked")
        for rule in coverage["not_checked"]:
            demand(rule_is_known(rule), f"not_checked names {rule}")


def check_report(report):
    top = [
        "schema", "tool", "verdict", "exit_code", "inputs", "policy", "coverage",
        "findings", "patterns", "problems",
    ]
    if not fields(report, top, [], "the report"):
        return
    demand(report["schema"] == "metagate.report/1", "schema")
    fields(report["tool"], ["name", "version"], [], "tool")
    demand(VERDICTS.get(report["verdict"]) == report["exit_code"], "verdict and exit_code")
    for entry in report["inputs"]:
        fields(entry, ["name", "sha256"], [], "an input")
        demand(re.fullmatch("[0-9a-f]{64}", entry["sha256"]), "inputs.sha256")
    is_sorted([entry["name"] for entry in report["inputs"]], "inputs")
    fields(report["policy"], ["name", "sha256"], [], "policy")
    demand(re.fullmatch("[0-9a-f]{64}", report["policy"]["sha256"]), "policy.sha256")
    check_coverage(report["coverage"])
    for index, finding in enumerate(report["findings"]):
        check_finding(finding, index)
    keys = [order(finding) for finding in report["findings"]]
    demand(keys == sorted(keys), "findings are not sorted")
    is_sorted(sorted(finding["id"] for finding in report["findings"]), "ids")
    check_patterns(report)
    check_problems(report["problems"])
    expected = "unchecked" if report["problems"] else "findings" if report["findings"] else "clean"
    demand(report["verdict"] == expected, f"verdict is {report['verdict']}, not {expected}")


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    demand(data.endswith(b"}\n"), "the report does not end with one line feed")
    demand(all(byte < 0x80 for byte in data), "the report is not ASCII")
    check_report(json.loads(data))
    for message in wrong[:50]:
        print(message)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
