"""Fanorona a second time, as the rules say it: for checking games by the texts of their moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tabuleiro.game import Game

OTHER = {"W": "B", "B": "W"}


class Broken(Exception):
    """A rule was broken."""


def check(holds: bool, message: str) -> None:
    if not holds:
        raise Broken(message)


class Referee:
    """Fanorona as the rules say it, on points (column, row), knowing only texts of positions,
    options and steps."""

    def __init__(self, game: Game) -> None:
        self.options = game.options
        rows = game.start().text.split()[0].split("/")
        self.height, self.width = len(rows), len(rows[0])
        self.board = {(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row)}
        self.name = {(x, y): "abcdefghij"[x] + str(self.height - y) for x, y in self.board}
        self.point = {name: point for point, name in self.name.items()}
        ways = list(product((-1, 0, 1), repeat=2))
        self.ways = {
            (x, y): [
                (dx, dy) for dx, dy in ways if (dx or dy) and ((x + y) % 2 == 0 or not dx * dy)
            ]
            for x, y in self.board
        }
        self.mine = "W"
        self.opened: set[str] = set()
        self.path: list[tuple[int, int]] = []
        self.used: list[tuple[int, int]] = []
        self.captured = self.stopped = False

    def captures(self, p: tuple[int, int], way: tuple[int, int]) -> Iterator[str]:
        """The kinds of capture that a step makes."""
        (x, y), (dx, dy) = p, way
        foe = OTHER[self.mine]
        if self.board.get((x + 2 * dx, y + 2 * dy)) == foe:
            yield "a"
        if self.board.get((x - dx, y - dy)) == foe:
            yield "w"

    def legal(self) -> set[str]:
        """The texts of all legal steps; "" for stopping."""
        capturing, quiet = set(), set()
        for p in self.path[-1:] or [p for p, c in self.board.items() if c == self.mine]:
            for way in self.ways[p]:
                q = (p[0] + way[0], p[1] + way[1])
                if self.board.get(q) != "." or q in self.path or way in self.barred():
                    continue
                text = self.name[q] if self.path else f"{self.name[p]}-{self.name[q]}"
                capturing |= {text + kind for kind in self.captures(p, way)}
                quiet.add(text)
        if not self.path:
            return capturing or quiet
        if not capturing or self.options["mandatory_continuation"]:
            return capturing
        return capturing | {""}

    def barred(self) -> list[tuple[int, int]]:
        rule = self.options["direction_rule"]
        return self.used if rule == "turn" else self.used[-1:] if rule == "last" else []

    def compare(self, texts: set[str], player: int) -> None:
        check(self.mine == "WB"[player], f"it is the turn of {self.mine}")
        legal = self.legal()
        check(texts == legal, f"legal are {sorted(legal)}, but listed {sorted(texts)}")

    def step(self, text: str) -> None:
        """Carry out a step, `d2-e3a` or in a chain `f3w`, or stop."""
        self.stopped = text == ""
        if self.stopped:
            return
        source, _, target = text.rpartition("-")
        p = self.point[source] if source else self.path[-1]
        q = self.point[target.rstrip("aw") if len(target) > 2 else target]
        dx, dy = q[0] - p[0], q[1] - p[1]
        kind = target[len(self.name[q]) :]
        check(self.captured or not self.path, "a turn goes on after a step that took nothing")
        self.board[p], self.board[q] = ".", self.mine
        self.captured = kind != ""
        if kind:
            (x, y), sign = (q, 1) if kind == "a" else (p, -1)
            x, y = x + sign * dx, y + sign * dy
            while self.board.get((x, y)) == OTHER[self.mine]:
                self.board[x, y] = "."
                x, y = x + sign * dx, y + sign * dy
        self.path += [q] if self.path else [p, q]
        self.used.append((dx, dy))

    def end_turn(self, over: bool) -> None:
        """A turn ends by stopping, where nothing can follow, or with a side's first capture."""
        gone = OTHER[self.mine] not in self.board.values()
        check(over == gone, f"the game is {'over' if over else 'open'}, but should not be")
        if self.captured:
            if self.options["first_turn_limit"] and self.mine not in self.opened:
                check(len(self.used) == 1, "the first capture did not end the turn")
            elif not self.stopped:
                check(not self.legal(), "the chain could go on")
            self.opened.add(self.mine)
        self.mine = OTHER[self.mine]
        self.path, self.used, self.captured, self.stopped = [], [], False, False

    def text(self) -> str:
        row = range(self.width)
        return "/".join("".join(self.board[x, y] for x in row) for y in range(self.height))
