"""Learning on a tiny board: the same each time, kept as it goes, and never worse than before."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import tabuleiro
from tabuleiro import Game
from tabuleiro.bots.alphabeta import AlphaBetaBot, root_of
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.nets import (
    Header,
    NetFile,
    Sight,
    factor_count,
    factor_lists,
    find_net,
    first_move,
    layout_of,
    load_net,
    read_file,
    width_of,
)
from tabuleiro.bots.presets import make_bot, presets
from tabuleiro.bots.weights import weight_sets
from tabuleiro.errors import InvalidOption, JobFailed, TabuleiroError, UnknownOption
from tabuleiro.experiments.statistics import Tally
from tabuleiro.kernel import looking
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.net import Net, NetUse, put, see_as
from tabuleiro.kernel.nets import OUTPUTS, TOLD_APART, WIDTH
from tabuleiro.kernel.records import dtype, fill
from tabuleiro.kernel.searcher import Searcher
from tabuleiro.learning import api, duel, training
from tabuleiro.learning.acceptance import MatchVerdict
from tabuleiro.learning.api import deepened, estimate, generations_in, learn
from tabuleiro.learning.data import Positions, Recipe, gather
from tabuleiro.learning.journal import (
    LearningJournal,
    kept_positions,
    learning_folder,
    remove_positions,
)
from tabuleiro.learning.players import Judgement
from tabuleiro.learning.telling import Learned, Stage
from tabuleiro.learning.training import (
    RAREST,
    Eyes,
    Training,
    fields_of_numbers,
    least,
    rarity,
    stages,
    train,
)

BOARD = {"width": 5, "height": 5}


@pytest.fixture(scope="module", autouse=True)
def small_scale(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABULEIRO_DATA_DIR", str(tmp_path_factory.mktemp("data")))
        patch.setattr(api, "SEEDED_PAIRS", 10)
        patch.setattr(api, "SEEDED_NODES", 200)
        yield


def run(home: Path, **more: object) -> Learned:
    return learn(
        tabuleiro.game("fanorona", **BOARD),
        **{  # type: ignore[arg-type]
            "generations": 1,
            "positions": 600,
            "epochs": 3,
            "seed": 3,
            "start": "nothing",
            "folder": home,
            "out": home / "mine.net",
            "keep_data": True,
        }
        | more,
    )


def test_a_run_is_repeatable_and_kept(tmp_path: Path) -> None:
    stages: list[Stage] = []
    first = run(tmp_path / "a", heard=stages.append)
    second = run(tmp_path / "b")
    assert {stage.what for stage in stages} == {"compile", "play", "train", "match"}
    assert [each.loss for each in first.generations] == [each.loss for each in second.generations]
    assert first.generations[0].match == second.generations[0].match
    data = [Positions.load(tmp_path / each / "generation-0.npz") for each in "ab"]
    assert np.array_equal(data[0].states, data[1].states)
    assert len(data[0]) >= 600
    assert set(np.unique(data[0].result)) <= {-1, 0, 1}
    log = json.loads((tmp_path / "a" / "run.json").read_text())
    assert log["finished"]
    assert len(log["generations"]) == 1
    if first.net is not None:
        game = tabuleiro.game("fanorona", **BOARD)
        assert read_file(first.net).header.training["positions"] == len(data[0])
        assert load_net(game, first.net).features == 640
    loss = [away for _, away in first.generations[0].loss]
    assert loss[-1] < loss[0]


def test_a_net_that_goes_on_from_a_file_names_the_file_without_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    always = MatchVerdict(Tally((0, 0, 0, 0, 9)), True, (1, 1))
    monkeypatch.setattr(api, "compare", lambda *given, **more: always)
    first = run(tmp_path / "a")
    assert first.net is not None
    second = run(tmp_path / "b", start=first.net)
    assert second.net is not None
    assert read_file(second.net).header.training["start"] == "mine.net"


def test_passes_are_compared_over_positions_as_they_are() -> None:
    game = tabuleiro.game("fanorona", **BOARD)
    recipe = Recipe(nodes=50)
    data = gather([game], lambda _: Judgement({}), recipe, 1, 1, lambda _, count: count >= 300)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "RATE", 0.0)  # so that all passes have the same net
        _, curves = train([game], data, Training(3, 0.5))
    first, *others = curves
    assert [each.held_out for each in others] == pytest.approx([first.held_out] * 2)
    assert [each.learned for each in others] != pytest.approx([first.learned] * 2, rel=1e-4)


def test_positions_of_a_rare_stage_count_more() -> None:
    pieces = np.repeat([4, 20, 40], [3600, 100, 1])
    weight = rarity(pieces)
    assert weight.mean() == pytest.approx(1, abs=1e-5)
    few, some, most = weight[0], weight[3600], weight[-1]
    assert some / few == pytest.approx(6)  # the root of how many times as rare they are
    assert most / few == pytest.approx(RAREST)
    assert rarity(np.full(50, 7)) == pytest.approx(np.ones(50))


def test_output_rows_change_where_stages_count_alike() -> None:
    pieces = np.repeat(np.arange(1, 17), 10)
    assert stages(pieces, np.ones(160)) == [3, 5, 7, 9, 11, 13, 15]
    assert stages(pieces, np.where(pieces > 8, 2.0, 0.0)) == [10, 11, 12, 13, 14, 15, 16]
    assert stages(np.full(50, 7), np.ones(50)) == [8]
    assert stages(np.full(50, 300), np.ones(50)) == [255]  # more are not told apart


def test_errors_are_weighed_by_what_positions_count() -> None:
    game = tabuleiro.game("fanorona", **BOARD)
    data = gather([game], lambda _: Judgement({}), Recipe(nodes=50), 1, 1, lambda _, n: n >= 300)
    stones = data.states["stones"].astype(np.uint64).reshape(len(data), -1)
    endings = np.bitwise_count(stones).sum(1) < 10
    data.result[:], data.value[:] = np.where(endings, 1, -1), 0
    lost = []
    for favour in (0.01, 100.0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                training,
                "rarity",
                lambda pieces, f=favour: np.where(pieces < 10, f, 1).astype(np.float32),
            )
            patch.setattr(training, "RATE", 0.0)
            lost.append(train([game], data, Training(1, 0.0, symmetric=False))[1][0].learned)
    assert 0 < endings.sum() < len(endings)
    assert lost[0] != pytest.approx(lost[1], rel=1e-3)


def test_of_two_nets_the_one_that_errs_less_is_taken(tmp_path: Path) -> None:
    lessons: list[tuple[bool, float]] = []

    def heeded(*given: Any) -> Any:
        made = train(*given)
        lessons.append((given[2].symmetric, least(made[1])))
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api, "train", heeded)
        run(tmp_path)
    assert sorted(symmetric for symmetric, _ in lessons) == [False, True]
    done = json.loads((tmp_path / "run.json").read_text())["generations"][0]
    assert min(away for _, away in done["loss"]) == min(loss for _, loss in lessons)


def test_where_there_is_time_moves_are_searched_more_deeply() -> None:
    usual = Recipe(nodes=300)
    nodes = [deepened(usual, nodes).nodes for nodes in (1e6, 1.5e8, 1e9, 1e11)]
    assert nodes == [300, 300, 2000, 4000]


def test_short_runs_have_fewer_generations() -> None:
    fits = [generations_in(60 * minutes, nothing=True) for minutes in (0.1, 1, 2, 15, 600)]
    assert fits == [2, 4, 5, 8, 8]
    assert generations_in(900, nothing=False) == 3


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    game = tabuleiro.game("fanorona", **BOARD)
    with pytest.raises(InvalidOption, match="minutes cannot be -1"):
        learn(game, minutes=-1, folder=tmp_path)
    for odd in (float("nan"), float("inf"), 0.0):
        with pytest.raises(InvalidOption, match="minutes cannot be"):
            estimate(game, odd, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABULEIRO_PLAIN", "1")
        with pytest.raises(InvalidOption, match="needs compiled rules"):
            learn("shobu", minutes=1, folder=tmp_path)
    with pytest.raises(InvalidOption, match="cannot be read"):
        learn(game, start=str(tmp_path / "none.net"), folder=tmp_path)
    (tmp_path / "bad.npz").write_bytes(b"nothing")
    with pytest.raises(InvalidOption, match="cannot be read"):
        Positions.load(tmp_path / "bad.npz")
    with pytest.raises(InvalidOption, match=r"must end in \.net"):
        learn(game, out=tmp_path / "mine.txt", folder=tmp_path)
    with pytest.raises(JobFailed, match=r"mine\.net' cannot be written: File exists"):
        learn(game, out=tmp_path / "bad.npz" / "mine.net", folder=tmp_path)
    (tmp_path / "folder.net").mkdir()
    with pytest.raises(JobFailed, match="cannot be written: it is a directory"):
        learn(game, out=tmp_path / "folder.net", folder=tmp_path)
    assert list((tmp_path / "folder.net").iterdir()) == []


class Stop:
    """Stops a run as Ctrl-C does, when it gets to a stage of a generation."""

    def __init__(self, generation: int, what: str, error: type[BaseException]) -> None:
        self.at, self.error = (generation, what), error

    def __call__(self, stage: Stage) -> None:
        if (stage.generation, stage.what) == self.at:
            raise self.error


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole", generations=2)
    half = run(tmp_path / "half", generations=2, heard=Stop(1, "train", KeyboardInterrupt))
    assert half.stopped
    assert len(half.generations) == 1
    assert (half.net is not None) == half.generations[0].accepted
    log = json.loads((tmp_path / "half" / "run.json").read_text())
    assert not log["finished"]
    stages: list[Stage] = []
    rest = run(tmp_path / "half", generations=2, heard=stages.append)
    assert not rest.stopped
    assert {stage.generation for stage in stages} == {1}
    assert [each.loss for each in rest.generations] == [each.loss for each in whole.generations]


@pytest.mark.parametrize(
    ("error", "words"), [(MemoryError, "too little memory"), (OSError, "cannot go on")]
)
def test_trouble_keeps_the_best(tmp_path: Path, error: type[BaseException], words: str) -> None:
    with pytest.raises(JobFailed, match=words):
        run(tmp_path, generations=2, heard=Stop(1, "play", error))
    kept = LearningJournal(tmp_path, json.loads((tmp_path / "run.json").read_text()))
    assert len(kept.done) == 1
    assert (kept.best is not None) == kept.done[0].accepted


def test_kept_positions_are_not_played_over(tmp_path: Path) -> None:
    first, second = run(tmp_path), run(tmp_path)
    assert first.folder != second.folder
    assert len(list(tmp_path.rglob("generation-*.npz"))) == 2


def test_positions_are_listed_and_removed() -> None:
    game = tabuleiro.game("fanorona", **BOARD)
    home = learning_folder(game)
    run(home)
    assert [path.name for path in kept_positions(game)] == ["generation-0.npz"]
    assert Positions.load(kept_positions(game)[0]).facts()["positions"] >= 600
    assert len(remove_positions(game)) == 1
    assert not kept_positions(game)


def test_weights_are_fitted(tmp_path: Path) -> None:
    found = run(tmp_path, weights=True, start="best", out=tmp_path / "mine.toml")
    game = tabuleiro.game("fanorona", **BOARD)
    assert found.net is None
    assert found.weights is not None
    assert set(found.weights) == set(weight_sets(game)["best"])
    assert found.weights["pieces"] > 0
    assert make_bot(game, f"hard,nodes=200,weights={found.file}").choose(game.start())


ROWS = Path(__file__).with_name("rows.py")


def outside_game(path: Path = ROWS) -> Game:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return Game(path.stem, module, {})


def test_a_game_with_nothing_but_rules_gets_its_levels() -> None:
    game = outside_game()
    assert "hard" not in presets(game)
    found = learn(game, generations=1, positions=500, epochs=4, seed=1)
    assert found.used == (found.net is not None)
    if found.net is not None:
        assert find_net(game) == Path(found.net)
        bot = make_bot(game, "hard,nodes=300")
        assert bot.needs == ("alphabeta+net",)
        assert bot.choose(game.start()) in game.start().legal_moves


def seen_by(game: Game, here: tabuleiro.Position, moves: bool = False) -> set[int]:
    """The rows that a net sees of a position of a game of cells, plain."""
    engine = Engine(game.source, game.tables, plain=True)
    k = engine.new_memory()
    sight = Sight(("cells",), moves)
    see_as(k, sight.words(game), first_move(game) if moves else 0)
    seen, counts = np.zeros((1, 64), np.int32), np.zeros((1, 2), np.int32)
    state = here.state()
    entry = engine.compile("looking")
    entry(engine.board, k, [state], np.zeros((1, 1), np.int64), seen, counts, looking.LOOK, 0)
    assert state.words() == here.state().words()
    assert counts[0, 1] == np.count_nonzero(here.state().cells)
    return set(seen[0, : counts[0, 0]].tolist())


def test_where_the_player_stands_in_a_state_changes_nothing(tmp_path: Path) -> None:
    last = outside_game()
    text = last.source.read_text().replace("dict(cells=12, player=1)", "dict(player=1, cells=12)")
    (tmp_path / "rows.py").write_text(text)
    first = outside_game(tmp_path / "rows.py")
    here, there = first.start(), last.start()
    for cell in ("a1", "d3", "b2", "a3"):
        here, there = here.play(cell), there.play(cell)
        assert seen_by(first, here, moves=True) == seen_by(last, there, moves=True)


def test_cells_with_numbers_are_told_apart_one_by_one() -> None:
    game = outside_game()
    here = game.start().play("a1").play("d3")
    assert seen_by(game, here) == {64 * 0 + 1, 64 * 11 + 2}
    assert seen_by(game, here.play("b2")) == {64 * 12 + row for row in (1, 64 * 5 + 1, 64 * 11 + 2)}
    own, theirs = 2 * 12 * 64, 2 * 12 * 64 + 13
    free = {1 + cell for cell in range(1, 11)}
    moves = {row + action for row in (own, theirs) for action in free}
    assert seen_by(game, here, moves=True) == {1, 64 * 11 + 2} | moves
    states = np.zeros(3, dtype(game.rules.STATE))
    none = np.zeros(3)
    positions = Positions(states, none, none, none, none, none)
    states["cells"][1] = [-1, 1] * 6
    assert fields_of_numbers(game, positions) == ("cells",)
    states["cells"][2, 5] = 1 << 40
    assert fields_of_numbers(game, positions) == ()


PLANES = """
OBSERVED = ("own marks", "theirs", "cells that are taken, on the first one")
OBSERVED_BY_NETS = True


