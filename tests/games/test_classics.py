"""The classics: published figures, and their rules as examples."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro import IllegalMove, InvalidOption, InvalidPosition, Position

PERFT = {
    # Positions after so many turns, as published for each game.
    "breakthrough": (22, 484, 11132, 256036),
    "connect4": (7, 49, 343, 2401, 16807, 117649, 823536),
    "draughts": (7, 49, 302, 1469, 7361, 36768, 179740, 845931),
    "hex": (121, 121 * 120, 121 * 120 * 119),
    "morris": (24, 552, 12144, 255024, 5140800),
    "othello": (4, 12, 56, 244, 1396, 8200, 55092, 390216),
}


@pytest.mark.parametrize("name", PERFT)
def test_as_many_turns_as_published(name: str) -> None:
    game = tabuleiro.game(name)
    found = tuple(
        game.engine.perft(game.start().state(), depth) for depth in range(1, len(PERFT[name]) + 1)
    )
    assert found == PERFT[name]


def board(name: str, diagram: str, mover: str, **options: object) -> Position:
    rows = [line.replace(" ", "") for line in diagram.strip().splitlines()]
    return tabuleiro.game(name, **options).position("/".join(rows) + " " + mover)


def shown(here: Position) -> str:
    return here.text.split()[0].replace("/", "\n")


def same(here: Position, diagram: str) -> bool:
    return shown(here) == "\n".join(line.replace(" ", "") for line in diagram.strip().splitlines())


def moves(here: Position) -> set[str]:
    return {move.text for move in here.legal_moves}


# --- Connect Four ---------------------------------------------------------------------------------


def test_connect_four_stones_fall_and_four_in_a_row_win() -> None:
    here = board(
        "connect4",
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . r b . . .
        . r b b . . .
        r b r b . . .
        """,
        "r",
    )
    after = here.play("d4")
    assert after.outcome is not None
    assert after.outcome.winner == 0
    assert after.text.startswith("......./......./...r.../..rb.../")
    assert here.play("e1").outcome is None


def test_connect_four_a_full_column_and_a_full_board() -> None:
    game = tabuleiro.game("connect4", width=4, height=4)
    full = game.position("rbr./rbr./brb./brb. r")
    assert moves(full) == {"d1"}
    last = game.position("rbr./rbrb/brbr/brbr b")
    assert last.play("d4").outcome is not None
    assert last.play("d4").outcome.winner is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("......./......./......./......./r....../....... r", "hang"),
        ("......./......./......./......./......./....x.. r", "'x' on e1"),
        ("....... r", "6 rows of 7"),
        ("......./......./......./......./......./.......", "2 fields"),
    ],
)
def test_connect_four_bad_positions(text: str, problem: str) -> None:
    with pytest.raises(InvalidPosition, match=problem):
        tabuleiro.game("connect4").position(text)


def test_connect_four_boards_that_have_no_room() -> None:
    with pytest.raises(InvalidOption, match="4 to 6"):
        tabuleiro.game("connect4", width=9, height=7)


# --- Breakthrough ---------------------------------------------------------------------------------


def test_breakthrough_takes_on_the_slant_only() -> None:
    here = board(
        "breakthrough",
        """
        b . . .
        . . b b
        . . w .
        w . . .
        """,
        "w",
        size=4,
    )
    assert moves(here) == {"c2-b3", "c2-d3", "a1-a2", "a1-b2"}
    assert same(here.play("c2-d3"), "b . . .\n . . b w\n . . . .\n w . . .")
    with pytest.raises(IllegalMove):
        here.play("c2-c3")


def test_breakthrough_the_far_row_or_the_last_pawn_wins() -> None:
    race = board("breakthrough", ". . . .\n w . . .\n . . . b\n . . . .", "w", size=4)
    assert race.play("a3-a4").outcome.winner == 0  # type: ignore[union-attr]
    assert race.play("a3-b4").outcome.winner == 0  # type: ignore[union-attr]
    taking = board("breakthrough", ". . . .\n . b . .\n w . . .\n . . . .", "w", size=4)
    assert taking.play("a2-b3").outcome.winner == 0  # type: ignore[union-attr]


