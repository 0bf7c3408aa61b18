"""Bots as data: the ladder that all games share, each game's own players, and changes to them.

A bot is asked for by a text: a name and what should be different, such as `hard` or
`hard,depth=3,weights=best+pieces=120`. Limits that are given replace the bot's own.

Other packages add bots by the entry-point group `tabuleiro.bots`: a callable `make(game, seed)`
that gives a `Bot`. If it is asked for as `NAME:TEXT`, it gets the text as a third argument.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Literal

from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.analysis import Analyst
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.settings import ALPHABETA, MCTS, RANDOM, read_settings, settings_of
from tabuleiro.bots.simple import Bot, RandomBot
from tabuleiro.bots.weights import bots_file, read_weights, weight_sets
from tabuleiro.errors import InvalidOption, JobFailed, TabuleiroError, UnknownOption
from tabuleiro.game import Game, installed
from tabuleiro.games.base import Text

LADDER = Path(__file__).with_name("ladder.toml")
BEST = "best"
GROUP = "tabuleiro.bots"
USUAL = Limit(seconds=1.0)
"""The limit of a bot that has none."""

Kind = Literal["level", "classic", "simple", "installed"]
KINDS: dict[Kind, Text] = {
    "level": Text("Levels", "Níveis"),
    "classic": Text("Classics", "Clássicos"),
    "simple": Text("Simple", "Simples"),
    "installed": Text("Installed", "Instalados"),
}
"""In the order in which a menu lists them."""

OWN_MAKERS: Mapping[str, str] = {"ugi": "tabuleiro.bots.external:make"}
"""Makers within the project, as entry points: the name and the place of the callable."""


@dataclass(frozen=True)
class Preset:
    """A bot that is there under a name."""

    name: str
    text: Text
    kind: Kind
    settings: Mapping[str, Any] = field(default_factory=dict)


SIMPLE = (
    Preset(
        "random",
        Text("Any legal move.", "Qualquer jogada legal."),
        "simple",
        {"algorithm": RANDOM},
    ),
    Preset(
        "greedy",
        Text("The best-looking move, one turn ahead.", "A jogada que parece melhor."),
        "simple",
        {"algorithm": ALPHABETA, "depth": 1},
    ),
    Preset(
        "mcts",
        Text("Monte-Carlo tree search for a second.", "Monte-Carlo durante um segundo."),
        "simple",
        {"algorithm": MCTS, "seconds": 1.0},
    ),
)


def presets(game: Game) -> dict[str, Preset]:
    """The bots of a game by name; `kind` says where each belongs."""
    found = [*SIMPLE]
    if BEST in weight_sets(game):
        own = bots_file(game)
        ladder = tomllib.loads(LADDER.read_text(encoding="utf-8"))
        levels = {name: own.get("levels", {}).get(name, usual) for name, usual in ladder.items()}
        found += _read(levels, "level")
        found += _read(own.get("bots", {}), "classic")
    return _installed() | {preset.name: preset for preset in found}


def menu(game: Game) -> dict[Kind, list[Preset]]:
    """The bots of a game as a menu shows them: levels, classics, simple and installed ones."""
    known = presets(game).values()
    groups = {kind: [preset for preset in known if preset.kind == kind] for kind in KINDS}
    return {kind: group for kind, group in groups.items() if group}


def strongest(game: Game) -> str:
    """The bot for hints, analysis and reviews: the highest level, or a tree search without."""
    levels = menu(game).get("level")
    return levels[-1].name if levels else "mcts"


def make_bot(
    game: Game, text: str, seed: int | None = None, weights: str | Mapping[str, int] | None = None
) -> Bot:
    """The bot that a text asks for; `weights` take the place of its own."""
    name, *changes = (part.strip() for part in text.split(","))
    known = presets(game)
    if name in known and known[name].kind != "installed":
        return _make(game, known[name], text, _pairs(name, changes), seed, weights)
    maker, colon, rest = text.partition(":")
    point = _makers().get(maker if colon else name)
    if point is None:
        raise UnknownOption(f"{game.name} has no bot {name!r}; accepted: {', '.join(known)}")
    if weights is not None:
        raise InvalidOption(f"the bot {text!r} takes no weights")
    if colon:
        return _call(point, game, seed, rest.strip())
    read_settings(name, None, _pairs(name, changes))  # it has none
    return _call(point, game, seed)


def make_analyst(
    game: Game,
    text: str | None = None,
    seed: int | None = None,
    weights: str | Mapping[str, int] | None = None,
    limit: Limit | None = None,
) -> Analyst:
    """A bot that can analyse and keep to a limit: the strongest, unless a text asks for another."""
    text = strongest(game) if text is None else text
    made = make_bot(game, text, seed, weights)
    if not isinstance(made, Analyst):
        raise InvalidOption(f"the bot {text!r} does not search; choose another one")
    preset = presets(game).get(text.split(",")[0].strip())
    if preset is not None and limit is not None:
        known = _limits(preset)
        for name, value in vars(limit).items():
            if known and value is not None and name not in known:
                raise InvalidOption(
                    f"the bot {text!r} cannot be limited by {name}; accepted: {', '.join(known)}"
                )
    return made


def _limits(preset: Preset) -> list[str]:
    """What can limit a bot's search."""
    known = settings_of(preset.settings.get("algorithm"))
    return [name for name, setting in known.items() if setting.is_limit]