def observe(board, s, me, out):
    for cell in range(12):
        out[0, cell] = 1 if s.cells[cell] == 1 + me else 0
        out[1, cell] = 1 if s.cells[cell] == 2 - me else 0
        out[2, 0] += 5 if s.cells[cell] != 0 else 0
"""


def test_planes_are_seen_where_a_game_says_so(tmp_path: Path) -> None:
    (tmp_path / "rows.py").write_text(outside_game().source.read_text() + PLANES)
    game = outside_game(tmp_path / "rows.py")
    plain = Engine(game.source, game.tables, plain=True)
    half = 3 * 12 * TOLD_APART
    here = game.start().play("a1")
    expected = {half + 12 * TOLD_APART, half + 24 * TOLD_APART + 4}
    chance = np.random.default_rng(1)
    numbers = chance.integers(-40, 40, (1 + factor_count(game) + OUTPUTS, WIDTH)).astype(np.int16)
    header = Header(game.name, {}, layout_of(game), True, factor_count(game))
    net = NetFile(header, numbers).net(game)
    none, facts = np.zeros((1, 1), np.int32), np.zeros((1, 1), np.int64)
    for cell in ("d3", "b2"):
        values = []
        for engine in (plain, game.engine):
            k = engine.new_memory()
            put(k, NetUse(net, 30_000.0))
            states = np.zeros(1, dtype(game.rules.STATE))
            fill(states[0], here.state())
            given = [here.state()] if engine is plain else states
            seen, counts = np.zeros((1, 64), np.int32), np.zeros((1, 2), np.int32)
            entry = engine.compile("looking")
            entry(engine.board, k, given, facts, seen, counts, looking.LOOK, 0)
            assert set(seen[0, : counts[0, 0]].tolist()) == expected
            entry(engine.board, k, given, facts, none, none, looking.ASSESS, 0)
            values.append(int(facts[0, 0]))
        assert values[0] == values[1] != 0
        here = here.play(cell)
        expected = {0, (12 + 11) * TOLD_APART, 25 * TOLD_APART - 1}
    starts, flat = factor_lists(game)
    assert flat[starts[11] : starts[12]].tolist() == [8, 9, 10, 11]


WIDE = """
from tabuleiro.kernel.nets import see

