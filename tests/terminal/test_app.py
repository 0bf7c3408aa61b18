"""The application beside plain moves: choices, taking back, bots, hints, analysis, files, menu."""

from __future__ import annotations

import threading
from pathlib import Path
from string import Formatter

import pytest
from driving import Person, opened, run, start
from textual.widgets import Button, Input, OptionList, Select, Static, TabbedContent

import tabuleiro
from tabuleiro import Move, Position, Record
from tabuleiro.bots import RandomBot
from tabuleiro.kernel import compiling
from tabuleiro.terminal.app.board import Board
from tabuleiro.terminal.app.dialogs import Confirm, FileDialog, KeyList, Reader, TooSmall
from tabuleiro.terminal.app.menu import MenuScreen, OptionsDialog
from tabuleiro.terminal.app.panels import AnalysisView, Keys, Moves, Typed
from tabuleiro.terminal.app.play import PlayScreen
from tabuleiro.terminal.app.words import WORDS
from tabuleiro.terminal.console import Look
from tabuleiro.terminal.line import SAYS as LINE
from tabuleiro.terminal.replay import SAYS as REPLAY
from tabuleiro.turn import RESERVE

LONELY = "....B/...../...../...../W.... w"
BOTH_WAYS = "..B../...../..W../..B../..B.. w"
"""White on c3 takes upwards by approach, and downwards by withdrawal."""
CHAIN = "....B/.B.../..B../B..../..W.. w"


def fanorona(text: str = LONELY, **options: object) -> Position:
    size = {"width": 5, "height": 5}
    return tabuleiro.game("fanorona", seed=None, **size, **options).position(text)


def cell(here: Position, name: str) -> int:
    return [each.name for each in here.game.geometry.cells].index(name)


async def pick(person: Person, *names: str) -> None:
    for name in names:
        await person.pick_by_mouse(cell(person.here, name))


def screen_text(person: Person) -> str:
    """All that is on the screen, line by line."""
    lines = person.app.screen._compositor.render_strips()
    return "\n".join(strip.text for strip in lines)


class PatientBot:
    """Thinks until it is stopped, then plays the first legal move."""

    name = "patient"

    def __init__(self) -> None:
        self.began, self.stopped = threading.Event(), threading.Event()

    def choose(self, position: Position) -> Move:
        self.began.set()
        assert self.stopped.wait(30)
        return position.legal_moves[0]

    def stop(self) -> None:
        self.stopped.set()


# Making a turn


def test_one_of_two_ways_to_take_is_chosen_by_its_number() -> None:
    async def story() -> None:
        async with opened(fanorona(BOTH_WAYS)) as person:
            await pick(person, "c3", "c4")
            assert person.message == "Which one? 1 c3-c4a (takes c5) · 2 c3-c4w (takes c2, c1)"
            await person.press("2")
            assert person.here.history[-1].text == "c3-c4w"

    run(story)


def test_one_of_two_ways_to_take_is_chosen_by_its_victims() -> None:
    async def story() -> None:
        async with opened(fanorona(BOTH_WAYS)) as person:
            await pick(person, "c3", "c4", "c5")
            assert person.here.history[-1].text == "c3-c4a"

    run(story)


def test_a_chain_goes_on_until_it_is_finished() -> None:
    async def story() -> None:
        async with opened(fanorona(CHAIN)) as person:
            await pick(person, "c1", "c2")
            assert person.here.ply == 0
            assert person.message == "The turn goes on; e finishes it."
            assert "Finish turn" in str(person.app.screen.query_one(Keys).content)
            await person.press("e")
            assert [move.text for move in person.here.history] == ["c1-c2a"]

    run(story)


@pytest.mark.parametrize("way", ["enter", "click"])
def test_a_second_pick_of_the_moving_piece_takes_its_step_back(way: str) -> None:
    async def story() -> None:
        async with opened(fanorona(CHAIN)) as person:
            await pick(person, "c1", "c2")
            if way == "click":
                await pick(person, "c2")
            else:
                await person.press(way)
            assert person.here.ply == 0
            assert not person.screen.picking.turn.actions

    run(story)


