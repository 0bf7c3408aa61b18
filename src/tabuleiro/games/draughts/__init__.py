"""English draughts (checkers)."""

from tabuleiro.games.draughts import people, rules

__all__ = ["people", "rules"]
