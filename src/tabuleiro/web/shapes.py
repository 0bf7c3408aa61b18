"""What the page gets, as plain data: positions, steps, games. See docs/web-protocol.md."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import Any

from tabuleiro.bots.analysis import Line
from tabuleiro.bots.knowing import is_solved
from tabuleiro.bots.presets import KINDS, bot_title, menu, opponent
from tabuleiro.bots.settings import SETTINGS
from tabuleiro.bots.weights import weight_sets
from tabuleiro.coaching import coach_words
from tabuleiro.endings import ending_words, why_words
from tabuleiro.game import Game
from tabuleiro.games.base import Piece, Player
from tabuleiro.kernel.contract import STOP
from tabuleiro.move import Move
from tabuleiro.position import RESULTS, Outcome, Position, Termination
from tabuleiro.solving.knowledge import Mark, step_marks, worth_asking
from tabuleiro.teaching.lessons import lessons_of
from tabuleiro.teaching.puzzles import puzzles_of
from tabuleiro.text import Text
from tabuleiro.turn import Choice, Turn, steps_of

Json = dict[str, Any]

"""Whom a person meets who did not ask for anybody."""

CODES = {
    Termination.RULES: "rules",
    Termination.NO_MOVE: "no move",
    Termination.REPETITION: "repetition",
    Termination.NO_PROGRESS: "no progress",
    Termination.LENGTH: "length",
}
"""What the protocol calls the reasons of the core."""
REASONS = {code: termination.value for termination, code in CODES.items()}


def text_of(text: Text) -> Json:
    """A text in both languages."""
    return dict(text.facts())


def players_of(position: Position) -> list[Json]:
    """The two sides."""
    return [_player(player) for player in position.players]


def _player(player: Player) -> Json:
    return {"name": text_of(player.name), "letter": player.letter, "colour": player.colour}


def result_of(position: Position, winner: int | None, reason: str) -> Json:
    """The end of a game, in words too; `why` is None where the board says it all."""
    said = REASONS.get(reason, reason)
    why = why_words(position, winner, said)
    return {
        "winner": winner,
        "result": RESULTS[winner],
        "reason": reason,
        "why": None if why is None else text_of(why),
        "text": text_of(ending_words(position.players, winner, said, why)),
    }


def outcome_of(position: Position) -> Json | None:
    """How the rules say that a position has ended; None if it goes on."""
    outcome: Outcome | None = position.outcome
    if outcome is None:
        return None
    return result_of(position, outcome.winner, CODES[outcome.termination])


def view_of(position: Position) -> Json:
    """What stands where."""
    view = position.view
    return {
        "pieces": [piece_of(piece) for piece in view.pieces],
        "reserve": view.reserve,
        "captured": view.captured,
        "note": None if view.note is None else text_of(view.note),
    }


def piece_of(piece: Piece) -> Json:
    """A piece or a stack."""
    return {
        "cell": piece.cell,
        "owners": piece.owners,
        "mark": piece.mark,
        "label": piece.label,
    }


def effects_of(choice: Choice) -> Json:
    """What a step does to the board."""
    after = choice.after.view
    return {
        "cells": choice.cells,
        "slides": choice.slides,
        "takes": list(choice.takes.items()),
        "changes": [
            [cell, None if piece is None else piece_of(piece)]
            for cell, piece in choice.changes.items()
        ],
        "reserve": after.reserve,
        "captured": after.captured,
    }


def step_of(turn: Turn, choice: Choice) -> Json:
    """A legal step."""
    after = choice.after
    return {
        "action": choice.action,
        "text": choice.text,
        "ends": choice.ends_turn,
        "stop": choice.action == STOP,
        "tells": turn.tells(choice),
        "words": text_of(choice.words),
        "players": None if after.players == turn.here.players else players_of(after),
        **effects_of(choice),
    }


def position_of(turn: Turn) -> Json:
    """A position with its legal steps, perhaps inside a turn."""
    here = turn.here
    finish = [] if turn.finish is None else [turn.finish]
    coach = coach_words(turn)
    return {
        "text": here.text,
        "ply": here.ply,
        "player": here.player,
        "players": players_of(here),
        "view": view_of(here),
        "outcome": outcome_of(here),
        "actions": turn.actions,
        "over": turn.is_over,
        "coach": None if coach is None else text_of(coach),
        "steps": [step_of(turn, choice) for choice in (*turn.choices, *finish)],
    }


def marks_of(position: Position) -> Json:
    """What is known of a position and of each of its legal steps; None where nothing is."""
    known = step_marks(position) if worth_asking(position) else None
    if not known:
        return {"mark": None, "steps": None}
    best = max(known.values(), key=lambda mark: mark.rank)
    steps = [{"action": action, **mark_facts(mark)} for action, mark in known.items()]
    return {"mark": mark_facts(best), "steps": steps}


def mark_facts(mark: Mark) -> Json:
    """What a step is worth to the player who acts: data, a sign and words."""
    words = Text(mark.words("en"), mark.words("pt"))
    return {**mark.facts(), "sign": mark.sign, "words": text_of(words)}


def line_of(position: Position, line: Line) -> Json:
    """A line of play with its value for player 0."""
    score = line.score.seen_by(0)
    moves = []
    here = position
    for move in line.moves:
        moves.append(move_of(here, move))
        here = here.play(move)
    return {
        "win_probability": score.win_probability,
        "win_in": score.win_in,
        "if_in_time": score.if_in_time,
        "decided": score.decided,
        "points": score.points,
        "moves": moves,
    }


def move_of(position: Position, move: Move) -> Json:
    """A move as a line shows it."""
    steps = [choice.cells for choice in steps_of(position, move)]
    return {"text": move.text, "actions": move.actions, "cells": steps[0], "steps": steps}


def term_titles_of(game: Game) -> Json:
    """What people call the terms of the evaluation."""
    return {name: text_of(title) for name, title in game.term_titles.items()}


@lru_cache(maxsize=4096)  # asked for at every message about a match
def seat_title(game: Game, bot: str | None, name: str, analysis: bool) -> Json | None:
    """What people call the bot of a seat; games between bots are kept under the bots' texts."""
    text = name if analysis and name else bot
    title = bot_title(game, text) if text and (analysis or not name) else None
    return None if title is None else text_of(title)


def game_of(game: Game) -> Json:
    """A game: what it is, its start, its options and its bots."""
    return {
        "name": game.name,
        "title": text_of(game.title),
        "summary": text_of(game.summary),
        "geometry": asdict(game.geometry),
        "position": position_of(Turn(game.start())),
        "players": players_of(game.start()),
        "options": [option.facts(None) for option in game.option_list],
        "fresh": game.fresh_options,
        "solved": is_solved(game),
        "bots": [
            {
                "name": preset.name,
                "title": text_of(preset.heading),
                "text": text_of(preset.text),
                "group": kind,
                "algorithm": preset.settings.get("algorithm"),
                "settings": {
                    key: value
                    for key, value in preset.settings.items()
                    if isinstance(value, bool | int | float | str)
                },
            }
            for kind, group in menu(game).items()
            for preset in group
        ],
        "groups": {kind: text_of(title) for kind, title in KINDS.items()},
        "settings": [setting.facts(None) for setting in SETTINGS if setting.remote],
        "terms": list(game.terms),
        "term_titles": term_titles_of(game),
        "weights": weight_sets(game),
        "opponent": opponent(game),
        "lessons": len(lessons_of(game)),
        "own": game.path is not None,
        "puzzles": len(puzzles_of(game)),
    }
