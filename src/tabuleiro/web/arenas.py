"""Experiments that run behind the server: the same directories that `tabuleiro arena` writes."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tabuleiro.errors import InvalidOption, JobFailed, TabuleiroError
from tabuleiro.games.base import Interval, Option, Text
from tabuleiro.experiments.result import Result
from tabuleiro.experiments.run import new_seed, run
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.standings import Standings
from tabuleiro.experiments.store import Store
from tabuleiro.record import Record
from tabuleiro.web.limits import Limits, TooMuch, safe_bot
from tabuleiro.web.match import chosen_game
from tabuleiro.web.shapes import Json, option_of, text_of

MOST_RUNNING = 2
MOST_BOTS = 16
MOST_GAMES = 20_000
LISTED_GAMES = 500
NAME = re.compile(r"^[A-Za-z0-9_-]{1,40}$")

FORM = (
    Option(
        "games",
        20,
        Text("Games of each pair of bots.", "Partidas de cada par de bots."),
        range(2, 2001, 2),
    ),
    Option(
        "openings",
        4,
        Text("Random turns at the start.", "Jogadas ao acaso no início."),
        range(101),
    ),
    Option(
        "balance",
        0.1,
        Text(
            "How far an opening's win probability may be from a half.",
            "Quanto a probabilidade de vitória de uma abertura se pode afastar de metade.",
        ),
        Interval(0.01, 0.5),
    ),
    Option(
        "limit",
        "",
        Text(
            "For bots that state none, such as seconds=0.1 or depth=4.",
            "Para bots que não o dizem, como seconds=0.1 ou depth=4.",
        ),
        Text("KEY=VALUE, or nothing", "CHAVE=VALOR, ou nada"),
    ),
    Option(
        "ladder",
        "",
        Text("Vary the first bot, such as depth=1..6.", "Variar o primeiro bot, como depth=1..6."),
        Text("KEY=VALUES, or nothing", "CHAVE=VALORES, ou nada"),
    ),
    Option(
        "gauntlet",
        False,
        Text(
            "The first bot plays the others; they do not play each other.",
            "O primeiro bot joga contra os outros; estes não jogam entre si.",
        ),
    ),
    Option(
        "seed",
        0,
        Text(
            "Makes the experiment repeatable; 0 for any.",
            "Torna a experiência repetível; 0 para qualquer uma.",
        ),
        range(1_000_000_000),
    ),
    Option("name", "", Text("What to call it.", "Como lhe chamar."), Text("any text", "um texto")),
)
"""What the page asks for, beside the game, its options and the bots."""


@dataclass
class Run:
    """An experiment that goes on."""

    stop: threading.Event = field(default_factory=threading.Event)
    standings: Standings | None = None
    error: str | None = None
    thread: threading.Thread | None = None

    @property
    def alive(self) -> bool:
        """Whether it still plays."""
        return self.thread is not None and self.thread.is_alive()


class Arenas:
    """The experiments in a directory; those that run do so in processes of their own."""

    def __init__(self, home: Path, limits: Limits) -> None:
        self.home = home
        self.limits = limits
        self._runs: dict[str, Run] = {}
        self._charts: dict[tuple[str, int], list[Json]] = {}

    def form(self) -> list[Json]:
        """The fields of the form."""
        return [option_of(option) for option in FORM]

    def start(self, game: str, options: dict[str, Any], bots: list[str], given: Json) -> str:
        """Begin an experiment; returns its name here."""
        if sum(each.alive for each in self._runs.values()) >= MOST_RUNNING:
            raise TooMuch(f"at most {MOST_RUNNING} experiments can run at once; stop one first")
        known = {option.name: option for option in FORM}
        for name in given:
            if name not in known:
                raise InvalidOption(
                    f"an experiment has no setting {name!r}; accepted: {', '.join(known)}"
                )
        values = {
            name: option.read(given[name]) if name in given else option.default
            for name, option in known.items()
        }
        played = chosen_game(game, options)
        values["seed"] = values["seed"] or new_seed()
        settings = Settings(
            game=game,
            bots=tuple(bots),
            options=played.changed_options,
            **values,  # type: ignore[arg-type]
        )
        if len(settings.players) > MOST_BOTS or settings.total > MOST_GAMES:
            raise InvalidOption(
                f"an experiment here has at most {MOST_BOTS} bots and {MOST_GAMES} games; "
                "`tabuleiro arena` has no such limits"
            )
        for text in settings.players:
            safe_bot(played, text, self.limits)
        name = f"{game}-{secrets.token_hex(4)}"
        self._begin(name, settings, resume=False)
        return name

    def resume(self, name: str) -> None:
        """Go on with an experiment that was stopped."""
        with Store.open(self._place(name)) as store:
            settings = store.settings
        if not (name in self._runs and self._runs[name].alive):
            self._begin(name, settings, resume=True)

    def names(self) -> list[str]:
        """All experiments, the newest first."""
        if not self.home.exists():
            return []
        found = [place for place in self.home.iterdir() if Store.exists(place)]
        return [place.name for place in sorted(found, key=_made, reverse=True)]

    def summary(self, name: str) -> Json:
        """An experiment in a list."""
        place = self._place(name)
        result = Result(place)
        going = self._runs.get(name, Run())
        state = "done" if result.complete else "stopped"
        if going.alive:
            state = "running"
        elif going.error is not None:
            state = "failed"
        total = result.settings.total
        left = None if going.standings is None else going.standings.seconds_left
        return {
            "id": name,
            "title": result.settings.title,
            "game": result.settings.game,
            "options": dict(result.settings.options),
            "bots": result.settings.players,
            "state": state,
            "error": going.error,
            "done": total - result.missing,
            "of": total,
            "seconds_left": left if state == "running" else None,
            "created": _made(place),
        }

    def facts(self, name: str) -> Json:
        """All that an experiment has found so far."""
        summary = self.summary(name)
        result = Result(self._place(name))
        tables = result.tables
        return {
            **summary,
            "standings": [_row(player.facts()) for player in tables.players],
            "table": [_row(pairing.facts()) for pairing in tables.pairings],
            "moving_first": tables.first_seat.facts(),
            "reasons": tables.reasons,
            "notes": tables.notes,
            "charts": [] if summary["state"] == "running" else self._drawn(name, result),
            "games": [
                {
                    "number": row["game"],
                    "first": row["first"],
                    "second": row["second"],
                    "result": row["result"],
                    "plies": row["turns"],
                    "reason": row["reason"],
                }
                for row in result.games[-LISTED_GAMES:]
            ],
        }

    def record(self, name: str, number: int) -> Record:
        """A game of an experiment."""
        with Store.open(self._place(name)) as store:
            if number not in store.numbers():
                raise InvalidOption(f"the experiment has no game {number}")
            return store.record(number)

    def report(self, name: str, language: str) -> Path:
        """The report as a page of its own."""
        return Result(self._place(name)).write_report("pt" if language == "pt" else "en")

    def stop_or_remove(self, name: str) -> None:
        """End an experiment that runs; remove one that does not."""
        place = self._place(name)
        going = self._runs.get(name)
        if going is not None and going.alive:
            going.stop.set()
            return
        self._runs.pop(name, None)
        shutil.rmtree(place, ignore_errors=True)

    def close(self) -> None:
        """End all that runs; finished games are kept."""
        for each in self._runs.values():
            each.stop.set()
        for each in self._runs.values():
            if each.thread is not None:
                each.thread.join(5)

    def _place(self, name: str) -> Path:
        place = self.home / name
        if not NAME.match(name) or not Store.exists(place):
            raise NoExperiment(f"there is no experiment {name!r}")
        return place

    def _begin(self, name: str, settings: Settings, resume: bool) -> None:
        place = self.home / name
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JobFailed(f"experiments cannot be kept: {error.strerror}") from None
        if not resume:
            Store.create(place, settings).close()
        going = Run()

        def watch(standings: Standings) -> None:
            going.standings = standings

        def play() -> None:
            try:
                workers = max(1, (os.cpu_count() or 2) - 1)
                run(settings, place, workers=workers, resume=True, watch=watch, stop=going.stop)
            except TabuleiroError as error:
                going.error = str(error)
            except Exception as error:
                going.error = f"{type(error).__name__}: {error}"

        going.thread = threading.Thread(target=play, name=f"arena {name}", daemon=True)
        self._runs[name] = going
        going.thread.start()

    def _drawn(self, name: str, result: Result) -> list[Json]:
        """The charts, drawn once."""
        key = (name, result.missing)
        if key not in self._charts and result.tables.games:
            from tabuleiro.experiments import charts  # takes its time

            drawn = charts.charts(result.tables)
            titles = charts.WORDS
            self._charts[key] = [
                {
                    "name": chart,
                    "title": text_of(titles[chart]),
                    "svg": charts.svg(figure),
                }
                for chart, figure in drawn.items()
            ]
        return self._charts.get(key, [])


class NoExperiment(TabuleiroError):
    """There is no experiment of this name."""


def _row(facts: Json) -> Json:
    """A row of a table with the names that the page knows."""
    return {**facts, "low": facts["elo_low"], "high": facts["elo_high"]}


def _made(place: Path) -> float:
    return place.stat().st_ctime
