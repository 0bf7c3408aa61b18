"""The report of an experiment: one page that needs nothing else, and the same numbers as files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from tabuleiro.endings import reason_words, result_sign
from tabuleiro.errors import JobFailed
from tabuleiro.experiments.charts import MOST_LINES, charts, write_charts
from tabuleiro.experiments.replay import chosen, games_data
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.sheet import Sheet, between, elo_alone, small
from tabuleiro.experiments.statistics import Estimate, Tally, score
from tabuleiro.experiments.store import FILE, Store
from tabuleiro.experiments.tables import FAULTS, PlayerResults, Results, Tables
from tabuleiro.experiments.tabulating import tables
from tabuleiro.experiments.writers import (
    NO_TIME,
    count_text,
    elo_text,
    percent,
    score_text,
    seconds_text,
    short_names,
    time_text,
    write_tables,
)
from tabuleiro.game import game
from tabuleiro.text import Language
from tabuleiro.version import VERSION

FEW, SHORT = 7, 16
"""Up to so many bots with names of so many letters head the columns of the cross table."""
LONGEST_TITLE = 90
MOST_FAULTS = 40
BUTTONS = {
    "start": "M3 3v10M13 3L6 8l7 5z",
    "back": "M11 3L4 8l7 5z",
    "play": "",
    "forward": "M5 3l7 5-7 5z",
    "end": "M13 3v10M3 3l7 5-7 5z",
}
"""The drawing of each button; the script draws that of `play`."""


def write_report(
    store: Store,
    directory: Path | None = None,
    language: Language = "en",
    found: Tables | None = None,
) -> Path:
    """`report.html`, the tables as CSV, JSON and Markdown, the charts as SVG and PNG."""
    home = directory or store.directory
    found = tables(store) if found is None else found
    try:
        home.mkdir(parents=True, exist_ok=True)
        write_tables(found, store, home, language)
        pictures = write_charts(charts(found, language), home / "charts") if found.games else {}
        path = home / "report.html"
        page = _Page(found, store, pictures, language)
        path.write_text(page.html(), encoding="utf-8")
    except OSError as error:
        raise JobFailed(
            f"the report in {str(home)!r} cannot be written: {error.strerror}",
            f"o relatório em {str(home)!r} não pode ser escrito: {error.strerror}",
        ) from None
    return path


class _Page(Sheet):
    """The page, section by section."""

    def __init__(
        self, found: Tables, store: Store, pictures: Mapping[str, str], language: Language
    ) -> None:
        super().__init__(found, pictures, language)
        self.store = store
        labels = store.settings.labels
        names = [player.name for player in found.players]
        rows = list(store.games())
        places = {bot: names.index(label) for bot, label in enumerate(labels) if label in names}
        self.shown = chosen(rows, places)
        self.first_game: dict[frozenset[str], int] = {}
        for row in reversed(self.shown):
            self.first_game[frozenset((labels[row.first], labels[row.second]))] = row.number

    def html(self) -> str:
        """The whole page."""
        body = "\n".join(self._sections())
        return self.frame(self._title(), body, games_data(self.store, self.shown))

    def _sections(self) -> Iterable[str]:
        yield self._header()
        yield "<main>"
        if self.found.games:
            yield from self._ranking()
            yield from self._cross()
            yield from self._pairings()
            yield from self._seats()
            yield from self._efforts()
            yield from self._lost()
            yield from self._lengths()
            yield from self._games()
            yield from self._replay()
        else:
            yield f"<p>{self.say('no games')}</p>"
        yield "</main>"
        yield from self._footer()

    def _header(self) -> str:
        found = self.found
        title = escape(game(found.game).title[self.language])
        options = " ".join(f"{key}={value}" for key, value in found.options.items())
        played = f"{found.games:,}"
        if found.games < found.planned:
            played += f" {self.say('of')} {found.planned:,}"
        facts = [(self.say("game"), title), (self.say("games"), played)]
        if options:
            facts.append((self.say("options"), options))
        facts += [
            (self.say("openings"), found.openings.words(self.language)),
            (self.say("seed"), str(self.store.settings.seed)),
            (self.say("time"), seconds_text(found.seconds)),
        ]
        items = "".join(f"<li>{name}: <b>{escape(value)}</b></li>" for name, value in facts)
        return f"""<header>
