"""Boards as text: every start as a person sees it, and what is written below it."""

from __future__ import annotations

import random

import pytest

import tabuleiro
from tabuleiro import Position
from tabuleiro.terminal.picture import MARKS, headline, picture

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")


def lines(here: Position, language: str = "en") -> list[str]:
    """The picture without the spaces at the ends of its lines."""
    text = picture(here, language).plain  # type: ignore[arg-type]
    return [line.rstrip() for line in text.splitlines()]


STARTS = {
    "aboyne": """
 i          B   ·   ·   ·   R
 h        B   ·   ·   ·   ·   R
 g      B   ·   ·   ·   ·   ·   R
 f    B   ·   ·   ·   ·   ·   ·   R
 e  ◌   B   ·   ·   ·   ·   ·   R   ◌
 d    B   ·   ·   ·   ·   ·   ·   R   9
 c      B   ·   ·   ·   ·   ·   R   8
 b        B   ·   ·   ·   ·   R   7
 a          B   ·   ·   ·   R   6
              1   2   3   4   5
""",
    "cifra": """
 5  ◇  ◆  ◇  ◆  ◇
 4  ◇  ◆  ◆  ◇  ◆
 3  ◆  ◇  ·  ◆  ◇
 2  ◇  ◇  ◆  ◆  ◇
 1  ◆  ◇  ◆  ◇  ◆
    a  b  c  d  e
""",
    "fanorona": """
 5  B  B  B  B  B  B  B  B  B
 4  B  B  B  B  B  B  B  B  B
 3  B  W  B  W  •  B  W  B  W
 2  W  W  W  W  W  W  W  W  W
 1  W  W  W  W  W  W  W  W  W
    a  b  c  d  e  f  g  h  i
""",
    "focus": """
 8        ·  ·  ·  ·
 7     B  B  A  A  B  B
 6  ·  A  A  B  B  A  A  ·
 5  ·  B  B  A  A  B  B  ·
 4  ·  A  A  B  B  A  A  ·
 3  ·  B  B  A  A  B  B  ·
 2     A  A  B  B  A  A
 1        ·  ·  ·  ·
    a  b  c  d  e  f  g  h
""",
    "shobu": """
 8  W  W  W  W    W  W  W  W
 7  ·  ·  ·  ·    ·  ·  ·  ·
 6  ·  ·  ·  ·    ·  ·  ·  ·
 5  B  B  B  B    B  B  B  B

 4  W  W  W  W    W  W  W  W
 3  ·  ·  ·  ·    ·  ·  ·  ·
 2  ·  ·  ·  ·    ·  ·  ·  ·
 1  B  B  B  B    B  B  B  B
    a  b  c  d    e  f  g  h
""",
}
BELOW = {
    "aboyne": (["Blue to move."], ["Azuis a jogar."]),
    "cifra": (
        ["The second player chooses a side and a colour.", "Second player to move."],
        ["O segundo jogador escolhe um lado e uma cor.", "Segundo jogador a jogar."],
    ),
    "fanorona": (["White to move."], ["Brancas a jogar."]),
    "focus": (["Orange to move."], ["Laranjas a jogar."]),
    "shobu": (["Black to move."], ["Pretas a jogar."]),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_start_of_every_game(name: str) -> None:
    here = tabuleiro.game(name).start()
    board = STARTS[name].strip("\n").split("\n")
    english, portuguese = BELOW[name]
    assert lines(here) == board + english
    assert lines(here, "pt") == board + portuguese


def test_marks_are_explained_in_both_languages() -> None:
    fanorona = tabuleiro.game("fanorona", width=5, height=5)
    moving = fanorona.position("....B/.B.../...../B.W../..... w chain:c2:c1:n")
    assert " 2  B  •  W! •  ·" in lines(moving)
    assert "! moving" in lines(moving)
    assert "! a mover-se" in lines(moving, "pt")
    blocked = tabuleiro.game("aboyne", side=3).position(".../..../.BR../...B/... b")
    assert "x blocked" in lines(blocked)
    assert "x bloqueada" in lines(blocked, "pt")
    assert sum(line.count("Bx") + line.count("Rx") for line in lines(blocked)) == 2
    assert not any(mark in "".join(lines(fanorona.start())) for mark in MARKS.values())


def test_goals_kings_and_numbers_of_cifra() -> None:
    tiles = "WBWBW/WBBWB/BW.BW/WWBBW/BWBWB"
    dash = tabuleiro.game("cifra", choose=False)
    here = dash.position(f"..ww./b..../...../...../.b..w {tiles} top w")
    assert lines(here)[4] == " 1  ◆  B  ◆  ◇  W*"
    assert "* at its goal" in lines(here)
    assert "* na meta" in lines(here, "pt")
    king = tabuleiro.game("cifra", choose=False, mode="king").start()
    assert lines(king)[0] == " 5  W1  W3  W5+ W4  W2"
    assert "+ king" in lines(king)
    assert "+ rei" in lines(king, "pt")


def test_stacks_reserves_and_losses() -> None:
    game = tabuleiro.game("focus", size=6)
    rows = "#,.,.,.,.,#/.,.,.,.,.,./.,.,ABB,.,.,./.,.,.,.,BA,./.,.,.,.,.,./#,.,.,.,.,#"
    here = game.position(f"{rows} A 2 1")
    assert lines(here) == [
        " 6       ·    ·    ·    ·",
        " 5  ·    ·    ·    ·    ·    ·",
        " 4  ·    ·    ABB  ·    ·    ·",
        " 3  ·    ·    ·    ·    BA   ·",
        " 2  ·    ·    ·    ·    ·    ·",
        " 1       ·    ·    ·    ·",
        "    a    b    c    d    e    f",
        "stacks from bottom to top",
        "In reserve: Orange 2, Blue 1",
        "Lost: Orange 4, Blue 4",
        "Orange to move.",
    ]
    assert lines(here, "pt")[-4:] == [
        "pilhas de baixo para cima",
        "Em reserva: Laranjas 2, Azuis 1",
        "Perdidas: Laranjas 4, Azuis 4",
        "Laranjas a jogar.",
    ]


def fanorona(text: str, **options: object) -> Position:
    rows = text.split()[0].split("/")
    return tabuleiro.game("fanorona", width=len(rows[0]), height=len(rows), **options).position(
        text
    )


def test_how_a_game_ended() -> None:
    won = fanorona("...../...../..B../...../..W.. w").play("c1-c2a")
    lonely = "....B/...../...../...../W.... w"
    short = fanorona(lonely, max_plies=1).play("a1-a2")
    quiet = fanorona(lonely, no_capture_limit=1).play("a1-a2")
    again = fanorona(lonely)
    for text in ("a1-a2", "e5-e4", "a2-a1", "e4-e5") * 2:
        again = again.play(text)
    stuck = fanorona("BW./WW./... b")
    ends = {
        won: ("White wins: Black has lost all pieces.", "Vitória: Brancas (Pretas sem peças)."),
        stuck: ("White wins: no legal move.", "Vitória: Brancas (sem jogadas legais)."),
        again: ("A draw: the same position three times.", "Empate (a mesma posição três vezes)."),
        quiet: ("A draw: no progress for too long.", "Empate (demasiado tempo sem progresso)."),
        short: ("A draw: too many turns.", "Empate (demasiadas jogadas)."),
    }
    assert len(ends) == 5
    for here, (english, portuguese) in ends.items():
        assert headline(here).plain == english
        assert headline(here, "pt").plain == portuguese
        assert lines(here)[-1] == english


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_is_in_the_picture(name: str) -> None:
    chance = random.Random(2)
    here = tabuleiro.game(name).start()
    for _ in range(30):
        if here.outcome is not None:
            break
        here = here.step(chance.choice(here.steps))
        height = len({cell.y for cell in here.game.geometry.cells})
        board = [line for line in lines(here) if line][:height]
        for player, side in enumerate(here.players):
            owned = sum(piece.owners.count(player) for piece in here.view.pieces)
            assert sum(line.count(side.letter.upper()) for line in board) == owned


@pytest.mark.parametrize(
    ("name", "options"),
    [("focus", {"size": 12}), ("fanorona", {"width": 10, "height": 10}), ("aboyne", {"side": 6})],
)
def test_the_largest_boards_fit_80_columns(name: str, options: dict[str, object]) -> None:
    here = tabuleiro.game(name, seed=None, **options).start()
    assert max(map(len, lines(here))) <= 80
    if name == "focus":
        tall = here.text.replace(",.,", ",ABABA,", 1)
        tall = tall.replace("B,B", ".,.", 3).replace("A,A", ".,.", 3)
        assert max(map(len, lines(here.game.position(tall)))) <= 80


def test_colours_are_there_for_those_who_see_them() -> None:
    text = picture(tabuleiro.game("aboyne").start())
    letters = {text.plain[span.start : span.end].strip(): str(span.style) for span in text.spans}
    assert letters["B"] != letters["R"]


def test_what_was_just_captured_is_said_and_not_drawn() -> None:
    start = tabuleiro.game("fanorona", width=5, height=5).start()
    here = start.play("d2-c3a")
    assert lines(here)[:2] == [" 5  •  B  B  B  B", " 4  B  •  B  B  B"]
    assert "Just captured: Black b4, a5" in lines(here)
    assert "Capturadas agora: Pretas b4, a5" in lines(here, "pt")
    assert not any("captured" in line for line in lines(here.game.position(here.text)))
