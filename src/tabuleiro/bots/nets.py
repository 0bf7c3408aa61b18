"""Net files: what is in them, which board they are for, and where a game's own are found.

A file is a line that says what it is, the length of a header, the header (JSON), the numbers and a
checksum over all of it. The numbers are 16-bit integers, packed: the row that all hidden numbers
start from, a row for each factor, the output rows. A board's rows are the sums of their factors,
put together when the net is loaded; for most games every row is a factor of its own.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import accumulate
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabuleiro.bots.settings import ALPHABETA, read_search
from tabuleiro.bots.weights import steepness, stone
from tabuleiro.errors import InvalidOption, TabuleiroError, UnknownOption
from tabuleiro.game import Game
from tabuleiro.kernel.loader import (
    cell_fields,
    net_width,
    part_module,
    part_path,
    planes_seen,
    state_words,
)
from tabuleiro.kernel.net import LOGIT, Net, NetUse, rows_of
from tabuleiro.kernel.nets import OUTPUTS, PIECES, TOLD_APART, WIDTH, WIDTHS
from tabuleiro.kernel.records import first_word, shape
from tabuleiro.places import data_directory

if TYPE_CHECKING:
    import numpy as np

    Shorts = np.ndarray[Any, np.dtype[np.int16]]

MAGIC = b"tabuleiro net 1\n"
SUFFIX = ".net"
CHECK = 32
"""Bytes of the checksum."""
LARGEST = 64 << 20
"""No file is read that is larger."""
WIDE = " or ".join(map(str, WIDTHS))
YES, NO, TERMS = "yes", "no", "terms"


@dataclass(frozen=True)
class Sight:
    """What a net sees beside the bits of a state, or what the game says."""

    numbers: tuple[str, ...] = ()
    """The fields that are boards with a number in each cell."""
    moves: bool = False
    """Whether it sees which moves each side has."""

    def words(self, game: Game) -> list[int]:
        """The words of the fields of numbers."""
        layout = game.rules.STATE
        return [
            first_word(layout, name) + i
            for name in self.numbers
            for i in range(prod(shape(layout[name])))
        ]


@dataclass(frozen=True)
class Header:
    """What a net file says of itself."""

    game: str
    options: Mapping[str, Any]
    """The options that it is tied to; all others may differ."""
    layout: str
    """A hash of what a position of the board looks like to a net."""
    exact: bool
    """Whether it is for this one board, or for all that have those options."""
    factors: int
    width: int = WIDTH
    scale: int = LOGIT
    bias: Sequence[int] = (0,) * OUTPUTS
    output: Sequence[int] = ()
    """Numbers of pieces from which on the next output row is used."""
    sight: Sight = Sight()
    search: str = ALPHABETA
    """The search that plays best with it, such as `alphabeta` or `mcts,rollout=0.5`."""
    training: Mapping[str, Any] = field(default_factory=dict)
    """How it was made."""


BLIND = Sight()


@dataclass(frozen=True, eq=False)
class NetFile:
    """A net as it is kept: for every board that has the same factors."""

    header: Header
    numbers: Shorts

    def write(self, path: Path) -> None:
        """Keep it; a file that was there is replaced whole or not at all."""
        part = path.with_name(f"{path.name}.part")
        try:
            part.write_bytes(pack(self))
            part.replace(path)
        except OSError:
            part.unlink(missing_ok=True)
            raise

    def net(self, game: Game) -> Net:
        """The net for a board."""
        import numpy as np

        header = self.header
        refuse_unfit(header, game)
        factors = self.numbers[1 : 1 + header.factors].astype(np.int32)
        starts, flat = factor_lists(game, 0, header.exact, header.sight)
        sums = np.concatenate([np.zeros((1, header.width), np.int32), np.cumsum(factors[flat], 0)])
        rows = sums[starts[1:]] - sums[starts[:-1]]
        whole = np.concatenate([self.numbers[:1], rows, self.numbers[1 + header.factors :]])
        table = [0] * PIECES
        for edge in header.output:
            table[edge] += 1
        return Net(
            rows_of(np.clip(whole, -32768, 32767)),
            tuple(header.bias),
            tuple(accumulate(table)),
            header.sight.words(game),
            first_move(game, header.exact) if header.sight.moves else 0,
            len(game.geometry.cells),
        )


def features_module(game: Game) -> Any:
    """What a game says of the features of a net; None if it leaves that to the core."""
    if part_path("features", game.source).stem == "no_features":
        return None
    return part_module("features", game.source, game.rules)


@lru_cache(maxsize=16)
def factor_lists(
    game: Game, view: int = 0, exact: bool = True, sight: Sight = BLIND
) -> tuple[Any, Any]:
    """The factors of all rows, one after the other, and where each row's begin.

    A move is a factor of its own and one that all moves of that side share: how many there are.
    """
    import numpy as np

    module = features_module(game)
    if module is None and (places := planes_of(game)):
        levels = np.arange(TOLD_APART)  # a number is the sum of all up to it
        lengths = np.tile(levels + 1, 2 * places)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        each = np.concatenate([levels[: level + 1] for level in levels])
        flat = (TOLD_APART * np.arange(2 * places)[:, None] + each).reshape(-1)
    elif module is None:
        rows = 128 * (state_words(game.rules) - 1)
        starts, flat = np.arange(rows + 1), np.arange(rows)
    else:
        lists = module.factors(game.board, view, exact)
        starts = np.concatenate([[0], np.cumsum([len(each) for each in lists])])
        flat = np.array([factor for each in lists for factor in each], np.int64)
    if sight.moves:
        actions = game.rules.MAX_ACTIONS
        own = np.arange(4 * actions)
        pairs = np.stack([own, 4 * actions + own // actions], 1) + flat.max() + 1
        starts = np.concatenate([starts, starts[-1] + 2 + 2 * own])
        flat = np.concatenate([flat, pairs.reshape(-1)])
    return starts, flat


def width_of(game: Game) -> int:
    """How many hidden numbers the nets of a game have."""
    return net_width(game.source, game.rules)


def planes_of(game: Game) -> int:
    """The cells of all planes that a net sees in place of the bits of a state; 0 if it does not."""
    return planes_seen(game.source, game.rules) * len(game.geometry.cells)


def first_move(game: Game, exact: bool = True) -> int:
    """The first row of the moves, where a net sees them."""
    return len(factor_lists(game, 0, exact)[0]) - 1


def factor_count(game: Game, exact: bool = True, sight: Sight = BLIND) -> int:
    """How many factors the rows of a board are made of."""
    return int(factor_lists(game, 0, exact, sight)[1].max()) + 1


def tied_options(game: Game, exact: bool = True) -> dict[str, Any]:
    """The options that a net for a board is tied to."""
    module = features_module(game)
    named = getattr(module, "SIGHTED", None)
    untied = getattr(module, "UNTIED", ())
    own = [option.name for option in game.people.OPTIONS if option.name != game.people.QUIET_LIMIT]
    chosen = named if named is not None and not exact else own
    return {name: game.options[name] for name in chosen if name not in untied}


@lru_cache(maxsize=64)
def layout_of(game: Game, exact: bool = True, sight: Sight = BLIND) -> str:
    """A hash of what a net sees of a board: one of another layout would play nonsense."""
    lists = factor_lists(game, 0, exact, sight)
    facts: list[Any] = [game.name, sorted(game.rules.STATE.items()), len(lists[0])]
    facts.append(width_of(game))
    facts.append(factor_count(game, exact, sight))
    if sight != BLIND:
        facts.append(sight)
    if exact:
        facts.append(sorted(tied_options(game).items()))
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def pack(file: NetFile) -> bytes:
    """A net as the bytes of its file."""
    header = json.dumps(asdict(file.header), default=list, sort_keys=True).encode()
    raw = file.numbers.astype("<i2").tobytes()
    planes = raw[::2] + raw[1::2]  # the upper halves are nearly all alike
    body = MAGIC + len(header).to_bytes(4, "little") + header + zlib.compress(planes, 9)
    return body + hashlib.sha256(body).digest()


def read_file(path: Path | str) -> NetFile:
    """The net of a file; what is wrong with it is said in a sentence."""
    place = Path(path).expanduser()
    try:
        stat = place.stat()
        if stat.st_size > LARGEST:
            raise _refused(path, f"is too large: {stat.st_size} bytes")
        return _read(place, stat.st_mtime_ns, stat.st_size)
    except OSError as error:
        raise _refused(path, f"cannot be read: {error.strerror}") from None
    except ValueError as error:  # a name with a NUL
        raise _refused(path, f"cannot be read: {error}") from None


def _refused(path: Path | str, why: str) -> InvalidOption:
    return InvalidOption(
        f"the net file {str(path)!r} {why}; accepted: a file of `tabuleiro learn`",
        f"o ficheiro de rede {str(path)!r} não pode ser usado; "
        "aceites: um ficheiro de `tabuleiro learn`",
    )


@lru_cache(maxsize=16)
def _read(path: Path, changed: int, size: int) -> NetFile:
    import numpy as np

    data = path.read_bytes()
    if not data.startswith(MAGIC):
        raise _refused(path, "is not a net")
    body, check = data[:-CHECK], data[-CHECK:]
    if hashlib.sha256(body).digest() != check:
        raise _refused(path, "is damaged")
    try:
        begin = len(MAGIC) + 4
        end = begin + int.from_bytes(body[len(MAGIC) : begin], "little")
        said = json.loads(body[begin:end])
        sight = said.pop("sight", {})
        seen = Sight(tuple(map(str, sight.get("numbers", ()))), bool(sight.get("moves", False)))
        header = Header(**said, sight=seen)
        planes = zlib.decompressobj().decompress(body[end:], LARGEST)
        half = len(planes) // 2
        raw = np.stack([np.frombuffer(planes[:half], "u1"), np.frombuffer(planes[half:], "u1")], 1)
        numbers = raw.reshape(-1).view("<i2").reshape(-1, header.width)
        _check(header, len(numbers))
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, zlib.error) as error:
        raise _refused(path, f"cannot be understood: {error}") from None
    return NetFile(header, numbers)


def _check(header: Header, rows: int) -> None:
    """Refuse numbers that would lead compiled code astray."""
    if header.width not in WIDTHS or header.scale != LOGIT:
        raise ValueError(f"a net is {WIDE} wide, with a scale of {LOGIT}")
    if header.factors < 1 or rows != 1 + header.factors + OUTPUTS:
        raise ValueError(f"it has {rows} rows for {header.factors} factors")
    edges = list(header.output)
    if len(header.bias) != OUTPUTS or len(edges) >= OUTPUTS:
        raise ValueError(f"it has {len(header.bias)} biases and {len(edges) + 1} outputs")
    if any(not isinstance(n, int) or abs(n) > 1 << 40 for n in (*header.bias, *edges)):
        raise ValueError("its biases and outputs are not numbers")
    if edges != sorted(edges) or any(not 0 <= edge < PIECES for edge in edges):
        raise ValueError("its outputs are not in order")
    try:
        read_search(str(header.search))
    except TabuleiroError as error:
        raise ValueError(f"it is for the search {header.search!r}") from error


def why_unfit(header: Header, game: Game) -> str | None:
    """What keeps a net from playing a game, if anything does."""
    if header.game != game.name:
        return f"is for {header.game}, not for {game.name}"
    for name, value in header.options.items():
        if game.options.get(name) != value:
            return f"is for {name}={value}, not for {name}={game.options.get(name)}"
    if header.width != width_of(game):
        return f"is {header.width} wide, and not {width_of(game)}"
    known = set(header.sight.numbers) <= set(cell_fields(game.rules))
    if not known or header.layout != layout_of(game, header.exact, header.sight):
        return "is for another version of this board"
    return None


def refuse_unfit(header: Header, game: Game, path: Path | str | None = None) -> None:
    """Refuse a net that is not for a board."""
    why = why_unfit(header, game)
    if why is not None:
        which = "" if path is None else f" {str(path)!r}"
        raise InvalidOption(
            f"the net{which and ' file' + which} {why}",
            f"a rede{which} não serve para este tabuleiro",
        )


def net_places(game: Game) -> list[Path]:
    """Where nets of a game are looked for: the user's own, then those that come with it."""
    return [data_directory() / "nets" / game.name, game.source.parent]


