"""The report: its numbers are those of the tables, it needs nothing else, and it replays games."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from tabuleiro import drawing
from tabuleiro.errors import JobFailed
from tabuleiro.experiments.charts import charts, inline, svg
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.replay import MOST_PICTURES, chosen, games_data
from tabuleiro.experiments.report import write_report
from tabuleiro.experiments.schedule import fixture
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import Row, Store
from tabuleiro.experiments.tabulating import tables
from tabuleiro.experiments.writers import count_text, percent, score_text, seconds_text, time_text

SMALL = Settings(
    "fanorona",
    ("random", "greedy", "random"),
    {"width": "5", "height": "5"},
    games=4,
    openings=2,
    seed=5,
    name="A <small> experiment & more",
)


def play(directory: Path, settings: Settings) -> Store:
    """A real experiment, played in this process."""
    directory.mkdir(exist_ok=True)
    store = Store.create(directory, settings)
    table = Table(settings)
    for number in range(settings.total):
        store.add([table.play(number)])
    table.close()
    return store


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with play(tmp_path_factory.mktemp("experiment"), SMALL) as played:
        yield played


@pytest.fixture(scope="module")
def page_file(store: Store) -> Path:
    return write_report(store)


class Tags(HTMLParser):
    """The tables of a page as texts, and everything that it refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.references: list[str] = []
        self.ids: list[str] = []
        self._table: list[list[str]] | None = None
        self._cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        self.references += [
            facts[key] or "" for key in ("src", "href", "xlink:href") if key in facts
        ]
        self.ids += [facts["id"] or ""] if "id" in facts else []
        if tag == "table":
            self._table = self.tables.setdefault(facts.get("id") or "", [])
        elif tag == "tr" and self._table is not None:
            self._table.append([])
        elif tag in ("td", "th") and self._table:
            self._table[-1].append("")
            self._cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._table = None
        elif tag in ("td", "th"):
            self._cell = False

    def handle_data(self, data: str) -> None:
        if self._table and self._cell:
            self._table[-1][-1] += data


@pytest.fixture(scope="module")
def tags(page_file: Path) -> Tags:
    return Tags(page_file.read_text("utf-8"))


def test_ranking_has_the_numbers_of_the_tables(store: Store, tags: Tags) -> None:
    found = tables(store)
    rows = tags.tables["ranking"][1:]
    assert [row[0] for row in rows] == [player.name for player in found.players]
    for row, player in zip(rows, found.players, strict=True):
        assert row[1] == str(player.results.games)
        assert row[2] == str(player.results)
        assert row[3] == percent(player.score.value or 0)
        if player.elo.value is not None:
            assert int(row[5].replace("−", "-")) == round(player.elo.value)


def test_pairings_have_the_numbers_of_the_tables(store: Store, tags: Tags) -> None:
    rows = tags.tables["pairings"][1:]
    found = tables(store).pairings
    assert len(rows) == len(found) == 3
    for row, pairing in zip(rows, found, strict=True):
        assert row[0] == f"{pairing.first} – {pairing.second}"
        assert row[1:4] == [
            str(pairing.results),
            str(pairing.moving_first),
            str(pairing.moving_second),
        ]
        assert row[4] == " ".join(map(str, pairing.pairs))
        value, low, high = re.findall(r"[\d.]+", score_text(pairing.score))
        assert re.findall(r"[\d.]+", row[5].replace("…", " ")) == [value, low, high]
        assert row[7] == percent(pairing.superiority)
        assert row[8] == f"{pairing.plies:.1f}"


def test_cross_table_has_both_sides_of_every_pairing(store: Store, tags: Tags) -> None:
    head, *rows = tags.tables["cross"]
    found = tables(store)
    names = [player.name for player in found.players]
    assert head[1:] == [row[0] for row in rows] == names
    cells = {
        (row[0], name): cell for row in rows for name, cell in zip(names, row[1:], strict=True)
    }
    for pairing in found.pairings:
        value = pairing.score.value or 0
        one, other = (pairing.first, pairing.second), (pairing.second, pairing.first)
        assert cells.pop(one) == f"{percent(value)}{pairing.results}"
        assert cells.pop(other) == f"{percent(1 - value)}{pairing.results.reverse}"
    assert set(cells) == {(name, name) for name in names}


