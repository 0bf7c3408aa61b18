"""Othello."""

from tabuleiro.games.othello import people, rules

__all__ = ["people", "rules"]
