"""Captures of torch.fx programs with all their node metadata, and their check.

``metagate.capture`` writes what a program is at one moment, ``metagate.check``
asks the command ``metagate`` about it, and ``metagate.executorch`` watches the
lowerings of ExecuTorch. Nothing is imported before it is used: this package
needs neither torch nor executorch to be imported itself.
"""

__version__ = "0.1.0"
