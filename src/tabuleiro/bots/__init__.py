"""Players that choose their moves themselves."""

from __future__ import annotations

from tabuleiro.bots.base import Bot
from tabuleiro.bots.simple import RandomBot

__all__ = ["Bot", "RandomBot"]
