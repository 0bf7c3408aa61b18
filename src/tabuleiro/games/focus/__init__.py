"""Focus."""

from tabuleiro.games.focus import people, rules

__all__ = ["people", "rules"]
