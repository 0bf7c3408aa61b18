"""Bots as data, and what they play."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro import IllegalMove, InvalidOption, UnknownOption
from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.analysis import Score
from tabuleiro.bots.limit import Clock, Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.presets import make_bot, presets, read_weights, weight_sets
from tabuleiro.bots.simple import RandomBot
from tabuleiro.kernel.halt import allowance

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")
LADDER = ["novice", "easy", "medium", "hard", "expert", "master"]


@pytest.fixture(scope="module")
def small() -> tabuleiro.Game:
    return tabuleiro.game("fanorona", width=5, height=5)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_ladder_and_its_classics(name: str) -> None:
    game = tabuleiro.game(name)
    known = presets(game)
    assert [each for each in known if each in LADDER] == LADDER
    assert sum(each.startswith("classic-") for each in known) >= 3
    assert {"material", "best"} <= set(weight_sets(game))
    for preset in known.values():
        assert preset.text["en"]
        assert preset.text["pt"]
        bot = make_bot(game, preset.name, seed=1)
        assert bot.name == preset.name or isinstance(bot, RandomBot)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["easy", "mcts,iterations=50,cap=60"])
def test_bots_play_legal_moves(name: str, bot: str) -> None:
    game = tabuleiro.game(name)
    player = make_bot(game, bot, seed=3)
    here = game.start()
    for _ in range(4):
        move = player.choose(here)
        assert move in here.legal_moves
        here = here.play(move)


def test_a_bot_can_be_changed_where_it_is_named(small: tabuleiro.Game) -> None:
    bot = make_bot(small, "hard,depth=2,weights=pieces=3+centre=1,reductions=no")
    assert isinstance(bot, AlphaBetaBot)
    assert bot.limit == Limit(depth=2)
    assert dict(zip(small.terms, bot.weights, strict=True)) == dict.fromkeys(small.terms, 0) | {
        "pieces": 3,
        "centre": 1,
    }
    assert bot.reductions is False
    tree = make_bot(small, "mcts,rollout=0.5,iterations=9")
    assert isinstance(tree, MctsBot)
    assert tree.settings.rollout == 0.5
    assert tree.limit == Limit(iterations=9)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deep", "fanorona has no bot 'deep'; accepted: random, greedy"),
        ("hard,deep=3", "the bot 'hard' has no setting 'deep'; accepted: depth, seconds"),
        ("hard,depth=0", "the setting depth cannot be '0'; accepted: 1 to 60"),
        ("hard,depth=x", "the setting depth cannot be 'x'"),
        ("hard,reductions=maybe", "the setting reductions cannot be 'maybe'"),
        ("hard,weights=stones=3", "fanorona has no term 'stones'; accepted: pieces"),
        ("hard,weights=heavy", "fanorona has no weights 'heavy'; accepted: material, best"),
        ("hard,weights=pieces=x", "the weight of 'pieces' cannot be 'x'; it must be a whole"),
    ],
)
def test_what_a_bot_does_not_know(small: tabuleiro.Game, text: str, message: str) -> None:
    with pytest.raises((UnknownOption, InvalidOption), match=message):
        make_bot(small, text)


def test_limits_must_be_above_zero() -> None:
    with pytest.raises(InvalidOption, match="the limit seconds cannot be 0; it must be above 0"):
        Limit(seconds=0)
    with pytest.raises(InvalidOption, match="the limit depth cannot be -1"):
        Limit(depth=-1)


def test_a_clock_is_shared_out() -> None:
    clock = Clock(60, 1)
    first = clock.limit().seconds
    assert first is not None
    assert 1 < first < 6
    assert clock.spend(first)
    assert clock.seconds == pytest.approx(61 - first)
    assert not clock.spend(100)


def test_a_clock_never_runs_out_by_thinking() -> None:
    """Whatever turns take of what they may, and however many there are."""
    clock = Clock(10.0)
    for turn in range(500):
        limit = clock.limit()
        assert limit.seconds is not None
        assert limit.most is not None
        assert limit.most >= limit.seconds
        if limit.seconds > 0.01:  # below that, nobody can save the game
            assert clock.spend(limit.most if turn % 2 else limit.seconds)


def test_time_goes_where_the_best_move_changes() -> None:
    calm, usual, most = allowance([7] * 5, 1, 3), allowance([7, 3, 3, 3, 3], 1, 3), 3
    assert calm < 1
    assert 1 < usual < most
    assert allowance([7], 1, 3) == allowance([7, 7, 3], 1, 3) == most
    falling = [allowance([1] + [2] * same, 1, 3) for same in range(1, 8)]
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] == calm


def test_both_searches_win_in_one(small: tabuleiro.Game) -> None:
    here = small.position("B..../...../..B../...../..W.. w")
    win = small.position("...../...../..B../...../..W.. w")
    for text in ("hard", "mcts,iterations=200"):
        found = make_bot(small, text, 1).analyse(win)  # type: ignore[attr-defined]
        assert found.move.text == "c1-c2a"
        assert found.score.win_in is not None
        assert found.score.win_in > 0
        assert found.score.win_probability == 1.0
        assert make_bot(small, text, 1).choose(here) in here.legal_moves


def test_nothing_to_search_when_the_game_is_over(small: tabuleiro.Game) -> None:
    over = small.position("...../...../..W../...../..... b")
    for text in ("hard", "mcts"):
        with pytest.raises(IllegalMove, match="the game is over"):
            make_bot(small, text).analyse(over)  # type: ignore[attr-defined]


def test_an_analysis_tells_the_best_lines_and_why(small: tabuleiro.Game) -> None:
    here = small.start()
    heard = []
    bot = AlphaBetaBot(small, read_weights(small, "best"), Limit(depth=4))
    found = bot.analyse(here, lines=3, listener=heard.append)
    assert [each.depth for each in heard] == [1, 2, 3, 4]
    assert len({line.moves[0] for line in found.lines}) == 3
    points = [line.score.points for line in found.lines]
    assert points == sorted(points, reverse=True)
    assert found.score.player == here.player
    assert set(found.terms) <= set(small.terms)
    assert "pieces" in found.terms
    facts = found.facts()
    assert facts["lines"][0]["move"] == found.move.text
    assert facts["nodes"] > 0


def test_errors_stay_within_their_bound(small: tabuleiro.Game) -> None:
    here = small.start()
    exact = AlphaBetaBot(small, read_weights(small, "material"), Limit(depth=2))
    lines = exact.analyse(here, lines=5).lines
    allowed = {line.moves[0] for line in lines if line.score.points >= lines[0].score.points - 150}
    chosen = {
        AlphaBetaBot(
            small, read_weights(small, "material"), Limit(depth=2), error=150, seed=seed
        ).choose(here)
        for seed in range(20)
    }
    assert chosen <= allowed
    assert len(chosen) > 1


def test_scores_know_their_side() -> None:
    score = Score(120, 0)
    assert score.seen_by(1) == Score(-120, 1)
    assert score.win_probability > 0.5 > score.seen_by(1).win_probability
    assert str(score) == "+1.20"
    assert str(Score(0, 0, -3)) == "loses in 3"
    assert Score.of_probability(0.5, 1, 250).points == 0


def test_equal_seeds_play_equal_games(small: tabuleiro.Game) -> None:
    games = []
    for _ in range(2):
        bots = [make_bot(small, "novice", 5), make_bot(small, "mcts,iterations=40", 6)]
        here = small.start()
        while here.outcome is None:
            here = here.play(bots[here.player].choose(here))
        games.append(here.history)
    assert games[0] == games[1]
