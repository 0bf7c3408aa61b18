"""What an experiment has found, for programs and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import Store
from tabuleiro.experiments.tables import Tables
from tabuleiro.experiments.tabulating import tables
from tabuleiro.experiments.writers import elo_text, game_rows, score_text
from tabuleiro.extras import require
from tabuleiro.record import Record
from tabuleiro.text import Language

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped]


class Result:
    """The games in a directory and the tables made of them, read once, when they are asked for."""

    def __init__(self, directory: str | Path) -> None:
        self.directory = Path(directory)
        with Store.open(directory) as store:
            self.settings: Settings = store.settings
            self.title = store.title
            self.names: dict[str, str] = dict(zip(store.settings.labels, store.names, strict=True))
            """What the bots are called where people read, by their texts."""
            decided = store.verdicts()
            self.verdicts: dict[int, str] = {key: said for key, (_, said) in decided.items()}
            """What sequential tests have accepted, by the pairing's place in the settings."""
            there = sum(row.pairing not in decided for row in store.games())
        open_pairings = len(self.settings.pairings) - len(decided)
        self.missing = open_pairings * self.settings.games - there
        """Games that are still to be played."""

    @property
    def complete(self) -> bool:
        """Whether nothing is left to play."""
        return self.missing == 0

    @cached_property
    def tables(self) -> Tables:
        """All tables."""
        with Store.open(self.directory) as store:
            return tables(store)

    @cached_property
    def games(self) -> list[dict[str, Any]]:
        """Every game that counts, as a row of plain data."""
        with Store.open(self.directory) as store:
            return [dict(row) for row in game_rows(store)]

    def record(self, number: int) -> Record:
        """A game to replay."""
        with Store.open(self.directory) as store:
            return store.record(number)

    def write_report(self, language: Language = "en") -> Path:
        """Write the report beside the games: `report.html`, tables and charts."""
        from tabuleiro.experiments.report import write_report  # charts take their time to import

        with Store.open(self.directory) as store:
            return write_report(store, language=language, found=self.tables)

    def facts(self) -> dict[str, Any]:
        """All of it as plain data; tables are lists of rows."""
        return {
            "directory": str(self.directory),
            "complete": self.complete,
            "settings": self.settings.facts(),
            **self.tables.facts(),
        }

    def to_pandas(self, table: str = "games") -> pandas.DataFrame:
        """A table as a DataFrame: `games`, `players`, `pairings`, `times`, `lengths`, `ladder`."""
        frame: type[pandas.DataFrame] = require("pandas", "pandas").DataFrame
        facts = self.tables.facts() if table != "games" else {}
        known = {"games": self.games} | {
            name: rows for name, rows in facts.items() if isinstance(rows, list) and name != "notes"
        }
        if table not in known:
            raise InvalidOption(
                f"there is no table {table!r}; accepted: {', '.join(known)}",
                f"não há nenhuma tabela {table!r}; aceites: {', '.join(known)}",
            )
        return frame(known[table])

    def __repr__(self) -> str:
        return f"<Result {self.title}: {self.tables.games} games in {self.directory}>"

    def _repr_html_(self) -> str:
        head = ("bot", "games", "won–drawn–lost", "score", "Elo")
        rows = [
            (
                self.tables.shown(player.name),
                str(player.results.games),
                str(player.results),
                score_text(player.score),
                elo_text(player.elo),
            )
            for player in self.tables.players
        ]
        title = f"{self.title}: {self.tables.games} of {self.settings.total} games"
        notes = "".join(f"<li>{escape(str(note))}</li>" for note in self.tables.notes)
        return (
            f"<table><caption>{escape(title)}</caption>"
            f"<thead>{_row(head, 'th')}</thead>"
            f"<tbody>{''.join(_row(row, 'td') for row in rows)}</tbody></table>"
            + (f"<ul>{notes}</ul>" if notes else "")
        )


def _row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
