"""Bots as data: the ladder that all games share, each game's own players, and changes to them.

A bot is asked for by a text: a name and what should be different, such as `hard` or
`hard,depth=3,weights=best+pieces=120`. Limits that are given replace the bot's own.

Other packages add bots by the entry-point group `tabuleiro.bots`: a callable `make(game, seed)`
that gives a `Bot`. If it is asked for as `NAME:TEXT`, it gets the text as a third argument.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path
from typing import Any, Literal

from tabuleiro import files
from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.base import Bot, SearchBot, as_bot, does_not_search
from tabuleiro.bots.filebot import (
    TERMS,
    FileBot,
    FileSettings,
    has_terms,
    make_file_bot,
    short_name,
)
from tabuleiro.bots.knowing import PerfectBot, is_solved, not_known
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.nets import NO, YES, NetText, find_net, net_use, read_file
from tabuleiro.bots.settings import (
    ALPHABETA,
    IDEAS,
    MCTS,
    PERFECT,
    RANDOM,
    read_search,
    read_settings,
    settings_of,
)
from tabuleiro.bots.simple import RandomBot
from tabuleiro.bots.text import BotText
from tabuleiro.bots.weights import bots_file, read_toml, read_weights, weight_sets
from tabuleiro.errors import BrokenFile, InvalidOption, JobFailed, TabuleiroError, UnknownOption
from tabuleiro.game import Game, installed
from tabuleiro.kernel.loader import WITH_NETS
from tabuleiro.options import Value
from tabuleiro.text import Text

LADDER = Path(__file__).with_name("ladder.toml")
BEST = "best"
EVALUATED = "hard"
"""Who plays with an evaluation that is given as a bot."""
OPENING = "opening"
"""How a preset plays its first turns; no text can ask for it."""
OPPONENT = "medium"
"""Whom a person meets who did not ask for anybody."""
GROUP = "tabuleiro.bots"
PER_ITERATION = 20
"""A level with a tree search: nodes for an iteration."""
GROWN = {
    (True, True): Text("Grows a tree by random games and a net", "Árvore com acaso e rede"),
    (False, True): Text("Grows a tree by a net", "Árvore com rede"),
    (True, False): Text("Grows a tree by random games", "Árvore com partidas ao acaso"),
}
"""What such a level says of itself: by whether it asks random games, and a net."""
USUAL = Limit(seconds=1.0)
"""The limit of a bot that has none."""

ALGORITHMS: Mapping[str, type[AlphaBetaBot] | type[MctsBot]] = {
    ALPHABETA: AlphaBetaBot,
    MCTS: MctsBot,
}
"""The bots that search, by how they do it."""

Kind = Literal["level", "classic", "simple", "installed"]
KINDS: dict[Kind, Text] = {
    "level": Text("Levels", "Níveis"),
    "classic": Text("Players of the original programs", "Jogadores dos programas originais"),
    "simple": Text("Simple players", "Jogadores simples"),
    "installed": Text("Installed players", "Jogadores instalados"),
}
"""In the order in which a menu lists them."""
CLASSIC = Text("{title} (classic)", "{title} (clássico)")

OWN_MAKERS: Mapping[str, str] = {"ugi": "tabuleiro.bots.external:make"}
"""Makers within the project, as entry points: the name and the place of the callable."""


@dataclass(frozen=True)
class Preset:
    """A bot that is there under a name."""

    name: str
    text: Text
    kind: Kind
    settings: Mapping[str, Any] = field(default_factory=dict)
    title: Text | None = None
    path: Path | None = None
    """The file of a bot that was opened by its path."""

    @property
    def heading(self) -> Text:
        """What people call it."""
        if self.title is not None:
            return self.title
        plain = Text.of_name(self.name).en
        return Text(plain[:1].upper() + plain[1:], plain[:1].upper() + plain[1:])


@dataclass(frozen=True)
class Asked:
    """A bot text that was read: the preset, what the text changes of it, and all that holds."""

    text: str
    preset: Preset
    given: Mapping[str, Value]
    settings: Mapping[str, Any]


SIMPLE = (
    Preset(
        "random",
        Text("Any legal move.", "Qualquer jogada legal."),
        "simple",
        {"algorithm": RANDOM},
        Text("Random", "Ao acaso"),
    ),
    Preset(
        "greedy",
        Text("The best-looking move, one turn ahead.", "A jogada que parece melhor."),
        "simple",
        {"algorithm": ALPHABETA, "depth": 1, "tables": False},
        Text("Greedy", "Guloso"),
    ),
    Preset(
        "minimax",
        Text(
            "Plain minimax, two turns ahead: every line, nothing left out.",
            "Minimax simples, duas jogadas à frente: todas as linhas, sem deixar nada.",
        ),
        "simple",
        {"algorithm": ALPHABETA, "depth": 2, "tables": False, **dict.fromkeys(IDEAS, False)},
        Text("Minimax", "Minimax"),
    ),
    Preset(
        "mcts",
        Text("Monte-Carlo tree search for a second.", "Monte-Carlo durante um segundo."),
        "simple",
        {"algorithm": MCTS, "seconds": 1.0},
        Text("Monte Carlo", "Monte Carlo"),
    ),
)

PERFECT_BOT = Preset(
    "perfect",
    Text("Never errs: this board is solved.", "Nunca erra: este tabuleiro está resolvido."),
    "simple",
    {"algorithm": PERFECT},
    Text("Perfect", "Perfeito"),
)
"""There where every position is known."""


def presets(game: Game, evaluated: bool = False, net: Path | None = None) -> dict[str, Preset]:
    """The bots of a game by name; `kind` says where each belongs.

    Levels need an evaluation: the game's, one that is given (`evaluated`), or a net's file.
    """
    found = [*SIMPLE, *((PERFECT_BOT,) if is_solved(game) else ())]
    learned = (net or find_net(game)) if not game.terms else None
    if evaluated or BEST in weight_sets(game) or learned:
        own = bots_file(game)
        ladder = read_toml(LADDER)
        changed = own.get("levels", {})
        levels = {
            name: {"title": usual["title"], **changed[name]} if name in changed else usual
            for name, usual in ladder.items()
        }
        if learned:
            algorithm, how = read_search(read_file(learned).header.search)
            if algorithm == MCTS:
                levels = {name: _grown(level, how) for name, level in levels.items()}
        found += _read(levels, "level")
        found += _read(own.get("bots", {}), "classic")
    return _installed() | {preset.name: preset for preset in found}


def _grown(level: Mapping[str, Any], how: Mapping[str, Any]) -> Mapping[str, Any]:
    """A level that uses a net, with a tree search: that plays better with it."""
    if "net" not in level:
        return level
    kept = {name: level[name] for name in ("title", "net", "tables", "seconds") if name in level}
    if "nodes" in level:
        count = max(1, level["nodes"] // PER_ITERATION)
        kept["iterations"] = count
        much = Text(f"{count:,} times", f"{count} vezes")
    else:
        much = Text(f"for {level['seconds']:g} s", f"durante {level['seconds']:g} s")
    words = GROWN[how["rollout"] > 0, how["rollout"] < 1]
    said = {"en": f"{words.en}, {much.en}.", "pt": f"{words.pt}, {much.pt}."}
    return {"algorithm": MCTS, **said, **how, **kept}


def menu(game: Game) -> dict[Kind, list[Preset]]:
    """The bots of a game as a menu shows them: levels, classics, simple and installed ones."""
    known = presets(game).values()
    groups = {kind: [preset for preset in known if preset.kind == kind] for kind in KINDS}
    return {kind: group for kind, group in groups.items() if group}


def bot_title(game: Game, text: str | BotText) -> Text | None:
    """What people call the bot that a text asks for, if it is known; a star tells of changes."""
    asked = BotText.parse(text)
    preset = presets(game).get(asked.head)
    if preset is None or not asked.parts:
        return None if preset is None else preset.heading
    return Text(f"{preset.heading.en} *", f"{preset.heading.pt} *")


def opponent(game: Game) -> str:
    """The usual opponent, or a random one where a game knows no better."""
    return OPPONENT if OPPONENT in presets(game) else "random"


def strongest(game: Game) -> str:
    """The bot for hints, analysis and reviews: the highest level, or a tree search without."""
    levels = menu(game).get("level")
    return levels[-1].name if levels else "mcts"


def read_bot(game: Game, text: str | BotText) -> Asked:
    """What a text asks for, in the types of the settings; nothing is made, no file is read."""
    parsed = BotText.parse(text)
    net = NetText.parse(str(parsed.changes.get("net", NO)))
    file = net.path(game) if net.is_file and not game.terms else None
    name, known = parsed.head, presets(game, parsed.has(TERMS) or net.which == YES, file)
    if name == PERFECT_BOT.name and name not in known:
        raise not_known(game)
    if name not in known:
        raise UnknownOption(
            f"{game.name} has no bot {name!r}; accepted: {', '.join(known)}",
            f"{game.name} não tem o bot {name!r}; aceites: {', '.join(known)}",
        )
    preset = known[name]
    own = dict(preset.settings)
    algorithm = own.pop("algorithm", None)
    given = read_settings(name, algorithm, parsed.changes)
    limits = _limits(preset)
    if any(limit in given for limit in limits):
        own = {key: value for key, value in own.items() if key not in (*limits, OPENING)}
    opening = {key: own.pop(key) for key in (OPENING,) if key in own}
    settings = read_settings(name, algorithm, own | given)
    return Asked(str(text), preset, given, settings | opening)


def make_bot(
    game: Game,
    text: str | BotText,
    seed: int | None = None,
    weights: str | Mapping[str, int] | None = None,
) -> Bot:
    """The bot that a text asks for; `weights` take the place of its own."""
    asked, called = BotText.parse(text), str(text)
    if asked.path is not None:
        path = files.find(asked.path, "bot")
        if not has_terms(path):
            if weights is not None:
                raise _takes_no_weights(text)
            return make_file_bot(game, asked, seed)
        asked = text = BotText(EVALUATED, (f"{TERMS}={path}", *asked.parts))
    point = _makers().get(asked.name) if asked.argument is not None else None
    read = None if point is not None else replace(read_bot(game, text), text=called)
    if read is not None and read.preset.kind != "installed":
        return _make(game, read, seed, weights)
    if weights is not None:
        raise _takes_no_weights(text)
    if point is not None:
        return _call(point, game, seed, asked.argument or "")
    assert read is not None
    if read.preset.path is not None:
        return FileBot(game, read.preset.path, FileSettings.read("", {}), seed, read.preset.name)
    return _call(_makers()[read.preset.name], game, seed)


def _takes_no_weights(text: str | BotText) -> InvalidOption:
    return InvalidOption(
        f"the bot {str(text)!r} takes no weights", f"o bot {str(text)!r} não aceita pesos"
    )


def own_preset(game: Game, text: str | BotText) -> Preset | None:
    """The preset that a text begins with, if it is one of ours, whose settings are known."""
    preset = presets(game).get(BotText.parse(text).head)
    return None if preset is None or preset.kind == "installed" else preset


def needs(game: Game, text: str | BotText) -> tuple[str, ...]:
    """The kernel's templates that a bot needs, as far as it is known before it is made."""
    preset = own_preset(game, text)
    kind = None if preset is None else ALGORITHMS.get(str(preset.settings.get("algorithm")))
    if kind is None:
        return ()
    asked = read_bot(game, text)
    net = NetText.parse(str(asked.settings.get("net", NO)))
    is_named = not asked.given.keys().isdisjoint(("weights", TERMS))
    if (is_named and "net" not in asked.given) or not net.path(game, strict=False):
        return kind.needs
    return tuple(f"{template}{WITH_NETS}" for template in kind.needs)


