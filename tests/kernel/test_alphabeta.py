"""Alpha-beta against plain minimax, and against the rules of the core."""

from __future__ import annotations

import random
import re
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import Position, Termination
from tabuleiro.bots.alphabeta import moves_of, root_of
from tabuleiro.bots.presets import read_weights
from tabuleiro.kernel import loader
from tabuleiro.kernel.contract import FINAL, NOISY, PROGRESS, QUIET
from tabuleiro.kernel.deepening import Root
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.halt import Halt
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.scores import PROVEN, WIN, turns_to_end
from tabuleiro.kernel.searcher import Searcher
from tabuleiro.kernel.sharing import (
    DIVIDED,
    answer_of,
    asks,
    begins,
    is_answered,
    is_under_way,
)
from tabuleiro.kernel.table import (
    EXACT,
    LOWER,
    NEAR,
    REGION,
    UPPER,
    find,
    further_rows,
    slot_of,
    store,
)
from tabuleiro.kernel.words import key_of

CASES: list[tuple[str, dict[str, object], tuple[int, ...]]] = [
    ("aboyne", {"side": 4}, (1, 2, 3)),
    ("cifra", {"choose": False}, (1, 2, 3)),
    ("fanorona", {"width": 5, "height": 5}, (1, 2, 3, 4)),
    ("fanorona", {"width": 9, "height": 9, "no_capture_limit": 6}, (1, 2)),
    ("focus", {"size": 6}, (1, 2, 3)),
    ("focus", {"size": 4, "max_plies": 30}, (1, 2, 3, 4)),
    ("shobu", {}, (1, 2)),
]


def weights(game: tabuleiro.Game, name: str = "best") -> list[int]:
    given = read_weights(game, name)
    return [given.get(term, 0) for term in game.terms]


