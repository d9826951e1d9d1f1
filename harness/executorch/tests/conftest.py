"""Small models, and a backend that does nothing."""

from __future__ import annotations

import logging
import pathlib
import sys
import warnings
from typing import final

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

pytest_plugins = ["pytester"]

torch = pytest.importorskip("torch")
pytest.importorskip("executorch.exir.backend.backend_api")

from executorch.exir import EdgeCompileConfig, to_edge  # noqa: E402
from executorch.exir.backend.backend_details import (  # noqa: E402
    BackendDetails,
    PreprocessResult,
)
from executorch.exir.backend.partitioner import (  # noqa: E402
    DelegationSpec,
    Partitioner,
    PartitionResult,
)


@final
class NothingBackend(BackendDetails):
    @staticmethod
    def preprocess(edge_program, compile_specs):
        return PreprocessResult(processed_bytes=b"")


@final
class ByName(Partitioner):
    """Tags nodes by their names: `ByName(t0="aten_add aten_relu")`."""

    def __init__(self, **tags):
        super().__init__()
        self.tags = {name: tag for tag, names in tags.items() for name in names.split()}

    def partition(self, exported_program):
        spec = DelegationSpec("NothingBackend", [])
        for node in exported_program.graph.nodes:
            if node.name in self.tags:
                node.meta["delegation_tag"] = self.tags[node.name]
        tags = {tag: spec for tag in self.tags.values()}
        return PartitionResult(
            tagged_exported_program=exported_program, partition_tags=tags
        )


class AddRelu(torch.nn.Module):
    def forward(self, x, y):
        return torch.relu(x + y)


class TwoOutputs(torch.nn.Module):
    def forward(self, x, y):
        a = x + y
        b = a * y
        return torch.sin(b), torch.cos(a)


def edge_of(module, *args):
    program = torch.export.export(module.eval(), args)
    config = EdgeCompileConfig(_check_ir_validity=False)
    return to_edge(program, compile_config=config)


@pytest.fixture
def add_relu():
    """x, y -> add -> relu."""
    return edge_of(AddRelu(), torch.ones(2, 3), torch.ones(2, 3))


@pytest.fixture
def two_outputs():
    """add and mul, both used outside."""
    return edge_of(TwoOutputs(), torch.ones(2, 3), torch.ones(2, 3))


def loses_meta() -> bool:
    """Is this an ExecuTorch that has the loss of PR 20805?"""
    from importlib.metadata import version

    return tuple(int(x) for x in version("executorch").split(".")[:2]) < (1, 5)
