"""What can be set of a bot, declared once."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import InvalidOption, UnknownOption
from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.presets import KINDS, make_analyst, make_bot, menu, presets, strongest
from tabuleiro.bots.settings import ALPHABETA, MCTS, SETTINGS, memory_mb, settings_of
from tabuleiro.games.base import Interval, Option, Text
from tabuleiro.kernel.switches import IDEAS, MINIMAX, Switches

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")


@pytest.fixture(scope="module")
def small() -> tabuleiro.Game:
    return tabuleiro.game("fanorona", width=5, height=5)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_declared_whole(setting: Option) -> None:
    assert setting.help["en"] != setting.help["pt"]
    assert setting.read(setting.write(setting.default)) == setting.default
    facts = setting.facts("pt")
    assert facts["help"] == setting.help["pt"]
    assert facts["type"] in ("check", "whole", "number", "text")
    if setting.bounds is not None:
        assert facts["min"] <= facts["default"] <= facts["max"]
        low, high, step = facts["slider"]
        assert facts["min"] <= low < high <= facts["max"]
        assert 0 < step <= high - low
        for outside in (facts["min"] - 1, facts["max"] + 1, "x", "nan"):
            with pytest.raises(InvalidOption, match=f"the setting {setting.name} cannot be"):
                setting.read(outside)


def test_an_option_can_be_any_number_of_an_interval() -> None:
    share = Option("share", 0.5, Text("A share.", "Uma parte."), Interval(0, 1))
    assert share.type == "number"
    assert share.read("0.25") == 0.25
    assert share.read(1) == 1.0
    assert share.accepted("pt") == "0 a 1"
    with pytest.raises(InvalidOption, match="option share cannot be"):
        share.read("1.5")


def test_every_setting_reaches_its_bot(small: tabuleiro.Game) -> None:
    bot = make_bot(small, "hard,error=7,reductions=no,keep=yes,table_mb=2,nodes=9,seconds=2")
    assert isinstance(bot, AlphaBetaBot)
    assert (bot.error, bot.reductions, bot.keep) == (7, False, True)
    assert bot.limit == Limit(nodes=9, seconds=2.0)  # in place of its own depth
    plain = make_bot(small, "minimax,cuts=yes")
    assert isinstance(plain, AlphaBetaBot)
    assert plain.switches == replace(MINIMAX, cuts=True)
    tree = make_bot(small, "mcts,exploration=0.5,rollout=0,cap=9,tree_mb=2")
    assert isinstance(tree, MctsBot)
    assert (tree.settings.exploration, tree.settings.rollout, tree.settings.cap) == (0.5, 0.0, 9)
    assert tree.limit == Limit(seconds=1.0)


def test_limits_that_are_given_replace_the_openings_too() -> None:
    shobu = tabuleiro.game("shobu")
    own, changed = make_bot(shobu, "classic-4"), make_bot(shobu, "classic-4,depth=1")
    assert isinstance(own, AlphaBetaBot)
    assert isinstance(changed, AlphaBetaBot)
    assert own.opening
    assert not changed.opening


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mcts,depth=3", "the bot 'mcts' has no setting 'depth'; accepted: seconds, iterations"),
        ("hard,rollout=1", "the bot 'hard' has no setting 'rollout'; accepted: depth, seconds"),
        ("random,depth=3", "the bot 'random' has no setting 'depth'; it has none"),
        ("hard,depth", "'depth' after the bot 'hard' is not of the form SETTING=VALUE"),
        ("hard,threads=0", "the setting threads cannot be '0'; accepted: 1 to 64"),
        ("mcts,rollout=2", "the setting rollout cannot be '2'; accepted: 0 to 1"),
    ],
)
def test_what_a_bot_cannot_be_told(small: tabuleiro.Game, text: str, message: str) -> None:
    with pytest.raises((InvalidOption, UnknownOption), match=message):
        make_bot(small, text)


@pytest.mark.parametrize(("bot", "what"), [("hard,table_mb", "table"), ("mcts,tree_mb", "tree")])
def test_more_memory_than_there_is(small: tabuleiro.Game, bot: str, what: str) -> None:
    there = memory_mb()
    assert there is not None
    message = f"the {what} of {there + 1} MB is larger than this machine's memory; .* {there} here"
    with pytest.raises(InvalidOption, match=message):
        make_bot(small, f"{bot}={there + 1}")


@pytest.mark.parametrize("idea", IDEAS)
def test_every_idea_is_switched_off_on_its_own(small: tabuleiro.Game, idea: str) -> None:
    bot = make_bot(small, f"hard,{idea}=no")
    assert isinstance(bot, AlphaBetaBot)
    assert bot.switches == Switches().without(idea)
    with pytest.raises(InvalidOption, match=f"the setting {idea} cannot be 'maybe'"):
        make_bot(small, f"hard,{idea}=maybe")


def test_the_trees_switches(small: tabuleiro.Game) -> None:
    bot = make_bot(small, "mcts,solver=no,reuse=no,iterations=50", seed=1)
    assert isinstance(bot, MctsBot)
    assert (bot.settings.solver, bot.reuse) == (False, False)
    here = small.start()
    again = here.play(bot.choose(here))
    again = again.play(bot.choose(again))
    found = bot.analyse(again, lines=3)
    assert bot._searcher is not None
    assert sum(branch.visits for branch in bot._searcher.children()) == found.nodes


def test_minimax_looks_at_everything(small: tabuleiro.Game) -> None:
    bot = make_bot(small, "minimax,depth=3")
    assert isinstance(bot, AlphaBetaBot)
    found = bot.analyse(small.start())
    assert (found.depth, found.cutoffs, found.table_hits) == (3, 0, 0)
    hurried = bot.analyse(small.start(), Limit(nodes=2000))  # without a depth, it deepens
    assert hurried.move in small.start().legal_moves


def test_settings_belong_to_algorithms() -> None:
    assert {"depth", "error", "threads"} <= settings_of(ALPHABETA).keys()
    assert {"iterations", "rollout", "threads"} <= settings_of(MCTS).keys()
    assert "depth" not in settings_of(MCTS)
    assert settings_of("random") == {}


@pytest.mark.parametrize("name", GAMES)
def test_a_menu_has_every_bot_once(name: str) -> None:
    game = tabuleiro.game(name)
    groups = menu(game)
    assert list(groups) == ["level", "classic", "simple"]
    assert set(groups) <= set(KINDS)
    levels = [preset.name for preset in groups["level"]]
    assert levels == ["novice", "easy", "medium", "hard", "expert", "master"]
    assert all(preset.name.startswith("classic-") for preset in groups["classic"])
    assert [preset.name for preset in groups["simple"]] == ["random", "greedy", "minimax", "mcts"]
    listed = [preset.name for group in groups.values() for preset in group]
    assert sorted(listed) == sorted(presets(game))
    assert strongest(game) == "master"


def test_an_analyst_must_be_able_to(small: tabuleiro.Game) -> None:
    assert make_analyst(small).name == "master"
    with pytest.raises(InvalidOption, match="the bot 'random' does not search"):
        make_analyst(small, "random")
    with pytest.raises(InvalidOption, match="'mcts' cannot be limited by depth; accepted: seconds"):
        make_analyst(small, "mcts", limit=Limit(depth=3))
    with pytest.raises(InvalidOption, match="'hard' cannot be limited by iterations"):
        make_analyst(small, "hard", limit=Limit(iterations=3))


@pytest.mark.parametrize("seconds", [float("inf"), float("nan"), 1e30])
def test_limits_can_be_waited_for(seconds: float) -> None:
    with pytest.raises(InvalidOption, match="the limit seconds cannot be"):
        Limit(seconds=seconds)


PLUGIN = """
class Last:
    name = "last"

    def __init__(self, text=""):
        self.text = text

    def choose(self, position):
        return list(position.legal_moves)[-1]