def positions(game: tabuleiro.Game, seed: int, count: int) -> list[Position]:
    """Open positions at the start of a turn, with the history of a random game behind them."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        here = game.start()
        turns = chance.randrange(1, 60)
        while here.outcome is None and (here.ply < turns or not here.turn_is_over):
            here = here.step(chance.choice(here.steps))
        if here.outcome is None:
            found.append(here)
    return found


@pytest.mark.parametrize(("name", "options", "depths"), CASES, ids=lambda value: str(value))
def test_values_are_those_of_minimax(
    name: str, options: dict[str, object], depths: tuple[int, ...]
) -> None:
    game = tabuleiro.game(name, seed=None, **options)
    searcher = Searcher(game.engine, table_mb=1)
    given = weights(game)
    for here in positions(game, 1, 30):
        for depth in depths:
            value = searcher.minimax(root_of(here), given, depth)
            found = searcher.search(root_of(here), given, depth=depth, reductions=False)
            assert found.value == value, (here.text, depth)


@pytest.mark.parametrize(("name", "options", "depths"), CASES, ids=lambda value: str(value))
def test_the_line_leads_to_the_value(
    name: str, options: dict[str, object], depths: tuple[int, ...]
) -> None:
    """Playing the line out and evaluating its end gives the value that was promised."""
    game = tabuleiro.game(name, seed=None, **options)
    searcher = Searcher(game.engine, table_mb=1)
    given = weights(game)
    for here in positions(game, 2, 10):
        found = searcher.search(root_of(here), given, depth=depths[-1], reductions=False)
        end = here
        for move in moves_of(here, found.actions):
            end = end.play(move)
        sign = 1 if end.player == here.player else -1
        leaf = end.ply - here.ply == depths[-1]
        stuck = end.outcome is not None and end.outcome.termination is Termination.NO_MOVE
        if leaf and stuck:  # at a leaf only a decided game counts, not one without a move
            value = game.evaluation.evaluate(game.board, end.state(), given)
            assert found.value == sign * value
        elif end.outcome is not None and end.outcome.winner is not None:
            assert abs(found.value) == WIN - (end.ply - here.ply)
            assert (found.value > 0) == (end.outcome.winner == here.player)
        elif end.outcome is not None:
            assert found.value == 0
        else:
            assert leaf
            shares = game.evaluation.evaluate(game.board, end.state(), given)
            assert found.value == sign * shares


@pytest.mark.parametrize(
    ("name", "options", "depth"),
    [
        ("aboyne", {"side": 3}, 5),
        ("cifra", {}, 4),
        ("fanorona", {"width": 5, "height": 5}, 4),
        ("focus", {"size": 4}, 4),
        ("shobu", {}, 3),
    ],
)
def test_selective_search_neither_misses_nor_invents_wins(
    name: str, options: dict[str, object], depth: int
) -> None:
    """Within its depth it knows every win and loss; what it claims beyond is true as well."""
    game = tabuleiro.game(name, seed=None, **options)
    exact, quick = Searcher(game.engine, 1), Searcher(game.engine, 1)
    given = weights(game)
    seen = 0
    for here in positions(game, 3, 60):
        truth = exact.search(root_of(here), given, depth=depth, reductions=False).value
        found = quick.search(root_of(here), given, depth=depth)
        if abs(truth) >= PROVEN:
            seen += 1
            assert abs(found.value) >= PROVEN, here.text
            assert (found.value > 0) == (truth > 0), here.text
            assert moves_of(here, found.actions)
        ends = turns_to_end(found.value)
        if ends is not None:
            deeper = abs(ends) + 1  # where exact search sees that a player has no move left
            claimed = exact.search(root_of(here), given, depth=deeper, reductions=False).value
            assert abs(claimed) >= PROVEN
            assert (claimed > 0) == (ends > 0)
    assert seen > 0


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("..BB./B.B../B..../W..../...B. w", "..BB./..B../...../...B./W.... w quiet=1"),
        (".BBB./...../...B./..B../WW... w", ".BBB./...../...B./...B./W.... w"),
        ("BBBB./B...B/B..../WWB../..... w", ".BBB./....B/...../...B./W.... w"),
    ],
)
def test_a_loss_is_no_answer_to_the_question_about_a_win(before: str, text: str) -> None:
    """What the table knows from the turn before lets the first look at it come out as a loss."""
    game = tabuleiro.game("fanorona", width=5)
    for lines in (1, 4):
        searcher = Searcher(game.engine, 1)
        searcher.search(root_of(game.position(before)), weights(game), depth=4, lines=lines)
        here = game.position(text)
        found = searcher.search(root_of(here), weights(game), depth=4, lines=lines)
        assert turns_to_end(found.value) == -4
        assert len(found.lines) == min(lines, len(here.legal_moves))
        for line in found.lines:  # where the best turn loses, all do
            assert moves_of(here, line.actions)
            assert line.value <= -PROVEN
        values = [line.value for line in found.lines]
        assert values == sorted(values, reverse=True)


def test_a_win_in_one_is_found_with_its_distance() -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    here = game.position("...../...../..B../...../..W.. w")
    found = Searcher(game.engine, 1).search(root_of(here), weights(game), depth=4)
    assert turns_to_end(found.value) == 1
    assert [move.text for move in moves_of(here, found.actions)] == ["c1-c2a"]
    assert found.complete


@pytest.mark.parametrize("reductions", [True, False])
def test_a_draw_is_proven_where_no_line_goes_on(reductions: bool) -> None:
    """Everything ends within the length of the game: minimax without an evaluation is the truth."""
    game = tabuleiro.game("fanorona", width=3, height=3, max_plies=8, no_capture_limit=0)
    searcher = Searcher(game.engine, 1)
    given, nothing = weights(game), [0] * len(game.terms)
    seen = Counter[str]()
    for here in positions(game, 5, 80):
        truth = searcher.minimax(root_of(here), nothing, 12)
        found = searcher.search(root_of(here), given, depth=20, reductions=reductions)
        assert found.complete
        assert found.value == truth
        assert found.lines[0].decided
        seen["draw" if truth == 0 else "decided"] += 1
    assert min(seen["draw"], seen["decided"]) > 3


@pytest.mark.parametrize("reductions", [True, False])
def test_a_proven_draw_can_rest_on_the_table(reductions: bool) -> None:
    """Where turns without a capture end the game, values are known by position and their number."""
    game = tabuleiro.game("fanorona", width=3, height=3, no_capture_limit=4, repetition="none")
    known: dict[tuple[tuple[int, ...], int], int] = {}

    def result(here: Position) -> int:
        """1, 0 or -1 for the player to move."""
        if here.outcome is not None and here.outcome.winner is None:
            return 0
        if here.outcome is not None:
            return 1 if here.outcome.winner == here.player else -1
        place = (tuple(here.state().words()), here.quiet)
        if place not in known:
            known[place] = max(
                -result(after) if after.player != here.player else result(after)
                for after in (here.play(move) for move in here.legal_moves)
            )
        return known[place]

    searcher, unsure = Searcher(game.engine, 1), Searcher(game.engine, 1)
    nothing = [0] * len(game.terms)
    draws = 0
    for here in positions(game, 6, 150):
        found = searcher.search(root_of(here), weights(game), depth=40, reductions=reductions)
        truth = result(here)
        assert found.complete
        assert (found.value > PROVEN) - (found.value < -PROVEN) == truth, here.text
        draws += truth == 0
        for depth in (2, 4, 6):  # with no evaluation, all that is open looks like a draw
            early = unsure.search(root_of(here), nothing, depth=depth, reductions=reductions)
            if early.lines[0].solved:
                assert (early.value > 0) - (early.value < 0) == truth
    assert draws > 3


def test_the_third_occurrence_counts_with_the_game_before() -> None:
    """What has been twice on the board is worth a draw to whoever can make it again."""
    game = tabuleiro.game("fanorona", width=5, height=5, no_capture_limit=0)
    here = game.position("B..../...../...../...../..W.W w")
    shuffle = ("c1-b1", "a5-b5", "b1-c1", "b5-a5")
    for text in (*shuffle, *shuffle[:3]):
        here = here.play(text)
    searcher = Searcher(game.engine, 1)
    given = weights(game)
    assert here.play("b5-a5").outcome is not None
    value = searcher.search(root_of(here), given, depth=1, reductions=False).value
    assert value == searcher.minimax(root_of(here), given, 1)
    fresh = Root(here.state(), repetition="draw3")
    assert searcher.search(fresh, given, depth=1, reductions=False).value != 0
    # The table is full of values from the position without its past: they must not be believed.
    assert searcher.search(root_of(here), given, depth=3, reductions=False).value == (
        searcher.minimax(root_of(here), given, 3)
    )


def test_forbidden_boards_are_not_made_again() -> None:
    game = tabuleiro.game("shobu", repetition="forbid")
    given = weights(game)
    searcher = Searcher(game.engine, 1)
    here = game.start()
    chance = random.Random(5)
    for _ in range(12):
        found = searcher.search(root_of(here), given, depth=2)
        (move, *_) = moves_of(here, found.actions)
        assert move in here.legal_moves
        here = here.play(move)
        if here.outcome is None:
            here = here.play(chance.choice(list(here.legal_moves)))
        if here.outcome is not None:
            break
    assert here.ply > 4


def test_equal_seeds_and_node_limits_give_equal_searches() -> None:
    game = tabuleiro.game("aboyne")
    here = game.start()
    runs = [
        Searcher(game.engine, 1).search(root_of(here), weights(game), nodes=30000) for _ in range(2)
    ]
    assert runs[0].actions == runs[1].actions
    assert runs[0].values == runs[1].values
    assert runs[0].nodes == runs[1].nodes


@pytest.mark.parametrize(
    ("name", "options"),
    [("fanorona", {"width": 5, "height": 5}), ("shobu", {}), ("cifra", {"choose": False})],
)
def test_the_best_lines_are_the_best_turns(name: str, options: dict[str, object]) -> None:
    """Each turn's own value, by searching the position after it, in the order of the lines."""
    game = tabuleiro.game(name, seed=None, **options)
    searcher, given = Searcher(game.engine, 1), weights(game)
    for here in positions(game, 4, 4):
        found = searcher.search(root_of(here), given, depth=2, reductions=False, lines=5)
        values = []
        for move in here.legal_moves:
            after = here.play(move)
            if after.outcome is not None:
                winner = after.outcome.winner
                values.append(
                    0 if winner is None else WIN - 1 if winner == here.player else 1 - WIN
                )
            else:
                values.append(-searcher.minimax(root_of(after), given, 1))
        values.sort(reverse=True)
        moves = [moves_of(here, line.actions)[0] for line in found.lines]
        assert len({here.play(move).text for move in moves}) == len(found.lines)
        nearer = [value - (value > PROVEN) + (value < -PROVEN) for value in values]
        assert [line.value for line in found.lines] in (values[:5], nearer[:5])


