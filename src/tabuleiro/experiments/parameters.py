"""What can be set of an experiment, declared once.

`Settings`, `tabuleiro.arena`, the command line and the form of the web page are built from these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from tabuleiro.errors import InvalidOption
from tabuleiro.game import Game
from tabuleiro.options import Interval, Option
from tabuleiro.text import Language, Text

LONGEST = 1_000_000
"""Seconds that anybody can be waited for."""

HIGHEST = 2000
"""Elo beyond which no test is of use."""


@dataclass(frozen=True)
class Parameter(Option):
    """A setting of an experiment.

    `wrong` is the sentence for a number that is not accepted, `said` what is accepted in words
    where the general ones do not say it, `metavar` how the command line writes it. `form` holds
    what is different in the form of the page, whose experiments run beside games that people play;
    None for what it does not ask for.
    """

    KIND: ClassVar[str] = "the setting"

    metavar: str | None = None
    wrong: Text | None = None
    said: Text | None = None
    form: Mapping[str, Any] | None = field(default_factory=dict)

    def accepted(self, language: Language = "en") -> str:
        """What is accepted, in words."""
        return self.said[language] if self.said is not None else super().accepted(language)

    def check(self, value: object) -> None:
        """Refuse a number that is not accepted; texts are checked by whoever reads them."""
        if not isinstance(value, int | float) or not isinstance(self.accepts, range | Interval):
            return
        if value not in self.accepts:
            number = f"{value:g}" if isinstance(value, float) else str(value)
            wrong = self.wrong or Text(
                f"{self.name} cannot be {{value}}", f"{self.name} não pode ser {{value}}"
            )
            raise InvalidOption(
                f"{wrong.en.format(value=number)}; accepted: {self.accepted()}",
                f"{wrong.pt.format(value=number)}; aceites: {self.accepted('pt')}",
            )

    def on_form(self, changes: Mapping[str, Any]) -> Option:
        """The same as the page asks for it."""
        return replace(self, said=None, **changes) if changes else self


PARAMETERS = (
    Parameter(
        "games",
        100,
        Text(
            "Games of each two bots; an even number.",
            "Partidas de cada dois bots; um número par.",
        ),
        range(2, 10**9 + 1, 2),
        metavar="N",
        wrong=Text(
            "games come in pairs with the seats swapped, so their number cannot be {value}",
            "as partidas jogam-se aos pares com os lugares trocados, por isso "
            "não podem ser {value}",
        ),
        said=Text("an even number from 2 on", "um número par a partir de 2"),
        form={"default": 20, "accepts": range(2, 2001, 2)},
        title=Text("Games", "Partidas"),
    ),
    Parameter(
        "limit",
        "",
        Text(
            "For bots that state none: seconds=0.1, depth=4, nodes=10000 …",
            "Para bots que não o dizem: seconds=0.1, depth=4, nodes=10000 …",
        ),
        Text("KEY=VALUE, or nothing", "CHAVE=VALOR, ou nada"),
        metavar="KEY=VALUE",
        title=Text("Limit of the bots", "Limite dos bots"),
    ),
    Parameter(
        "ladder",
        "",
        Text(
            "Vary the first bot: depth=1..6, iterations=100,200,400, weights=material,best.",
            "Variar o primeiro bot: depth=1..6, iterations=100,200,400, weights=material,best.",
        ),
        Text("KEY=VALUES, or nothing", "CHAVE=VALORES, ou nada"),
        metavar="KEY=VALUES",
        title=Text("Ladder", "Escada"),
    ),
    Parameter(
        "grid",
        "",
        Text(
            "Vary the first bot by two settings at once: depth=1..4 weights=material,best.",
            "Variar o primeiro bot em duas definições ao mesmo tempo: "
            "depth=1..4 weights=material,best.",
        ),
        Text("KEY=VALUES KEY=VALUES, or nothing", "CHAVE=VALORES CHAVE=VALORES, ou nada"),
        metavar="KEY=VALUES KEY=VALUES",
        title=Text("Grid", "Grelha"),
    ),
    Parameter(
        "gauntlet",
        False,
        Text(
            "The first bot (or each rung of its ladder) plays the others; they do not play each "
            "other.",
            "O primeiro bot (ou cada degrau da sua escada) joga contra os outros; estes não jogam "
            "entre si.",
        ),
        title=Text("First against all", "O primeiro contra todos"),
    ),
    Parameter(
        "openings",
        4,
        Text(
            "Random turns at the start, kept if balanced; 0 for none.",
            "Jogadas ao acaso no início, aceites se equilibradas; 0 para nenhuma.",
        ),
        range(1001),
        metavar="TURNS|FILE",
        wrong=Text(
            "openings cannot be {value} turns long", "as aberturas não podem ter {value} jogadas"
        ),
        form={"accepts": range(101)},
        title=Text("Random opening turns", "Jogadas de abertura ao acaso"),
    ),
    Parameter(
        "balance",
        0.1,
        Text(
            "How far an opening's win probability may be from a half.",
            "Quanto a probabilidade de vitória de uma abertura se pode afastar de metade.",
        ),
        Interval(0, 0.5, open=True),
        metavar="SHARE",
        wrong=Text(
            "the balance of openings cannot be {value}",
            "o equilíbrio das aberturas não pode ser {value}",
        ),
        form={"accepts": Interval(0.01, 0.5)},
        title=Text("Balance of openings", "Equilíbrio das aberturas"),
    ),
    Parameter(
        "sprt",
        "",
        Text(
            "Stop a pairing when a sequential test has decided between these leads in Elo.",
            "Parar um par quando um teste sequencial decide entre estas vantagens em Elo.",
        ),
        Text("two numbers as 0,10", "dois números como 0,10"),
        metavar="ELO0,ELO1",
        form=None,
        title=Text("Sequential test", "Teste sequencial"),
    ),
    Parameter(
        "patience",
        600.0,
        Text(
            "A bot that takes longer for a move loses the game.",
            "Um bot que demora mais a jogar perde a partida.",
        ),
        Interval(0, LONGEST, open=True),
        metavar="SECONDS",
        wrong=Text(
            "the patience cannot be {value} seconds", "a paciência não pode ser de {value} segundos"
        ),
        form=None,
        title=Text("Patience", "Paciência"),
    ),
    Parameter(
        "seed",
        0,
        Text(
            "Makes everything that is left to chance repeatable.",
            "Torna repetível tudo o que fica ao acaso.",
        ),
        form={
            "help": Text(
                "Makes the experiment repeatable; 0 for any.",
                "Torna a experiência repetível; 0 para qualquer uma.",
            ),
            "accepts": range(1_000_000_000),
        },
        title=Text("Seed", "Semente"),
    ),
    Parameter(
        "name",
        "",
        Text("What to call the experiment.", "Como chamar à experiência."),
        metavar="NAME",
        title=Text("Name", "Nome"),
    ),
)

FORM: tuple[Option, ...] = tuple(
    each.on_form(each.form) for each in PARAMETERS if each.form is not None
)
"""What the page asks for, beside the game, its options and the bots."""

USUAL: Mapping[str, Any] = {each.name: each.default for each in PARAMETERS} | {"sprt": None}
"""What holds where nothing is said."""


def as_settings(given: Mapping[str, Any], game: Callable[[], Game]) -> dict[str, Any]:
    """Parameters as a person or a script gives them, as `Settings` keeps them."""
    values = dict(given)
    if isinstance(values.get("openings"), str | Path):
        values["openings"] = _openings(str(values["openings"]), game)
    if values.get("sprt") is not None:
        values["sprt"] = _bounds(values["sprt"])
    return values


def _openings(text: str, game: Callable[[], Game]) -> int | tuple[str, ...]:
    if text.removeprefix("-").isdecimal() and text.isascii():
        return int(text)
    from tabuleiro.experiments.openings import load

    return load(text, game())


def _bounds(given: Any) -> tuple[float, float]:
    try:
        low, high = map(float, given.split(",") if isinstance(given, str) else given)
    except (TypeError, ValueError):
        raise InvalidOption(
            f"--sprt cannot be {given!r}; accepted: two numbers as 0,10",
            f"--sprt não pode ser {given!r}; aceites: dois números como 0,10",
        ) from None
    return low, high