# --- Othello --------------------------------------------------------------------------------------


def test_othello_turns_discs_in_all_directions() -> None:
    here = board("othello", ". b . .\n . . w .\n b w w .\n . . . .", "b", size=4)
    assert same(here.play("d2"), ". b . .\n . . b .\n b b b b\n . . . .")


def test_othello_who_cannot_place_passes_and_then_it_may_end() -> None:
    here = board("othello", "b b b b\n b b b b\n b b b .\n b b b b", "w", size=4)
    assert here.outcome is not None  # nobody can turn anything
    assert here.outcome.winner == 0
    passing = board("othello", "b b b b\n b b b b\n b b b b\n b b w .", "w", size=4)
    assert moves(passing) == {"pass"}
    after = passing.play("pass").play("d1")
    assert after.outcome.winner == 0  # type: ignore[union-attr]
    assert shown(after) == "bbbb\nbbbb\nbbbb\nbbbb"


def test_othello_equal_numbers_are_a_draw_and_the_count_is_told() -> None:
    here = board("othello", "b b b b\n b b b b\n w w w w\n w w w w", "b", size=4)
    assert here.outcome is not None
    assert here.outcome.winner is None
    assert here.view.note["en"] == "Black 8, White 8"  # type: ignore[index]


def test_othello_needs_to_turn_something() -> None:
    with pytest.raises(IllegalMove):
        tabuleiro.game("othello").start().play("a1")


# --- Hex ------------------------------------------------------------------------------------------


def test_hex_each_side_joins_its_own_edges() -> None:
    here = board("hex", "r . .\n r b b\n . . .", "r", size=3)
    assert here.play("a3").outcome.winner == 0  # type: ignore[union-attr]
    blue = board("hex", ". . r\n . b b\n . . r", "b", size=3)
    assert blue.play("a2").outcome.winner == 1  # type: ignore[union-attr]
    assert blue.play("a3").outcome.winner == 1  # type: ignore[union-attr]
    assert blue.play("a1").outcome is None  # a1 and b2 do not touch


def test_hex_a_chain_that_is_joined_late_counts_from_its_edge() -> None:
    here = board("hex", ". . . .\n . r . .\n . r . .\n r . . .", "r", size=4)
    assert here.play("b1").outcome.winner == 0  # type: ignore[union-attr]
    assert here.play("c1").outcome.winner == 0  # type: ignore[union-attr]
    assert here.play("a1").outcome is None


def test_hex_never_ends_in_a_draw() -> None:
    tally = tabuleiro.game("hex", size=5)
    found = tally.engine.playouts(tally.start().state(), 300, 100, 0, 1)
    assert found.draws == 0
    assert found.first > found.second > 0


def test_hex_the_first_player_wins_small_boards() -> None:
    from tabuleiro.bots.presets import make_analyst

    game = tabuleiro.game("hex", size=3)
    best = make_analyst(game, "hard,depth=9").analyse(game.start())
    assert best.lines[0].score.win_in is not None


# --- Nine Men's Morris ----------------------------------------------------------------------------


def test_morris_a_mill_takes_a_stone_that_is_in_none() -> None:
    game = tabuleiro.game("morris")
    here = game.start()
    for text in ("a7", "a1", "d7", "d1", "g7,xa1"):
        here = here.play(text)
    assert here.view.captured == (0, 1)
    assert here.view.reserve == (6, 7)
    # Black closes a mill; White's only other stones are in one, so any may be taken.
    for text in ("g1", "b6", "a1,xb6"):
        here = here.play(text)
    assert here.view.captured == (1, 1)


def test_morris_stones_in_mills_are_safe_while_there_are_others() -> None:
    here = tabuleiro.game("morris").position("ww.b.................bbb w 1 0")
    assert {text for text in moves(here) if text.startswith("g7")} == {"g7,xb6"}


