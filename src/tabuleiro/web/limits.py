"""What the server allows: sizes, rates, numbers, thinking times, and bots that are safe to run."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address, ip_network
from time import monotonic

from tabuleiro.bots import Bot
from tabuleiro.bots.nets import NO, NetText
from tabuleiro.bots.presets import Asked, make_bot, read_bot
from tabuleiro.bots.settings import settings_of
from tabuleiro.bots.weights import read_weights
from tabuleiro.errors import InvalidOption, TabuleiroError
from tabuleiro.game import Game

NAME_LENGTH = 24
"""Letters in the name of a person."""
LONGEST = 1000
"""Letters in a sentence about an error."""


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
    reads_per_second: float = 200.0
    read_burst: int = 3000
    """Of one address, for pages and all else that is read."""
    body_seconds: float = 20.0
    """For a request's body to come."""
    answer_seconds: float = 120.0
    """For a request to be answered, and the answer to be taken."""
    work_per_second: float = 0.5
    work_burst: int = 30
    """Seconds of work for one address: boards, long games and records."""
    open_matches: int = 2000
    stored_matches: int = 200_000
    connections: int = 4000
    connections_per_address: int = 250
    connects_per_second: float = 50.0
    connect_burst: int = 500
    """Of one address: all its pages may come at once, and come back at once."""
    sockets_per_second: float = 300.0
    socket_burst: int = 20
    """Sockets that are opened, of all together; more of them wait for a moment."""
    nodes: int = 6000
    """Moves in a match, variations included."""
    think_seconds: float = 60.0
    """The longest that a bot or an analysis may think."""
    bot_length: int = 400
    table_mb: int = 64
    threads: int = 2

    @property
    def of_a_bot(self) -> dict[str, int]:
        """The most that a page may ask for, by the names of the settings."""
        return {"table_mb": self.table_mb, "tree_mb": self.table_mb, "threads": self.threads}


class Bucket:
    """A rate limit: so many at once, refilled so many a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._left = float(burst)
        self._at = monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        if self.left < 1:
            return False
        self.spend(1)
        return True

    @property
    def left(self) -> float:
        """How much is in the bucket."""
        return min(self.burst, self._left + (monotonic() - self._at) * self.rate)

    def spend(self, much: float) -> None:
        """Take what was used, perhaps more than there was."""
        self._left = self.left - much
        self._at = monotonic()

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that the bucket need not be kept."""
        return self.left >= self.burst


class Door:
    """Lets so many in a second, in the order in which they came; a crowd waits outside, so that
    those who are inside are answered meanwhile."""

    def __init__(self, rate: float, burst: int) -> None:
        self._bucket = Bucket(rate, burst)
        self._queue = asyncio.Lock()

    async def enter(self) -> None:
        """Wait until one more may come in."""
        async with self._queue:
            while not self._bucket.take():
                await asyncio.sleep(1 / self._bucket.rate)


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """Who counts as one: an address, or a network of IPv6, of which one household has all."""
    try:
        given = ip_address(address)
    except ValueError:
        return address[:64]
    if given.version == 4:
        return str(given)
    return str(given.ipv4_mapped or ip_network((given, 64), strict=False))


class Buckets:
    """A rate limit for each of many addresses."""

    MOST = 10_000

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Whether one more is allowed for an address."""
        return self._of(address).take()

    def left(self, address: str) -> float:
        """How much an address may still take."""
        return self._of(address).left

    def spend(self, address: str, much: float) -> None:
        """An address has used so much."""
        self._of(address).spend(much)

    def _of(self, address: str) -> Bucket:
        who = network_of(address)
        if who not in self._buckets and len(self._buckets) >= self.MOST:
            self._buckets = {key: each for key, each in self._buckets.items() if not each.full}
        return self._buckets.setdefault(who, Bucket(self.rate, self.burst))


def safe_bot(game: Game, text: str, limits: Limits) -> Bot:
    """The bot that a page asks for.

    A bot text of the command line may start a program or read a file of weights, and take any
    amount of memory; one that comes over the network may not. What counts is what the text means,
    not how it is written.
    """
    check_bot(game, text, limits)
    return make_bot(game, text)


def check_bot(game: Game, text: str, limits: Limits) -> Asked:
    """What a page asks for; nothing is made of it yet."""
    if len(text) > limits.bot_length:
        raise InvalidOption(
            f"a bot's text can have at most {limits.bot_length} letters",
            f"o texto de um bot pode ter no máximo {limits.bot_length} letras",
        )
    asked = read_bot(game, text)
    known = settings_of(asked.preset.settings.get("algorithm"))
    for name, value in asked.given.items():
        if not known[name].remote:
            raise InvalidOption(
                f"the setting {name} cannot be changed over the network",
                f"{name} não pode ser alterado pela rede",
            )
        most = limits.of_a_bot.get(name)
        if most is not None and float(value) > most:
            raise InvalidOption(
                f"the setting {name} can be at most {most} here",
                f"{name} pode ser aqui no máximo {most}",
            )
    if NetText.parse(str(asked.given.get("net", NO))).is_file:
        raise InvalidOption(
            "the setting net cannot be a file over the network; accepted: yes, no",
            "net não pode ser um ficheiro pela rede; aceites: yes, no",
        )
    if "weights" in asked.given and game.terms:
        read_weights(game, str(asked.given["weights"]), files=False)
    return asked
