"""Writes torch.fx and torch.export programs as `metagate/1` captures.

    capture = Capture(case="mixed")
    capture.stage("before", exported_program)
    capture.stage("after", lowered_program)
    capture.write("mixed.json")

A stage is encoded when it is taken: what is done to the program later does not
show in it. Equal runs give equal bytes: no address, no path of this machine, no
hash order and no clock is in a capture.
"""

from metagate.capture.capture import Capture

__all__ = ["Capture"]