def make_analyst(
    game: Game,
    text: str | BotText | None = None,
    seed: int | None = None,
    weights: str | Mapping[str, int] | None = None,
    limit: Limit | None = None,
) -> SearchBot:
    """A bot that can analyse and keep to a limit: the strongest, unless a text asks for another."""
    text = strongest(game) if text is None else text
    made = make_bot(game, text, seed, weights)
    if not isinstance(made, SearchBot):
        raise does_not_search(str(text))
    preset = own_preset(game, text)
    if preset is not None and limit is not None:
        known = _limits(preset)
        for name, value in vars(limit).items():
            if known and value is not None and name not in known:
                raise InvalidOption(
                    f"the bot {str(text)!r} cannot be limited by {name}; "
                    f"accepted: {', '.join(known)}",
                    f"o bot {str(text)!r} não pode ser limitado por {name}; aceites: "
                    f"{', '.join(known)}",
                )
    return made


def _limits(preset: Preset) -> list[str]:
    """What can limit a bot's search."""
    known = settings_of(preset.settings.get("algorithm"))
    return [name for name, setting in known.items() if setting.is_limit]


def _make(
    game: Game, asked: Asked, seed: int | None, weights: str | Mapping[str, int] | None
) -> Bot:
    settings = dict(asked.settings)
    algorithm = asked.preset.settings["algorithm"]
    if algorithm == RANDOM:
        return RandomBot(seed)
    if algorithm == PERFECT:
        return PerfectBot(game, asked.text)
    limits = [name for name in _limits(asked.preset) if name in settings]
    limit = Limit(**{name: settings.pop(name) for name in limits})
    terms = settings.pop(TERMS, "")
    given: str | Mapping[str, int] = settings.pop("weights", BEST)
    if terms:
        game = evaluated_by(game, str(terms))
        if "weights" not in asked.given:
            given = own_weights(game)
    known = read_weights(game, given if weights is None else weights) if game.terms else {}
    kind = ALGORITHMS[algorithm]
    wanted = str(settings.pop("net", NO))
    is_named = weights is not None or not asked.given.keys().isdisjoint(("weights", TERMS))
    if is_named and "net" not in asked.given:
        wanted = NO  # whoever names weights or terms wants to see them play
    settings["net"] = net_use(game, wanted, known, strict="net" in asked.given)
    return kind(game, known, limit.or_else(USUAL), name=asked.text, seed=seed, **settings)