def test_a_search_can_be_stopped_from_another_thread() -> None:
    game = tabuleiro.game("shobu")
    searcher = Searcher(game.engine, 4)
    answers = []
    worker = threading.Thread(
        target=lambda: answers.append(searcher.search(root_of(game.start()), weights(game)))
    )
    worker.start()
    while not searcher.best_so_far().actions:
        time.sleep(0.01)
    searcher.halt()
    worker.join(10)
    assert not worker.is_alive()
    assert moves_of(game.start(), answers[0].actions)


def test_a_search_hears_a_stop_that_came_before_it_began() -> None:
    game = tabuleiro.game("shobu")
    searcher = Searcher(game.engine, 4)
    halt = Halt()
    halt.ask()
    found = searcher.search(root_of(game.start()), weights(game), nodes=10**6, halt=halt)
    assert (found.depth, len(found.lines)) == (1, 1)  # one turn ahead is always known
    again = searcher.search(root_of(game.start()), weights(game), depth=3)
    assert again.depth == 3


@pytest.mark.parametrize(
    ("name", "options", "depth"),
    [("aboyne", {}, 6), ("focus", {"size": 6}, 5), ("shobu", {}, 4)],
)
def test_symmetric_positions_share_the_table(
    name: str, options: dict[str, object], depth: int
) -> None:
    """From a symmetric start the values stay the same, and there is less to search."""
    game = tabuleiro.game(name, seed=None, **options)
    runs = []
    for symmetries in (True, False):
        searcher = Searcher(game.engine, 16)
        searcher.symmetries = symmetries
        root = root_of(game.start())
        runs.append(searcher.search(root, weights(game, "material"), depth, reductions=False))
    assert runs[0].values == runs[1].values
    assert runs[0].nodes < runs[1].nodes


