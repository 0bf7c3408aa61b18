"""The HTTP part that teaches: lessons, puzzles, and boards that belong to no match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from tabuleiro.bots.hints import hint_at
from tabuleiro.errors import IllegalMove
from tabuleiro.game import Game, make_game
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.teaching.lessons import Lesson, lessons_of
from tabuleiro.teaching.puzzles import Puzzle, puzzle_of_the_day, puzzles_of
from tabuleiro.turn import Turn
from tabuleiro.web.asking import ANSWERS, Body, Name, Options, PositionText
from tabuleiro.web.catalogue import known_game
from tabuleiro.web.connection import address_of
from tabuleiro.web.match import chosen_game
from tabuleiro.web.shapes import (
    Json,
    effects_of,
    outcome_of,
    players_of,
    position_of,
    text_of,
    view_of,
)
from tabuleiro.web.site import Here, Missing, Site

MOST_STEPS = 64

Which = Annotated[str, Path(max_length=40, description="The name of a lesson or a puzzle.")]
Action = Annotated[int, Field(ge=0, le=1 << 30)]
Actions = Annotated[list[Action], Field(max_length=MOST_STEPS)]
Grade = Annotated[int, Query(ge=1, le=3)]


class Made(Body):
    """The steps of a turn."""

    actions: Actions


class There(Body):
    """A position, and some steps of a turn there."""

    options: Options = Field(default_factory=dict)
    position: PositionText
    actions: Actions = Field(default_factory=list)


class Tried(There):
    """What somebody pointed at."""

    cells: Annotated[list[Annotated[int, Field(ge=-1, le=1000)]], Field(max_length=4)]


router = APIRouter(prefix="/api/games/{name}", responses=ANSWERS)


async def _answer(site: Site, request: Request, make: Callable[[], Json]) -> Response:
    return JSONResponse(await site.work.do(address_of(request), make))


@router.get("/lessons")
async def lessons(site: Here, request: Request, name: Name) -> Response:
    """The lessons of a game, in their order."""
    return await _answer(site, request, lambda: _lesson_list(known_game(name)))


@router.get("/lessons/{which}")
async def lesson(site: Here, request: Request, name: Name, which: Which) -> Response:
    """A lesson with its board."""
    return await _answer(site, request, lambda: _lesson_facts(_lesson(known_game(name), which)))


@router.post("/lessons/{which}")
async def try_lesson(
    site: Here, request: Request, name: Name, which: Which, made: Made
) -> Response:
    """Whether a turn does what the lesson asks."""

    def judge() -> Json:
        found = _lesson(known_game(name), which)
        after = _whole(found.start(), made.actions)
        done = found.is_done(after)
        words = found.done if done else found.hint
        return {"done": done, "text": text_of(words), "position": position_of(Turn(after))}

    return await _answer(site, request, judge)


@router.get("/puzzles")
async def puzzles(site: Here, request: Request, name: Name, day: date | None = None) -> Response:
    """The puzzles of a game, and the one of a day (today in UTC unless it is given)."""
    return await _answer(site, request, lambda: _puzzle_list(known_game(name), day))


@router.get("/puzzles/{which}")
async def puzzle(site: Here, request: Request, name: Name, which: Which) -> Response:
    """A puzzle with its board, without its answer."""
    return await _answer(site, request, lambda: _puzzle_facts(_puzzle(known_game(name), which)))


@router.post("/puzzles/{which}")
async def try_puzzle(
    site: Here, request: Request, name: Name, which: Which, made: Made
) -> Response:
    """Whether a turn is the right one; if so, how play may go on."""

    def judge() -> Json:
        found = _puzzle(known_game(name), which)
        after = _whole(found.start(), made.actions)
        right = found.is_right(after)
        rest = _played_out(after, found.line[1:]) if right else []
        return {"right": right, "position": position_of(Turn(after)), "line": rest}

    return await _answer(site, request, judge)


@router.get("/puzzles/{which}/hint")
async def hint(
    site: Here, request: Request, name: Name, which: Which, grade: Grade = 1
) -> Response:
    """A hint at the answer; the third grade is the answer itself, played out."""

    def tell() -> Json:
        found = _puzzle(known_game(name), which)
        facts = _hint(found.start(), found.answer, grade)
        if grade == 3:
            facts["line"] = _played_out(found.start(), found.line)
        return facts

    return await _answer(site, request, tell)


@router.post("/turn")
async def turn(site: Here, request: Request, name: Name, there: There) -> Response:
    """The position after some steps of a turn; of no match."""

    def step() -> Json:
        start = chosen_game(known_game(name), there.options).position(there.position)
        return {"position": position_of(Turn.of(start, tuple(there.actions)))}

    return await _answer(site, request, step)


@router.post("/why")
async def why(site: Here, request: Request, name: Name, tried: Tried) -> Response:
    """Why picks make no legal step."""

    def explain() -> Json:
        start = chosen_game(known_game(name), tried.options).position(tried.position)
        half = Turn.of(start, tuple(tried.actions))
        cells = len(start.game.geometry.cells)
        picks = [cell for cell in tried.cells if cell < cells]
        reason = half.why_not(*picks)
        return {
            "text": None if reason is None else text_of(reason),
            "cells": half.culprits(*picks) if picks else [],
        }

    return await _answer(site, request, explain)


def _whole(start: Position, actions: Sequence[int]) -> Position:
    """The end of a whole turn."""
    turn = Turn.of(start, tuple(actions))
    if not turn.is_over:
        raise IllegalMove("the turn is not complete", "a jogada não está completa")
    return turn.here


def _board(start: Position) -> Json:
    return {
        "game": start.game.name,
        "title": text_of(start.game.title),
        "geometry": asdict(start.game.geometry),
        "options": start.game.changed_options,
        "position": position_of(Turn(start)),
    }


def _played_out(start: Position, moves: Sequence[str]) -> list[Json]:
    """Turns with what each of their steps does to the board."""
    found = []
    here = start
    for text in moves:
        if here.outcome is not None:
            break
        after = here.play(text)
        turn = Turn(here, after)
        found.append(
            {
                "text": turn.move.text,
                "said": text_of(turn.words),
                "steps": [effects_of(step) for step in turn.steps],
                "view": view_of(after),
                "players": players_of(after),
                "outcome": outcome_of(after),
            }
        )
        here = after
    return found


def _hint(start: Position, text: str, grade: int) -> Json:
    found = hint_at(start, Move.parse(start, text), grade)
    return {**found.facts(), "text": text_of(found.text)}


def _game(name: str) -> Game:
    return make_game(name, {})


def _lesson(game: str, which: str) -> Lesson:
    for lesson in lessons_of(_game(game)):
        if lesson.name == which:
            return lesson
    raise Missing(f"{game} has no lesson {which!r}", f"{game} não tem nenhuma lição {which!r}")


def _lesson_list(game: str) -> Json:
    made = _game(game)
    return {
        "game": game,
        "title": text_of(made.title),
        "lessons": [
            {"name": lesson.name, "title": text_of(lesson.title)} for lesson in lessons_of(made)
        ],
    }


def _lesson_facts(lesson: Lesson) -> Json:
    return {
        **_board(lesson.start()),
        "name": lesson.name,
        "lesson": text_of(lesson.title),
        "task": text_of(lesson.task),
        "show": lesson.cells(),
    }


def _puzzle(game: str, which: str) -> Puzzle:
    for puzzle in puzzles_of(_game(game)):
        if puzzle.id == which:
            return puzzle
    raise Missing(f"{game} has no puzzle {which!r}", f"{game} não tem nenhum problema {which!r}")


def _puzzle_list(game: str, day: date | None) -> Json:
    made = _game(game)
    found = puzzles_of(made)
    today = day or datetime.now(UTC).date()
    return {
        "game": game,
        "title": text_of(made.title),
        "today": puzzle_of_the_day(found, today).id if found else None,
        "puzzles": [{"id": puzzle.id, "level": puzzle.level} for puzzle in found],
    }


def _puzzle_facts(puzzle: Puzzle) -> Json:
    return {
        **_board(puzzle.start()),
        "id": puzzle.id,
        "level": puzzle.level,
        "level_text": text_of(puzzle.level_text),
        "depth": puzzle.depth,
        "task": text_of(puzzle.task),
    }
