"""`python -m tabuleiro` is the command `tabuleiro`."""

from __future__ import annotations

import sys

from tabuleiro.cli import main

sys.exit(main())
