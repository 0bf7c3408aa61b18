"""The engine of a board: counts and playouts, repeatable, watched, and stopped when asked."""

from __future__ import annotations

import gc
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import tabuleiro
from tabuleiro import Game, InvalidOption
from tabuleiro.errors import BrokenFile
from tabuleiro.kernel import loader
from tabuleiro.kernel.engine import Engine, PlayoutTally, jit_is_off
from tabuleiro.kernel.memory import States
from tabuleiro.kernel.records import Plain

COUNTING = Path(__file__).with_name("counting.py")
TICTACTOE = Path(__file__).parents[1] / "examples" / "tictactoe.py"


class Interrupted(Exception):
    """Raised where a person would press Ctrl-C."""


@pytest.fixture(scope="module")
def fanorona() -> Game:
    return tabuleiro.game("fanorona")


def plain_engine(path: Path) -> Engine:
    return Engine(path, loader.rules_module(path, {}).tables(), plain=True)


def start_of(engine: Engine) -> Plain:
    state = Plain(engine.rules.STATE)
    engine.rules.start(engine.board, state)
    return state


def nearly_full(engine: Engine) -> Plain:
    """Noughts and crosses with two cells left, and nobody has won or will."""
    state = start_of(engine)
    for action in (1, 2, 3, 5, 4, 7, 8):
        engine.rules.play(engine.board, state, action)
    return state


def playouts(game: Game, seed: int, games: int = 300) -> PlayoutTally:
    return game.engine.playouts(game.start().state(), games, 5000, game.quiet_limit, seed)


def test_equal_seeds_give_equal_tallies(fanorona: Game) -> None:
    assert playouts(fanorona, 8) == playouts(fanorona, 8)
    again = tabuleiro.game("fanorona")
    assert again.engine is not fanorona.engine
    assert playouts(again, 8) == playouts(fanorona, 8)


def test_different_seeds_give_different_tallies(fanorona: Game) -> None:
    tallies = {playouts(fanorona, seed) for seed in range(10)}
    assert len(tallies) == 10


def test_a_tally_adds_up(fanorona: Game) -> None:
    tally = playouts(fanorona, 1)
    assert tally.games == tally.first + tally.second + tally.draws == 300
    assert tally.first > 0
    assert tally.second > 0
    assert 300 < tally.plies <= 300 * tally.longest


def test_limits_end_playouts(fanorona: Game) -> None:
    state, engine = fanorona.start().state(), fanorona.engine
    assert engine.playouts(state, 50, 1, 0, seed=1) == PlayoutTally(50, 0, 0, 50, 50, 1)
    assert engine.playouts(state, 50, 12, 0, seed=1).longest == 12
    far = tabuleiro.game("fanorona").position("........B" + "/........." * 3 + "/W........ w")
    assert engine.playouts(far.state(), 50, 5000, 2, seed=1) == PlayoutTally(50, 0, 0, 50, 100, 2)


def test_a_finished_game_is_counted_at_once(fanorona: Game) -> None:
    lost = fanorona.position("........B" + "/........." * 4 + " w")
    assert lost.outcome is not None
    assert fanorona.engine.playouts(lost.state(), 7, 100, 0, seed=1) == PlayoutTally(
        7, 0, 7, 0, 0, 0
    )


@pytest.mark.parametrize("depth", [0, -1, 65, 1000])
def test_depths_that_cannot_be(depth: int) -> None:
    engine = plain_engine(TICTACTOE)
    with pytest.raises(InvalidOption) as caught:
        engine.perft(nearly_full(engine), depth)
    assert str(caught.value) == f"depth cannot be {depth}; accepted: 1 to 64"


def test_the_greatest_depth() -> None:
    """All games of noughts and crosses are over by then, plain and compiled."""
    plain = plain_engine(TICTACTOE)
    compiled = Engine(TICTACTOE, loader.rules_module(TICTACTOE, {}).tables(), plain=False)
    state = start_of(plain)
    assert [compiled.perft(state, depth) for depth in (1, 9, 10, 64)] == [9, 127872, 0, 0]
    late = nearly_full(plain)
    for engine in (plain, compiled):
        assert [engine.perft(late, depth) for depth in (1, 2, 3, 64)] == [2, 2, 0, 0]


