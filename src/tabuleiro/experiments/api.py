"""`tabuleiro.arena`: an experiment from Python."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.parameters import PARAMETERS, USUAL, as_settings
from tabuleiro.game import Game, open_game

if TYPE_CHECKING:
    from tabuleiro.experiments.result import Result


def arena(
    game: str | Game,
    bots: Sequence[str | object],
    *,
    options: Mapping[str, object] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: bool = False,
    trust_code: bool = False,
    **parameters: Any,
) -> Result:
    """Let bots play each other: `games` of every pairing, half of them with each seating.

    Bots are texts as the command line takes them (`"hard,depth=3"`, `"./mine.py"`), or objects
    with a method `choose(position)`: then all games are played in this process. `openings` is a
    number of random turns, or the path of a file. The games are kept in the directory `out`;
    `resume=True` goes on with what is there. `docs/arena.md` explains everything else.
    """
    # Only now, so that `import tabuleiro` stays light.
    from tabuleiro.experiments.live import Live, message_console
    from tabuleiro.experiments.run import run, settings_meant

    for name in parameters:
        if name not in USUAL:
            raise TypeError(
                f"arena() has no argument {name!r}; the settings are {', '.join(USUAL)}"
            )
    seed = parameters.get("seed")
    if isinstance(game, str):
        changed = {key: str(value) for key, value in (options or {}).items()}
        game = open_game(game, changed, seed)
    elif options:
        raise InvalidOption(
            "options go with the name of a game; a game that is made has its own",
            "as opções vão com o nome de um jogo; um jogo já criado tem as suas",
        )
    else:
        changed = game.changed_options
    made = game
    texts, objects = named(bots)
    if objects and cluster is not None:
        raise InvalidOption(
            "bots that are objects cannot play on a cluster; give them as files",
            "bots que são objetos não podem jogar num cluster; dá-os como ficheiros",
        )
    given = {"game": made.reference, "bots": texts, "options": changed}
    given |= as_settings({**USUAL, **parameters}, lambda: made)
    if seed is None:
        del given["seed"]
    settings, directory = settings_meant(given, None if out is None else Path(out), resume)
    with Live(message_console(), shown=progress) as watch:
        return run(
            settings,
            directory,
            workers=workers,
            cluster=cluster,
            resume=resume,
            watch=watch,
            trust_code=trust_code,
            objects=objects,
        )


def named(bots: Sequence[str | object]) -> tuple[tuple[str, ...], dict[str, Any]]:
    """A text for every bot, and the objects among them by theirs."""
    texts: list[str] = []
    objects: dict[str, Any] = {}
    for bot in bots:
        if isinstance(bot, str):
            texts.append(bot)
            continue
        if not callable(getattr(bot, "choose", None)):
            raise InvalidOption(
                f"{bot!r} is no bot; accepted: texts, and objects with a method choose(position)",
                f"{bot!r} não é um bot; aceites: textos, e objetos com um método choose(position)",
            )
        own = str(getattr(bot, "name", type(bot).__name__)).replace(",", " ")
        tries = (own if number == 1 else f"{own} {number}" for number in count(1))
        name = next(each for each in tries if each not in texts and each not in bots)
        texts.append(name)
        objects[name] = bot
    return tuple(texts), objects


def _signature() -> inspect.Signature:
    """What `help` and editors show: the settings one by one."""
    own = inspect.signature(arena)
    *fixed, rest = own.parameters.values()
    kinds = {each.name: type(each.default) for each in PARAMETERS} | {
        "openings": int | str | Path,
        "sprt": tuple[float, float] | None,
        "seed": int | None,
    }
    usual = {**USUAL, "seed": None}
    settings = [
        rest.replace(name=name, kind=rest.KEYWORD_ONLY, default=usual[name], annotation=kinds[name])
        for name in USUAL
    ]
    return own.replace(parameters=[*fixed[:3], *settings, *fixed[3:]])


arena.__signature__ = _signature()  # type: ignore[attr-defined]
