"""Players that choose their moves themselves."""

from __future__ import annotations

from tabuleiro.bots.simple import Bot, RandomBot

__all__ = ["Bot", "RandomBot"]