def test_progress_is_reported(fanorona: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabuleiro.kernel.worker.POLL", 0.0005)
    state = fanorona.start().state()
    seen: list[float] = []
    fanorona.engine.playouts(state, 20_000, 5000, 50, 1, seen.append)
    assert len(seen) > 1
    assert seen == sorted(seen)
    assert 0 <= seen[0] < seen[-1] <= 1
    counted: list[float] = []
    nodes = fanorona.engine.perft(state, 6, counted.append)
    assert nodes == fanorona.engine.perft(state, 6)
    assert counted
    assert set(counted) <= {0.2, 0.4, 0.6, 0.8, 1.0}  # five first moves


def test_playouts_are_stopped(fanorona: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabuleiro.kernel.worker.POLL", 0.001)
    shares: list[float] = []

    def interrupt(share: float) -> None:
        shares.append(share)
        raise Interrupted

    engine = fanorona.engine
    before = workers()
    with pytest.raises(Interrupted):
        engine.playouts(fanorona.start().state(), 1_000_000, 5000, 50, 1, interrupt)
    assert len(shares) == 1
    played = sum(int(number) for number in engine._k.tally[:3])
    assert played < 1_000_000
    assert workers() <= before
    assert playouts(fanorona, 8) == playouts(tabuleiro.game("fanorona"), 8)


def test_a_count_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabuleiro.kernel.worker.POLL", 0.001)
    focus = tabuleiro.game("focus")
    engine, state = focus.engine, focus.start().state()
    shares: list[float] = []

    def interrupt(share: float) -> None:
        shares.append(share)
        raise Interrupted

    before = workers()
    with pytest.raises(Interrupted):
        engine.perft(state, 5, interrupt)
    assert len(shares) == 1
    assert shares[0] < 1
    assert engine._k.done < engine._k.total == 68
    assert workers() <= before
    assert [engine.perft(state, depth) for depth in (1, 2)] == [68, 4460]


def workers() -> set[threading.Thread]:
    """The threads of compiled code; an earlier test may have left a search to its compilation."""
    return {thread for thread in threading.enumerate() if thread.name == "tabuleiro-kernel"}


def test_two_threads_share_an_engine(fanorona: Game) -> None:
    state = fanorona.start().state()
    expected = {depth: fanorona.engine.perft(state, depth) for depth in (1, 2, 3, 4)}
    assert expected == {1: 5, 2: 39, 3: 724, 4: 18026}
    wrong: list[int] = []

    def count(depth: int) -> None:
        for _ in range(30):
            if fanorona.engine.perft(state, depth) != expected[depth]:
                wrong.append(depth)

    threads = [threading.Thread(target=count, args=(depth,)) for depth in expected]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_count_does_not_change_the_state(fanorona: Game) -> None:
    state = fanorona.start().state()
    words = state.words()
    fanorona.engine.perft(state, 3)
    playouts(fanorona, 1)
    fanorona.engine.play(state, fanorona.start().steps[0])
    assert state.words() == words


def test_plain_mode() -> None:
    engine = plain_engine(COUNTING)
    assert engine.plain
    state = start_of(engine)
    assert [engine.perft(state, depth) for depth in (1, 2, 5)] == [3, 9, 243]
    tally = engine.playouts(state, 10, 20, 0, seed=1)
    assert tally == PlayoutTally(10, 0, 0, 10, 200, 20)
    assert engine.actions(state) == [1, 2, 3]
    assert engine.play(state, 2) == (2, (1, 1))
    assert (engine.outcome(state), engine.stuck(state)) == (-1, 2)


def test_plain_and_compiled_agree(fanorona: Game) -> None:
    plain = Engine(fanorona.source, fanorona.tables, plain=True)
    state = fanorona.start().state()
    assert not fanorona.engine.plain
    assert plain.perft(state, 3) == fanorona.engine.perft(state, 3) == 724
    assert plain.playouts(state, 10, 5000, 50, 4) == playouts(fanorona, 4, games=10)
    assert plain.actions(state) == fanorona.engine.actions(state)


@pytest.mark.parametrize(
    ("name", "value", "off"),
    [
        ("TABULEIRO_PLAIN", "1", True),
        ("TABULEIRO_PLAIN", "0", False),
        ("NUMBA_DISABLE_JIT", "1", True),
        ("NUMBA_DISABLE_JIT", "0", False),
    ],
)
def test_the_environment_asks_for_plain_mode(
    name: str, value: str, off: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TABULEIRO_PLAIN", raising=False)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    assert not jit_is_off()
    monkeypatch.setenv(name, value)
    assert jit_is_off() is off
    assert Engine(COUNTING, {"nothing": 0}).plain is off


def test_an_error_in_the_rules_reaches_the_caller(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    text = COUNTING.read_text(encoding="utf-8")
    path.write_text(text.replace("    s.turns += 1", "    s.turns += 1 // 0"), encoding="utf-8")
    engine = plain_engine(path)
    before = workers()
    with pytest.raises(ZeroDivisionError):
        engine.perft(start_of(engine), 2)
    assert workers() <= before


def test_two_threads_open_a_game_at_the_same_time() -> None:
    """Whatever lets another thread in while a syntax tree is made, as a collection does."""

    def let_others(*_: object) -> None:
        time.sleep(0)

    threshold = gc.get_threshold()
    gc.callbacks.append(let_others)
    gc.set_threshold(50)
    try:
        with ThreadPoolExecutor(2) as threads:
            made = list(threads.map(lambda n: loader.execute(COUNTING, f"made_{n}", {}), range(20)))
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.remove(let_others)
    assert all(module.STATE for module in made)


def test_templates_of_one_game_have_what_they_call_in_common() -> None:
    wrapped = []

    def wrap(function: Any) -> Any:
        wrapped.append(function.__name__)
        return function

    known: loader.Known = {}
    perft, batch, nets = (
        loader.bind(COUNTING, {}, template, wrap, known=known)
        for template in ("perft", "batch", "mcts+net")
    )
    assert perft.play is batch.play is nets.play
    assert wrapped.count("play") == 1
    assert wrapped.count("assess") == 2  # once without nets, once with
    alone = loader.bind(COUNTING, {}, "perft", wrap)
    assert alone.play is not perft.play


def test_what_cannot_be_compiled_leaves_the_rest_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "counting.py"
    path.write_text(
        COUNTING.read_text(encoding="utf-8")
        + "\n\nTERMS = ('t',)\n\n\ndef evaluate(board, s, weights):\n    return nothing_known\n",
        encoding="utf-8",
    )
    engine = Engine(path, loader.rules_module(path, {}).tables())
    for _ in range(2):
        with pytest.raises(BrokenFile, match="nothing_known"):
            engine.compile("minimax")
    assert engine.perft(start_of(engine), 2) == 9


def test_rows_are_made_when_used() -> None:
    rows = States(dict(player=1))
    assert len(rows) == 0
    rows[5].player = 1
    assert rows[5].player == 1
    assert len(rows) == 1
