"""A library that is not installed is answered with the command that installs it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tabuleiro import MissingExtra, TabuleiroError
from tabuleiro.extras import require

BLOCK = """
import sys
sys.modules[{library!r}] = None  # what Python takes for: not there
import {module}
{rest}
"""


@pytest.mark.parametrize(
    ("library", "module", "extra", "rest"),
    [
        ("pettingzoo", "tabuleiro.adapters.pettingzoo", "rl", ""),
        ("gymnasium", "tabuleiro.adapters.gymnasium", "rl", ""),
        ("pyspiel", "tabuleiro.adapters.openspiel", "openspiel", ""),
        (
            "resvg_py",
            "tabuleiro.adapters.rendering",
            "rl",
            "tabuleiro.adapters.rendering.pixels(tabuleiro.game('shobu').start())",
        ),
        (
            "pandas",
            "tabuleiro.experiments.result",
            "pandas",
            "tabuleiro.experiments.result.Result.to_pandas(None)",
        ),
        (
            "distributed",
            "tabuleiro.experiments.cluster",
            "cluster",
            "tabuleiro.experiments.cluster.Cluster(None, '127.0.0.1:1')",
        ),
    ],
)
def test_the_answer_names_the_command(library: str, module: str, extra: str, rest: str) -> None:
    code = BLOCK.format(library=library, module=module, rest=rest)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"tabuleiro.errors.MissingExtra: {library} is not installed; "
        f"install it with: pip install 'tabuleiro[{extra}]'"
    )


def test_the_rest_works_without_any_extra() -> None:
    """The base package imports none of them, nor does the fast stepper need one."""
    code = """
import sys
for library in ("pettingzoo", "gymnasium", "pyspiel", "open_spiel", "resvg_py", "pandas", "dask"):
    sys.modules[library] = None
import tabuleiro, tabuleiro.cli
from tabuleiro.adapters.batch import Batch
batch = Batch(tabuleiro.game("cifra"), 2)
batch.step(batch.sample())
print(batch.masks.sum() > 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_it_is_an_import_error_and_one_of_ours() -> None:
    with pytest.raises(ImportError, match="nothing_of_that_name is not installed") as caught:
        require("nothing_of_that_name.part", "rl")
    assert isinstance(caught.value, MissingExtra)
    assert isinstance(caught.value, TabuleiroError)
    assert require("json", "rl").loads("1") == 1
