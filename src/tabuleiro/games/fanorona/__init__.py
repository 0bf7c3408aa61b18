"""Fanorona."""

from tabuleiro.games.fanorona import board, rules

__all__ = ["board", "rules"]