def test_efforts_have_the_numbers_of_the_tables(store: Store, tags: Tags) -> None:
    for row, player in zip(tags.tables["efforts"][1:], tables(store).players, strict=True):
        effort = player.effort
        assert row[1:] == [
            f"{effort.turns:,}",
            seconds_text(effort.seconds),
            seconds_text(effort.seconds_p95),
            count_text(effort.considered),
            count_text(effort.avoided),
            count_text(effort.pruned),
            f"{effort.depth:.1f}",
        ]
    searched = [player.effort.considered for player in tables(store).players]
    assert max(searched) > 0  # greedy looks at positions
    assert min(searched) == 0  # random does not


def test_the_list_of_games_has_the_times_of_both_players(store: Store, tags: Tags) -> None:
    times = store.seat_times()
    rows = tags.tables["games-list"][1:]
    assert [int(row[0]) for row in rows] == [row.number for row in store.games()]
    for row in rows:
        first, second = times[int(row[0])]
        assert row[4:] == [
            str(first.turns), seconds_text(first.seconds), time_text(first.mean),
            str(second.turns), seconds_text(second.seconds), time_text(second.mean),
        ]  # fmt: skip


def test_page_refers_to_nothing_outside(tags: Tags, page_file: Path) -> None:
    assert [each for each in tags.references if not each.startswith(("#", "data:"))] == []
    text = page_file.read_text("utf-8")
    addresses = set(re.findall(r"https?://[\w./-]+", text))
    assert {each.split("/")[2] for each in addresses} <= {"www.w3.org"}  # names, not addresses
    assert "@import" not in text


def test_page_has_no_name_twice(tags: Tags) -> None:
    assert sorted(set(tags.ids)) == sorted(tags.ids)


def test_names_are_escaped(page_file: Path) -> None:
    text = page_file.read_text("utf-8")
    assert "A &lt;small&gt; experiment &amp; more" in text
    assert "<small> experiment" not in text


def test_everything_stands_beside_it(store: Store, page_file: Path) -> None:
    home = page_file.parent
    names = {path.name for path in home.iterdir()}
    assert {
        "players.csv",
        "pairings.csv",
        "games.csv",
        "times.csv",
        "report.json",
        "report.md",
    } < names
    for name in ("elo", "seats", "times", "lengths"):
        ElementTree.parse(home / "charts" / f"{name}.svg")
        assert (home / "charts" / f"{name}.png").read_bytes()[:4] == b"\x89PNG"
    assert json.loads((home / "report.json").read_text("utf-8"))["games"] == SMALL.total


def test_charts_show_every_bot(store: Store) -> None:
    found = tables(store)
    drawn = {name: svg(figure) for name, figure in charts(found).items()}
    for name in ("elo", "seats", "times"):
        texts = "".join(ElementTree.fromstring(drawn[name]).itertext())
        assert all(player.name in texts for player in found.players)
    assert "ladder" not in drawn
    assert drawn == {name: svg(figure) for name, figure in charts(found).items()}


def test_a_chart_in_a_page_has_the_colours_of_the_page(store: Store) -> None:
    text = inline(svg(charts(tables(store))["elo"]), "elo")
    assert re.search(r"#[0-9a-f]{6}", text) is None
    assert "var(--series-1)" in text
    ElementTree.fromstring(text)


def test_ladder_has_a_curve(tmp_path: Path) -> None:
    settings = replace(SMALL, bots=("greedy",), ladder="depth=1..2", games=2, name="")
    with play(tmp_path, settings) as store:
        text = write_report(store).read_text("utf-8")
    assert 'id="chart-ladder"' in text
    assert (tmp_path / "charts" / "ladder.png").exists()


def test_a_grid_has_a_table_and_a_heat_map(tmp_path: Path) -> None:
    settings = replace(SMALL, bots=("greedy",), grid="depth=1..2 error=0,3", games=2, name="")
    with play(tmp_path, settings) as store:
        text = write_report(store).read_text("utf-8")
    assert 'id="chart-grid"' in text
    assert '<table id="grid">' in text
    assert (tmp_path / "charts" / "grid.png").exists()


def test_pictures_are_those_of_the_drawing(store: Store) -> None:
    rows = list(store.games())
    data = games_data(store, rows)
    assert len(data["games"]) == len(rows)
    for row, game in zip(rows, data["games"], strict=True):
        positions = store.record(row.number).positions()
        assert len(game["pictures"]) == len(positions)
        for position, picture in zip(positions, game["pictures"], strict=True):
            numbers = [*data["boards"][game["board"]], *picture]
            text = "\n".join(data["lines"][number] for number in numbers)
            wanted = drawing.svg(position).split("\n")
            assert text == "\n".join(line for line in wanted if not line.startswith("<title>"))
        assert game["moves"] == [move.text for move in store.record(row.number).moves]
        assert len(game["efforts"]) == row.plies


