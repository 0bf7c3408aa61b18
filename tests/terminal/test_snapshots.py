"""What each board and the menu look like; `pytest --snapshot-update` after a wanted change."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from driving import PEOPLE, STARTED

import tabuleiro
from tabuleiro.terminal.app import TabuleiroApp
from tabuleiro.terminal.console import Look
from tabuleiro.terminal.session import Session

Compare = Callable[..., bool]


def app(name: str, look: Look) -> TabuleiroApp:
    here = tabuleiro.game(name).start()
    for move in STARTED[name].split():
        here = here.play(move)
    return TabuleiroApp(Session(here, PEOPLE), look=look)


@pytest.mark.parametrize("look", list(Look))
@pytest.mark.parametrize("name", STARTED)
def test_boards_at_80x24(name: str, look: Look, snap_compare: Compare) -> None:
    assert snap_compare(app(name, look), terminal_size=(80, 24))


@pytest.mark.parametrize("name", STARTED)
def test_boards_at_120x40(name: str, snap_compare: Compare) -> None:
    assert snap_compare(app(name, Look.colour), terminal_size=(120, 40))


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_menu(language: str, snap_compare: Compare) -> None:
    menu = TabuleiroApp(language=language, look=Look.colour)  # type: ignore[arg-type]
    assert snap_compare(menu, terminal_size=(80, 24), press=["down"])


def test_a_window_that_is_too_small(snap_compare: Compare) -> None:
    assert snap_compare(app("shobu", Look.colour), terminal_size=(60, 20))
