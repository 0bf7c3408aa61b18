"""What the page calls the bots of an experiment."""

from __future__ import annotations

from tabuleiro.experiments.settings import Settings
from tabuleiro.web.arenas import titles_of


def test_bots_are_called_differently() -> None:
    bots = ("hard,depth=3", "hard,depth=4", "easy,error=5", "random", "random", "ugi:./engine")
    settings = Settings("fanorona", bots)
    names = {label: label for label in settings.labels} | {"ugi:./engine": "Deep Thought"}
    found = titles_of(settings, names)
    assert [title["pt"] for title in found.values()] == [
        "Difícil depth=3",
        "Difícil depth=4",
        "Fácil *",
        "Ao acaso",
        "Ao acaso (2)",
        "Deep Thought",
    ]
    assert found["easy,error=5"]["en"] == "Easy *"
