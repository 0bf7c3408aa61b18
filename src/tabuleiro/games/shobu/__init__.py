"""Shobu."""

from tabuleiro.games.shobu import people, rules

__all__ = ["people", "rules"]
