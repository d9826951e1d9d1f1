"""Records every `to_backend` before and after, and changes nothing of it.

`to_backend` is a function of several implementations, chosen by the type of its
first argument (executorch/exir/backend/backend_api.py). Who imported it holds
the same function, so the implementations are what is exchanged while a watch
lasts. The program before is taken when its partitioner has tagged it, which is
inside of `to_backend`, so `Partitioner.__call__` is exchanged, too.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import pathlib
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import Any

from metagate.capture import Capture
from metagate.check import Finding, Report, check_files

__all__ = ["Lowering", "Watch", "watch"]


@dataclasses.dataclass(frozen=True)
class Lowering:
    """One program that went through `to_backend`."""

    name: str  # "lowering_1", of several methods "lowering_1.forward"
    path: pathlib.Path  # the capture, with the stages before and after
    failed: str | None = None  # why there is no capture


class Watch:
    """What was seen. Findings are asked for when they are wanted, once."""

    def __init__(
        self, folder: pathlib.Path, policy: str | os.PathLike[str] | None = None
    ) -> None:
        self.folder = folder
        self.policy = policy
        self.lowerings: list[Lowering] = []
        self._report: tuple[int, Report] | None = None
        self._count = 0
        # A temporary folder goes when the Watch does.
        self._temporary: tempfile.TemporaryDirectory[str] | None = None

    def next_name(self) -> str:
        self._count += 1
        return f"lowering_{self._count}"

    @property
    def captures(self) -> list[pathlib.Path]:
        """The files, in the order of the lowerings."""
        return [seen.path for seen in self.lowerings if seen.failed is None]

    def check(self) -> Report:
        """Checks all lowerings with the command `metagate`.

        Raises CouldNotCheck where there was no lowering, or one that could not
        be captured: a watch that saw nothing is not clean.
        """
        from metagate.check import CouldNotCheck

        failed = [seen for seen in self.lowerings if seen.failed is not None]
        if failed:
            raise CouldNotCheck(f"{failed[0].name}: {failed[0].failed}")
        if not self.lowerings:
            raise CouldNotCheck("nothing was lowered while it was watched")
        if self._report is None or self._report[0] != len(self.lowerings):
            report = check_files(self.captures, policy=self.policy, step="lowering")
            self._report = (len(self.lowerings), report)
        return self._report[1]

    @property
    def findings(self) -> list[Finding]:
        """Every fault of every lowering."""
        return self.check().findings

    def assert_no_meta_lost(self) -> None:
        """Raises AssertionError where a node or a key of its meta is gone."""
        _assert_none([found for found in self.findings if found.is_loss], "lost")

    def assert_clean(self) -> None:
        """Raises AssertionError where there is any finding."""
        _assert_none(self.findings, "found")


def _assert_none(findings: list[Finding], what: str) -> None:
    if findings:
        lines = "\n".join(f"  {found}" for found in findings)
        raise AssertionError(f"{len(findings)} {what}:\n{lines}")


class _Recorder:
    """Takes the captures of one watch; calls inside of calls are one lowering."""

    def __init__(self, watched: Watch) -> None:
        self.watched = watched
        self.here = threading.local()

    # --- to_backend ----------------------------------------------------------

    def whole_program(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """to_backend(backend_id, program, compile_specs)"""

        def to_backend(backend_id: str, program: Any, *rest: Any, **named: Any) -> Any:
            if self._is_inside():
                return original(backend_id, program, *rest, **named)
            capture = _Pending(program)
            with self._inside([]):
                lowered = original(backend_id, program, *rest, **named)
            self._keep({"": (capture, lowered.original_module)})
            return lowered

        return to_backend

    def one_program(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """to_backend(program, partitioner)"""

        def to_backend(program: Any, partitioner: Any, *rest: Any, **named: Any) -> Any:
            if self._is_inside():
                return original(program, partitioner, *rest, **named)
            tagged: list[_Pending] = []
            with self._inside(tagged):
                lowered = original(program, partitioner, *rest, **named)
            before = tagged[0] if tagged else _unseen(partitioner)
            self._keep({"": (before, lowered)})
            return lowered

        return to_backend

    def methods(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """to_backend(MethodProgramsPartitionerSpec)"""

        def to_backend(spec: Any, *rest: Any, **named: Any) -> Any:
            if self._is_inside():
                return original(spec, *rest, **named)
            tagged: list[_Pending] = []
            with self._inside(tagged):
                lowered = original(spec, *rest, **named)
            # Partitioners are asked in the order of the methods.
            partitioners = spec.method_to_partitioner
            if len(tagged) != len(partitioners):
                tagged = [_unseen(one) for one in partitioners.values()]
            several = len(spec.method_to_edge_program) > 1
            pairs = {}
            for method, before in zip(partitioners, tagged):
                pairs[f".{method}" if several else ""] = (before, lowered[method])
            self._keep(pairs)
            return lowered

        return to_backend

    # --- the partitioner -----------------------------------------------------

    def partitioner(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(partitioner: Any, program: Any) -> Any:
            tagged = getattr(self.here, "tagged", None)
            depth = getattr(self.here, "partitioners", 0)
            self.here.partitioners = depth + 1
            try:
                result = original(partitioner, program)
            finally:
                self.here.partitioners = depth
            # A partitioner can ask others; what the outer one says is meant.
            if tagged is not None and depth == 0:
                tagged.append(_Pending(result.tagged_exported_program))
            return result

        return call

    # --- where we are --------------------------------------------------------

    def _is_inside(self) -> bool:
        return getattr(self.here, "tagged", None) is not None

    @contextlib.contextmanager
    def _inside(self, tagged: list[_Pending]) -> Iterator[None]:
        self.here.tagged = tagged
        try:
            yield
        finally:
            self.here.tagged = None

    def _keep(self, pairs: dict[str, tuple[_Pending, Any]]) -> None:
        name = self.watched.next_name()
        for method, (before, after) in pairs.items():
            path = self.watched.folder / f"{name}{method}.json"
            failed = before.finish(after, path)
            self.watched.lowerings.append(Lowering(f"{name}{method}", path, failed))


class _Pending:
    """A capture that has the stage before; never raises into what is watched."""

    def __init__(self, program: Any, failed: str | None = None) -> None:
        self.capture = Capture()
        self.failed = failed
        if failed is None:
            self._take("before", program)

    def _take(self, stage: str, program: Any) -> None:
        try:
            self.capture.stage(stage, program)
        except Exception as error:
            self.failed = f"stage {stage}: {type(error).__name__}: {error}"

    def finish(self, program: Any, path: pathlib.Path) -> str | None:
        """Adds the stage after and writes the file; says why it could not."""
        if self.failed is None:
            self._take("after", program)
        if self.failed is None:
            try:
                self.capture.write(path)
            except OSError as error:
                self.failed = f"{path}: {error.strerror}"
        return self.failed


def _unseen(partitioner: Any) -> _Pending:
    """What stands for a program that could not be seen: never nothing."""
    kind = type(partitioner).__name__
    return _Pending(None, f"{kind} has a __call__ of its own, and was not seen")


@contextlib.contextmanager
def watch(
    save: str | os.PathLike[str] | None = None,
    *,
    policy: str | os.PathLike[str] | None = None,
) -> Iterator[Watch]:
    """Watches every `to_backend` of this process while it lasts.

    `save` is a folder where the captures stay; without it they are in a
    temporary one that goes with the Watch. `policy` is a file for the check.
    Watches can be inside each other: the inner one sees what the outer sees.
    """
    from executorch.exir.backend.backend_api import (
        MethodProgramsPartitionerSpec,
        to_backend,
    )
    from executorch.exir.backend.partitioner import Partitioner
    from torch.export.exported_program import ExportedProgram

    temporary = None
    if save is None:
        temporary = tempfile.TemporaryDirectory(prefix="metagate-")
        folder = pathlib.Path(temporary.name)
    else:
        folder = pathlib.Path(save)
        folder.mkdir(parents=True, exist_ok=True)
    watched = Watch(folder, policy)
    watched._temporary = temporary
    recorder = _Recorder(watched)
    kinds = {
        str: recorder.whole_program,
        ExportedProgram: recorder.one_program,
        MethodProgramsPartitionerSpec: recorder.methods,
    }
    originals = {kind: to_backend.registry[kind] for kind in kinds}
    call = Partitioner.__call__
    for kind, wrap in kinds.items():
        to_backend.register(kind, wrap(originals[kind]))
    Partitioner.__call__ = recorder.partitioner(call)
    try:
        yield watched
    finally:
        Partitioner.__call__ = call
        for kind, original in originals.items():
            to_backend.register(kind, original)
