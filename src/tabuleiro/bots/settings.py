"""What can be set of a bot, declared once: for bot texts, lists, web forms and protocols."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tabuleiro.bots.text import BotText
from tabuleiro.errors import InvalidOption, UnknownOption
from tabuleiro.options import Interval, Option, Value
from tabuleiro.text import Language, Text

ALPHABETA, MCTS, RANDOM, PERFECT = "alphabeta", "mcts", "random", "perfect"
BOTH = (ALPHABETA, MCTS)
PLAIN = "mcts,rollout=1"
"""The search that needs no evaluation, by random games alone."""
MIXED = {"rollout": 0.5}
"""How a tree search uses a net if nothing is said."""
CHOSEN = {ALPHABETA: (), MCTS: ("rollout", "exploration", "rave")}
"""What a net may say of the search that plays best with it."""


@dataclass(frozen=True)
class Setting(Option):
    """Something that can be set of the bots that search with certain algorithms.

    A limit holds only where it is given; its default is what a form starts from. `slider` is the
    part of what is accepted that people usually want: low, high and step. `remote` settings may
    come over the network; whoever declares a setting must say so.
    """

    KIND: ClassVar[str] = "the setting"

    algorithms: tuple[str, ...] = BOTH
    is_limit: bool = False
    slider: tuple[float, float, float] | None = None
    remote: bool = False

    def facts(self, language: Language | None = "en") -> dict[str, Any]:
        """The setting as plain data."""
        return super().facts(language) | {
            "algorithms": list(self.algorithms),
            "limit": self.is_limit,
            "slider": None if self.slider is None else list(self.slider),
        }


IDEAS = {
    "cuts": (
        Text("Cuts", "Cortes"),
        Text(
            "End the search of a position at a move that is too good.",
            "Terminar a pesquisa de uma posição numa jogada boa de mais.",
        ),
    ),
    "table_move": (
        Text("Best move of before", "Melhor jogada de antes"),
        Text(
            "Try first what was best when the position was searched before.",
            "Tentar primeiro o que era melhor quando a posição foi pesquisada antes.",
        ),
    ),
    "killers": (
        Text("Killer moves", "Jogadas assassinas"),
        Text(
            "Try early the moves that cut elsewhere at the same distance.",
            "Tentar cedo as jogadas que cortaram noutro lado, à mesma distância.",
        ),
    ),
    "history": (
        Text("History", "Histórico"),
        Text(
            "Try early the moves that have cut often.",
            "Tentar cedo as jogadas que cortaram muitas vezes.",
        ),
    ),
    "table": (
        Text("Table of positions", "Tabela de posições"),
        Text(
            "Use again the values of positions searched before.",
            "Usar de novo os valores de posições já pesquisadas.",
        ),
    ),
    "symmetries": (
        Text("Symmetries", "Simetrias"),
        Text(
            "Let symmetric positions share what is known of them.",
            "Deixar posições simétricas partilhar o que se sabe delas.",
        ),
    ),
    "pvs": (
        Text("Scout windows", "Janelas de sondagem"),
        Text(
            "Ask of later moves first only whether they can be better at all.",
            "Das jogadas seguintes, perguntar primeiro só se podem ser melhores.",
        ),
    ),
    "aspiration": (
        Text("Aspiration", "Aspiração"),
        Text(
            "Begin with a narrow window around the value of the depth before.",
            "Começar com uma janela estreita à volta do valor da profundidade anterior.",
        ),
    ),
    "deepening": (
        Text("Deepening", "Aprofundamento"),
        Text(
            "Search depth after depth; without it, straight to the depth, if one is set.",
            "Pesquisar profundidade a profundidade; sem isso, logo até à que estiver definida.",
        ),
    ),
    "reductions": (
        Text("Reductions", "Reduções"),
        Text(
            "Search late moves less deeply at first.",
            "Pesquisar as últimas jogadas primeiro com menos profundidade.",
        ),
    ),
    "exchanges": (
        Text("Exchanges", "Trocas"),
        Text(
            "Play out captures beyond the last depth.",
            "Jogar as capturas para lá da última profundidade.",
        ),
    ),
}
"""What can be switched off of alpha-beta; all of it off is plain minimax."""

SETTINGS = (
    Setting(
        "depth",
        4,
        Text("Turns to look ahead.", "Jogadas a ver à frente."),
        range(1, 61),
        (ALPHABETA,),
        is_limit=True,
        slider=(1, 12, 1),
        remote=True,
        title=Text("Turns ahead", "Jogadas à frente"),
    ),
    Setting(
        "seconds",
        1.0,
        Text("Seconds for a move.", "Segundos por jogada."),
        Interval(0.001, 86400),
        is_limit=True,
        slider=(0.1, 10, 0.1),
        remote=True,
        title=Text("Seconds a move", "Segundos por jogada"),
    ),
    Setting(
        "nodes",
        1_000_000,
        Text("Positions to look at for a move.", "Posições a examinar por jogada."),
        range(1, 10**12 + 1),
        (ALPHABETA,),
        is_limit=True,
        slider=(10_000, 10_000_000, 10_000),
        remote=True,
        title=Text("Positions a move", "Posições por jogada"),
    ),
    Setting(
        "iterations",
        1000,
        Text(
            "Leaves of the tree to try for each step of a move.",
            "Folhas da árvore a tentar por cada passo de uma jogada.",
        ),
        range(1, 10**12 + 1),
        (MCTS,),
        is_limit=True,
        slider=(100, 100_000, 100),
        remote=True,
        title=Text("Random games a move", "Partidas ao acaso por jogada"),
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
        remote=True,
        title=Text("Carelessness", "Descuido"),
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
        remote=True,
        title=Text("What counts", "O que conta"),
    ),
    Setting(
        "net",
        "no",
        Text(
            "A learned evaluation in place of the terms, or with them: the mean of both.",
            "Uma avaliação aprendida em vez dos termos, ou com eles: a média dos dois.",
        ),
        Text(
            "yes (the game's own), no, or a file such as mine.net; each also with +terms",
            "yes (a do jogo), no, ou um ficheiro como meu.net; cada uma também com +terms",
        ),
        remote=True,
        title=Text("Net", "Rede"),
    ),
    Setting(
        "terms",
        "",
        Text(
            "A file with an evaluation of your own: TERMS and evaluate(board, s, weights).",
            "Um ficheiro com uma avaliação tua: TERMS e evaluate(board, s, weights).",
        ),
        Text("a path such as ./mine.py", "um caminho como ./minha.py"),
        title=Text("Own evaluation", "Avaliação própria"),
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
        remote=True,
        title=Text("Memory of positions", "Memória de posições"),
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
        remote=True,
        title=Text("Remember between games", "Lembrar entre partidas"),
    ),
    *(
        Setting(name, True, text, None, (ALPHABETA,), remote=True, title=title)
        for name, (title, text) in IDEAS.items()
    ),
    Setting(
        "tables",
        True,
        Text(
            "Ask tables of endings and solved boards, where they are there.",
            "Consultar tabelas de finais e tabuleiros resolvidos, onde existam.",
        ),
        None,
        remote=True,
        title=Text("Tables", "Tabelas"),
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
        remote=True,
        title=Text("Curiosity", "Curiosidade"),
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
        remote=True,
        title=Text("Share of random play", "Parte de jogo ao acaso"),
    ),
    Setting(
        "rave",
        0,
        Text(
            "Visits for which a step is also judged by random games that had it later; 0 for none.",
            "Visitas em que um passo se julga também por partidas onde veio mais tarde; 0: nunca.",
        ),
        range(100_001),
        (MCTS,),
        slider=(0, 1000, 50),
        remote=True,
        title=Text("Later steps (RAVE)", "Passos posteriores (RAVE)"),
    ),
    Setting(
        "solver",
        True,
        Text(
            "Prove wins and losses in the tree, and play by them.",
            "Provar na árvore vitórias e derrotas, e jogar por elas.",
        ),
        None,
        (MCTS,),
        remote=True,
        title=Text("Proofs in the tree", "Provas na árvore"),
    ),
    Setting(
        "reuse",
        True,
        Text(
            "Keep what has grown below the moves that are played.",
            "Guardar o que cresceu por baixo das jogadas feitas.",
        ),
        None,
        (MCTS,),
        remote=True,
        title=Text("Keep the tree", "Guardar a árvore"),
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
        remote=True,
        title=Text("Longest random game", "Partida ao acaso mais longa"),
    ),
    Setting(
        "tree_mb",
        64,
        Text("Megabytes for the tree.", "Megabytes para a árvore."),
        range(1, (1 << 20) + 1),
        (MCTS,),
        slider=(1, 1024, 1),
        remote=True,
        title=Text("Memory of the tree", "Memória da árvore"),
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
        remote=True,
        title=Text("Threads", "Fios de execução"),
    ),
)

MEMORY = {"table_mb": Text("the table", "a tabela"), "tree_mb": Text("the tree", "a árvore")}
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
            raise UnknownOption(
                f"the bot {bot!r} has no setting {name!r}; {accepted}",
                f"o bot {bot!r} não tem a definição {name!r}; "
                + (f"aceites: {', '.join(known)}" if known else "não tem nenhuma"),
            )
    values = {name: known[name].read(value) for name, value in given.items()}
    for name in MEMORY.keys() & values.keys():
        check_memory(name, int(values[name]))
    return values


def read_search(text: str) -> tuple[str, dict[str, Any]]:
    """The search that plays best with a net: its algorithm, and what is set of it."""
    asked = BotText.parse(text)
    if asked.head not in BOTH or not set(asked.changes) <= set(CHOSEN[asked.head]):
        raise UnknownOption(
            f"there is no search {text!r}; accepted: {', '.join(BOTH)}",
            f"não há a pesquisa {text!r}; aceites: {', '.join(BOTH)}",
        )
    usual = MIXED if asked.head == MCTS else {}
    return asked.head, usual | read_settings(asked.head, asked.head, asked.changes)


def check_memory(name: str, megabytes: int) -> None:
    """Refuse a table or a tree that this machine cannot hold, before anybody asks for it."""
    there = memory_mb()
    if there is not None and megabytes > there:
        raise InvalidOption(
            f"{MEMORY[name].en} of {megabytes} MB is larger than this machine's memory; "
            f"the setting {name} can be at most {there} here",
            f"{MEMORY[name].pt} de {megabytes} MB é maior do que a memória desta máquina; "
            f"{name} pode ser aqui no máximo {there}",
        )


def memory_mb() -> int | None:
    """The memory of this machine, where the system tells it."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (AttributeError, OSError, ValueError):
        return None
