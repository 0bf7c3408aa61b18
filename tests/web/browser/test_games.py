"""Whole games, played by pointing at the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tabuleiro.bots.presets import make_bot
from tests.web.browser.table import Table

GAMES: dict[str, dict[str, object]] = {
    "aboyne": {"side": 3},
    "cifra": {},
    "fanorona": {"width": 5, "height": 5},
    "focus": {"size": 6, "capture_target": 4},
    "shobu": {},
}
LONGEST = 60


def test_what_was_placed_last_is_marked(sit: Callable[..., Table]) -> None:
    table = sit("hex", "human", "human", options={"size": 5})
    for ply, cell in enumerate((12, 6), 1):
        table.wait_for_turn()
        table.page.locator("#board .spot").nth(cell).click()
        table.wait_for_ply(ply)
        expect(table.page.locator("#board .last")).to_have_count(1)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks(game: str, sit: Callable[..., Table]) -> None:
    """A person who plays well beats somebody who plays anything, with nothing but clicks."""
    seats = ("random", "human") if game == "cifra" else ("human", "random")
    table = sit(game, *seats, options=GAMES[game], seed=5)
    mine = seats.index("human")
    bot = None
    for _ in range(LONGEST):
        if table.wait_for_turn() == "over":
            break
        position = table.position
        bot = bot or make_bot(position.game, "medium", 7)
        table.click(bot.choose(position), position)
    outcome = table.position.outcome
    assert outcome is not None
    assert outcome.winner == mine
    assert "You win" in table.status
    assert len(table.moves) == table.position.ply
    table.page.get_by_role("button", name="Rematch").click()
    table.page.wait_for_url(lambda url: table.match not in url)
    table.page.wait_for_selector("body[data-turn]")
    below = table.page.locator("#seat-bottom")
    assert below.get_attribute("data-player") == str(1 - mine)
