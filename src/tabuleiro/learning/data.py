"""Positions to learn from: how they are gathered, kept and read.

A file is NumPy's `.npz` with one entry per position in each array:

- `states`: the position, a record of the game's STATE (64-bit integers)
- `value`: what the search found, in log-odds of the side to move (20 for a proven win)
- `result`: how the game ended for the side to move: 1, 0 or -1
- `tainted`: whether a random turn follows in its game, so that the result says little
- `game`: the number of its game
- `board`: which of the boards it was played on, where there are several
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from threading import Lock, Thread
from typing import Any
from zipfile import BadZipFile

from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.game import Game
from tabuleiro.kernel import selfplay
from tabuleiro.kernel.contract import DRAW
from tabuleiro.learning.players import Judgement, SelfPlayed, SelfPlayer

MOST = 20.0
"""Log-odds of what is proven."""
PATIENCE = 200
"""Games that may fail before it is given up."""


@dataclass
class Positions:
    """Positions with what is known of each; see above."""

    states: Any
    value: Any
    result: Any
    tainted: Any
    game: Any
    board: Any

    def __len__(self) -> int:
        return len(self.states)

    def facts(self) -> dict[str, Any]:
        """What is in it, in numbers."""
        count = max(len(self), 1)
        return {
            "positions": len(self),
            "games": len({*self.game.tolist()}),
            "boards": len({*self.board.tolist()}),
            "won": round(int((self.result > 0).sum()) / count, 4),
            "drawn": round(int((self.result == 0).sum()) / count, 4),
            "tainted": round(int(self.tainted.sum()) / count, 4),
            "fields": list(self.states.dtype.names or ()),
        }

    @classmethod
    def join(cls, parts: Sequence[Positions]) -> Positions:
        """Several as one; games keep apart."""
        import numpy as np

        joined = {
            field.name: np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(cls)
        }
        firsts = np.cumsum([0, *(int(part.game.max()) + 1 for part in parts[:-1])])
        games = [part.game + first for part, first in zip(parts, firsts, strict=True)]
        return cls(**joined | {"game": np.concatenate(games)})

    def save(self, path: Path) -> None:
        """Write a file; one that was there is replaced whole or not at all."""
        import numpy as np

        part = path.with_name(f"{path.name}.part")
        try:
            with part.open("wb") as file:
                np.savez(file, **{each.name: getattr(self, each.name) for each in fields(self)})
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise

    @classmethod
    def load(cls, path: Path) -> Positions:
        """Read a file."""
        import numpy as np

        try:
            with np.load(path) as found:
                return cls(**{field.name: found[field.name] for field in fields(cls)})
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise InvalidOption(
                f"the positions {str(path)!r} cannot be read: {why}; "
                "accepted: a file that `tabuleiro learn --data keep` has made"
            ) from None


def positions_of(played: SelfPlayed, number: int, board: int, unit: float) -> Positions:
    """The positions of a game."""
    import numpy as np

    states, facts = played.states, played.facts
    count = len(states)
    mover = states["player"]
    result = np.where(mover == played.result, 1, -1).astype(np.int8)
    if played.result == DRAW:
        result[:] = 0
    chance = facts[:, selfplay.CHANCE]
    return Positions(
        states,
        np.clip(facts[:, selfplay.VALUE] / unit, -MOST, MOST).astype(np.float32),
        result,
        np.cumsum(chance[::-1])[::-1] > 0,
        np.full(count, number, np.int32),
        np.full(count, board, np.int32),
    )


@dataclass(frozen=True)
class Recipe:
    """How games for training are played."""

    nodes: int = 3000
    chance: int = 40
    """Random turns in a thousand."""
    shortest: int = 2
    longest: int = 8
    """Random turns at the beginning."""
    even: float = 2.0
    """How uneven, in log-odds, an opening may be."""


def gather(
    boards: Sequence[Game],
    judgement: Callable[[Game], Judgement],
    recipe: Recipe,
    seed: int,
    threads: int,
    enough: Callable[[int, int], bool],
    heard: Callable[[int, int], None] = lambda games, positions: None,
) -> Positions:
    """Games against itself until it is enough of games and positions; the boards take turns.

    Equal seeds give equal games; only how many there are may depend on the time.
    """
    found: dict[int, Positions] = {}
    lock = Lock()
    state = {"next": 0, "positions": 0}
    trouble: list[BaseException] = []

    def work() -> None:
        players: dict[int, SelfPlayer] = {}
        try:
            while True:
                with lock:
                    number = state["next"]
                    if enough(number, state["positions"]) or trouble:
                        return
                    if number >= PATIENCE and not found:
                        return
                    state["next"] += 1
                board = number // 4 % len(boards) if len(boards) > 1 else 0
                if board not in players:
                    players.clear()
                    players[board] = SelfPlayer(boards[board], judgement(boards[board]))
                player = players[board]
                player.clear(seed + number)
                ready = player.opening(
                    recipe.shortest, recipe.longest, max(recipe.nodes // 3, 200), recipe.even
                )
                played = player.play(recipe.nodes, recipe.chance) if ready else None
                with lock:
                    if played is not None and len(played.states):
                        found[number] = positions_of(played, number, board, player.unit)
                        state["positions"] += len(played.states)
                    heard(len(found), state["positions"])
        except BaseException as error:
            trouble.append(error)

    workers = [Thread(target=work, daemon=True) for _ in range(threads)]
    for worker in workers:
        worker.start()
    try:
        for worker in workers:
            while worker.is_alive():
                worker.join(0.2)
    except BaseException as error:
        trouble.append(error)
        for worker in workers:
            worker.join()
        raise
    if trouble:
        raise trouble[0]
    if not found:
        raise JobFailed(
            "no game could be played: every opening ended the game, or broke its rules",
            "nenhum jogo se pôde jogar: todas as aberturas acabaram o jogo ou violaram as regras",
        )
    return Positions.join([found[number] for number in sorted(found)])