<h1>{escape(self._title())}</h1>
<ul class="facts">{items}</ul>
{self._lead()}
{self._notes()}
</header>"""

    def _title(self) -> str:
        found = self.found
        if len(found.title) <= LONGEST_TITLE:
            return found.title
        return f"{game(found.game).title[self.language]}: {len(found.players)} bots"

    def _lead(self) -> str:
        """The result in a sentence or two."""
        ranked = self.found.players[:2]
        if not ranked:
            return ""
        shown = [escape(self.found.shown(player.name)) for player in ranked]
        said = [self.say("leader", name=shown[0], elo=elo_text(ranked[0].elo))]
        if len(ranked) == 2:
            word = "unclear" if _meet(ranked[0].elo, ranked[1].elo) else "clear"
            said.append(self.say(word, name=shown[1], elo=elo_text(ranked[1].elo)))
        return f'<p class="lead">{" ".join(said)}</p>'

    def _notes(self) -> str:
        if not self.found.notes:
            return ""
        items = "".join(
            f"<li>{escape(note.words(self.language))}</li>" for note in self.found.notes
        )
        return f'<div class="notes"><b>{self.say("notes")}</b><ul>{items}</ul></div>'

    def _ranking(self) -> Iterable[str]:
        rows = [
            (
                self.name(player.name),
                f"{player.results.games:,}",
                str(player.results),
                percent(player.score.value or 0),
                between(player.score, 100, 1),
                elo_alone(player.elo),
                between(player.elo, 1, 0),
            )
            for player in self.found.players
        ]
        say = self.say
        heads = ("bot", "games", "results", "score", "interval", "Elo", "interval")
        yield f"<h2>{say('ranking')}</h2>"
        yield self.table("ranking", heads, rows, "ranking caption")
        yield self.chart("elo", "")
        yield self.chart("ladder", "ladder caption")
        yield from self._grid()

    def _grid(self) -> Iterable[str]:
        """Two settings at once: their table, and the same as a heat map."""
        squares, keys = self.found.squares, self.found.grid
        if not squares:
            return
        columns = list(dict.fromkeys(square.column for square in squares))
        rows: dict[str, list[str]] = {}
        for square in squares:
            inside = f"<b>{elo_alone(square.elo)}</b>{small(between(square.elo, 1, 0))}"
            if square.score.value is not None:
                inside += small(percent(square.score.value))
            rows.setdefault(square.row, [escape(square.row)]).append(inside)
        heads = (f"{escape(keys[0])} \\ {escape(keys[1])}", *map(escape, columns))
        yield f"<h2>{self.say('grid')}</h2>"
        yield self.table("grid", heads, rows.values(), "grid caption")
        yield self.chart("grid", "")

    def _cross(self) -> Iterable[str]:
        players = self.found.players
        cells = {}
        for pairing in self.found.pairings:
            value = pairing.score.value or 0.0
            cells[pairing.first, pairing.second] = (value, pairing.results)
            cells[pairing.second, pairing.first] = (1 - value, pairing.results.reverse)
        shown = [self.found.shown(player.name) for player in players]
        short = short_names(shown)
        few = len(players) <= FEW and all(len(name) <= SHORT for name in short.values())
        head = "".join(
            f'<th scope="col" title="{escape(name)}">{escape(short[name]) if few else number}</th>'
            for number, name in enumerate(shown, 1)
        )
        body = "".join(
            f'<tr><th scope="row">{"" if few else f"{number}. "}{self.name(row.name)}</th>'
            + "".join(self._cell(row, column, cells) for column in players)
            + "</tr>"
            for number, row in enumerate(players, 1)
        )
        yield f"""<h2>{self.say("cross")}</h2>
