"""What the page gets, as plain data: positions, steps, games. See docs/web-protocol.md."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from tabuleiro.bots.analysis import Line
from tabuleiro.bots.presets import menu
from tabuleiro.bots.settings import SETTINGS, Setting
from tabuleiro.bots.weights import weight_sets
from tabuleiro.game import Game
from tabuleiro.games.base import Option, Piece, Player, Text
from tabuleiro.kernel.contract import STOP
from tabuleiro.move import Move
from tabuleiro.position import Outcome, Position, Termination
from tabuleiro.turn import LANGUAGES, Choice, Turn, steps_of

Json = dict[str, Any]

OPPONENT = "medium"
"""Whom a person meets who did not ask for anybody."""

REASONS: dict[str, Text] = {
    "rules": Text("", ""),
    "no move": Text("no legal move", "sem jogadas legais"),
    "repetition": Text("the same position three times", "a mesma posição três vezes"),
    "no progress": Text("no progress for too long", "demasiado tempo sem progresso"),
    "length": Text("too many turns", "demasiadas jogadas"),
    "resignation": Text("by resignation", "por desistência"),
    "agreement": Text("by agreement", "por acordo"),
    "time": Text("out of time", "o tempo acabou"),
    "record": Text("as recorded", "segundo o registo"),
}
TERMINATIONS = {
    Termination.RULES: "rules",
    Termination.NO_MOVE: "no move",
    Termination.REPETITION: "repetition",
    Termination.NO_PROGRESS: "no progress",
    Termination.LENGTH: "length",
}
RESULTS: dict[int | None, str] = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
FORM_TYPES = dict(check="bool", whole="int", number="float", choice="choice", text="text")
DRAW = Text("A draw", "Empate")
WINS = Text("{name} wins", "Vitória: {name}")


def text_of(text: Text) -> Json:
    """A text in both languages."""
    return {"en": text.en, "pt": text.pt}


def players_of(position: Position) -> list[Json]:
    """The two sides."""
    return [_player(player) for player in position.players]


def _player(player: Player) -> Json:
    return {"name": text_of(player.name), "letter": player.letter, "colour": player.colour}


def result_of(position: Position, winner: int | None, reason: str) -> Json:
    """The end of a game, in words too."""
    said = []
    for language in LANGUAGES:
        if winner is None:
            headline = DRAW[language]
        else:
            name = position.players[winner].name[language]
            headline = WINS[language].format(name=name)
        why = REASONS[reason][language]
        said.append(f"{headline} ({why})" if why else headline)
    return {
        "winner": winner,
        "result": RESULTS[winner],
        "reason": reason,
        "text": text_of(Text(*said)),
    }


def outcome_of(position: Position) -> Json | None:
    """How the rules say that a position has ended; None if it goes on."""
    outcome: Outcome | None = position.outcome
    if outcome is None:
        return None
    return result_of(position, outcome.winner, TERMINATIONS[outcome.termination])


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
    return {
        "text": here.text,
        "ply": here.ply,
        "player": here.player,
        "players": players_of(here),
        "view": view_of(here),
        "outcome": outcome_of(here),
        "actions": turn.actions,
        "over": turn.is_over,
        "steps": [step_of(turn, choice) for choice in (*turn.choices, *finish)],
    }


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
        "points": score.points,
        "moves": moves,
    }


def move_of(position: Position, move: Move) -> Json:
    """A move as a line shows it."""
    steps = [choice.cells for choice in steps_of(position, move)]
    return {"text": move.text, "actions": move.actions, "cells": steps[0], "steps": steps}


def option_of(option: Option) -> Json:
    """An option as a form needs it."""
    low, high = option.bounds or (None, None)
    whole = isinstance(option.accepts, range)
    return {
        "name": option.name,
        "type": FORM_TYPES[option.type],
        "default": option.default,
        "low": low,
        "high": high,
        "step": getattr(option.accepts, "step", None) if whole else None,
        "choices": list(option.accepts) if isinstance(option.accepts, tuple) else None,
        "help": text_of(option.help),
        "accepted": {language: option.accepted(language) for language in LANGUAGES},
    }


def setting_of(setting: Setting) -> Json:
    """A setting of a bot as a form needs it."""
    return {
        **option_of(setting),
        "algorithms": setting.algorithms,
        "limit": setting.is_limit,
        "slider": setting.slider,
    }


def opponent_of(game: Game) -> str:
    """The usual opponent, or a random one where a game knows no better."""
    known = [preset.name for group in menu(game).values() for preset in group]
    return OPPONENT if OPPONENT in known else "random"


def game_of(game: Game) -> Json:
    """A game: what it is, its start, its options and its bots."""
    return {
        "name": game.name,
        "title": text_of(game.title),
        "summary": text_of(game.summary),
        "geometry": asdict(game.geometry),
        "position": position_of(Turn(game.start())),
        "players": players_of(game.start()),
        "options": [option_of(option) for option in game.option_list],
        "bots": [
            {
                "name": preset.name,
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
        "settings": [setting_of(setting) for setting in SETTINGS],
        "terms": list(game.terms),
        "weights": weight_sets(game),
        "opponent": opponent_of(game),
    }