def find_net(game: Game) -> Path | None:
    """The file of the net that a game's bots use; the one for this very board, if there is one."""
    return _first_fitting(game, net_places(game))


def shipped_net(game: Game) -> Path | None:
    """The file of the net that came with a game, the same on every machine."""
    return _first_fitting(game, [game.source.parent])


def _first_fitting(game: Game, places: Sequence[Path]) -> Path | None:
    for home in places:
        fitting = []
        for path in sorted(home.glob(f"*{SUFFIX}")):
            try:
                header = read_file(path).header
            except InvalidOption:
                continue
            if why_unfit(header, game) is None:
                fitting.append((not header.exact, path))
        if fitting:
            return min(fitting)[1]
    return None


def load_net(game: Game, path: Path | str) -> Net:
    """The net of a file, for a game; refused with a sentence if it does not fit."""
    file = read_file(path)
    refuse_unfit(file.header, game, path)
    return _net_for(file, game)


@lru_cache(maxsize=16)
def _net_for(file: NetFile, game: Game) -> Net:
    """Bots of one board share the numbers."""
    return file.net(game)


@dataclass(frozen=True)
class NetText:
    """What a bot's setting `net` asks for: `yes`, `no` or a file, alone or `+terms`."""

    which: str
    with_terms: bool = False

    @classmethod
    def parse(cls, text: str) -> NetText:
        """The value of a text, whether there is such a file or not."""
        which, plus, rest = text.strip().rpartition("+")
        if plus and rest.strip() == TERMS:
            return cls(YES if which.strip() in ("net", "") else which.strip(), True)
        return cls(text.strip())

    @property
    def is_file(self) -> bool:
        """Whether it names a file."""
        return self.which not in (YES, NO)

    def path(self, game: Game, strict: bool = True) -> Path | None:
        """The file to use; None for none. Strictly, `yes` asks for one that must be there."""
        if self.which == NO:
            return None
        if self.is_file:
            if not self.which.endswith(SUFFIX):
                raise UnknownOption(
                    f"the net cannot be {self.which!r}; "
                    f"accepted: yes, no or a {SUFFIX} file, each also with +terms",
                    f"a rede não pode ser {self.which!r}; "
                    f"aceites: yes, no ou um ficheiro {SUFFIX}, cada um também com +terms",
                )
            return Path(self.which).expanduser()
        found = find_net(game)
        if found is None and strict:
            options = "".join(f" -o {name}={v}" for name, v in game.changed_options.items())
            raise InvalidOption(
                f"{game.name} has no net for this board; "
                f"`tabuleiro learn {game.reference}{options}` makes one",
                f"{game.name} não tem rede para este tabuleiro; "
                f"`tabuleiro learn {game.reference}{options}` faz uma",
            )
        return found


def net_use(
    game: Game, text: str, weights: Mapping[str, int], strict: bool = True
) -> NetUse | None:
    """The net that a setting asks for, as an evaluation in the units of these weights."""
    asked = NetText.parse(text)
    path = asked.path(game, strict)
    if path is None:
        return None
    return use_of(game, path, weights, asked.with_terms and bool(game.terms))


def use_of(game: Game, path: Path, weights: Mapping[str, int], terms: bool = False) -> NetUse:
    """The net of a file as an evaluation in the units of these weights, which may be added."""
    return NetUse(load_net(game, path), steepness(game) * stone(weights), terms)
