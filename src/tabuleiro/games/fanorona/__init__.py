"""Fanorona."""

from tabuleiro.games.fanorona import people, rules

__all__ = ["people", "rules"]
