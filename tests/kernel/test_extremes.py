"""Searches at the ends of their ranges, on boards of all sizes.

`make test` runs what is marked here with Numba's bounds checks, which turn any access outside the
memory of a search into an error: the largest boards, which need the most of it.
`make checked` runs all of it so.
"""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from boards import LARGEST

import tabuleiro
from tabuleiro import InvalidOption, Position, UnknownGame
from tabuleiro.adapters.batch import Batch
from tabuleiro.bots.alphabeta import moves_of, root_of
from tabuleiro.kernel import loader, mcts
from tabuleiro.kernel.alphabeta import EXCLUDED
from tabuleiro.kernel.deepening import Root
from tabuleiro.kernel.endings import PAST
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.scores import PROVEN, WIN, turns_to_end
from tabuleiro.kernel.searcher import DEEPEST, Searcher
from tabuleiro.kernel.treesearch import SCALE, TreeSearcher, TreeSettings

COUNTING = Path(__file__).with_name("counting.py")

BOARDS: tuple[tuple[str, dict[str, object]], ...] = (
    *(("aboyne", {"side": side}) for side in (3, 4, 5)),
    ("cifra", {}),
    *(("fanorona", {"width": w, "height": h}) for w, h in ((3, 3), (9, 5), (3, 10))),
    *(("focus", {"size": size}) for size in (4, 6, 8)),
)


def label(value: object) -> str:
    return str(value).replace("'", "")


every_board = pytest.mark.parametrize(
    ("name", "options"),
    [*BOARDS, *(pytest.param(*each, marks=pytest.mark.checked) for each in LARGEST)],
    ids=label,
)


def late(game: tabuleiro.Game, seed: int, turns: int = 40) -> Position:
    """The last open position at the start of a turn of a random game, or after so many turns."""
    chance = random.Random(seed)
    here = last = game.start()
    while here.outcome is None and here.ply < turns:
        last = here if here.turn_is_over else last
        here = here.step(chance.choice(here.steps))
    return last


def endless() -> tuple[Engine, Plain]:
    """A game that never ends, and its start."""
    engine = Engine(COUNTING, loader.rules_module(COUNTING, {}).tables())
    state = Plain(engine.rules.STATE)
    engine.rules.start(engine.board, state)
    return engine, state


@pytest.mark.checked
def test_a_path_that_is_full_writes_nowhere_else() -> None:
    """Without exploration a tree goes straight down, deeper than the path has room."""
    engine, state = endless()
    searcher = TreeSearcher(engine, 1, seed=1)
    settings = TreeSettings(weights=[], exploration=0.0, rollout=0.0)
    done, _ = searcher.search(state, settings, 3000)
    assert done == 3000
    (tree,) = searcher._trees
    assert int(tree.k.scale) == SCALE
    assert sum(branch.visits for branch in searcher.children()) == 3000
    # Full it is, and nobody was given children twice: as many rows as nodes that have a parent.
    used = int(tree.rows[0, mcts.UNUSED])
    assert int(tree.rows[:used, mcts.COUNT].sum()) == used - 1
    assert int(tree.k.path[-1]) > 0


@every_board
def test_trees_of_any_shape_add_up(name: str, options: dict[str, object]) -> None:
    game = tabuleiro.game(name, seed=None, **options)
    given = [1000] * len(game.terms)
    for exploration, rollout, cap in ((0.0, 0.0, 1), (100.0, 1.0, 1), (0.0, 1.0, 30)):
        settings = TreeSettings(given, 1000, exploration, rollout, cap, game.quiet_limit)
        for here in (game.start(), late(game, 1)):
            searcher = TreeSearcher(game.engine, 1, seed=1, threads=2)
            done, _ = searcher.search(here.state(), settings, 2000)
            assert sum(branch.visits for branch in searcher.children()) == done
            for tree in searcher._trees:
                assert int(tree.k.scale) == SCALE * 1000


@every_board
def test_alphabeta_gives_legal_lines_at_its_limits(name: str, options: dict[str, object]) -> None:
    game = tabuleiro.game(name, seed=None, **options)
    for weight in (1000, -1000):
        given = [weight] * len(game.terms)
        for here in (game.start(), late(game, 2), late(game, 3, 200)):
            searcher = Searcher(game.engine, 1, threads=2)
            found = searcher.search(root_of(here), given, depth=DEEPEST + 99, nodes=3000)
            assert moves_of(here, found.actions)
            many = searcher.search(root_of(here), given, nodes=3000, lines=EXCLUDED)
            for line in (*found.lines, *many.lines):
                assert moves_of(here, line.actions)
                assert abs(turns_to_end(line.value) or 0) <= DEEPEST  # no win out of weights


