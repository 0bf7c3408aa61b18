"""What `tabuleiro reproduce` has found, as one page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from tabuleiro.experiments.charts import inline
from tabuleiro.experiments.reproduce import Answer, charts_of, count_verdicts
from tabuleiro.experiments.results_page import (
    GAME_HEADS,
    MEASURES,
    bots_text,
    cost_range,
    cost_text,
    game_cells,
    published_text,
    rating_text,
    steps_text,
)
from tabuleiro.experiments.writers import score_text
from tabuleiro.game import game
from tabuleiro.version import VERSION

STYLE = Path(__file__).with_name("report.css")
LEFT = ("bots", "bot", "what", "finding", "first", "second", "")
"""Columns of words."""


def results_html(answers: Sequence[Answer], games: int, seed: int, drawn: Mapping[str, str]) -> str:
    """All answers as a page; `drawn` are the charts as SVG, by name."""
    body = "\n".join(line for each in _by_game(answers) for line in _game(each, drawn))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The original programs' experiments, played again</title>
<link rel="icon" href="data:,">
<style>
{STYLE.read_text("utf-8")}</style>
</head>
<body>
<header>
<h1>The original programs' experiments, played again</h1>
<ul class="facts"><li>games a row: <b>{games}</b></li><li>seed: <b>{seed}</b></li></ul>
<p class="lead">{escape(count_verdicts(answers))}</p>
<p>Results are won–drawn–lost of the first bot; brackets and bars are 95 % intervals. In the
charts, blue is measured here and orange was published.</p>
</header>
<main>
{body}
</main>
<footer><p>Tabuleiro {VERSION}.</p></footer>
</body>
</html>
"""


def _by_game(answers: Sequence[Answer]) -> Iterator[list[Answer]]:
    for name in dict.fromkeys(each.experiment.game for each in answers):
        yield [each for each in answers if each.experiment.game == name]


def _game(answers: Sequence[Answer], drawn: Mapping[str, str]) -> Iterator[str]:
    yield f"<h2>{escape(game(answers[0].experiment.game).title['en'])}</h2>"
    for answer in answers:
        experiment = answer.experiment
        source = f" Published: {experiment.source}." if experiment.source else ""
        yield f"<h3>{escape(experiment.title)}</h3>"
        yield f"<p><i>{escape(experiment.question)}</i>{escape(source)}</p>"
        yield _table(
            ("bots", "published", "measured", "score", "turns", "finding"),
            [
                (
                    bots_text(each.row),
                    published_text(each.row),
                    str(each.pairing.results),
                    score_text(each.pairing.score),
                    f"{each.pairing.plies:.0f}",
                    each.sentence,
                )
                for each in answer.findings
            ],
        )
        for name in charts_of(answer, drawn):
            yield f'<figure id="chart-{name}">{inline(drawn[name], name)}</figure>'
        if answer.costs:
            yield _table(
                ("bot", "what", "published", "measured", ""),
                [
                    (
                        each.cost.bot,
                        MEASURES[each.cost.measure],
                        cost_range(each.cost),
                        cost_text(each.cost.measure, each.measured),
                        each.sentence,
                    )
                    for each in answer.costs
                ],
            )
        if answer.ratings:
            elos = "; ".join(map(rating_text, answer.ratings))
            yield f"<p>{escape(f'Elo over these rows: {elos}. {steps_text(answer.ratings)}')}</p>"
        for finding, rows in zip(answer.findings, answer.games, strict=False):
            said = f"All games of {bots_text(finding.row)}, with each player's times"
            table = _table(GAME_HEADS, [game_cells(row) for row in rows])
            yield f"<details><summary>{escape(said)}</summary>{table}</details>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    sides = [' class="left"' if head in LEFT else "" for head in heads]
    top = "".join(
        f'<th scope="col"{side}>{escape(head)}</th>'
        for head, side in zip(heads, sides, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td{side}>{escape(cell)}</td>" for cell, side in zip(row, sides, strict=True))
        + "</tr>\n"
        for row in rows
    )
    return (
        f'<div class="scroll"><table class="plain"><thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