def test_a_step_of_a_turn_is_taken_back() -> None:
    async def story() -> None:
        async with opened(fanorona(CHAIN)) as person:
            await pick(person, "c1", "c2", "b2")
            await person.press("e")
            assert person.here.history[-1].text == "c1-c2a,b2a"
            await person.press("u")
            assert person.here.ply == 0
            await pick(person, "c1", "c2")
            assert person.screen.picking.turn.actions
            await person.press("u")
            assert not person.screen.picking.turn.actions
            await pick(person, "c1")
            await person.press("escape")
            assert person.screen.picking.source is None
            await person.press("u")
            assert person.message == "There is nothing to take back."

    run(story)


def test_a_wrong_pick_is_explained_and_loses_nothing() -> None:
    async def story() -> None:
        async with opened(fanorona(CHAIN)) as person:
            await pick(person, "e5")
            assert person.message == "The piece on e5 is not yours; White to move."
            await pick(person, "c1", "e1")
            assert person.message == "A piece goes one step along a line."
            assert person.screen.picking.source == cell(person.here, "c1")
            await pick(person, "c2")
            assert person.screen.picking.turn.actions

    run(story)


def test_what_a_step_would_do_is_shown_before_it_is_made() -> None:
    async def story() -> None:
        async with opened(fanorona(CHAIN)) as person:
            await pick(person, "c1")
            assert person.board.marks.targets
            await person.pilot.hover(Board, offset=person.board.middle_of(cell(person.here, "c2")))
            await person.pilot.pause()
            assert person.board.marks.taken == {cell(person.here, "c3")}
            assert person.here.ply == 0

    run(story)


def test_a_piece_is_dragged() -> None:
    async def story() -> None:
        async with opened(fanorona()) as person:
            places = [person.board.middle_of(cell(person.here, name)) for name in ("a1", "b2")]
            await person.pilot.mouse_down(Board, offset=places[0])
            assert person.screen.picking.source == cell(person.here, "a1")
            await person.pilot.hover(Board, offset=places[1])
            await person.pilot.mouse_up(Board, offset=places[1])
            await person.pilot.pause()
            assert [move.text for move in person.here.history] == ["a1-b2"]

    run(story)


def test_the_reserve_can_be_used_when_there_is_one() -> None:
    async def story() -> None:
        async with opened(start("focus")) as person:
            await person.press("d")
            assert person.message == "Your reserve cannot be used now."
            for text in ("c2-c3", "b3-c3", "b2-c2"):
                person.screen.play_on(person.here.play(text))
            assert "1 in reserve" in screen_text(person)
            await person.press("d")
            assert person.screen.picking.source == RESERVE
            assert person.message == "Where do you drop it?"
            await pick(person, "c2")
            assert person.here.history[-1].text == "*c2"

    run(story)


def test_the_second_player_of_cifra_chooses_a_side_and_a_colour() -> None:
    async def story() -> None:
        async with opened(tabuleiro.game("cifra").start()) as person:
            assert "chooses a side and a colour" in person.message
            sides = {cell(person.here, name) for name in ("a3", "c1", "c5", "e3")}
            assert person.board.marks.targets == sides
            await pick(person, "c5")
            assert person.message == "Which one? 1 top-white · 2 top-blue"
            await person.press("2")
            assert person.here.history[-1].text == "top-blue"

    run(story)


# Typing


def test_a_move_is_typed_and_completed() -> None:
    async def story() -> None:
        async with opened(start("shobu")) as person:
            await person.press("slash", "h", "1", "minus", "h", "2", "comma", "a", "1", "tab")
            typed = person.app.screen.query_one(Typed)
            assert typed.value == "h1-h2,a1-a2"
            await person.press("enter")
            assert person.here.history[-1].text == "h1-h2,a1-a2"
            assert typed.value == ""
            assert person.board.has_focus

    run(story)


