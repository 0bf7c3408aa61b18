"""The board in the terminal, drawn with Textual: imported only where it is opened."""

from __future__ import annotations

from tabuleiro.terminal.app.application import TabuleiroApp, run, watch

__all__ = ["TabuleiroApp", "run", "watch"]
