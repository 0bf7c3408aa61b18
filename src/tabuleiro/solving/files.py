"""Solved boards in files: sorted by hash, mapped into memory, asked in a moment.

A line of JSON says what the file knows; arrays follow, aligned to 64 bytes: where each bucket of
hashes begins (uint32), the packed positions (uint64) and their verdicts (uint16).
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import time
from typing import Any

from tabuleiro.errors import JobFailed
from tabuleiro.game import Game
from tabuleiro.kernel.explore import SPREAD
from tabuleiro.kernel.known import SolvedArrays
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.verdicts import DRAWN, UNTOLD, is_won, turns_of
from tabuleiro.kernel.words import key_of
from tabuleiro.places import data_directory
from tabuleiro.position import Position
from tabuleiro.solving.packing import Packing
from tabuleiro.solving.symmetry import images_of

FORMAT = "tabuleiro solved board 2"
SUFFIX = ".solved"
ALIGNED = 64
PER_BUCKET = 8
STALE = 3600
"""Seconds after which nobody writes to an unfinished file any more."""
MASK = (1 << 64) - 1
SHIPPED = Path(__file__).parents[1] / "shipped"
"""What comes with the program: the same directories as in the user's place."""
CORE_OPTIONS = ("repetition", "max_plies")


@dataclass(frozen=True)
class Known:
    """What is certain of a position, for the side to move."""

    verdict: int

    @property
    def value(self) -> str:
        """`win`, `draw` or `loss`."""
        if self.verdict <= DRAWN:
            return "draw"
        return "win" if is_won(self.verdict) else "loss"

    @property
    def turns(self) -> int | None:
        """Turns to the end with best play; None for a draw, or where only values are kept."""
        if self.verdict <= DRAWN:
            return None
        turns = turns_of(self.verdict)
        return turns if turns < UNTOLD else None


def solved_directory() -> Path:
    """Where solved boards are kept."""
    return data_directory() / "solved"


def find(kind: str, name: str) -> Path | None:
    """A file of what is known: the user's own, or what came with the program."""
    for home in (data_directory(), SHIPPED):
        path = home / kind / name
        if path.exists():
            return path
    return None


def board_options(game: Game) -> dict[str, Any]:
    """The options that a solved board depends on: repetition, progress and length do not count."""
    ignored = {*CORE_OPTIONS, game.people.QUIET_LIMIT}
    return {name: value for name, value in game.options.items() if name not in ignored}


@lru_cache(maxsize=64)
def rules_hash(game: Game) -> str:
    """What tells the rules of one version from another's."""
    return hashlib.sha256(game.source.read_bytes()).hexdigest()[:16]


@lru_cache(maxsize=64)
def start_name(game: Game) -> str:
    """The name of the file of a game from its usual start."""
    return file_name(game, game.start().text) + SUFFIX


def file_name(game: Game, start: str) -> str:
    """The name of what is known from a start position on."""
    facts = json.dumps([board_options(game), start, rules_hash(game)], sort_keys=True)
    return f"{game.name}-{hashlib.sha256(facts.encode()).hexdigest()[:16]}"


def mixed(words: Iterable[int]) -> int:
    """The hash of a packed position; compiled code has the same."""
    h = 0
    for word in words:
        word &= MASK
        h = (h + (word ^ word >> 32)) * SPREAD & MASK
        h ^= h >> 29 & 0x7FFFFFFFF
    return h


def hashes(rows: Any) -> Any:
    """The hashes of many packed positions."""
    import numpy as np

    h = np.zeros(len(rows), np.uint64)
    with np.errstate(over="ignore"):
        for column in rows.T.astype(np.uint64):
            h = (h + (column ^ column >> np.uint64(32))) * np.uint64(SPREAD)
            h ^= h >> np.uint64(29) & np.uint64(0x7FFFFFFFF)
    return h


