"""What can be set of a bot, declared once: for bot texts, lists, web forms and protocols."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tabuleiro.errors import InvalidOption, UnknownOption
from tabuleiro.games.base import Interval, Language, Option, Text, Value

ALPHABETA, MCTS, RANDOM = "alphabeta", "mcts", "random"
BOTH = (ALPHABETA, MCTS)


@dataclass(frozen=True)
class Setting(Option):
    """Something that can be set of the bots that search with certain algorithms.

    A limit holds only where it is given; its default is what a form starts from. `slider` is the
    part of what is accepted that people usually want: low, high and step.
    """

    KIND: ClassVar[str] = "the setting"

    algorithms: tuple[str, ...] = BOTH
    is_limit: bool = False
    slider: tuple[float, float, float] | None = None

    def facts(self, language: Language = "en") -> dict[str, Any]:
        """The setting as plain data."""
        return super().facts(language) | {
            "algorithms": list(self.algorithms),
            "limit": self.is_limit,
            "slider": None if self.slider is None else list(self.slider),
        }


SETTINGS = (
    Setting(
        "depth",
        4,
        Text("Turns to look ahead.", "Jogadas a ver à frente."),
        range(1, 61),
        (ALPHABETA,),
        is_limit=True,
        slider=(1, 12, 1),
    ),
    Setting(
        "seconds",
        1.0,
        Text("Seconds for a move.", "Segundos por jogada."),
        Interval(0.001, 86400),
        is_limit=True,
        slider=(0.1, 10, 0.1),
    ),
    Setting(
        "nodes",
        1_000_000,
        Text("Positions to look at for a move.", "Posições a examinar por jogada."),
        range(1, 10**12 + 1),
        (ALPHABETA,),
        is_limit=True,
        slider=(10_000, 10_000_000, 10_000),
    ),
    Setting(
        "iterations",
        1000,
        Text("Leaves of the tree to try for a move.", "Folhas da árvore a tentar por jogada."),
        range(1, 10**12 + 1),
        (MCTS,),
        is_limit=True,
        slider=(100, 100_000, 100),
    ),
    Setting(
        "error",
        0,
        Text(
            "How much worse than the best a chosen move may be, in hundredths of a stone.",
            "Quanto uma jogada escolhida pode ser pior que a melhor, em centésimos de peça.",
        ),
        range(1_000_001),
        (ALPHABETA,),
        slider=(0, 300, 10),
    ),
    Setting(
        "weights",
        "best",
        Text(
            "What counts in the evaluation, and how much.",
            "O que conta na avaliação, e quanto.",
        ),
        Text(
            "a set of the game, a file such as mine.toml, TERM=NUMBER, or several with + between",
            "um conjunto do jogo, um ficheiro como meus.toml, TERMO=NÚMERO, ou vários com + entre",
        ),
    ),
    Setting(
        "table_mb",
        16,
        Text(
            "Megabytes for what is known of positions searched before.",
            "Megabytes para o que se sabe de posições já pesquisadas.",
        ),
        range(1, (1 << 20) + 1),
        (ALPHABETA,),
        slider=(1, 1024, 1),
    ),
    Setting(
        "keep",
        False,
        Text(
            "Keep that knowledge from one game to the next.",
            "Guardar esse conhecimento de uma partida para a outra.",
        ),
        None,
        (ALPHABETA,),
    ),
    Setting(
        "reductions",
        True,
        Text(
            "Search selectively: late moves less deeply at first, captures beyond the depth.",
            "Pesquisa seletiva: as últimas jogadas com menos profundidade, as capturas com mais.",
        ),
        None,
        (ALPHABETA,),
    ),
    Setting(
        "exploration",
        1.0,
        Text(
            "How readily to try what is little known.", "Gosto de tentar o que é pouco conhecido."
        ),
        Interval(0, 100),
        (MCTS,),
        slider=(0, 3, 0.1),
    ),
    Setting(
        "rollout",
        1.0,
        Text(
            "Share of random games in the value of a leaf; the rest is the evaluation.",
            "Parte das partidas aleatórias no valor de uma folha; o resto é a avaliação.",
        ),
        Interval(0, 1),
        (MCTS,),
        slider=(0, 1, 0.05),
    ),
    Setting(
        "cap",
        400,
        Text(
            "Turns after which a random game is a draw.",
            "Jogadas após as quais uma partida aleatória é empate.",
        ),
        range(1, 100_001),
        (MCTS,),
        slider=(10, 1000, 10),
    ),
    Setting(
        "tree_mb",
        64,
        Text("Megabytes for the tree.", "Megabytes para a árvore."),
        range(1, (1 << 20) + 1),
        (MCTS,),
        slider=(1, 1024, 1),
    ),
    Setting(
        "threads",
        1,
        Text(
            "Threads that search one position together.",
            "Fios de execução que pesquisam juntos uma posição.",
        ),
        range(1, 65),
        slider=(1, 8, 1),
    ),
)

MEMORY = {"table_mb": "table", "tree_mb": "tree"}
"""What takes memory that can be too much."""


def settings_of(algorithm: object) -> dict[str, Setting]:
    """The settings of an algorithm by name; none for one that does not search."""
    return {each.name: each for each in SETTINGS if algorithm in each.algorithms}


def read_settings(bot: str, algorithm: object, given: Mapping[str, object]) -> dict[str, Value]:
    """Settings that somebody wrote for a bot, in their types."""
    known = settings_of(algorithm)
    for name in given:
        if name not in known:
            accepted = f"accepted: {', '.join(known)}" if known else "it has none"
            raise UnknownOption(f"the bot {bot!r} has no setting {name!r}; {accepted}")
    values = {name: known[name].read(value) for name, value in given.items()}
    for name in MEMORY.keys() & values.keys():
        check_memory(name, int(values[name]))
    return values


def check_memory(name: str, megabytes: int) -> None:
    """Refuse a table or a tree that this machine cannot hold, before anybody asks for it."""
    there = memory_mb()
    if there is not None and megabytes > there:
        raise InvalidOption(
            f"the {MEMORY[name]} of {megabytes} MB is larger than this machine's memory; "
            f"the setting {name} can be at most {there} here"
        )


def memory_mb() -> int | None:
    """The memory of this machine, where the system tells it."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, OSError, ValueError):
        return None