def make(game, seed, *text):
    if game.name == "shobu":
        raise ValueError("no shobu, please")
    return Last(*text)
"""
ASK = """
import sys, tabuleiro
from tabuleiro.bots.presets import make_bot, menu
game = tabuleiro.game(sys.argv[1])
print([preset.name for preset in menu(game)["installed"]])
try:
    bot = make_bot(game, sys.argv[2], 1)
except tabuleiro.TabuleiroError as error:
    print(type(error).__name__, error)
else:
    start = game.start()
    print(bot.name, repr(bot.text), bot.choose(start) == list(start.legal_moves)[-1])
"""


@pytest.mark.parametrize(
    ("game", "text", "answer"),
    [
        ("fanorona", "last", "last '' True"),
        ("fanorona", "last:some, text=1", "last 'some, text=1' True"),
        ("fanorona", "last,depth=3", "UnknownOption the bot 'last' has no setting 'depth'"),
        ("shobu", "last", "JobFailed the bot 'last' cannot be made: no shobu, please"),
        ("fanorona", "broken", "JobFailed the bot 'broken' cannot be made: No module named"),
    ],
)
def test_bots_of_other_packages(tmp_path: Path, game: str, text: str, answer: str) -> None:
    (tmp_path / "last_bot.py").write_text(PLUGIN)
    facts = tmp_path / "last_bot-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: last-bot\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(
        "[tabuleiro.bots]\nlast = last_bot:make\nbroken = no_such_module:make\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", ASK, game, text],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    listed, said = done.stdout.splitlines()
    assert listed == "['last', 'broken']"
    assert said.startswith(answer)


@pytest.mark.parametrize("value", ["9" * 5000, 10**5000], ids=["text", "number"])
def test_a_number_of_thousands_of_digits_is_refused_in_a_sentence(value: object) -> None:
    declared = {each.name: each for each in SETTINGS}
    for name in ("depth", "seconds", "keep", "table_mb"):
        with pytest.raises(InvalidOption, match=f"the setting {name} cannot be") as refused:
            declared[name].read(value)
        assert len(str(refused.value)) < 1300
    with pytest.raises(InvalidOption, match="option max_plies cannot be"):
        tabuleiro.game("fanorona", max_plies=value)
    with pytest.raises(InvalidOption, match="cannot be a number of thousands of digits"):
        Limit(depth=10**5000)
