"""What the page calls the bots of an experiment."""

from __future__ import annotations

from tabuleiro.experiments.settings import Settings
from tabuleiro.web.arenas import _game_title, titles_of


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


def test_an_experiment_of_a_file_that_is_not_open_has_titles_too() -> None:
    settings = Settings("./nowhere/mine.py", ("random", "lg/first.py"))
    found = titles_of(settings, {"random": "random", "lg/first.py": "first"})
    assert [title["en"] for title in found.values()] == ["random", "first"]
    assert _game_title(settings).en == "mine"
