"""Training: from positions to a net, by gradient descent over sparse features."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tabuleiro.bots.nets import (
    BLIND,
    Header,
    NetFile,
    Sight,
    factor_count,
    factor_lists,
    features_module,
    first_move,
    layout_of,
    planes_of,
    tied_options,
    width_of,
)
from tabuleiro.errors import InvalidOption
from tabuleiro.game import Game
from tabuleiro.kernel import looking, rng
from tabuleiro.kernel.loader import cell_fields
from tabuleiro.kernel.net import LOGIT, put, see_as
from tabuleiro.kernel.nets import MOVES, ONE, OUTPUT_ONE, OUTPUTS, PIECES, SEEN
from tabuleiro.learning.data import MOST, Positions

BATCH = 2048
PIECE = 128
"""Positions of one board in a batch, where there are many boards."""
RATE, LAST_RATE = 2e-3, 0.02
"""The learning rate at the beginning, and at the end as a share of it."""
SMALLEST, LARGEST = -8, 55
"""The numbers in cells that are told apart."""
MANY = 40
"""Features of a position; where there are more, each begins with less."""
RAREST = 10
"""How many times as much as the most common positions the rarest may count."""
HELD_OUT = 20
"""Every so many games one is not learned from."""


@dataclass(frozen=True)
class Training:
    """How to learn from positions."""

    epochs: int = 30
    trust: float = 0.5
    """The share of the search's value in what is learned; the rest is the game's result."""
    seed: int = 1
    exact: bool = True
    moves: bool = False
    """Whether the net shall see which moves each side has."""
    symmetric: bool = True
    """Whether each pass sees every position by another symmetry."""


@dataclass(frozen=True)
class Curve:
    """Mean squared errors of one pass: over what is learned from, and over what is held out."""

    learned: float
    held_out: float


def least(curves: Sequence[Curve]) -> float:
    """The error of the best pass over what was held out."""
    return min(curve.held_out for curve in curves)


def targets(positions: Positions, trust: float) -> Any:
    """What is to be learned of each position: a probability of winning.

    What is proven is learned as it is. Where a random turn follows, the search is asked alone,
    unless it knows nothing: with a trust of 0 even such results say more.
    """
    import numpy as np

    proven = np.abs(positions.value) >= MOST
    share = np.where(proven | (positions.tainted & (trust > 0)), 1.0, trust)
    value = 1 / (1 + np.exp(-positions.value.astype(np.float64)))
    return (share * value + (1 - share) * (positions.result + 1) / 2).astype(np.float32)


class Eyes:
    """Turns positions into features, each time by another symmetry."""

    def __init__(
        self,
        boards: Sequence[Game],
        positions: Positions,
        seed: int,
        sight: Sight = BLIND,
        exact: bool = True,
    ) -> None:
        import numpy as np

        self.boards = boards
        self.positions = positions
        self.symmetric = any(board.symmetries > 1 for board in boards)
        self.k = boards[0].engine.new_memory()
        rng.seed(self.k.rng, seed)
        put(self.k, None)
        moves = first_move(boards[0], exact) if sight.moves else 0
        see_as(self.k, sight.words(boards[0]), moves, len(boards[0].geometry.cells))
        if features_module(boards[0]) is None:
            _refuse_too_many(boards[0], positions, sight)
        few = min(len(positions), 4096)
        chosen = np.linspace(0, len(positions) - 1, few).astype(np.int64)
        most = self._look(chosen, np.zeros((few, SEEN), np.int32), np.zeros((few, 2), np.int32), 0)
        self.room = min(SEEN, most + most // 4 + 2)

    def look(self, symmetric: bool) -> tuple[Any, Any]:
        """The features of all positions, and how many features and pieces there are."""
        import numpy as np

        count = len(self.positions)
        seen = np.zeros((count, self.room), np.int32)
        counts = np.zeros((count, 2), np.int32)
        most = self._look(np.arange(count), seen, counts, int(symmetric))
        if most > self.room:
            self.room = min(SEEN, most)
            return self.look(symmetric)
        return seen, counts

    def _look(self, chosen: Any, seen: Any, counts: Any, symmetric: int) -> int:
        import numpy as np

        most = 0
        facts = np.zeros((1, 1), np.int64)
        if len(self.boards) == 1:
            only, few = self.boards[0], len(chosen) < len(self.positions)
            states = self.positions.states
            some = np.ascontiguousarray(states[chosen] if few else states)
            entry = only.engine.compile("looking")
            return int(
                entry(only.engine.board, self.k, some, facts, seen, counts, looking.LOOK, symmetric)
            )
        boards = self.positions.board[chosen]
        for number, board in enumerate(self.boards):
            at = np.flatnonzero(boards == number)
            if not len(at):
                continue
            some = np.ascontiguousarray(self.positions.states[chosen[at]])
            rows = np.zeros((len(at), seen.shape[1]), np.int32)
            found = np.zeros((len(at), 2), np.int32)
            entry = board.engine.compile("looking")
            size = entry(
                board.engine.board, self.k, some, facts, rows, found, looking.LOOK, symmetric
            )
            seen[at], counts[at] = rows, found
            most = max(most, int(size))
        return most


def fields_of_numbers(game: Game, positions: Positions) -> tuple[str, ...]:
    """The fields that are boards with a small number in each cell, by what stands in them."""
    if planes_of(game):
        return ()
    return tuple(
        name
        for name in cell_fields(game.rules)
        if positions.states[name].min(initial=0) >= SMALLEST
        and positions.states[name].max(initial=0) <= LARGEST
    )


def _refuse_too_many(game: Game, positions: Positions, sight: Sight) -> None:
    """Refuse states with more bits, or planes with more cells, than there is room for.

    Compiled code does not look again.
    """
    import numpy as np

    words = np.ascontiguousarray(positions.states).view(np.uint64).reshape(len(positions), -1)
    numbers = sight.words(game)
    sets = np.delete(words, [game.player_word, *numbers], 1)
    room = SEEN - 2 * MOVES - len(numbers)
    most = int(np.bitwise_count(sets).sum(1, dtype=np.int64).max(initial=0))
    most = planes_of(game) or most
    if most > room:
        raise InvalidOption(
            f"a position of {game.name} has {most} bits, and a net can see {room} of them; "
            "`features` in the game's rules can say what a net shall see, or planes "
            "with OBSERVED_BY_NETS",
            f"uma posição de {game.name} tem {most} bits, e uma rede pode ver {room}; "
            "`features` nas regras do jogo pode dizer o que a rede há de ver, ou planos "
            "com OBSERVED_BY_NETS",
        )


def train(
    boards: Sequence[Game],
    positions: Positions,
    lesson: Training,
    heard: Callable[[int, Curve], None] = lambda epoch, curve: None,
    facts: dict[str, Any] | None = None,
) -> tuple[NetFile, list[Curve]]:
    """A net that says what the positions teach, and how it came to it."""
    import numpy as np

    from tabuleiro.learning.adam import mark, one_pass

    game = boards[0]
    exact = lesson.exact
    chance = np.random.default_rng(lesson.seed)
    sight = Sight(fields_of_numbers(game, positions), lesson.moves)
    eyes = Eyes(boards, positions, lesson.seed, sight, exact)
    target = targets(positions, lesson.trust)
    seen, counts = eyes.look(False)
    weight = rarity(counts[:, 1])
    edges = stages(counts[:, 1], weight)
    views = getattr(features_module(game), "VIEWS", 1) if len(boards) > 1 else 1
    lists = [factor_lists(board, view, exact, sight) for board in boards for view in range(views)]
    longest = max(len(flat) for _, flat in lists)
    starts = np.stack([start for start, _ in lists]).astype(np.int64)
    flat = np.stack([np.pad(each, (0, longest - len(each))) for _, each in lists]).astype(np.int64)
    factors = factor_count(game, exact, sight)
    rows = starts.shape[1] - 1
    held = positions.game % HELD_OUT == 0 if len(boards) == 1 else positions.board % HELD_OUT == 0
    if held.all() or not held.any():
        held = chance.random(len(positions)) < 1 / HELD_OUT

    own = factor_count(game, exact)  # moves begin at nothing, and add what they teach
    per_row = float(np.mean(np.diff(starts[0][: first_move(game, exact) + 1])))
    many = max(1.0, float((counts[:, 0]).mean()) / MANY)
    spread = 0.15 / (max(per_row, 1.0) * many) ** 0.5
    width = width_of(game)
    w = chance.normal(0, spread, (factors + 1, width)).astype(np.float32)
    w[own:-1] = 0
    w[-1] = 0.3
    o = np.tile(chance.normal(0, 0.3, (1, width)).astype(np.float32), (OUTPUTS, 1))
    b = np.zeros(OUTPUTS, np.float32)
    moments = [np.zeros_like(each) for each in (w, w, o, o, b, b)]
    known = np.zeros(factors + 1, bool)
    known[-1] = True
    said = np.zeros(len(positions), np.float32)
    away_seen, away_counts, away_target = seen[held], counts[held], target[held]  # as they are
    away_output, away_weight = _outputs(edges, away_counts), weight[held]
    step = 0
    curves: list[Curve] = []
    best = w, o, b
    coming = None
    with ThreadPoolExecutor(1) as ahead:  # looks at the next pass while this one is learned from
        for epoch in range(lesson.epochs):
            if coming is not None:
                seen, counts = coming.result()
            if lesson.symmetric and eyes.symmetric and epoch + 1 < lesson.epochs:
                coming = ahead.submit(eyes.look, True)
            output = _outputs(edges, counts)
            group = positions.board.astype(np.int64) * views + chance.integers(
                views, size=len(target)
            )
            there = np.zeros((len(lists), rows), bool)
            mark(seen, counts, group, there)
            mark(away_seen, away_counts, group[held], there)
            used, uses = _used(there)
            now = np.zeros(factors + 1, bool)
            for g in np.flatnonzero(uses):
                for r in used[g, : uses[g]]:
                    now[flat[g, starts[g, r] : starts[g, r + 1]]] = True
            if epoch == 0:
                w[~(now | known)] = 0  # what was never seen adds nothing
            known |= now
            rate = np.float32(
                RATE * (LAST_RATE + 0.5 + 0.5 * np.cos(np.pi * epoch / lesson.epochs))
            )
            common = (starts, flat, used, uses, w, o, b, *moments, rate)
            order, chunks, per = _batches(np.flatnonzero(~held), group, chance, len(lists))
            told = (seen, counts[:, 0], output, target, weight)
            loss, step = one_pass(*told, order, chunks, per, *common, step, 1, said)
            every = np.arange(len(away_target))
            order, chunks, per = _batches(every, group[held], chance, len(lists))
            told = (away_seen, away_counts[:, 0], away_output, away_target, away_weight)
            away, _ = one_pass(*told, order, chunks, per, *common, step, 0, said)
            curves.append(Curve(float(loss), float(away)))
            if curves[-1].held_out <= least(curves):
                best = w.copy(), o.copy(), b.copy()
            heard(epoch, curves[-1])
    w, o, b = best  # later passes may have learned the games by heart
    numbers = np.concatenate([w[-1:] * ONE, w[:-1] * ONE, o * OUTPUT_ONE])
    header = Header(
        game.name,
        tied_options(game, exact),
        layout_of(game, exact, sight),
        exact,
        factors,
        width=width,
        sight=sight,
        bias=tuple(round(float(each) * LOGIT) for each in b),
        output=tuple(edges),
        training={
            "positions": len(positions),
            "games": len(np.unique(positions.game)),
            "boards": len(boards),
            "epochs": lesson.epochs,
            "trust": lesson.trust,
            "loss": least(curves),
            "symmetric": lesson.symmetric and eyes.symmetric,
            **(facts or {}),
        },
    )
    return NetFile(header, np.clip(np.round(numbers), -32768, 32767).astype(np.int16)), curves


def rarity(pieces: Any) -> Any:
    """What each position counts: more, the fewer there are with as many pieces.

    Where stones are captured most positions are endings, though games are decided before.
    """
    import numpy as np

    weight = (len(pieces) / np.bincount(pieces)[pieces]) ** 0.5
    weight = np.minimum(weight, RAREST * weight.min())
    return (weight / weight.mean()).astype(np.float32)


def stages(pieces: Any, weight: Any) -> list[int]:
    """The numbers of pieces from which on the next output row is used: all count alike."""
    import numpy as np

    grown = np.cumsum(np.bincount(np.minimum(pieces, PIECES - 2), weight))
    return sorted(
        {int(np.searchsorted(grown, grown[-1] * i / OUTPUTS)) + 1 for i in range(1, OUTPUTS)}
    )


def _outputs(edges: Sequence[int], counts: Any) -> Any:
    """The output row of each position, by its pieces."""
    import numpy as np

    return np.searchsorted(edges, counts[:, 1], side="right").astype(np.int64)


def _used(there: Any) -> tuple[Any, Any]:
    """The rows that occur in each group, and how many they are."""
    import numpy as np

    uses = there.sum(1).astype(np.int64)
    used = np.zeros((len(there), max(int(uses.max()), 1)), np.int64)
    for g, row in enumerate(there):
        used[g, : uses[g]] = np.flatnonzero(row)
    return used, uses


def _batches(chosen: Any, group: Any, chance: Any, groups: int) -> tuple[Any, Any, int]:
    """Positions in random order, in chunks of one group each, and how many chunks make a batch."""
    import numpy as np

    order = chance.permutation(chosen)
    if groups == 1:
        firsts = np.arange(0, len(order), BATCH)
        ends = np.minimum(firsts + BATCH, len(order))
        return order, np.stack([np.zeros_like(firsts), firsts, ends], 1), 1
    order = order[np.argsort(group[order], kind="stable")]
    chunks = []
    edges = np.flatnonzero(np.diff(group[order], prepend=-1, append=-1))
    for begin, end in pairwise(edges):
        for first in range(begin, end, PIECE):
            chunks.append((int(group[order[begin]]), first, min(first + PIECE, end)))
    arranged = np.array(chunks, np.int64)
    return order, arranged[chance.permutation(len(arranged))], BATCH // PIECE
