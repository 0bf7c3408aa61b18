"""Games as pictures that a page can step through without knowing any rules.

The picture of a position is the text of `drawing.svg`. Its lines repeat from picture to picture, so
each different line is kept once, and a picture is a list of the lines' numbers.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from tabuleiro import drawing
from tabuleiro.experiments.store import EFFORT, Played, Row, Store
from tabuleiro.position import RESULTS, Position

MOST_PICTURES = 3000
"""Pictures in a page: about a second's work per thousand, and a third of a megabyte."""
LONGEST = 400
"""Turns of a game that are shown."""


def chosen(rows: Sequence[Row], places: Mapping[int, int]) -> list[Row]:
    """The games to show: all if there are few, else some of every pairing, the telling ones first.

    `places` are the bots' ranks, 0 for the strongest.
    """
    if sum(_pictures(row) for row in rows) <= MOST_PICTURES:
        return list(rows)
    of_pairing = defaultdict(list)
    for row in rows:
        of_pairing[row.pairing].append(row)
    queues = [_telling(games, places) for games in of_pairing.values()]
    left, found = MOST_PICTURES, []
    while queues:
        queue = queues.pop(0)
        following = next(queue, None)
        if following is not None and _pictures(following) <= left:
            left -= _pictures(following)
            found.append(following)
            queues.append(queue)
    return sorted(found, key=lambda row: row.number)


def _pictures(row: Row) -> int:
    return min(row.plies, LONGEST) + 5


def _telling(rows: Sequence[Row], places: Mapping[int, int]) -> Iterator[Row]:
    """A pairing's games: an upset, the shortest, a usual one, a draw, the longest, then all."""
    by_length = sorted(rows, key=lambda row: row.plies)
    won = [row for row in by_length if row.winner is not None]
    upsets = [row for row in won if (places[row.first] < places[row.second]) == (row.winner == 1)]
    draws = [row for row in by_length if row.winner is None]
    first = [*upsets[:1], *won[:1], by_length[len(rows) // 2], *draws[:1], *won[-1:]]
    yield from dict.fromkeys([*first, *rows])


def games_data(store: Store, rows: Sequence[Row]) -> dict[str, Any]:
    """Games as plain data: lines of pictures, boards, and per game its moves and pictures."""
    lines: dict[str, int] = {}
    boards: dict[tuple[int, ...], int] = {}
    names = store.names
    games = []
    for row in rows:
        played, record = store.game(row.number), store.record(row.number)
        opening = len(record.moves) - played.plies
        positions = record.positions()[: opening + LONGEST + 1]
        pictures = [_numbers(lines, position) for position in positions]
        board = _common(pictures)
        games.append(
            {
                "number": row.number,
                "first": names[row.first],
                "second": names[row.second],
                "result": RESULTS[row.winner],
                "reason": row.detail or row.reason,
                "opening": opening,
                "turns": row.plies,
                "starts": positions[0].player,
                "moves": [move.text for move in record.moves[: opening + LONGEST]],
                "board": boards.setdefault(tuple(board), len(boards)),
                "pictures": [picture[len(board) :] for picture in pictures],
                "trails": [_trail(before, after) for before, after in pairwise(positions)],
                "efforts": _efforts(played),
            }
        )
    return {"lines": list(lines), "boards": [list(board) for board in boards], "games": games}


def _numbers(lines: dict[str, int], position: Position) -> list[int]:
    """The numbers of a picture's lines; its title, which no other picture has, is left out."""
    texts = drawing.svg(position).split("\n")
    return [lines.setdefault(text, len(lines)) for text in texts if not text.startswith("<title>")]


def _common(pictures: Sequence[list[int]]) -> list[int]:
    """What all pictures begin with: the board without pieces."""
    low, high = min(pictures), max(pictures)
    same = (place for place, (a, b) in enumerate(zip(low, high, strict=False)) if a != b)
    return low[: next(same, len(low))]


def _trail(before: Position, after: Position) -> list[list[float]]:
    """The places that a turn touched, in the picture's coordinates."""
    places: list[list[float]] = []
    here = before
    for action in after.move.actions if after.move is not None else ():
        for cell in here.game.touched(here, action):
            place = here.game.geometry.cells[cell]
            if [place.x, place.y] not in places[-1:]:
                places.append([place.x, place.y])
        here = here.step(action)
    return places


def _efforts(played: Played) -> list[list[float]]:
    """Milliseconds, depth and states of every turn after the opening."""
    effort = np.frombuffer(zlib.decompress(played.effort), EFFORT)[:LONGEST]
    return [
        [round(float(each["seconds"]) * 1000, 2), int(each["depth"]), int(each["nodes"])]
        for each in effort
    ]
