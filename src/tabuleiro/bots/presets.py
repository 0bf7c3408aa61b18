"""Bots as data: the ladder that all games share, each game's own players, and changes to them.

A bot is asked for by a text: a name and what should be different, such as `hard` or
`hard,depth=3,weights=pieces=10+groups=2`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.simple import Bot, RandomBot
from tabuleiro.errors import InvalidOption, UnknownOption
from tabuleiro.game import Game
from tabuleiro.games.base import Text

LADDER = Path(__file__).with_name("ladder.toml")
BEST = "best"
SIMPLE = {
    "random": Text("Any legal move.", "Qualquer jogada legal."),
    "greedy": Text("The best-looking move, one turn ahead.", "A jogada que parece melhor."),
    "mcts": Text("Monte-Carlo tree search for a second.", "Monte-Carlo durante um segundo."),
}

SETTINGS: dict[str, tuple[type, float, float, str]] = {
    "depth": (int, 1, 60, "turns to look ahead"),
    "seconds": (float, 0.001, 86400, "seconds for a move"),
    "nodes": (int, 1, 1e15, "positions to look at for a move"),
    "error": (int, 0, 1e6, "how much worse a move it may choose, in hundredths of a stone"),
    "table_mb": (int, 1, 1 << 20, "megabytes for positions searched before"),
    "iterations": (int, 1, 1e15, "random games for a move (mcts)"),
    "exploration": (float, 0, 100, "how readily to try what is little known (mcts)"),
    "rollout": (float, 0, 1, "share of random games against the evaluation (mcts)"),
    "cap": (int, 1, 100000, "turns after which a random game is a draw (mcts)"),
    "tree_mb": (int, 1, 1 << 20, "megabytes for the tree (mcts)"),
    "reductions": (bool, 0, 1, "search late moves less deeply first: yes or no"),
}
"""What can be set of a bot: type, smallest, largest, meaning."""


OF_ALPHABETA = ("reductions", "table_mb", "error", "opening")
OF_MCTS = ("exploration", "rollout", "cap", "tree_mb")


@dataclass(frozen=True)
class Preset:
    """A bot that is there under a name."""

    name: str
    text: Text
    settings: Mapping[str, Any] = field(default_factory=dict)


def presets(game: Game) -> dict[str, Preset]:
    """The bots of a game by name, the ladder first."""
    found = [Preset(name, text, {"algorithm": name}) for name, text in SIMPLE.items()]
    if BEST in weight_sets(game):
        found += _read(tomllib.loads(LADDER.read_text(encoding="utf-8")))
        found += _read(_own(game).get("bots", {}))
    return {preset.name: preset for preset in found}


def weight_sets(game: Game) -> dict[str, dict[str, int]]:
    """The weights that a game names."""
    return dict(_own(game).get("weights", {}))


def make_bot(
    game: Game, text: str, seed: int | None = None, weights: Mapping[str, int] | None = None
) -> Bot:
    """The bot that a text asks for."""
    name, *changes = (part.strip() for part in text.split(","))
    known = presets(game)
    if name not in known:
        raise UnknownOption(f"{game.name} has no bot {name!r}; accepted: {', '.join(known)}")
    settings = {**known[name].settings, **_changes(changes)}
    algorithm = settings.get("algorithm")
    if algorithm == "random":
        return RandomBot(seed)
    if algorithm == "greedy":
        settings |= {"depth": 1}
    limits = ("seconds", "depth", "nodes", "iterations")
    limit = Limit(**{key: settings[key] for key in limits if key in settings})
    given = weights if weights is not None else settings.get("weights", BEST)
    kind, takes = (MctsBot, OF_MCTS) if algorithm == "mcts" else (AlphaBetaBot, OF_ALPHABETA)
    return kind(
        game,
        read_weights(game, given) if game.terms else {},
        limit.or_else(Limit(seconds=1.0)),
        name=text,
        seed=seed,
        **{key: settings[key] for key in takes if key in settings},
    )


def read_weights(game: Game, given: str | Mapping[str, int]) -> dict[str, int]:
    """Weights by the name of a set, or as `pieces=10,groups=2`."""
    if isinstance(given, str):
        named = weight_sets(game)
        if given in named:
            return named[given]
        if "=" not in given:
            raise UnknownOption(
                f"{game.name} has no weights {given!r}; "
                f"accepted: {', '.join(named)}, or TERM=NUMBER"
            )
        pairs = [part.partition("=") for part in given.replace("+", ",").split(",")]
        given = {term.strip(): _whole(term, number) for term, _, number in pairs}
    for term in given:
        if term not in game.terms:
            raise UnknownOption(
                f"{game.name} has no term {term!r}; accepted: {', '.join(game.terms)}"
            )
    return dict(given)


def _whole(term: str, number: str) -> int:
    try:
        return int(number)
    except ValueError:
        raise InvalidOption(
            f"the weight of {term!r} cannot be {number!r}; it must be a whole number"
        ) from None


def _changes(parts: list[str]) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for part in parts:
        key, sign, value = part.partition("=")
        if key == "weights" and sign:
            changed[key] = value
        elif key in SETTINGS and sign:
            changed[key] = _setting(key, value)
        else:
            raise UnknownOption(
                f"a bot has no setting {part!r}; accepted: weights, {', '.join(SETTINGS)}"
            )
    return changed


def _setting(key: str, text: str) -> Any:
    kind, low, high, meaning = SETTINGS[key]
    if kind is bool and text.lower() in ("yes", "no"):
        return text.lower() == "yes"
    try:
        value = kind(text)
    except ValueError:
        value = None
    if kind is bool or value is None or not low <= value <= high:
        raise InvalidOption(
            f"the setting {key} cannot be {text!r}; accepted: {meaning}, {low:g} to {high:g}"
        )
    return value


def _own(game: Game) -> dict[str, Any]:
    """What the game's own file says."""
    path = game.source.with_name("bots.toml")
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _read(sections: Mapping[str, Mapping[str, Any]]) -> list[Preset]:
    return [
        Preset(
            name,
            Text(str(section.get("en", "")), str(section.get("pt", ""))),
            {key: value for key, value in section.items() if key not in ("en", "pt")},
        )
        for name, section in sections.items()
    ]
