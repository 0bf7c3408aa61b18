"""Searches side by side: what each looks at, how long it takes, what it finds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median_low
from typing import Any

from tabuleiro.bots.alphabeta import ASPIRATION, AlphaBetaBot, moves_of, root_of
from tabuleiro.bots.analysis import nothing_to_search
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.presets import make_analyst
from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.openings import random_turn
from tabuleiro.game import Game
from tabuleiro.kernel.deepening import Found
from tabuleiro.kernel.searcher import DEEPEST, Searcher
from tabuleiro.position import Position

ORDER = (
    "cuts",
    "deepening",
    "table",
    "table_move",
    "killers",
    "history",
    "symmetries",
    "pvs",
    "aspiration",
    "exchanges",
    "reductions",
)
"""The ideas in the order in which a ladder adds them."""

IDEAS_LADDER = tuple(
    (f"+{ORDER[rung - 1]}" if rung else "minimax", ORDER[:rung]) for rung in range(len(ORDER) + 1)
)
"""From plain minimax to the full search: what each rung is called, and the ideas that it has."""

BUDGETS = (100, 1000, 10_000)
"""Iterations of a tree search that a comparison shows, up to those that are asked for."""
MOST_POSITIONS = 1000
EARLY, LATE = 2, 20
"""Random turns after which a position of a sample stands."""

BotAsked = str | tuple[str, str]
"""A bot's text, or what it is called and its text."""


@dataclass(frozen=True)
class SearchRow:
    """One search to one depth, or of so many iterations; sums over all positions."""

    search: str
    depth: int
    """Turns looked ahead; of a tree search, the length of its line."""
    nodes: int
    """Steps played; iterations of a tree search."""
    turns: int
    """Turns completed; 0 where they are not counted."""
    seconds: float
    value: int
    """For the player who acts, in the evaluation's own units; the median of a sample."""
    move: str
    """Empty for a sample."""
    cuts_at_first: float | None
    """The share of cuts by the first step tried; None without any cut."""
    hits: int
    """Positions that the table knew."""
    branching: float | None
    """Nodes against those of the depth before: the effective branching factor."""
    positions: int = 1
    agreement: float | None = None
    """Of a sample: the share of positions with the value of the first search, at this depth."""

    def facts(self) -> dict[str, Any]:
        """The row as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class _One:
    """A search of one position."""

    depth: int
    nodes: int
    turns: int
    seconds: float
    value: int
    move: str
    first_cuts: int
    cuts: int
    hits: int
    complete: bool


def ladder() -> list[tuple[str, str]]:
    """The bots of the ladder of ideas, with what each rung is called."""
    return [
        (name, "".join(["minimax", *(f",{idea}=yes" for idea in ideas)]))
        for name, ideas in IDEAS_LADDER
    ]


def sample(game: Game, number: int, seed: int = 1) -> list[Position]:
    """Positions after some random turns, equal ones for equal seeds."""
    if not 1 <= number <= MOST_POSITIONS:
        raise InvalidOption(
            f"a sample cannot have {number} positions; accepted: 1 to {MOST_POSITIONS}",
            f"uma amostra não pode ter {number} posições; aceites: 1 a {MOST_POSITIONS}",
        )
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < number:
        here = game.start()
        for _ in range(chance.randint(EARLY, LATE)):
            if here.outcome is None:
                here = random_turn(here, chance)
        if here.outcome is None:
            found.append(here)
    return found


def compare(
    position: Position | Sequence[Position],
    bots: Sequence[BotAsked],
    depth: int,
    listener: Callable[[SearchRow], None] | None = None,
    iterations: int = BUDGETS[-1],
) -> list[SearchRow]:
    """Each bot's search to every depth up to one, each from an empty table.

    A bot is a text, or a pair: what it is called and its text. Tree searches are shown by their
    iterations.
    """
    positions = [position] if isinstance(position, Position) else list(position)
    _check(positions, depth)
    rows: list[SearchRow] = []
    values: dict[int, list[int]] = {}
    for name, bot in _made(positions[0].game, bots):
        for row, found in _rows(positions, name, bot, depth, iterations, values):
            values.setdefault(row.depth, found)
            rows.append(row)
            if listener is not None:
                listener(row)
    return rows


def in_equal_time(
    position: Position | Sequence[Position],
    bots: Sequence[BotAsked],
    seconds: float,
    listener: Callable[[SearchRow], None] | None = None,
) -> list[SearchRow]:
    """How far each bot's search gets in the same time for each position; depths are means."""
    positions = [position] if isinstance(position, Position) else list(position)
    _check(positions, 1)
    rows = []
    for name, bot in _made(positions[0].game, bots):
        found = []
        for here in positions:
            bot.new_game()
            if isinstance(bot, AlphaBetaBot):
                found.append(_alphabeta(here, bot, None, seconds))
            else:
                found.append(_other(here, bot, Limit(seconds=seconds)))
        row = _row(name, round(fmean(each.depth for each in found)), found, None, None)
        rows.append(row)
        if listener is not None:
            listener(row)
    return rows