def write(path: Path, header: Mapping[str, Any], rows: Any, worth: Any) -> None:
    """Write a solved board; complete or not at all."""
    import numpy as np

    h = hashes(rows.view(np.uint64))
    order = np.argsort(h)
    bits = max(1, (len(rows) // PER_BUCKET).bit_length())
    edges = np.zeros((1 << bits) + 1, "<u4")
    buckets = (h >> np.uint64(64 - bits)).astype(np.int64)
    np.cumsum(np.bincount(buckets, minlength=1 << bits), out=edges[1:])
    parts = [
        edges,
        rows[order].astype("<i8"),
        np.maximum(worth[order], DRAWN).astype("<u2"),
    ]
    body = b"".join(_aligned(part.tobytes()) for part in parts)
    facts = {
        "format": FORMAT,
        **header,
        "count": len(rows),
        "words": rows.shape[1],
        "bits": bits,
        "crc": zlib.crc32(body),
    }
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(_aligned(json.dumps(facts).encode() + b"\n"))
            file.write(body)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise unwritten(path, error) from None


def sweep(home: Path) -> None:
    """Remove what writers that were killed have left behind."""
    for part in home.glob("*.part"):
        with suppress(OSError):
            if time() - part.stat().st_mtime > STALE:
                part.unlink()


def unwritten(path: Path, error: OSError) -> JobFailed:
    """What is said of a file for which there is no room, or no right."""
    return JobFailed(
        f"{str(path)!r} cannot be written: {error.strerror}",
        f"{str(path)!r} não pode ser escrito: {error.strerror}",
    )


def unread(path: Path, error: Exception) -> JobFailed:
    """What is said of a file that does not open."""
    why = getattr(error, "strerror", None) or error
    return JobFailed(
        f"{str(path)!r} cannot be read: {why}", f"{str(path)!r} não pode ser lido: {why}"
    )


def _aligned(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % ALIGNED)


class SolvedBoard:
    """A solved board in a file."""

    def __init__(self, path: Path) -> None:
        import numpy as np

        self.path = path
        try:
            empty = path.stat().st_size == 0
            raw: Any = np.zeros(0, np.uint8) if empty else np.memmap(path, np.uint8, "r")
        except (OSError, ValueError) as error:
            raise unread(path, error) from None
        line = bytes(raw[: 1 << 16]).partition(b"\n")[0]
        try:
            self.header: dict[str, Any] = json.loads(line)
            if self.header["format"] != FORMAT or not isinstance(self.header["facts"], dict):
                raise KeyError
            count, words, bits = (int(self.header[name]) for name in ("count", "words", "bits"))
            self.packing = Packing(tuple(int(word, 16) for word in self.header["packing"]))
            self.symmetries = int(self.header["symmetries"])
            if not (0 < count <= len(raw) and 0 < bits < 32 and words == self.packing.words):
                raise ValueError
        except (ValueError, KeyError, TypeError, AttributeError):
            raise JobFailed(
                f"{str(path)!r} is not a solved board of this version; "
                "`tabuleiro solve` makes it anew",
                f"{str(path)!r} não é um tabuleiro resolvido desta versão; "
                "`tabuleiro solve` volta a fazê-lo",
            ) from None
        at = len(_aligned(line + b"\n"))
        lengths = (4 * ((1 << bits) + 1), 8 * count * words, 2 * count)
        sizes = [-(-length // ALIGNED) * ALIGNED for length in lengths]
        if len(raw) != at + sum(sizes) or zlib.crc32(raw[at:]) != self.header["crc"]:
            raise JobFailed(
                f"{str(path)!r} is damaged; `tabuleiro solve` makes it anew",
                f"{str(path)!r} está danificado; `tabuleiro solve` volta a fazê-lo",
            )
        self._bits = bits
        self._edges = raw[at : at + 4 * ((1 << bits) + 1)].view("<u4")
        at += sizes[0]
        self._rows = raw[at : at + 8 * count * words].view("<u8").reshape(count, words)
        at += sizes[1]
        self._worth = raw[at : at + 2 * count].view("<u2")

    @property
    def arrays(self) -> SolvedArrays:
        """What compiled code asks."""
        return SolvedArrays(
            self._edges,
            self._rows,
            self._worth,
            self._bits,
            self._rows.shape[1],
            self.symmetries,
            self.packing.arrays()[0],
        )

    def fits(self, game: Game) -> bool:
        """Whether it speaks of this game, with these options and rules."""
        return (
            self.header.get("game") == game.name
            and self.header.get("options") == board_options(game)
            and self.header.get("rules") == rules_hash(game)
        )

    def known(self, position: Position) -> Known | None:
        """What it says of a position at the start of a turn."""
        packed = self._packed(position.game, position.state())
        if packed is None:
            return None
        bucket = mixed(packed) >> 64 - self._bits
        for at in range(int(self._edges[bucket]), int(self._edges[bucket + 1])):
            if tuple(int(word) for word in self._rows[at]) == packed:
                return Known(int(self._worth[at]))
        return None

    def _packed(self, game: Game, state: Plain) -> tuple[int, ...] | None:
        images = images_of(game, state, self.symmetries).values()
        return self.packing.pack(min(images, key=key_of).words())
