"""A driver (src/drive/PROTOCOL.md) that runs ExecuTorch's `to_backend`.

    metagate fuzz --lowering 'python -m metagate.executorch.driver'

Each program becomes a real ExportedProgram, is lowered to a backend that does
nothing by the tags that it has, and goes back as a capture. A program that can't
be built is answered `unsupported`, with the reason; what `to_backend` raises is
answered as an error of the lowering.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import sys
import warnings
from typing import BinaryIO

# A request can wait in the pipe while the one before it is lowered.
_WINDOW = 4


def _own_stdout() -> BinaryIO:
    """Standard output for answers alone: what libraries print goes elsewhere."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return answers


def _hello() -> str:
    from importlib.metadata import version

    import torch

    return json.dumps(
        {
            "metagate-driver": 1,
            "name": "executorch to_backend",
            "version": f"{version('executorch')}, torch {torch.__version__}",
            "window": _WINDOW,
        }
    )


class Driver:
    """Answers requests, one after the other."""

    def __init__(self) -> None:
        from metagate.executorch.build_program import Builder

        self.builder = Builder()

    def answer(self, line: bytes) -> str:
        """The line that answers a request."""
        from metagate.executorch.answer import answer_document
        from metagate.executorch.lower import Failed, lower
        from metagate.executorch.values import Unsupported

        request = json.loads(line)
        number = request["id"]
        try:
            built = self.builder.build(request["document"])
            lowered = lower(built.program)
        except Unsupported as error:
            return _error(number, "unsupported", str(error))
        except Failed as error:
            return _error(number, error.code, str(error))
        document = answer_document(
            lowered, built.values, self.builder.targets, built.has_signature
        )
        return f'{{"id":{number},"document":{document},"same_objects":true}}'


def _error(number: int, code: str, message: str) -> str:
    error = {"code": code, "message": " ".join(message.split())}
    return json.dumps({"id": number, "error": error})


def main() -> int:
    answers = _own_stdout()
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    driver = Driver()
    # What is there now stays: the collector need not look at it again.
    gc.collect()
    gc.freeze()
    answers.write(_hello().encode() + b"\n")
    for line in sys.stdin.buffer:
        answers.write(driver.answer(line).encode() + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
