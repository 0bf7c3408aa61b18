"""Numba's start, without what nobody here needs.

As Numba loads its array functions it looks for a BLAS, by importing all of `scipy.linalg` wherever
SciPy is installed: a quarter of a second. That import waits until somebody needs it.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

BLAS = "scipy.linalg.cython_blas"


def start_numba() -> None:
    """Load Numba's array functions; whether there is a BLAS is told from its being installed."""
    if "numba.np.arraymath" in sys.modules or BLAS in sys.modules or find_spec("scipy") is None:
        return
    sys.modules[BLAS] = None  # type: ignore[assignment]  # its import fails at once
    try:
        from numba.np import arraymath
    finally:
        sys.modules.pop(BLAS, None)  # another thread may have been here
    arraymath._HAVE_BLAS = True
