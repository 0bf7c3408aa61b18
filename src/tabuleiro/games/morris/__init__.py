"""Nine Men's Morris."""

from tabuleiro.games.morris import people, rules

__all__ = ["people", "rules"]