def test_what_is_typed_wrongly_is_explained() -> None:
    async def story() -> None:
        async with opened(fanorona()) as person:
            await person.press("slash", "a", "1")
            assert sorted(person.message.split()) == ["a1-a2", "a1-b1", "a1-b2"]
            await person.press("enter")
            assert person.message.startswith("move 'a1' fits 3 legal moves: ")
            await person.press("escape")
            assert person.board.has_focus
            assert person.app.screen.query_one(Typed).value == ""
            assert person.here.ply == 0

    run(story)


def test_keys_that_are_typed_are_not_commands() -> None:
    async def story() -> None:
        async with opened(fanorona()) as person:
            await person.press("slash", "q", "u", "f")
            assert person.app.screen.query_one(Typed).value == "quf"
            assert not person.board.flipped

    run(story)


# Bots


def test_a_bot_answers() -> None:
    async def story() -> None:
        async with opened(fanorona(), (None, RandomBot(1))) as person:
            await pick(person, "a1", "a2")
            await person.wait_for(lambda: person.here.ply == 2)
            assert person.message.startswith("Black plays e5-")
            assert person.message.endswith("White to move.")
            await person.press("u")
            assert person.here.ply == 0

    run(story)


def test_the_screen_does_not_freeze_while_a_bot_thinks() -> None:
    async def story() -> None:
        bot = PatientBot()
        async with opened(fanorona(), (None, bot)) as person:
            await pick(person, "a1", "a2")
            await person.wait_for(bot.began.is_set)
            assert person.message == "Black (patient) is thinking… Esc stops"
            await person.press("f", "left_square_bracket")
            assert person.board.flipped
            assert person.message == "Turn 0 of 1. ] goes on, Esc returns."
            await pick(person, "a1")  # back to the game
            assert person.board.position is person.here
            assert not bot.stopped.is_set()
            await person.press("escape")
            await person.wait_for(bot.stopped.is_set)
            assert person.message.startswith("Black has stopped thinking.")
            assert person.here.ply == 1
            await person.press("p")
            await person.wait_for(lambda: person.here.ply == 2)

    run(story)


def test_a_bot_that_moves_leaves_a_person_who_looks_back_in_peace() -> None:
    async def story() -> None:
        bot = PatientBot()
        async with opened(fanorona(), (None, bot)) as person:
            await pick(person, "a1", "a2")
            await person.press("left_square_bracket")
            bot.stopped.set()  # it has found its move
            await person.wait_for(lambda: person.here.ply == 2)
            await person.wait_for(lambda: person.message.startswith("Turn 0 of 2."))
            assert person.board.position == fanorona()
            await person.press("escape")
            assert person.board.position is person.here
            assert person.message.endswith("White to move.")

    run(story)


def test_taking_back_while_a_bot_thinks() -> None:
    async def story() -> None:
        bot = PatientBot()
        async with opened(fanorona(), (None, bot)) as person:
            await pick(person, "a1", "a2")
            await person.wait_for(bot.began.is_set)
            await person.press("u")
            assert person.here.ply == 0
            await person.wait_for(bot.stopped.is_set)
            await person.pilot.pause(0.1)
            assert person.here.ply == 0  # what it had thought of is not played

    run(story)


def test_the_viewer_sits_below() -> None:
    async def story() -> None:
        async with opened(fanorona(), (RandomBot(1), None)) as person:
            assert person.board.flipped
            await person.wait_for(lambda: person.here.ply == 1)
            assert "Black · You" in str(person.app.screen.query_one("#below", Static).content)

    run(story)


def test_bots_are_watched_paused_and_hurried() -> None:
    async def story() -> None:
        bots = (RandomBot(1), RandomBot(2))
        async with opened(tabuleiro.game("fanorona").start(), bots) as person:
            await person.press("p")
            paused = person.here.ply
            assert person.message.endswith("Paused. p goes on, u takes back.")
            await person.pilot.pause(1.2)
            assert person.here.ply == paused
            await person.press("plus", "plus", "plus")
            assert person.message == "as fast as possible"
            await person.press("p")
            await person.wait_for(lambda: person.here.outcome is not None)
            assert len(person.screen.line) == person.here.ply + 1

    run(story)


