"""A driver that lowers as `metagate lower` does, but has one fault:

    faulty_driver_for_test.py KIND [WORD]

on every program in whose text WORD stands (on all without it). Each kind is a
function below. METAGATE names the command.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time

given = 0
KIND = sys.argv[1]
WORD = sys.argv[2] if len(sys.argv) > 2 else ""


def say(line):
    sys.stdout.write(line)
    sys.stdout.flush()


def lower(document):
    run = subprocess.run(
        [os.environ["METAGATE"], "lower", "/dev/stdin"],
        input=json.dumps(document),
        capture_output=True,
        text=True,
    )
    if run.returncode == 0:
        return {"document": json.loads(run.stdout)}
    code = re.search(r"\(([a-z-]+)\)$", run.stderr.strip())
    return {"error": {"code": code[1], "message": run.stderr.strip()}}


def reply(request, **answer):
    say(json.dumps({"id": request["id"], **answer}) + "\n")


# --- faults on a program ------------------------------------------------------


def hang(request):
    time.sleep(600)


def sigsegv(request):
    print("about to fall", file=sys.stderr, flush=True)
    os.kill(os.getpid(), signal.SIGSEGV)


def exit3(request):
    sys.exit(3)


def early(request):
    sys.exit(0)


def garbage(request):
    say("Loading model... done\n")


def not_an_answer(request):
    say('{"document": 5}\n')


def no_program(request):
    reply(request, document={"format": "metagate/1", "programs": [{"graphs": 1}]})


def flood(request):
    while True:
        say("x" * 65536)


def chatter(request):
    while True:
        say("progress\n")


def stderr_flood(request):
    while True:
        sys.stderr.write("x" * 65536)


def partial(request):
    say('{"id": %d, "docum' % request["id"])
    sys.exit(0)


def half(request):
    say('{"id": %d, "docum' % request["id"])
    time.sleep(600)


def wrong_id(request):
    reply({"id": request["id"] + 1000}, **lower(request["document"]))


def twice(request):
    answer = lower(request["document"])
    reply(request, **answer)
    reply(request, **answer)
    time.sleep(600)


def closes_stdin(request):
    os.close(0)
    time.sleep(600)


def closes_stdout(request):
    os.close(1)
    time.sleep(600)


def error(request):
    reply(request, error={"code": "exception", "message": "ValueError: no\ngood"})


def unsupported(request):
    reply(request, error={"code": "unsupported", "message": "not here"})


def memory(request):
    reply(request, error={"code": "exception", "message": str(len(" " * (8 << 30)))})


def leaves_child(request):
    subprocess.Popen(["sleep", "600"])
    os.kill(os.getpid(), signal.SIGKILL)


def once(request):
    """Dies of the third program that a process is given, whatever it is."""
    global given
    given += 1
    if given == 3:
        os.kill(os.getpid(), signal.SIGABRT)
    reply(request, **lower(request["document"]))


# --- faults before the first program ------------------------------------------

if KIND == "slow_start":
    time.sleep(600)
if KIND == "dies_at_start":
    print("no such module", file=sys.stderr, flush=True)
    sys.exit(1)
if KIND == "no_hello":
    say("hello\n")
if KIND == "other_version":
    say('{"metagate-driver": 2}\n')
if KIND == "silent_close":
    os.close(1)
    time.sleep(600)

window = 4 if KIND.startswith("wide_") else 1
kind = KIND.removeprefix("wide_")
say(json.dumps({"metagate-driver": 1, "name": "faulty " + kind, "window": window}) + "\n")
for line in sys.stdin:
    request = json.loads(line)
    if kind != "none" and WORD in line:
        globals()[kind](request)
    else:
        reply(request, **lower(request["document"]))