def _check(positions: Sequence[Position], depth: int) -> None:
    if any(each.outcome is not None for each in positions):
        raise nothing_to_search()
    if not 1 <= depth <= 30:
        raise InvalidOption(
            f"depth cannot be {depth}; accepted: 1 to 30",
            f"a profundidade não pode ser {depth}; aceites: 1 a 30",
        )


def _made(game: Game, bots: Sequence[BotAsked]) -> Iterator[tuple[str, SearchBot]]:
    named = [(each, each) if isinstance(each, str) else each for each in bots]
    for name, bot in [(name, make_analyst(game, text, seed=1)) for name, text in named]:
        if not isinstance(bot, AlphaBetaBot | MctsBot):
            raise InvalidOption(
                f"the bot {name!r} cannot be compared; choose one with alpha-beta or a tree search",
                f"o bot {name!r} não se pode comparar; escolhe um com alfa-beta ou em árvore",
            )
        yield name, bot


def _rows(
    positions: Sequence[Position],
    name: str,
    bot: SearchBot,
    depth: int,
    iterations: int,
    values: dict[int, list[int]],
) -> Iterator[tuple[SearchRow, list[int]]]:
    before = 0
    if isinstance(bot, AlphaBetaBot):
        for deep in range(1, depth + 1):
            found = [_alphabeta(here, bot, deep, None) for here in positions]
            row = _row(name, deep, found, before or None, values.get(deep))
            yield row, [each.value for each in found]
            before = row.nodes
            if all(each.complete for each in found):
                return
        return
    for budget in sorted({min(each, iterations) for each in BUDGETS} | {iterations}):
        found = []
        for here in positions:
            bot.new_game(1)
            found.append(_other(here, bot, Limit(iterations=budget)))
        row = _row(name, round(fmean(each.depth for each in found)), found, None, None)
        yield row, [each.value for each in found]


def _row(
    name: str, depth: int, found: Sequence[_One], before: int | None, first: list[int] | None
) -> SearchRow:
    nodes, cuts = sum(each.nodes for each in found), sum(each.cuts for each in found)
    one = len(found) == 1
    same = None
    if first is not None and not one:
        same = fmean(a == each.value for a, each in zip(first, found, strict=True))
    return SearchRow(
        name,
        depth,
        nodes,
        sum(each.turns for each in found),
        sum(each.seconds for each in found),
        median_low([each.value for each in found]),
        found[0].move if one else "",
        sum(each.first_cuts for each in found) / cuts if cuts else None,
        sum(each.hits for each in found),
        nodes / before if before else None,
        len(found),
        same,
    )


def _alphabeta(
    position: Position, bot: AlphaBetaBot, depth: int | None, seconds: float | None
) -> _One:
    searcher = Searcher(position.game.engine, 16)
    found: Found = searcher.search(
        root_of(position),
        bot.weights,
        depth=depth or DEEPEST,
        seconds=seconds,
        window=ASPIRATION * bot.stone,
        switches=bot.switches,
        net=bot.net,
    )
    moves = moves_of(position, found.actions)
    return _One(
        found.depth,
        found.nodes,
        found.turns,
        found.seconds,
        found.value if found.lines else 0,
        moves[0].text if moves else "",
        found.first_cuts,
        found.cuts,
        found.hits,
        found.complete,
    )


def _other(position: Position, bot: SearchBot, limit: Limit) -> _One:
    found = bot.analyse(position, limit)
    return _One(
        found.depth,
        found.nodes,
        0,
        found.seconds,
        found.score.points,
        found.move.text,
        0,
        0,
        found.table_hits,
        False,
    )