def test_a_bot_that_fails_says_so() -> None:
    class Broken:
        name = "broken"

        def choose(self, position: Position) -> Move:
            raise tabuleiro.JobFailed("the engine has left")

    async def story() -> None:
        async with opened(fanorona(), (None, Broken())) as person:
            await pick(person, "a1", "a2")
            await person.wait_for(lambda: person.message == "the engine has left")
            assert person.screen.paused
            await person.press("u")
            assert person.here.ply == 0

    run(story)


def test_compiling_is_said() -> None:
    async def story() -> None:
        async with opened(fanorona()) as person:
            threading.Thread(
                target=compiling.listener, args=("Compiling fanorona (alphabeta), first time only",)
            ).start()
            await person.wait_for(lambda: "Compiling" in person.message)
            assert person.message == "Compiling Fanorona, first time only…"

    before = compiling.listener
    run(story)
    assert compiling.listener is before


# Hints and analysis


def test_hints_come_in_grades() -> None:
    async def story() -> None:
        async with opened(fanorona("...../...../..B../...../..W.. w")) as person:
            await person.press("h")
            await person.wait_for(lambda: person.message == "Look at the piece on c1.")
            assert person.board.marks.hint == {cell(person.here, "c1")}
            await person.press("h")
            assert "c1" in person.message
            assert "up" in person.message
            await person.press("h")
            assert "c1-c2a" in person.message
            assert cell(person.here, "c2") in person.board.marks.hint
            await pick(person, "c1", "c2")
            assert person.board.marks.hint == frozenset()

    run(story)


def test_what_pieces_are_worth_is_shown_and_hidden() -> None:
    async def story() -> None:
        async with opened(fanorona("...../...../..B../...../..W.W w")) as person:
            await person.press("w")
            pieces = {piece.cell for piece in person.here.view.pieces}
            assert person.board.marks.known.keys() == pieces
            assert {plate.sign[0] for plate in person.board.marks.known.values()} <= set("+-")
            assert person.message.startswith("What each piece is worth")
            await person.press("w")
            assert not person.board.marks.known

    run(story)


def test_analysis_shows_lines_and_why() -> None:
    async def story() -> None:
        async with opened(fanorona("...../...../..B../...../..W.. w")) as person:
            await person.press("a")
            assert person.app.screen.query_one(TabbedContent).active == "analysis-tab"
            await person.wait_for(lambda: "Why c1-c2a" in screen_text(person))
            shown = screen_text(person)
            assert "White: " in shown
            assert "Proven: wins in 1." in shown
            start = person.board.position
            await person.press("v")
            await person.wait_for(lambda: person.board.position is not start)
            assert person.here is start
            assert person.message.startswith("c1-c2a")
            await person.press("f", "f")
            assert person.board.position is start
            await person.press("a")
            assert person.app.screen.query_one(TabbedContent).active == "moves-tab"
            await person.wait_for(lambda: not person.screen.advice.is_busy)

    run(story)


def test_on_a_solved_board_the_analysis_marks_what_every_piece_can_do() -> None:
    async def story() -> None:
        async with opened(tabuleiro.game("fanorona", width=3, height=3).start()) as person:
            assert not person.board.marks.known
            await person.press("a")
            known = {index: mark.sign for index, mark in person.board.marks.known.items()}
            names = {"a1": "-10", "b1": "-8", "c1": "+11", "c2": "+11"}
            assert known == {cell(person.here, name): sign for name, sign in names.items()}
            assert "-10" in screen_text(person)
            await pick(person, "c1")
            assert {mark.sign for mark in person.board.marks.known.values()} == {"+11"}
            await person.press("a")
            assert not person.board.marks.known
            await person.wait_for(lambda: not person.screen.advice.is_busy)

    run(story)