def test_morris_moves_along_lines_and_three_may_fly() -> None:
    here = tabuleiro.game("morris").position("www...............b.bbb. w 0 0")
    assert "a7-c3" in moves(here)
    walking = tabuleiro.game("morris", flying=False).position(here.text)
    assert moves(walking) == {"a7-a4", "d7-d6", "g7-g4"}


def test_morris_two_stones_or_no_move_lose() -> None:
    game = tabuleiro.game("morris")
    assert game.position("ww...................bbb w 0 0").outcome.winner == 1  # type: ignore[union-attr]
    stuck = game.position("wbw......b....b......wbw w 0 0")
    assert stuck.outcome is not None
    assert stuck.outcome.winner == 1


# --- Draughts -------------------------------------------------------------------------------------


def test_draughts_captures_are_forced_and_go_on() -> None:
    here = tabuleiro.game("draughts").position(
        "......../....b.../...w..../......../.w....../......../......../....w... b"
    )
    assert moves(here) == {"7x14,x21"}
    after = here.play("7x14,x21")
    assert after.view.captured[1] == 11
    assert after.player == 1


def test_draughts_a_man_that_is_crowned_stops() -> None:
    here = tabuleiro.game("draughts").position(
        "......../......../......../......../......../b......./.w.w..../........ b"
    )
    assert moves(here) == {"21x30"}
    after = here.play("21x30")
    assert after.player == 1  # it could jump on as a king, but its turn has ended
    assert "B" in after.text


def test_draughts_kings_go_back_and_men_do_not() -> None:
    game = tabuleiro.game("draughts")
    man = game.position("......../......../......../..b...../......../......../......../w....... b")
    king = game.position(
        "......../......../......../..B...../......../......../......../w....... b"
    )
    assert len(moves(man)) == 2
    assert len(moves(king)) == 4


def test_draughts_no_move_loses() -> None:
    here = tabuleiro.game("draughts").position(
        "......../......../......../......../......../b......./.w....../..w..... b"
    )
    assert here.outcome is not None
    assert here.outcome.winner == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "b......./......../......../......../......../......../......../........ b",
            "light square",
        ),
        (
            ".w....../......../......../......../......../......../......../........ b",
            "would be a king",
        ),
        (
            ".b....../......../......../......../......../......../......../........ b jumping:1",
            "jump on",
        ),
    ],
)
def test_draughts_bad_positions(text: str, problem: str) -> None:
    with pytest.raises(InvalidPosition, match=problem):
        tabuleiro.game("draughts").position(text)


# --- All of them ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PERFT)
@pytest.mark.parametrize("language", ["en", "pt"])
def test_rules_are_written_in_both_languages(name: str, language: str) -> None:
    game = tabuleiro.game(name)
    text = game.rules_text(language)  # type: ignore[arg-type]
    assert text.startswith(f"# {game.title[language]}\n")  # type: ignore[index]
    headings = {
        "en": ["A turn", "The end", "Notation", "Options"],
        "pt": ["Uma jogada", "O fim", "Notação", "Opções"],
    }[language]
    found = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
    assert [heading for heading in found if heading in headings] == headings
    for option in game.option_list:
        assert f"`{option.name}`" in text


@pytest.mark.parametrize("name", PERFT)
def test_the_evaluation_beats_none(name: str) -> None:
    """Six pairs of quick games: enough to see an evaluation with a wrong sign."""
    options = {"hex": {"size": 5}, "breakthrough": {"size": 6}}.get(name, {})
    game = tabuleiro.game(name, **options)
    from tabuleiro.bots.presets import make_bot

    points = 0.0
    for seed in range(6):
        for mine in range(2):
            bots = [make_bot(game, text, seed) for text in ("hard,depth=2", "random")]
            here = game.start()
            while here.outcome is None and here.ply < 150:
                bot = bots[0 if here.player == mine else 1]
                here = here.play(bot.choose(here))
            winner = None if here.outcome is None else here.outcome.winner
            points += 0.5 if winner is None else float(winner == mine)
    assert points >= 10