<div class="scroll"><table class="cross" id="cross">
<caption>{self.say("cross caption")}</caption>
<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table></div>"""

    def _cell(
        self,
        row: PlayerResults,
        column: PlayerResults,
        cells: Mapping[tuple[str, str], tuple[float, Results]],
    ) -> str:
        if (row.name, column.name) not in cells:
            return '<td class="self">·</td>'
        value, results = cells[row.name, column.name]
        side = "good" if value >= 0.5 else "bad"
        tint = f"rgba(var(--{side}), {abs(value - 0.5) * 0.9:.2f})"
        inside = f"<b>{percent(value)}</b><small>{results}</small>"
        number = self.first_game.get(frozenset((row.name, column.name)))
        if number is not None:
            inside = f'<a href="#game-{number}">{inside}</a>'
        return f'<td style="background: {tint}">{inside}</td>'

    def _pairings(self) -> Iterable[str]:
        rows = [
            (
                f"{self.name(pairing.first)} – {self.name(pairing.second)}",
                str(pairing.results),
                str(pairing.moving_first),
                str(pairing.moving_second),
                " ".join(map(str, pairing.pairs)),
                percent(pairing.score.value or 0) + small(between(pairing.score, 100, 1)),
                elo_alone(pairing.elo) + small(between(pairing.elo, 1, 0)),
                percent(pairing.superiority),
                f"{pairing.plies:.1f}",
            )
            for pairing in self.found.pairings
        ]
        heads = (
            "pairing",
            "results",
            "first",
            "second",
            "pairs",
            "score",
            "lead",
            "superior",
            "turns",
        )
        yield f"<h2>{self.say('pairings')}</h2>"
        yield self.table("pairings", heads, rows, "pairings caption")

    def _seats(self) -> Iterable[str]:
        first = self.found.first_seat
        tally = Tally.of_games(first.wins, first.draws, first.losses)
        yield f"<h2>{self.say('seat')}</h2>"
        said = self.say("seat text", **first.facts(), score=score_text(score(tally)))
        yield f"<p>{said}</p>"
        yield self.chart("seats", "")

    def _efforts(self) -> Iterable[str]:
        rows = [
            (
                self.name(player.name),
                f"{effort.turns:,}",
                seconds_text(effort.seconds),
                seconds_text(effort.seconds_p95),
                count_text(effort.considered),
                count_text(effort.avoided),
                count_text(effort.pruned),
                f"{effort.depth:.1f}",
            )
            for player in self.found.players
            for effort in (player.effort,)
        ]
        heads = ("bot", "turns", "mean", "p95", "considered", "avoided", "pruned", "depth")
        yield f"<h2>{self.say('effort')}</h2>"
        yield self.table("efforts", heads, rows, "effort caption")
        many = len(self.found.players) > MOST_LINES
        yield self.chart("times", "times caption, many" if many else "times caption")

    def _lost(self) -> Iterable[str]:
        """Why each bot lost its games, if anything but the rules ever decided one."""
        players = [player for player in self.found.players if player.lost_by]
        reasons = [
            reason
            for reason in self.found.reasons
            if any(reason in player.lost_by for player in players)
        ]
        if not set(reasons) & set(FAULTS):
            return
        rows = [
            (
                self.name(player.name),
                f"{player.results.losses:,}",
                *(
                    f"{player.lost_by[each]:,}" if each in player.lost_by else ""
                    for each in reasons
                ),
            )
            for player in players
        ]
        heads = ("bot", "lost", *(escape(reason_words(each)[self.language]) for each in reasons))
        yield f"<h2>{self.say('why lost')}</h2>"
        yield self.table("lost", heads, rows, "why lost caption")
        faults = self._faults()
        if faults:
            heads = ("bot", "what happened", "games")
            yield self.table("faults", heads, faults, "faults caption")

    def _faults(self) -> list[tuple[str, str, str]]:
        """What the bots' mistakes were, in words, with a game to look at; the most common first."""
        names, count = self.store.names, Counter[tuple[int, str]]()
        first: dict[tuple[int, str], int] = {}
        for row in self.store.games():
            if row.detail and row.winner is not None:
                fault = (row.second if row.winner == 0 else row.first, row.detail)
                count[fault] += 1
                first.setdefault(fault, row.number)
        here = {row.number for row in self.shown}
        found = []
        for (bot, what), games in count.most_common(MOST_FAULTS):
            number = first[bot, what]
            shown = f"{games:,}"
            if number in here:
                shown = f'<a href="#game-{number}">{shown}</a>'
            found.append((escape(names[bot]), escape(what), shown))
        return found

    def _lengths(self) -> Iterable[str]:
        reasons = ", ".join(
            f"{escape(reason_words(name)[self.language])} {count:,}"
            for name, count in self.found.reasons.items()
        )
        yield f"<h2>{self.say('length')}</h2>"
        yield f"<p>{self.say('length text', reasons=reasons)}</p>"
        yield self.chart("lengths", "")

    def _games(self) -> Iterable[str]:
        """The games that the page replays, with what they took each player."""
        names, times = self.store.names, self.store.seat_times()
        rows = []
        for row in self.shown:
            own = times.get(row.number, (NO_TIME, NO_TIME))
            spent = (
                text
                for time in own
                for text in (f"{time.turns}", seconds_text(time.seconds), time_text(time.mean))
            )
            rows.append(
                (
                    f'<a href="#game-{row.number}">{row.number}</a>',
                    escape(names[row.first]),
                    escape(names[row.second]),
                    result_sign(row.winner),
                    *spent,
                )
            )
        every = len(rows) == self.found.games
        seat = ("turns", "total", "mean")
        heads = ("number", "first", "second", "result", *seat, *seat)
        table = self.table("games-list", heads, rows, "games caption" if every else "games some")
        yield f"<details><summary>{self.say('list')}</summary>{table}</details>"

    def _replay(self) -> Iterable[str]:
        names, shown = self.store.names, len(self.shown)
        every = shown == self.found.games
        text = self.say(
            "replay all" if every else "replay some",
            shown=f"{shown:,}", all=f"{self.found.games:,}", file=FILE,
        )  # fmt: skip
        choices = "".join(
            f'<option value="{row.number}">{row.number}: {escape(names[row.first])} – '
            f"{escape(names[row.second])}, {result_sign(row.winner)}, {row.plies}</option>"
            for row in self.shown
        )
        say = self.say
        buttons = "".join(
            f'<button type="button" id="{name}" title="{say(name)}" aria-label="{say(name)}">'
            f'<svg viewBox="0 0 16 16" aria-hidden="true"><path d="{path}"/></svg></button>'
            for name, path in BUTTONS.items()
        )
        data = " ".join(
            f'data-{word}="{escape(say(word))}"'
            for word in ("start", "opening", "depth", "states", "cut")
        )
        yield f"""<h2 id="games-here">{say("replay")}</h2>
<p class="screen-only">{text}</p>
<p class="print-only">{say("replay print", shown=f"{shown:,}")}</p>
<section id="replay" aria-label="{say("replay")}" {data}>
<div><div class="seats"><span id="first"></span><b id="result"></b><span id="second"></span></div>
<div id="board" aria-live="off"></div>
<div class="controls">{buttons}
<input type="range" id="turn" min="0" value="0" aria-label="{say("turn")}"></div></div>
<div id="side"><select id="game" aria-label="{say("choose")}">{choices}</select>
<div id="effort" aria-live="polite"></div>
<div id="moves" aria-label="{say("moves")}"></div></div>
</section>"""

    def _footer(self) -> Iterable[str]:
        items = "".join(
            f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>"
            for key, value in _settings(self.store.settings)
        )
        yield f"""<footer><h2>{self.say("settings")}</h2>
<dl>{items}</dl>
<p>{self.say("files")} Tabuleiro {VERSION}.</p></footer>"""


def _meet(one: Estimate, other: Estimate) -> bool:
    """Whether two intervals have anything in common; a missing bound has no end."""
    low = max((each.low for each in (one, other) if each.low is not None), default=0.0)
    high = min((each.high for each in (one, other) if each.high is not None), default=low)
    return low <= high


def _settings(settings: Settings) -> Iterable[tuple[str, str]]:
    """What was asked for, as far as it says something."""
    facts: dict[str, Any] = settings.facts()
    for key, value in facts.items():
        if value in ("", None, False, {}, ()):
            continue
        key = {"games": "games of a pairing", "openings": "turns of an opening"}.get(key, key)
        if isinstance(value, Mapping):
            value = " ".join(f"{name}={each}" for name, each in value.items())
        elif isinstance(value, list | tuple):
            value = " · ".join(map(str, value[:20])) + (" …" if len(value) > 20 else "")
        yield key, str(value)
