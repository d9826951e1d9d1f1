"""Watches the lowerings of ExecuTorch.

    with metagate.executorch.watch() as watched:
        edge.to_backend(MyPartitioner())
    watched.assert_no_meta_lost()
"""

from metagate.executorch.watch import Lowering, Watch, watch

__all__ = ["Lowering", "Watch", "watch"]