def test_analysis_follows_the_game() -> None:
    async def story() -> None:
        async with opened(fanorona(BOTH_WAYS)) as person:

            def analysed() -> Position | None:
                return None if person.screen._best is None else person.screen._best[0]

            await person.press("a")
            await person.wait_for(lambda: analysed() is person.screen.position)
            await pick(person, "c3", "c4")
            await person.press("1")
            assert person.screen.position.player == 1
            await person.wait_for(lambda: analysed() is person.screen.position)
            await person.press("escape")
            assert not person.screen.analysing

    run(story)


def test_there_is_nothing_to_analyse_at_the_end() -> None:
    async def story() -> None:
        async with opened(fanorona("...../...../..B../...../..W.. w")) as person:
            await pick(person, "c1", "c2")
            await person.press("a")
            view = person.app.screen.query_one(AnalysisView)
            assert str(view.content) == "The game is over."

    run(story)


# Looking back, files, leaving


def test_earlier_turns_are_looked_at() -> None:
    async def story() -> None:
        async with opened(fanorona()) as person:
            for names in (("a1", "a2"), ("e5", "e4"), ("a2", "a3")):
                await pick(person, *names)
            await person.press("left_square_bracket", "left_square_bracket")
            assert person.board.position == person.here.parent.parent  # type: ignore[union-attr]
            assert person.message == "Turn 1 of 3. ] goes on, Esc returns."
            assert person.app.screen.query_one(Moves).highlighted == 1
            await person.press("home")
            assert person.board.position == fanorona()
            await person.press("end")
            assert person.board.position is person.here
            moves = person.app.screen.query_one(Moves)
            moves.focus()
            await person.press("up", "up", "enter")
            assert person.message == "Turn 1 of 3. ] goes on, Esc returns."
            await person.press("escape")
            assert person.board.position is person.here

    run(story)


def test_a_game_is_saved_and_opened(tmp_path: Path) -> None:
    async def story() -> None:
        file = tmp_path / "game.txt"
        async with opened(fanorona()) as person:
            await pick(person, "a1", "a2")
            await person.press("s")
            dialog = person.app.screen
            assert isinstance(dialog, FileDialog)
            dialog.query_one(Input).value = str(tmp_path / "none" / "game.txt")
            await person.press("enter")
            assert "cannot be written" in str(dialog.query_one(".says", Static).content)
            dialog.query_one(Input).value = str(file)
            await person.press("enter")
            assert person.message == f"The game is in {file}"
            assert Record.load(file).moves == person.here.history
            await person.press("s")
            person.app.screen.query_one(Input).value = str(file)
            await person.press("enter")
            assert isinstance(person.app.screen, FileDialog)  # asks before it replaces the file
            await person.press("enter")
            assert isinstance(person.app.screen, PlayScreen)
            await person.press("u")
            await person.press("o")
            person.app.screen.query_one(Input).value = str(tmp_path)
            await person.press("enter")
            says = str(person.app.screen.query_one(".says", Static).content)
            assert "cannot be read" in says
            person.app.screen.query_one(Input).value = str(file)
            await person.press("enter")
            await person.pilot.pause()
            assert [move.text for move in person.here.history] == ["a1-a2"]
            assert person.app.session is person.screen.session

    run(story)


def test_leaving_a_game_that_is_not_saved_is_asked_for() -> None:
    async def story() -> None:
        async with opened(fanorona()) as person:
            await pick(person, "a1", "a2")
            await person.press("q")
            assert isinstance(person.app.screen, Confirm)
            await person.press("n")
            assert person.here.ply == 1
            await person.press("q", "y")
            await person.pilot.pause()
            assert isinstance(person.app.screen, MenuScreen)

    run(story)


def test_rules_and_keys_are_shown() -> None:
    async def story() -> None:
        async with opened(fanorona()) as person:
            await person.press("r")
            assert isinstance(person.app.screen, Reader)
            await person.pilot.pause(0.2)
            assert "Fanorona" in screen_text(person)
            await person.press("escape", "question_mark")
            assert isinstance(person.app.screen, KeyList)
            shown = screen_text(person)
            for words in ("take back a step or a turn", "turn the board around", "Esc closes"):
                assert words in shown
            await person.press("escape")
            assert isinstance(person.app.screen, PlayScreen)

    run(story)


