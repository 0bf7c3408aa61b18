"""Experiments that run behind the server: the same directories that `tabuleiro arena` writes."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tabuleiro.bots.presets import bot_title
from tabuleiro.errors import InvalidOption, JobFailed, TabuleiroError
from tabuleiro.experiments.parameters import FORM
from tabuleiro.experiments.result import Result
from tabuleiro.experiments.run import new_seed, run
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.standings import Standings
from tabuleiro.experiments.store import KeptThought, Store
from tabuleiro.experiments.tables import Tables
from tabuleiro.files import is_path
from tabuleiro.game import Game, is_open, open_game
from tabuleiro.record import Record
from tabuleiro.text import Language, Text
from tabuleiro.web.limits import Limits, TooMuch, safe_bot
from tabuleiro.web.match import chosen_game
from tabuleiro.web.shapes import Json, text_of

MOST_RUNNING = 2
MOST_BOTS = 16
MOST_GAMES = 20_000
LISTED_GAMES = 500
NAME = re.compile(r"^[A-Za-z0-9_-]{1,40}$")


@dataclass
class Run:
    """An experiment that goes on."""

    stop: threading.Event = field(default_factory=threading.Event)
    standings: Standings | None = None
    error: Text | None = None
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
        self._starting = threading.Lock()
        """Held while one is counted and started, so that two at once do not pass as one."""
        self._charts: dict[tuple[str, int, Language], list[Json]] = {}

    def form(self) -> list[Json]:
        """The fields of the form."""
        return [option.facts(None) for option in FORM]

    def start(self, game: str, options: dict[str, Any], bots: list[str], given: Json) -> str:
        """Begin an experiment; returns its name here."""
        known = {option.name: option for option in FORM}
        for name in given:
            if name not in known:
                raise InvalidOption(
                    f"an experiment has no setting {name!r}; accepted: {', '.join(known)}",
                    f"uma experiência não tem a definição {name!r}; aceites: {', '.join(known)}",
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
                "`tabuleiro arena` has no such limits",
                f"uma experiência tem aqui no máximo {MOST_BOTS} bots e {MOST_GAMES} partidas; "
                "`tabuleiro arena` não tem esses limites",
            )
        for text in settings.players:
            safe_bot(played, text, self.limits)
        name = f"{game}-{secrets.token_hex(4)}"
        self._begin(name, settings, resume=False)
        return name

    def resume(self, name: str) -> None:
        """Go on with an experiment that was stopped."""
        with Store.open(self.place(name)) as store:
            settings = store.settings
        if settings.code:
            raise InvalidOption(
                "files of games and bots are never run over the network; "
                "go on with this one from the command line",
                "ficheiros de jogos e bots nunca correm pela rede; "
                "continua esta na linha de comandos",
            )
        self._begin(name, settings, resume=True)

    def names(self) -> list[str]:
        """All experiments, the newest first."""
        if not self.home.exists():
            return []
        found = [place for place in self.home.iterdir() if Store.exists(place)]
        return [place.name for place in sorted(found, key=_made, reverse=True)]

    def summary(self, name: str) -> Json:
        """An experiment in a list."""
        place = self.place(name)
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
            "title": result.title,
            "game": result.settings.game,
            "options": dict(result.settings.options),
            "bots": result.settings.players,
            "names": result.names,
            "titles": titles_of(result.settings, result.names),
            "game_title": text_of(_game_title(result.settings)),
            "state": state,
            "error": None if going.error is None else going.error.en,
            "problem": None if going.error is None else text_of(going.error),
            "done": total - result.missing,
            "of": total,
            "seconds_left": left if state == "running" else None,
            "created": _made(place),
        }

    def facts(self, name: str, language: Language = "en") -> Json:
        """All that an experiment has found so far; notes and charts are in a language."""
        summary = self.summary(name)
        result = Result(self.place(name))
        titles = {bot: title[language] for bot, title in summary["titles"].items()}
        tables = result.tables.with_names(titles)
        return {
            **summary,
            "standings": [_row(player.facts()) for player in tables.players],
            "table": [_row(pairing.facts()) for pairing in tables.pairings],
            "moving_first": tables.first_seat.facts(),
            "reasons": tables.reasons,
            "notes": [note.words(language) for note in tables.notes],
            "charts": []
            if summary["state"] == "running"
            else self._drawn(name, result.missing, tables, language),
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

    def record(self, name: str, number: int) -> tuple[Record, list[KeptThought | None]]:
        """A game of an experiment, and what the bots thought of their moves after the opening."""
        with Store.open(self.place(name)) as store:
            _must_be_open(store.settings)
            if number not in store.numbers():
                raise InvalidOption(
                    f"the experiment has no game {number}",
                    f"a experiência não tem a partida {number}",
                )
            return store.record(number), store.thoughts(number)

    def report(self, name: str, language: str) -> Path:
        """The report as a page of its own."""
        result = Result(self.place(name))
        _must_be_open(result.settings)
        return result.write_report("pt" if language == "pt" else "en")

    def stop_or_remove(self, name: str) -> None:
        """End an experiment that runs; remove one that does not."""
        place = self.place(name)
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

    def place(self, name: str) -> Path:
        """Where an experiment is kept."""
        place = self.home / name
        if not NAME.match(name) or not Store.exists(place):
            raise NoExperiment(
                f"there is no experiment {name!r}", f"não há nenhuma experiência {name!r}"
            )
        return place

    def _begin(self, name: str, settings: Settings, resume: bool) -> None:
        with self._starting:
            if name in self._runs and self._runs[name].alive:
                return
            if sum(each.alive for each in self._runs.values()) >= MOST_RUNNING:
                raise TooMuch(
                    f"at most {MOST_RUNNING} experiments can run at once; stop one first",
                    f"só podem correr {MOST_RUNNING} experiências de cada vez; para uma primeiro",
                )
            place = self.home / name
            try:
                place.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise JobFailed(
                    f"experiments cannot be kept: {error.strerror}",
                    f"as experiências não podem ser guardadas: {error.strerror}",
                ) from None
            if not resume:
                Store.create(place, settings).close()
            self._runs[name] = self._run(name, place, settings)

    def _run(self, name: str, place: Path, settings: Settings) -> Run:
        """An experiment in a thread of its own."""
        going = Run()

        def watch(standings: Standings) -> None:
            going.standings = standings

        def play() -> None:
            try:
                workers = max(1, (os.cpu_count() or 2) - 1)
                run(settings, place, workers=workers, resume=True, watch=watch, stop=going.stop)
            except TabuleiroError as error:
                going.error = Text(str(error), error.pt)
            except Exception as error:
                said = f"{type(error).__name__}: {error}"
                going.error = Text(said, said)

        going.thread = threading.Thread(target=play, name=f"arena {name}", daemon=True)
        going.thread.start()
        return going

    def _drawn(self, name: str, missing: int, found: Tables, language: Language) -> list[Json]:
        """The charts, drawn once."""
        key = (name, missing, language)
        if key not in self._charts and found.games:
            from tabuleiro.experiments import charts  # takes its time

            drawn = charts.charts(found, language)
            titles = charts.WORDS
            self._charts[key] = [
                {
                    "name": chart,
                    "title": text_of(titles[chart]),
                    "svg": charts.themed(charts.svg(figure), chart),
                }
                for chart, figure in drawn.items()
            ]
        return self._charts.get(key, [])


def titles_of(settings: Settings, names: Mapping[str, str]) -> dict[str, Json]:
    """What people call the bots: a program its own name, ours their titles.

    A star tells of changes; they are written out where two bots would be called the same.
    """
    played = _game_of(settings)
    texts = dict(zip(settings.labels, settings.players, strict=True))
    titles = {
        label: bot_title(played, text) if played and names[label] == label else None
        for label, text in texts.items()
    }
    counts = Counter(titles.values())
    found = {}
    for label, title in titles.items():
        if title is None:
            title = Text(names[label], names[label])
        elif counts[title] > 1:
            changes, number = texts[label].partition(",")[2], label.removeprefix(texts[label])
            plain = (said.removesuffix(" *") for said in (title.en, title.pt))
            title = Text(*(f"{said} {changes}".rstrip() + number for said in plain))
        found[label] = text_of(title)
    return found


class NoExperiment(TabuleiroError):
    """There is no experiment of this name."""


def _game_of(settings: Settings) -> Game | None:
    """The game of an experiment, if it is there: no file is opened for it."""
    if is_path(settings.game) and not is_open(settings.game):
        return None
    try:
        return open_game(settings.game, {})
    except TabuleiroError:
        return None


def _game_title(settings: Settings) -> Text:
    played = _game_of(settings)
    return Text.of_name(Path(settings.game).stem) if played is None else played.title


def _must_be_open(settings: Settings) -> None:
    """Replays need the game; that of a file is there only if the server was started with it."""
    if is_path(settings.game) and not is_open(settings.game):
        raise InvalidOption(
            f"start the server with this game's file: tabuleiro web {settings.game}",
            f"inicia o servidor com o ficheiro deste jogo: tabuleiro web {settings.game}",
        )


def _row(facts: Json) -> Json:
    """A row of a table with the names that the page knows."""
    return {**facts, "low": facts["elo_low"], "high": facts["elo_high"]}


def _made(place: Path) -> float:
    return place.stat().st_ctime
