"""Helpers that the tests of several games share can be imported."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.register_assert_rewrite("evaluations")
sys.path.insert(0, str(Path(__file__).parent))