def _make(
    game: Game,
    preset: Preset,
    text: str,
    changes: dict[str, str],
    seed: int | None,
    weights: str | Mapping[str, int] | None,
) -> Bot:
    own = dict(preset.settings)
    algorithm, opening = own.pop("algorithm"), own.pop("opening", None)
    limits = _limits(preset)
    if any(name in changes for name in limits):
        own = {name: value for name, value in own.items() if name not in limits}
        opening = None
    settings: dict[str, Any] = read_settings(preset.name, algorithm, own | changes)
    if algorithm == RANDOM:
        return RandomBot(seed)
    limit = Limit(**{name: settings.pop(name) for name in limits if name in settings})
    given = settings.pop("weights", BEST)
    known = read_weights(game, given if weights is None else weights) if game.terms else {}
    if opening is not None:
        settings["opening"] = opening
    kind = MctsBot if algorithm == MCTS else AlphaBetaBot
    return kind(game, known, limit.or_else(USUAL), name=text, seed=seed, **settings)


def _pairs(name: str, changes: list[str]) -> dict[str, str]:
    """What is given after the name of a bot, as `key=value`."""
    pairs = [change.partition("=") for change in changes]
    for key, sign, _ in pairs:
        if not sign:
            raise UnknownOption(f"{key!r} after the bot {name!r} is not of the form SETTING=VALUE")
    return {key.strip(): value.strip() for key, _, value in pairs}


def _makers() -> dict[str, EntryPoint]:
    own = {name: EntryPoint(name, place, GROUP) for name, place in OWN_MAKERS.items()}
    return {**installed(GROUP), **own}


def _installed() -> dict[str, Preset]:
    """The bots of other packages."""
    found = {}
    for name, point in _makers().items():
        if point.dist is not None:
            package = point.dist.name
            text = Text(f"From the package {package}.", f"Do pacote {package}.")
            found[name] = Preset(name, text, "installed")
    return found


def _call(point: EntryPoint, game: Game, seed: int | None, *rest: str) -> Bot:
    try:
        made: Bot = point.load()(game, seed, *rest)
    except TabuleiroError:
        raise
    except Exception as error:
        raise JobFailed(f"the bot {point.name!r} cannot be made: {error}") from error
    return made


def _read(sections: Mapping[str, Mapping[str, Any]], kind: Kind) -> list[Preset]:
    return [
        Preset(
            name,
            Text(str(section.get("en", "")), str(section.get("pt", ""))),
            kind,
            {key: value for key, value in section.items() if key not in ("en", "pt")},
        )
        for name, section in sections.items()
    ]
