"""What the first compiled function of a process costs, and does not."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import sys, tabuleiro
game = tabuleiro.game("fanorona", width=3, height=3)
game.engine.playouts(game.start().state(), 1, 10, 0, 1)
print("scipy.linalg" in sys.modules)
import numba, numpy
product = numba.njit(lambda a: numpy.dot(a, a).sum() + numpy.correlate(a[0], a[1])[0])
print(product(numpy.ones((2, 2))))
"""


def test_scipy_waits_until_somebody_needs_it() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "10.0"]