def evaluated_by(game: Game, text: str) -> Game:
    """A game with the evaluation of a file."""
    path = files.find(text, "evaluation")
    other = game.with_terms(path)
    try:
        found = tuple(getattr(other.evaluation, "TERMS", ()))
        is_there = callable(getattr(other.evaluation, "evaluate", None))
    except TabuleiroError:
        raise
    except Exception as error:
        raise files.broken(error, path) from error
    if not found or not is_there:
        raise BrokenFile(
            f"{files.place(path, 1)}: this is no evaluation; it needs TERMS, the names of its "
            "terms, and evaluate(board, s, weights)",
            f"{files.place(path, 1, 'linha')}: isto não é uma avaliação; precisa de TERMS, os "
            "nomes dos termos, e de evaluate(board, s, weights)",
        )
    return other


def own_weights(game: Game) -> dict[str, int]:
    """What the terms of a file weigh: its WEIGHTS, or 100 each."""
    given = getattr(game.evaluation, "WEIGHTS", None)
    return dict(given) if isinstance(given, Mapping) else dict.fromkeys(game.terms, 100)


def open_bot(text: str) -> str:
    """Offer the bot of a file under a name from now on, in every game; returns the name."""
    path = files.find(text, "bot")
    own = short_name(path)
    ladder = [preset.name for preset in SIMPLE] + list(read_toml(LADDER))
    taken = {*ladder, *_makers(), *(name for name, at in _opened.items() if at != path)}
    tries = (own if number == 1 else f"{own}-{number}" for number in count(1))
    name = next(each for each in tries if each not in taken)
    _opened[name] = path
    return name


