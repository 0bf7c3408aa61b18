"""What is known for certain, told as bots tell what they think; and the bot that plays by it."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from tabuleiro.bots.analysis import Analysis, Decided, Line, Score
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.search import Search
from tabuleiro.errors import InvalidOption
from tabuleiro.game import Game
from tabuleiro.position import Position
from tabuleiro.solving.knowledge import Mark, best_line, marks, solved_board, worth_asking

HOPE = 2000
"""What a win is worth that the rules about progress may spoil, in hundredths of a stone."""


def score_of(mark: Mark, player: int) -> Score:
    """A mark as a score."""
    decided: Mapping[str, Decided] = {"win": "win", "draw": "draw", "loss": "loss"}
    sign = {"win": 1, "draw": 0, "loss": -1}[mark.value]
    in_turns = None if mark.turns is None else sign * mark.turns
    if mark.sure:
        return Score(0, player, in_turns, decided[mark.value])
    return Score(sign * HOPE, player, if_in_time=in_turns)


def known_analysis(position: Position, lines: int) -> Analysis | None:
    """The best lines of a position that files know, with all its moves.

    Where they do not know how far a win or a loss is, who plays by them might go round in circles:
    nothing is said.
    """
    begin = perf_counter()
    found = marks(position) if worth_asking(position) else None
    if found is None:
        return None
    best = sorted(found, key=lambda move: found[move].rank, reverse=True)[:lines]
    first = found[best[0]]
    if first.turns is None and first.value != "draw":
        return None
    return Analysis(
        player=position.player,
        lines=tuple(
            Line(
                score_of(found[move], position.player),
                (move, *best_line(position.play(move))) if number == 0 else (move,),
            )
            for number, move in enumerate(best)
        ),
        depth=max((found[move].turns or 0 for move in best), default=0),
        nodes=len(found),
        seconds=perf_counter() - begin,
        table_hits=len(found),
        cutoffs=0,
        terms={},
    )


class PerfectBot(SearchBot):
    """Never errs on a board that is solved, and wins the shortest way."""

    limit = Limit(seconds=1.0)

    def __init__(self, game: Game, name: str = "perfect") -> None:
        self.game = game
        self.name = name

    def run(self, position: Position, limit: Limit, lines: int, search: Search) -> None:
        """Look it up."""
        found = known_analysis(position, lines)
        if found is None:
            raise not_known(position.game)
        search.finish(lambda: found)


def is_solved(game: Game) -> bool:
    """Whether every position of a game is known."""
    return solved_board(game) is not None


def not_known(game: Game) -> InvalidOption:
    """Why the perfect bot cannot play."""
    return InvalidOption(
        f"the bot 'perfect' knows nothing of this position of {game.name}; "
        "`tabuleiro solve` and `tabuleiro tables` make such knowledge for small boards and endings",
        f"o bot 'perfect' não sabe nada desta posição de {game.name}; `tabuleiro solve` e "
        "`tabuleiro tables` criam esse saber para tabuleiros pequenos e finais",
    )