@pytest.mark.checked
@pytest.mark.parametrize("repetition", ["none", "draw3", "forbid"])
def test_a_past_longer_than_the_memory_has_room_for(repetition: str) -> None:
    """What does not fit is the oldest part of it."""
    engine, state = endless()
    searcher = Searcher(engine, 1)
    past = range(1, PAST + 3000)
    found = searcher.search(Root(state, past, repetition=repetition), [], nodes=20_000)
    assert found.depth > 5
    (memory,) = searcher.memories
    assert int(memory.past) == PAST - 1
    assert int(memory.keys[0]) == past[-PAST + 1]


@pytest.mark.parametrize("lines", [0, EXCLUDED + 1])
def test_more_lines_than_there_is_room_for_are_refused(lines: int) -> None:
    engine, state = endless()
    with pytest.raises(InvalidOption, match=f"lines cannot be {lines}; accepted: 1 to 64"):
        Searcher(engine, 1).search(Root(state), [], depth=1, lines=lines)


@pytest.mark.parametrize("depth", [0, -1])
def test_a_search_to_no_depth_is_refused(depth: int) -> None:
    engine, state = endless()
    with pytest.raises(InvalidOption, match=f"depth cannot be {depth}"):
        Searcher(engine, 1).search(Root(state), [], depth=depth)
    with pytest.raises(InvalidOption, match="depth cannot be 65; accepted: 1 to 56"):
        Searcher(engine, 1).minimax(Root(state), [], 65)


@pytest.mark.parametrize(
    ("line", "instead", "said"),
    [
        ("MAX_ACTIONS, MAX_STEPS = 10, 1", "MAX_ACTIONS, MAX_STEPS = 70000, 1", "MAX_ACTIONS is"),
        ("MAX_ACTIONS, MAX_STEPS = 10, 1", "MAX_ACTIONS, MAX_STEPS = 10, 200", "MAX_STEPS is 200"),
        ("turns=1)", "turns=512)", "the number of words in STATE is 513"),
        ("CHOICES = 3", "CHOICES = 3\nTERMS = ('t',) * 33", "it has 33 terms"),
    ],
)
def test_games_for_which_there_is_no_room_are_refused(
    tmp_path: Path, line: str, instead: str, said: str
) -> None:
    path = tmp_path / "counting.py"
    text = COUNTING.read_text() + "\n\ndef evaluate(board, s, weights):\n    return 0\n"
    assert line in text
    path.write_text(text.replace(line, instead))
    with pytest.raises(UnknownGame, match=f"'counting' cannot be played: {said}"):
        loader.terms_module(path, loader.rules_module(path, {}))


@every_board
def test_many_games_at_once_refuse_what_is_out_of_range(
    name: str, options: dict[str, object]
) -> None:
    game = tabuleiro.game(name, seed=None, max_plies=30, **options)
    games = Batch(game, 2, begin_again=False, seed=1)
    for action in (-1, games.n_actions, 2**62, -(2**62)):
        with pytest.raises(tabuleiro.IllegalMove, match="not legal in game 0"):
            games.step(np.array([action, action]))
    for player in (-1, 2):
        with pytest.raises(InvalidOption, match=f"player cannot be {player}"):
            games.seen_by(player)
    steps = 0
    while not (games.terminated | games.truncated).any():
        games.step(games.sample())
        steps += 1
    assert steps <= 30 * game.rules.MAX_STEPS


def test_no_evaluation_looks_like_a_proof(tmp_path: Path) -> None:
    """However much the first player is said to be ahead, nobody has won."""
    path = tmp_path / "counting.py"
    path.write_text(
        COUNTING.read_text()
        + "\n\nTERMS = ('lead',)\nEXCHANGE = 2\n\n\n"
        + "def evaluate(board, s, weights):\n    return weights[0] * (1 - 2 * s.player)\n"
    )
    engine = Engine(path, loader.rules_module(path, {}).tables())
    state = Plain(engine.rules.STATE)
    for player, sign in ((0, 1), (1, -1)):
        state.player = player
        for weight in (PROVEN, WIN, 3 * WIN, 10**12):
            searcher = Searcher(engine, 1)
            for reductions in (True, False):
                found = searcher.search(Root(state), [weight], depth=5, reductions=reductions)
                assert found.value == sign * (PROVEN - 1)
                assert turns_to_end(found.value) is None
                assert not found.complete
            assert searcher.minimax(Root(state), [weight], 3) == sign * (PROVEN - 1)
            tree = TreeSearcher(engine, 1)
            tree.search(state, TreeSettings([weight], rollout=0.0), 100)
            assert all(branch.proven == 0 for branch in tree.children())
            assert all(abs(branch.score - (player == 0)) < 0.01 for branch in tree.children())
