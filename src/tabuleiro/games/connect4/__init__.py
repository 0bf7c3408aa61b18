"""Connect Four."""

from tabuleiro.games.connect4 import people, rules

__all__ = ["people", "rules"]