def test_of_many_games_some_of_every_pairing_are_shown() -> None:
    settings = replace(SMALL, games=2000)
    rows = []
    for number in range(settings.total):
        which = fixture(settings, number)
        winner = (0, 1, None, 1, 0)[number % 5]
        rows.append(
            Row(number, *which[1:3], 0, *which[3:5], winner, "rules", "", 20 + number % 90, 1.0)
        )
    shown = chosen(rows, {0: 0, 1: 1, 2: 2})
    assert sum(row.plies + 5 for row in shown) <= MOST_PICTURES
    assert len(shown) > 20
    counts = [sum(row.pairing == pairing for row in shown) for pairing in range(3)]
    assert max(counts) - min(counts) <= 1
    for pairing in range(3):
        of_pairing = [row for row in shown if row.pairing == pairing]
        won = [row.plies for row in rows if row.pairing == pairing and row.winner is not None]
        assert {min(won), max(won)} <= {row.plies for row in of_pairing}
        assert any(row.winner is None for row in of_pairing)
        assert any((row.first < row.second) == (row.winner == 1) for row in of_pairing)


def test_few_games_are_all_shown() -> None:
    rows = [Row(n, 0, n // 2, 0, 0, 1, 0, "rules", "", 30, 1.0) for n in range(10)]
    assert chosen(rows, {0: 0, 1: 1}) == rows


def test_empty_experiment_has_a_page(tmp_path: Path) -> None:
    with Store.create(tmp_path, SMALL) as store:
        text = write_report(store).read_text("utf-8")
    assert "No game has been played yet." in text


def test_portuguese(store: Store, tmp_path: Path) -> None:
    text = write_report(store, tmp_path, language="pt").read_text("utf-8")
    assert '<html lang="pt">' in text
    assert "Todos contra todos" in text
    assert "Everyone" not in text


def test_a_place_that_cannot_be_written(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JobFailed, match="cannot be written"):
        write_report(store, tmp_path / "file")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser, page_file: Path) -> Iterator[Page]:
    """The report in a browser without network; errors in the page fail the test."""
    context = browser.new_context(offline=True)
    found = context.new_page()
    troubles: list[str] = []
    requests: list[str] = []
    found.on("pageerror", lambda error: troubles.append(str(error)))
    found.on("console", lambda message: troubles.append(message.text))
    found.on("request", lambda request: requests.append(request.url))
    found.goto(page_file.as_uri())
    yield found
    assert troubles == []
    assert {each.partition("#")[0] for each in requests} <= {page_file.as_uri(), "about:blank"}
    context.close()


def shapes(page: Page) -> str:
    return str(page.locator("#board svg").inner_html())


def test_replay_steps_through_a_game(page: Page, store: Store) -> None:
    record = store.record(0)
    last = len(record.moves)
    assert page.locator("#first").inner_text() == record.players[0]
    start = shapes(page)
    page.click("#forward")
    assert page.locator("#moves [aria-current]").inner_text() == record.moves[0].text
    assert shapes(page) != start
    page.click("#back")
    assert shapes(page) == start
    page.click("#end")
    assert page.locator("#moves [aria-current]").inner_text() == record.moves[-1].text
    assert record.result in page.locator("#effort").inner_text()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("turn") == last - 1
    page.click('#moves [data-turn="2"]')
    assert page.evaluate("turn") == 2
    pieces = record.positions()[2].view.pieces
    assert page.locator("#board svg circle[r='0.340']").count() == len(pieces)


def test_a_cell_of_the_cross_table_opens_a_game(page: Page, store: Store) -> None:
    page.locator("#cross td a").last.click()
    page.wait_for_function("location.hash === `#game-${game.number}`")
    names = [player.name for player in tables(store).players]
    assert {page.evaluate("game.first"), page.evaluate("game.second")} == set(names[-2:])


def test_a_link_leads_to_a_turn(page: Page, page_file: Path, store: Store) -> None:
    page.goto("about:blank")
    page.goto(page_file.as_uri() + "#game-3-2")
    assert page.evaluate("[game.number, turn]") == [3, 2]
    assert page.locator("#game").input_value() == "3"
    page.select_option("#game", "1")
    assert page.evaluate("game.number") == 1
    assert page.locator("#result").inner_text() == store.record(1).result


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_is_accessible(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


def test_page_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