@pytest.mark.parametrize("name", ["aboyne", "shobu"])
def test_images_are_looked_for_only_where_they_come_in_pairs(name: str) -> None:
    """Once a turn has broken the symmetry, its images are not worth their time."""
    game = tabuleiro.game(name)
    lone = positions(game, 9, 1)[0]
    assert all(image.key != lone.key for image in lone.images[1:])
    nodes = []
    for symmetries in (True, False):
        searcher = Searcher(game.engine, 16)
        searcher.symmetries = symmetries
        nodes.append(searcher.search(root_of(lone), weights(game), 5).nodes)
    assert nodes[0] == nodes[1]


@pytest.mark.parametrize("name", ["cifra", "fanorona"])
def test_threads_find_the_same_values(name: str) -> None:
    game = tabuleiro.game(name)
    given = weights(game)
    together, alone = Searcher(game.engine, 4, threads=3), Searcher(game.engine, 4)
    for here in positions(game, 7, 8):
        one = alone.search(root_of(here), given, depth=4, reductions=False)
        three = together.search(root_of(here), given, depth=4, reductions=False)
        assert three.value == one.value
        assert three.depth == one.depth


def test_what_another_thread_is_at_is_put_off() -> None:
    """In plain Python, so that it is known what the other one is at."""
    game = tabuleiro.game("fanorona", width=5, height=3)
    plain = Engine(game.source, game.tables, plain=True)
    root, steps = root_of(game.start()), game.start().steps
    alone, shared = Searcher(plain, 1), Searcher(plain, 1, threads=2)
    alone.symmetries = shared.symmetries = False
    value = alone.search(root, weights(game), depth=DIVIDED, reductions=False).value
    k, other = shared.memories
    del shared.memories[1]
    key = key_of(root.state) ^ alone.memories[0].salt
    for step in alone.memories[0].actions[1 : len(steps)]:
        begins(other, key ^ step)
        found = shared.search(root, weights(game), depth=DIVIDED, reductions=False, window=PROVEN)
        assert found.value == value
        assert k.actions[len(steps) - 1] == step
        assert not is_under_way(other, key ^ step)
        shared.clear()


