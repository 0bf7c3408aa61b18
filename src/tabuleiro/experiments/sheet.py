"""What the sections of a report are written with: words, names, tables, charts, intervals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from tabuleiro.experiments.charts import MOST_LINES, inline
from tabuleiro.experiments.charts import WORDS as CHART_WORDS
from tabuleiro.experiments.statistics import Estimate
from tabuleiro.experiments.tables import Tables
from tabuleiro.experiments.words import WORDS
from tabuleiro.experiments.writers import elo_text
from tabuleiro.text import Language

HERE = Path(__file__)


class Sheet:
    """A page about an experiment in one language, as yet without sections."""

    def __init__(self, found: Tables, pictures: Mapping[str, str], language: Language) -> None:
        self.found = found
        self.pictures = pictures
        self.language = language

    def say(self, word: str, **values: object) -> str:
        """A text of the page in its language."""
        text = WORDS[word][self.language]
        return text.format(**values) if values else text

    def frame(self, title: str, body: str, games: object) -> str:
        """The whole page: what is in it, style and script, and the games that it replays."""
        style, script = (
            HERE.with_name(f"report.{end}").read_text("utf-8") for end in ("css", "js")
        )
        data = json.dumps(games, ensure_ascii=False, separators=(",", ":"))
        data = data.replace("</", "<\\/")  # nothing in it may end the script
        return f"""<!doctype html>
<html lang="{self.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>
{style}</style>
</head>
<body>
{body}
<script type="application/json" id="games">{data}</script>
<script>
{script}</script>
</body>
</html>
"""

    def name(self, bot: str) -> str:
        """A bot's name that may be broken where it has commas or signs."""
        return re.sub(r"([,+])", r"\1<wbr>", escape(self.found.shown(bot)))

    def table(
        self, name: str, heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str
    ) -> str:
        top = "".join(
            f'<th scope="col">{self.say(head) if head in WORDS else head}</th>' for head in heads
        )
        body = "".join(
            f'<tr><th scope="row">{row[0]}</th>'
            + "".join(f"<td>{cell}</td>" for cell in row[1:])
            + "</tr>\n"
            for row in rows
        )
        return f"""<div class="scroll"><table id="{name}"><caption>{self.say(caption)}</caption>
<thead><tr>{top}</tr></thead>
<tbody>{body}</tbody></table></div>"""

    def chart(self, name: str, caption: str) -> str:
        if name not in self.pictures:
            return ""
        said = self.say(caption, count=MOST_LINES) if caption else ""
        below = f"<figcaption>{said}</figcaption>" if said else ""
        key = self.found.ladder or " × ".join(self.found.grid)
        title = CHART_WORDS[name][self.language].format(key=key)
        picture = inline(self.pictures[name], name)
        return f'<figure id="chart-{name}" aria-label="{escape(title)}">{picture}{below}</figure>'


def elo_alone(found: Estimate) -> str:
    """An Elo whose interval stands elsewhere."""
    value = found.value
    text = elo_text(found if value is None else Estimate(value, value, value))
    return escape(text.replace("-", "−"))


def between(found: Estimate, scale: float, digits: int) -> str:
    if found.low is None or found.high is None:
        return ""
    low, high = (f"{scale * each:.{digits}f}".replace("-", "−") for each in (found.low, found.high))
    return f"{low} … {high}"


def small(text: str) -> str:
    return f"<small>{text}</small>" if text else ""
