"""`tabuleiro.arena`: an experiment from Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tabuleiro.errors import InvalidOption
from tabuleiro.game import Game, make_game

if TYPE_CHECKING:
    from tabuleiro.experiments.result import Result


def arena(
    game: str | Game,
    bots: Sequence[str],
    *,
    options: Mapping[str, object] | None = None,
    games: int = 100,
    limit: str = "",
    ladder: str = "",
    gauntlet: bool = False,
    openings: int | str | Path = 4,
    balance: float = 0.1,
    sprt: tuple[float, float] | None = None,
    patience: float = 600.0,
    seed: int | None = None,
    name: str = "",
    workers: int | None = None,
    cluster: str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: bool = False,
) -> Result:
    """Let bots play each other: `games` of every pairing, half of them with each seating.

    Bots are texts as the command line takes them (`"hard,depth=3"`). `openings` is a number of
    random turns, or the path of a file. The games are kept in the directory `out`; `resume=True`
    goes on with what is there. `docs/arena.md` explains everything else.
    """
    # Only now, so that `import tabuleiro` stays light.
    from tabuleiro.experiments import openings as texts
    from tabuleiro.experiments.live import Live, message_console
    from tabuleiro.experiments.run import run, settle

    if isinstance(game, str):
        changed = {key: str(value) for key, value in (options or {}).items()}
        game = make_game(game, changed, seed)
    elif options:
        raise InvalidOption("options go with the name of a game; a game that is made has its own")
    else:
        changed = game.changed_options
    given = {
        "game": game.name,
        "bots": tuple(bots),
        "options": changed,
        "games": games,
        "limit": limit,
        "ladder": ladder,
        "gauntlet": gauntlet,
        "openings": openings if isinstance(openings, int) else texts.load(openings, game),
        "balance": balance,
        "sprt": None if sprt is None else tuple(sprt),
        "patience": patience,
        "name": name,
    }
    if seed is not None:
        given["seed"] = seed
    settings, directory = settle(given, None if out is None else Path(out), resume)
    with Live(message_console(), shown=progress) as watch:
        return run(
            settings, directory, workers=workers, cluster=cluster, resume=resume, watch=watch
        )
