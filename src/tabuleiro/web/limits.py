"""What the server allows: sizes, rates, numbers, thinking times, and bots that are safe to run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from time import monotonic

from tabuleiro.bots import Bot
from tabuleiro.bots.presets import make_bot, presets
from tabuleiro.bots.weights import weight_sets
from tabuleiro.errors import InvalidOption, TabuleiroError, UnknownOption
from tabuleiro.game import Game

NAME_LENGTH = 24
"""Letters in the name of a person."""
LONGEST = 1000
"""Letters in a sentence about an error."""
ONE_WEIGHT = re.compile(r"^\s*\w+\s*=\s*[+-]?\d+\s*$")


class TooMuch(TabuleiroError):
    """A limit of the server is reached."""


@dataclass(frozen=True)
class Limits:
    """The limits of a server."""

    message_bytes: int = 16_384
    body_bytes: int = 524_288
    messages_per_second: float = 40.0
    message_burst: int = 120
    patience: int = 500
    """Messages over the rate before the connection is closed."""
    requests_per_second: float = 50.0
    request_burst: int = 600
    """Of one address, for what creates or computes something."""
    open_matches: int = 2000
    stored_matches: int = 200_000
    connections: int = 4000
    nodes: int = 6000
    """Moves in a match, variations included."""
    think_seconds: float = 60.0
    """The longest that a bot or an analysis may think."""
    bot_length: int = 400
    table_mb: int = 64
    threads: int = 2


class Bucket:
    """A rate limit: so many at once, refilled so many a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._left = float(burst)
        self._at = monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that the bucket need not be kept."""
        return self._left + (monotonic() - self._at) * self.rate >= self.burst


class Buckets:
    """A rate limit for each of many addresses."""

    MOST = 10_000

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Whether one more is allowed for an address."""
        if address not in self._buckets and len(self._buckets) >= self.MOST:
            self._buckets = {key: each for key, each in self._buckets.items() if not each.full}
        return self._buckets.setdefault(address, Bucket(self.rate, self.burst)).take()


def safe_bot(game: Game, text: str, limits: Limits) -> Bot:
    """The bot that a page asks for.

    A bot text of the command line may start a program or read a file of weights, and take any
    amount of memory; one that comes over the network may not.
    """
    if len(text) > limits.bot_length:
        raise InvalidOption(f"a bot's text can have at most {limits.bot_length} letters")
    name, *changes = (part.strip() for part in text.split(","))
    known = presets(game)
    if name not in known:
        raise UnknownOption(f"{game.name} has no bot {name!r}; accepted: {', '.join(known)}")
    most = {"table_mb": limits.table_mb, "tree_mb": limits.table_mb, "threads": limits.threads}
    for change in changes:
        key, _, value = (part.strip() for part in change.partition("="))
        if key == "weights":
            _check_weights(game, value)
        if key in most and value.isascii() and value.isdecimal() and int(value) > most[key]:
            raise InvalidOption(f"the setting {key} can be at most {most[key]} here")
    return make_bot(game, text)


def _check_weights(game: Game, text: str) -> None:
    for part in text.split("+"):
        if not ONE_WEIGHT.match(part) and part.strip() not in weight_sets(game):
            raise UnknownOption(
                f"{game.name} has no weights {part.strip()!r}; "
                f"accepted: {', '.join(weight_sets(game))}, or TERM=NUMBER"
            )