def test_what_is_nearly_at_its_end_stays_in_a_region_that_grows_with_the_threads() -> None:
    """So its rows stay in the processor's cache. What is searched deeper has the whole table."""
    chance = random.Random(1)
    keys = [chance.getrandbits(64) - (1 << 63) for _ in range(2000)]
    table = range(8 * REGION)  # only its length is asked
    for threads, regions in ((1, 1), (2, 2), (3, 4), (4, 4), (5, 8)):
        further = further_rows(threads)
        for depth in (1, NEAR):
            near = {slot_of(table, key, depth, further) for key in keys}
            assert {slot // REGION for slot in near} == set(range(regions))
            assert not any(slot % 2 for slot in near)
            assert len(near) > 1900
    far = {slot_of(table, key, NEAR + 1, 0) for key in keys}
    assert {slot // REGION for slot in far} == set(range(8))
    small = tabuleiro.game("shobu").engine.new_rows(64, 2)
    for depth in (NEAR, NEAR + 1):
        slots = [slot_of(small, key, depth, further_rows(2)) for key in keys]
        assert 0 <= min(slots) < max(slots) < 64
        store(small, slots[0], keys[0], 5, depth, EXACT, 0, 7, 0)
        assert find(small, slots[0], keys[0]) != 0 == find(small, slots[0], keys[1])


def test_tables_and_nets_begin_with_a_line_of_the_cache() -> None:
    engine = tabuleiro.game("shobu").engine
    rows = [engine.new_rows(count, columns) for count in (1, 3, 1024) for columns in (1, 2)]
    assert all(each.ctypes.data % 64 == 0 and not each.any() for each in rows)
    assert [each.shape for each in rows[-2:]] == [(1024, 1), (1024, 2)]


def test_a_thread_goes_back_to_what_another_has_answered() -> None:
    game = tabuleiro.game("fanorona", width=3, height=3)
    searcher = Searcher(Engine(game.source, game.tables, plain=True), 1, threads=2)
    k = searcher.memories[0]
    asks(k, 0, 0, 0, 6, 10)
    asks(k, 1, 77, 1, 4, 10)
    asks(k, 2, 99, 2, 3, -10)
    enough = [(50, 4, LOWER), (5, 4, UPPER), (50, 4, EXACT)]
    for found in (*enough, (50, 4, UPPER), (5, 4, LOWER), (50, 3, LOWER), (50, 5, LOWER)):
        store(searcher.table, slot_of(searcher.table, 77, 4, k.further), 77, *found, 0, 0, 0)
        assert is_answered(k, searcher.table, 2) is (found in enough)
        assert answer_of(k, 2) == 0
        assert answer_of(k, 1) == (found[0] if found in enough else 0)
        assert k.answered == 0


def test_the_least_limit_still_gives_a_move() -> None:
    game = tabuleiro.game("shobu")
    found = Searcher(game.engine, 1).search(root_of(game.start()), weights(game), nodes=1)
    assert moves_of(game.start(), found.actions)


def test_exchanges_are_followed_beyond_the_last_depth() -> None:
    """One turn ahead and the captures after it, against a plain reading of the same rule."""
    game = tabuleiro.game("aboyne", side=4)
    given = weights(game)
    searcher = Searcher(game.engine, 1)
    different = 0

    def calm(here: Position, turns: int) -> int:
        """The value for the player who acts, who may let the exchange be."""
        if here.outcome is not None:
            winner = here.outcome.winner
            return 0 if winner is None else WIN if winner == here.player else -WIN
        best = int(game.evaluation.evaluate(game.board, here.state(), given))
        for action in here.steps if turns else ():
            state = here.state()
            if game.rules.play(game.board, state, action) == 0:
                break
            best = max(best, -calm(here.step(action), turns - 1))
        return best

    for here in positions(game, 8, 40):
        truth = max(-calm(here.play(move), 2) for move in here.legal_moves)
        found = searcher.search(root_of(here), given, depth=1).value
        plain = searcher.search(root_of(here), given, depth=1, reductions=False).value
        different += found != plain
        if abs(truth) < PROVEN:
            assert found == truth, here.text
    assert different > 3


def kinds_as_data(source: Path, path: Path, kind: str, named: str = "") -> Path:
    """A copy of some rules in which what `play` returns is a table of the board."""
    text = re.sub(r"(def play.*?return )2[^\n]*", rf"\1{kind}", source.read_text(), flags=re.DOTALL)
    path.write_text(text.replace("TABLES = dict(", f"{named}TABLES = dict(kinds=2, "))
    return path


def test_where_no_step_is_quiet_none_stands_out(tmp_path: Path) -> None:
    """Pawns only advance: every step is final, and only captures are worth a closer look."""
    source = Path(__file__).parents[1] / "examples" / "breakthrough.py"
    silent = kinds_as_data(source, tmp_path / "silent.py", "board.kinds[taken]")
    telling = kinds_as_data(source, tmp_path / "telling.py", "board.kinds[taken]", "NOISY = 4\n")

    def nodes(path: Path, advance: int, capture: int) -> int:
        tables = loader.rules_module(path, {}).tables(size=6)
        engine = Engine(path, tables | {"kinds": [advance, capture]})
        state = Plain(engine.rules.STATE)
        engine.rules.start(engine.plain_board, state)
        found = Searcher(engine, 4).search(Root(state), [1], depth=7)
        assert found.depth == 7
        return found.nodes

    least = nodes(telling, FINAL, FINAL | NOISY)
    assert nodes(silent, FINAL, FINAL | NOISY) == nodes(silent, QUIET, FINAL) == least
    assert nodes(telling, FINAL, FINAL) < 1.2 * least
    assert nodes(silent, FINAL, FINAL) < 1.2 * least
    assert nodes(silent, FINAL | NOISY, FINAL | NOISY) > 2 * least


def test_noise_is_nothing_to_the_rules_of_the_core(tmp_path: Path) -> None:
    """A noisy step makes no progress by itself, and final steps stay final beside it."""
    source = Path(__file__).with_name("counting.py")
    path = kinds_as_data(source, tmp_path / "kinds.py", "board.kinds[0]")
    text = path.read_text().replace("s.turns += 1", "s.turns = (s.turns + 1) % 4")
    path.write_text(text + "\n\ndef evaluate(board, s, weights):\n    return 100 + s.turns\n")
    known = {}
    for kind in (QUIET, PROGRESS, FINAL):
        for noise in (0, NOISY):
            engine = Engine(path, {"nothing": 0, "kinds": [kind | noise, 0]})
            state = Plain(engine.rules.STATE)
            root = Root(state, quiet=1, quiet_limit=4, repetition="draw3")
            searcher = Searcher(engine, 1)
            exact = searcher.search(root, [], 9, reductions=False).value
            assert exact == searcher.minimax(root, [], 9)
            known[kind, noise] = exact, engine.playouts(state, 1, 50, 4, 1).plies
        assert known[kind, 0] == known[kind, NOISY]
    assert known[QUIET, 0] == (0, 4)  # after so many turns without progress
    assert known[PROGRESS, 0] == (0, 50)  # by repetition
    assert known[FINAL, 0][0] != 0