NET_WIDTH = 128


def features(board, s, k, seen):
    pieces = 0
    for cell in range(12):
        if s.cells[cell] != 0:
            seen = see(seen, k, 12 * int(s.cells[cell] == 1 + s.player) + cell)
            pieces += 1
    return seen, pieces


def factors(board, view=0, exact=True):
    return [[row] for row in range(24)]
"""


def test_a_game_says_how_wide_its_nets_are(tmp_path: Path) -> None:
    path = tmp_path / "wide.py"
    path.write_text(outside_game().source.read_text() + WIDE)
    game = outside_game(path)
    here = game.start().play("a1").play("b2")
    chance = np.random.default_rng(1)
    numbers = chance.integers(-90, 90, (1 + 24 + OUTPUTS, 128)).astype(np.int16)
    header = Header(game.name, {}, layout_of(game), True, 24, width=128)
    net = NetFile(header, numbers).net(game)
    values = []
    for engine in (Engine(game.source, game.tables, plain=True), game.engine):
        search = Searcher(engine, table_mb=1).search
        values.append(search(root_of(here), [], depth=3, net=NetUse(net, 30_000.0)).values)
    assert values[0] == values[1]
    assert any(values[0])
    path.write_text(path.read_text().replace("WIDTH = 128", "WIDTH = 48"))
    with pytest.raises(TabuleiroError, match=r"wide.py.*: NET_WIDTH is 48; accepted: 32, 64, 128"):
        width_of(outside_game(path))


def test_states_with_too_many_bits_are_refused() -> None:
    game = outside_game()
    states = np.zeros(3, dtype(game.rules.STATE))
    states["cells"] = -1
    none = np.zeros(3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "SEEN", 1024)
        with pytest.raises(InvalidOption, match="768 bits"):
            Eyes([game], Positions(states, none, none, none, none, none), 1)


def test_a_net_in_a_file_makes_levels_of_a_game_without_an_evaluation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path))
    game = outside_game()
    with pytest.raises(InvalidOption, match="cannot be read"):
        make_bot(game, "hard,net=none.net")
    with pytest.raises(UnknownOption, match="has no bot 'hard'"):
        make_bot(game, "hard,net=no")


def any_net(game: Game, search: str = "alphabeta") -> NetFile:
    """A net that knows nothing."""
    count = factor_count(game)
    header = Header(game.name, {}, layout_of(game), True, count, search=search)
    return NetFile(header, np.zeros((1 + count + OUTPUTS, WIDTH), np.int16))


def test_levels_search_as_their_net_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path))
    game = outside_game()
    for search, kind in (("alphabeta", AlphaBetaBot), ("mcts", MctsBot)):
        path = tmp_path / f"{search}.net"
        any_net(game, search).write(path)
        assert isinstance(make_bot(game, f"master,net={path}"), kind)
        assert isinstance(make_bot(game, f"hard,net={path}"), kind)
    (tmp_path / "nets" / "rows").mkdir(parents=True)
    any_net(game, "mcts").write(tmp_path / "nets" / "rows" / "rows.net")
    assert presets(game)["expert"].settings["algorithm"] == "mcts"
    assert presets(game)["medium"].settings["algorithm"] == "alphabeta"
    texts = [presets(game)[name].text for name in ("hard", "expert", "master")]
    assert [text.en.rpartition(", ")[2] for text in texts] == [
        "3,000 times.",
        "30,000 times.",
        "for 1 s.",
    ]
    any_net(game, "mcts,rollout=1,rave=300").write(tmp_path / "mine.net")
    tree = make_bot(game, f"master,net={tmp_path / 'mine.net'}")
    assert isinstance(tree, MctsBot)
    assert (tree.settings.rollout, tree.settings.rave) == (1, 300)
    for wrong in ("guessing", "mcts,tree_mb=9", "alphabeta,rollout=1", "mcts,rollout"):
        any_net(game, wrong).write(tmp_path / "bad.net")
        with pytest.raises(InvalidOption, match=f"for the search '{wrong}'"):
            make_bot(game, f"hard,net={tmp_path / 'bad.net'}")


class FirstMove:
    """A bot that plays the first move it finds; with RAVE the last one."""

    least = Limit(nodes=1)

    def __init__(self, game: Game, search: str, net: Net | None = None) -> None:
        self.place = -1 if "rave" in search else 0

    def prepare(self) -> None: ...

    def new_game(self, seed: int) -> None: ...

    def analyse(self, here: tabuleiro.Position, limit: Limit) -> Any:
        nodes = limit.nodes or limit.iterations
        return SimpleNamespace(move=list(here.legal_moves)[self.place], nodes=nodes)


@pytest.fixture
def first_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel, "player", FirstMove)
    monkeypatch.setattr(duel, "MEASURED", 1e-6)


@pytest.mark.usefixtures("first_moves")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_hall_plays_in_pairs(threads: int) -> None:
    game = outside_game()
    hall = duel.Hall(game, any_net(game).net(game), 0.01, seed=1, threads=threads)
    heard: list[Tally] = []
    hall.play(duel.SEARCHES, 4, heard=heard.append)
    tallies = {name: hall.tally(name) for name in duel.SEARCHES}
    assert all(tally.units == 4 for tally in tallies.values())
    assert len(heard) == 4
    # Who plays as the rival does wins as often as it loses, in each pair.
    assert tallies["alphabeta"].counts == (0, 0, 4, 0, 0)
    assert tallies[duel.SEARCHES[3]] == tallies[duel.SEARCHES[4]]
    hall.play(duel.SEARCHES[:1], 5)
    assert hall.tally("alphabeta").units >= 5
    hall.play(duel.SEARCHES[1:2], 100, end=0.0)
    assert hall.tally(duel.SEARCHES[1]).units < 10


@pytest.mark.usefixtures("first_moves")
def test_the_search_that_scores_best_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    game = outside_game()
    net = any_net(game).net(game)
    points = dict(zip(duel.SEARCHES, (1.0, 1.5, 0.5, 2.0, 0.0), strict=True))
    monkeypatch.setattr(duel.Hall, "_pair", lambda hall, task: points[task[0]])
    search, tally = duel.best_search(game, net, 0.01, 1, None)
    assert search == duel.SEARCHES[3]
    assert (tally.mean, tally.units) == (1.0, duel.PAIRS)
    points = dict.fromkeys(duel.SEARCHES, 0.5)
    search, tally = duel.best_search(game, net, 0.01, 1, None)
    assert (search, tally.units) == ("mcts,rollout=1", 0)


@pytest.mark.usefixtures("first_moves")
def test_the_pace_is_measured_along_a_game() -> None:
    game = outside_game()
    bot: Any = FirstMove(game, "mcts")
    line = duel.sample(bot, game.start())
    assert line[0] == game.start()
    assert len(line) >= 5
    pace = duel.Pace(bot, line)
    assert len(pace.speeds) == -(-len(line) // duel.EVERY)
    pace.speeds = [1000.0, 4000.0]
    assert [pace.limit(turn, 0.1).nodes for turn in (0, 2, 3, 90)] == [100, 100, 400, 400]


def test_players_of_a_duel_search_as_they_are_told() -> None:
    game = outside_game()
    net = any_net(game).net(game)
    kinds = [type(duel.player(game, search, net)) for search in duel.SEARCHES]
    assert kinds == [AlphaBetaBot, *[MctsBot] * 4]
    bot = duel.player(game, duel.SEARCHES[3], net)
    assert isinstance(bot, MctsBot)
    assert (bot.settings.rollout, bot.settings.exploration, bot.settings.rave) == (0.5, 0.3, 1000)
    assert bot.settings.net is not None


def test_a_game_without_an_evaluation_gets_the_search_that_plays_best(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path))
    lost = MatchVerdict(Tally((1, 0, 0, 0, 0)), False, (1, 1))
    monkeypatch.setattr(api, "compare", lambda *given, **more: lost)
    chosen = "mcts,rollout=1,exploration=0.4"
    monkeypatch.setattr(api, "best_search", lambda *given: (chosen, Tally((0, 0, 0, 0, 3))))
    game = outside_game()
    found = learn(game, generations=1, positions=300, epochs=1, threads=1)
    assert not found.generations[0].accepted
    assert (found.search, found.used) == (chosen, True)
    assert find_net(game) == Path(str(found.net))
    assert read_file(Path(str(found.net))).header.search == chosen
    assert presets(game)["master"].settings["exploration"] == 0.4


def test_few_games_make_nobody_sure() -> None:
    assert not MatchVerdict(Tally((0, 0, 0, 0, 2)), True, (1, 1)).is_sure
    assert not MatchVerdict(Tally((0, 0, 8, 1, 0)), True, (1, 1)).is_sure
    assert MatchVerdict(Tally((0, 0, 4, 2, 6)), True, (1, 1)).is_sure