_opened: dict[str, Path] = {}
"""Bots whose files were opened, by their names."""


def _makers() -> dict[str, EntryPoint]:
    own = {name: EntryPoint(name, place, GROUP) for name, place in OWN_MAKERS.items()}
    return {**installed(GROUP), **own}


def _installed() -> dict[str, Preset]:
    """The bots of other packages, and of files that were opened."""
    found = {}
    for name, path in _opened.items():
        text = Text(f"From the file {path.name}.", f"Do ficheiro {path.name}.")
        found[name] = Preset(name, text, "installed", path=path)
    for name, point in _makers().items():
        if point.dist is not None:
            package = point.dist.name
            text = Text(f"From the package {package}.", f"Do pacote {package}.")
            found[name] = Preset(name, text, "installed")
    return found


def _call(point: EntryPoint, game: Game, seed: int | None, *rest: str) -> Bot:
    def make(seed: int | None) -> Any:
        try:
            return point.load()(game, seed, *rest)
        except TabuleiroError:
            raise
        except Exception as error:
            raise JobFailed(
                f"the bot {point.name!r} cannot be made: {error}",
                f"o bot {point.name!r} não pode ser criado: {error}",
            ) from error

    return as_bot(make(seed), make)


def _read(sections: Mapping[str, Mapping[str, Any]], kind: Kind) -> list[Preset]:
    return [
        Preset(
            name,
            Text(str(section.get("en", "")), str(section.get("pt", ""))),
            kind,
            {key: value for key, value in section.items() if key not in ("en", "pt", "title")},
            _title(section.get("title"), kind),
        )
        for name, section in sections.items()
    ]


def _title(given: Mapping[str, str] | None, kind: Kind) -> Text | None:
    """A title of a bots file; that of a classic says so, as levels may have the same."""
    if given is None:
        return None
    title = Text(given["en"], given.get("pt", given["en"]))
    if kind != "classic":
        return title
    return Text(CLASSIC.en.format(title=title.en), CLASSIC.pt.format(title=title.pt))
