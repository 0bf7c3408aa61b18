"""A bot that proves: who wins by force, in how many turns, and how."""

from __future__ import annotations

from functools import partial

from tabuleiro.bots.alphabeta import moves_of
from tabuleiro.bots.analysis import Analysis, Decided, Line, Score
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.knowing import known_analysis
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.search import Search
from tabuleiro.bots.settings import check_memory
from tabuleiro.errors import InvalidOption, Stopped
from tabuleiro.game import Game
from tabuleiro.kernel.halt import Halt
from tabuleiro.kernel.known import NOTHING
from tabuleiro.kernel.prover import Proof, Prover
from tabuleiro.position import Position
from tabuleiro.solving.knowledge import for_searches

TABLE_MB = 256
USUAL = Limit(seconds=10.0)

DECIDED: dict[str, Decided] = {"win": "win", "loss": "loss", "draw": "draw"}


class ProofBot(SearchBot):
    """Answers with what is proven, or not at all: `result` is then `Stopped`.

    Infinite play is a draw to it; rules about repetition, progress and length are left aside.
    `proof` is what its last search knows.
    """

    needs = ("dfpn",)
    limit = USUAL

    def __init__(self, game: Game, table_mb: int = TABLE_MB, tables: bool = True) -> None:
        check_memory("table_mb", table_mb)
        self.game = game
        self.name = "proof"
        self.tables = tables
        self.proof = Proof()
        self.table_mb = table_mb
        self._prover: Prover | None = None

    def run(self, position: Position, limit: Limit, lines: int, search: Search) -> None:
        """Search for a proof; a shorter win is told when it is found."""
        if limit.depth is not None or limit.iterations is not None:
            raise InvalidOption(
                "a proof can be limited by seconds and nodes only",
                "uma prova só pode ser limitada por seconds e nodes",
            )
        halt = Halt()
        search.on_stop(halt.ask)
        if self._prover is None:
            self._prover = Prover(self.game.engine, self.table_mb)
        self._prover.knowledge = for_searches(self.game) if self.tables else NOTHING

        def hear(proof: Proof) -> None:
            self.proof = proof
            search.tell(partial(self._analysis, position, proof))

        self.proof = Proof()
        found = known_analysis(position, 1) if self.tables else None
        if found is not None and found.score.decided is not None:
            win_in = found.score.win_in
            self.proof = Proof(
                found.score.decided,
                None if win_in is None else abs(win_in),
                shortest=True,
                nodes=found.nodes,
                seconds=found.seconds,
            )
            known = found
            search.finish(lambda: known)
            return
        proof = self._prover.prove(position.state(), limit.seconds, limit.nodes, halt, hear)
        self.proof = proof
        if proof.value is None:
            raise Stopped(
                f"nothing is proven after {proof.nodes:,} positions in {proof.seconds:.1f} s; "
                "more seconds or nodes may do",
                f"nada está provado ao fim de {proof.nodes:,} posições em {proof.seconds:.1f} s; "
                "talvez com mais segundos ou posições",
            )
        search.finish(partial(self._analysis, position, proof))

    def new_game(self, seed: int | None = None) -> None:
        """Forget what was proven."""
        if self._prover is not None:
            self._prover.clear()

    def _analysis(self, position: Position, proof: Proof) -> Analysis:
        player, turns = position.player, proof.turns
        assert proof.value is not None
        win_in = None if turns is None else turns if proof.value == "win" else -turns
        moves = moves_of(position, proof.line)
        return Analysis(
            player=player,
            lines=(Line(Score(0, player, win_in, DECIDED[proof.value]), moves),) if moves else (),
            depth=turns or 0,
            nodes=proof.nodes,
            seconds=proof.seconds,
            table_hits=0,
            cutoffs=0,
            terms={},
        )
