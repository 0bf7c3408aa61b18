"""The tables of an experiment as CSV, JSON and Markdown, and numbers as people read them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from pathlib import Path

from tabuleiro.bots.text import BotText
from tabuleiro.endings import reason_words
from tabuleiro.experiments.statistics import CONFIDENCE, Estimate
from tabuleiro.experiments.store import SeatTime, Store
from tabuleiro.experiments.tables import Tables
from tabuleiro.position import RESULTS
from tabuleiro.text import Language

OUTCOMES = "0, ½, 1, 1½, 2"
NO_TIME = SeatTime(0, 0.0)


def write_tables(found: Tables, store: Store, directory: Path, language: Language = "en") -> None:
    """`players.csv`, `pairings.csv`, `games.csv`, `times.csv`, `report.json` and `report.md`."""
    facts = found.facts(language)
    files = {
        "players.csv": as_csv(facts["players"]),
        "pairings.csv": as_csv(facts["pairings"]),
        "games.csv": as_csv(game_rows(store)),
        "times.csv": as_csv(facts["times"]),
        "report.json": json.dumps(facts, ensure_ascii=False, indent=1) + "\n",
        "report.md": markdown(found),
    }
    for name, text in files.items():
        (directory / name).write_text(text, encoding="utf-8", newline="")


def as_csv(rows: Iterable[Mapping[str, object]]) -> str:
    """Rows of plain data under a line with their names."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, row in enumerate(rows):
        if number == 0:
            writer.writerow(row)
        writer.writerow(row.values())
    return text.getvalue()


def game_rows(store: Store) -> Iterable[Mapping[str, object]]:
    """Every game that counts as plain data: what happened, and what it took each player."""
    labels, times = store.settings.labels, store.seat_times()
    for row in store.games():
        first, second = times.get(row.number, (NO_TIME, NO_TIME))
        yield {
            "game": row.number,
            "first": labels[row.first],
            "second": labels[row.second],
            "result": RESULTS[row.winner],
            "reason": row.reason,
            "turns": row.plies,
            "seconds": round(row.seconds, 6),
            "opening": row.opening,
            **_time_facts("first", first),
            **_time_facts("second", second),
        }


def _time_facts(seat: str, time: SeatTime) -> dict[str, object]:
    mean = time.mean
    return {
        f"{seat}_turns": time.turns,
        f"{seat}_seconds": round(time.seconds, 6),
        f"{seat}_mean": None if mean is None else round(mean, 6),
    }


def short_names(names: Sequence[str], most: int = 34) -> dict[str, str]:
    """The names without what all of them have in common, and not longer than a chart has room for.

    A ladder of `hard,depth=1`, `hard,depth=2` is a ladder of `depth=1`, `depth=2`.
    """
    parts = {name: BotText.parse(name).pieces for name in names}
    common = set.intersection(*map(set, parts.values())) if len(parts) > 1 else set()
    found = {}
    for name, own in parts.items():
        short = ",".join(part for part in own if part not in common) or name
        if len(short) > most:
            short = f"{short[: most // 2 - 1]}…{short[-most // 2 :]}"
        found[name] = short
    return found if len(set(found.values())) == len(found) else dict(zip(names, names, strict=True))


def percent(share: float) -> str:
    """A share for people."""
    return f"{100 * share:.1f} %"


def signed(number: float) -> str:
    """A whole number with its sign; 0 has none."""
    whole = round(number)
    return f"{whole:+d}" if whole else "0"


def elo_text(found: Estimate) -> str:
    """An Elo with its interval for people."""
    if found.value is not None and found.low is not None and found.high is not None:
        if found.low == found.high:
            return signed(found.value)
        return f"{signed(found.value)} [{signed(found.low)}, {signed(found.high)}]"
    if found.low is not None:
        return f"≥ {signed(found.low)}"
    return f"≤ {signed(found.high)}" if found.high is not None else "–"


def score_text(found: Estimate) -> str:
    """A score with its interval for people."""
    assert found.value is not None
    return f"{percent(found.value)} [{100 * (found.low or 0):.1f}, {100 * (found.high or 0):.1f}]"


def seconds_text(seconds: float) -> str:
    """A time in a unit that suits it."""
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.3g} ms"
    if seconds < 600:
        return f"{seconds:.3g} s"
    return f"{seconds / 60:.0f} min" if seconds < 36000 else f"{seconds / 3600:.1f} h"


def time_text(seconds: object) -> str:
    """A time that may be missing."""
    return seconds_text(float(seconds)) if isinstance(seconds, int | float) else "–"


def count_text(number: float) -> str:
    """A mean count: small ones with a decimal."""
    return f"{number:,.0f}" if number >= 100 or number == int(number) else f"{number:.1f}"


def markdown(found: Tables) -> str:
    """The tables as Markdown."""
    confidence = round(100 * CONFIDENCE)
    seat = found.first_seat
    lines = [
        f"# {found.title}",
        "",
        f"{found.game}, {found.games:,} of {found.planned:,} games. Results are won–drawn–lost.",
        f"Brackets hold {confidence} % intervals.",
        "",
        "| bot | games | results | score | Elo |",
        "|---|--:|--:|--:|--:|",
    ]
    for player in found.players:
        results = player.results
        lines.append(
            f"| {found.shown(player.name)} | {results.games} | {results} "
            f"| {score_text(player.score)} | {elo_text(player.elo)} |"
        )
    lines += [
        "",
        f"| pairing | results | first | second | {OUTCOMES} | score | Elo lead | LOS | turns |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for pairing in found.pairings:
        pairs = " ".join(map(str, pairing.pairs))
        first, second = found.shown(pairing.first), found.shown(pairing.second)
        lines.append(
            f"| {first} – {second} | {pairing.results} | {pairing.moving_first} "
            f"| {pairing.moving_second} | {pairs} | {score_text(pairing.score)} "
            f"| {elo_text(pairing.elo)} | {percent(pairing.superiority)} | {pairing.plies:.1f} |"
        )
    lines += [
        "",
        "| bot | turns | time, mean | time, 95 % below | considered | avoided | pruned | depth |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for player in found.players:
        effort = player.effort
        lines.append(
            f"| {found.shown(player.name)} | {effort.turns:,} | {seconds_text(effort.seconds)} "
            f"| {seconds_text(effort.seconds_p95)} | {count_text(effort.considered)} "
            f"| {count_text(effort.avoided)} | {count_text(effort.pruned)} | {effort.depth:.1f} |"
        )
    ends = ", ".join(
        f"{reason_words(reason).en} {count:,}" for reason, count in found.reasons.items()
    )
    lines += ["", f"Whoever moved first: {seat}. Games ended by: {ends}.", ""]
    lines += [f"- {note}" for note in found.notes]
    return "\n".join([*lines, ""])