def test_the_theme_is_changed() -> None:
    async def story() -> None:
        async with opened(fanorona()) as person:
            assert person.board.look is Look.colour
            await person.press("t")
            assert person.board.look is Look.plain
            assert " W" in screen_text(person)

    run(story)


def test_no_colour_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def story() -> None:
        async with opened(fanorona()) as person:
            assert person.board.look is Look.plain

    run(story)


def test_portuguese() -> None:
    async def story() -> None:
        async with opened(fanorona(), language="pt") as person:
            shown = screen_text(person)
            for words in ("Brancas a jogar.", "Desfazer", "Dica", "Jogadas", "Análise", "Pessoa"):
                assert words in shown
            for words in ("Undo", "to move", "Moves"):
                assert words not in shown

    run(story)


def test_both_languages_say_the_same_things() -> None:
    def gaps(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    for key, text in {**WORDS, **LINE, **REPLAY}.items():
        assert gaps(text.en) == gaps(text.pt), key
        assert text.en, key


# Menu and window


def test_one_key_starts_a_game_against_the_usual_opponent() -> None:
    async def story() -> None:
        async with opened() as person:
            assert isinstance(person.app.screen, MenuScreen)
            await person.press("down", "down", "enter")
            await person.pilot.pause()
            assert person.here.game.name == "fanorona"
            assert person.screen.session.names == ("human", "medium")

    run(story)


def test_seats_and_options_are_chosen() -> None:
    async def story() -> None:
        async with opened() as person:
            menu = person.app.screen
            menu.query_one("#games", OptionList).highlighted = 2
            await person.pilot.pause()
            menu.query_one("#first", Select).value = "random"
            menu.query_one("#second", Select).value = "human"
            await person.press("o")
            dialog = person.app.screen
            assert isinstance(dialog, OptionsDialog)
            dialog.query_one("#option-width", Select).value = "5"
            dialog.query_one("#option-height", Select).value = "3"
            dialog.query_one("#option-max_plies", Input).value = "none"
            await person.pilot.click("#ok")
            says = str(dialog.query_one(".says", Static).content)
            assert says == "option max_plies cannot be 'none'; accepted: 1 to 1000000"
            dialog.query_one("#option-max_plies", Input).value = "70"
            await person.pilot.pause()
            dialog.query_one("#ok", Button).press()
            for _ in range(100):
                if person.app.screen is not dialog:
                    break
                await person.pilot.pause(0.05)
            assert isinstance(person.app.screen, MenuScreen)
            assert "width=5, height=3, max_plies=70" in screen_text(person)
            await person.press("p")
            await person.pilot.pause()
            game = person.here.game
            assert (game.options["width"], game.options["height"], game.max_plies) == (5, 3, 70)
            assert person.screen.session.names == ("random", "human")

    run(story)


def test_the_language_and_the_theme_of_the_menu() -> None:
    async def story() -> None:
        async with opened() as person:
            await person.press("l")
            await person.pilot.pause()
            assert "Escolhe um jogo" in screen_text(person)
            await person.press("t")
            assert person.board.look is Look.plain
            await person.press("enter")
            await person.pilot.pause()
            assert "Desfazer" in screen_text(person)

    run(story)


def test_a_window_that_is_too_small_says_so_kindly() -> None:
    async def story() -> None:
        async with opened(start("shobu"), size=(60, 20)) as person:
            assert isinstance(person.app.screen, TooSmall)
            shown = screen_text(person)
            assert "The window is a little small" in shown
            assert "80 columns and 24 lines" in shown
            await person.pilot.resize_terminal(80, 24)
            await person.pilot.pause()
            assert isinstance(person.app.screen, PlayScreen)
            assert person.board.fits

    run(story)
