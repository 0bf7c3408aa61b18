"""Write the golden playthroughs: a random game of each kind as a text that a person can check.

    .venv/bin/python tests/golden/regenerate.py

Run it when a change of the rules, the notation or the pictures is meant, and read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tabuleiro import Game, Position
from tabuleiro.game import make_game
from tabuleiro.kernel import rng
from tabuleiro.terminal.picture import picture

HERE = Path(__file__).parent
TURNS = 20
LISTED = 10
DEPTHS = (1, 2, 3)
GAMES, PLIES, SEED = 200, 400, 1
"""The playouts at the end: how many, how long at most, and their seed."""

PLAYTHROUGHS: dict[str, tuple[str, dict[str, object], int]] = {
    "aboyne": ("aboyne", {}, 1),
    "aboyne-side-3": ("aboyne", {"side": 3, "first": "red", "stalemate": "majority"}, 2),
    "cifra": ("cifra", {}, 1),
    "cifra-king-9x9": ("cifra", {"mode": "king", "size": 9, "choose": False, "tiles": "5"}, 2),
    "fanorona": ("fanorona", {}, 1),
    "fanorona-5x5": ("fanorona", {"width": 5, "height": 5, "stalemate": "draw"}, 2),
    "focus": ("focus", {}, 1),
    "focus-6x6": ("focus", {"size": 6, "capture_target": 3}, 2),
    "shobu": ("shobu", {}, 1),
    "shobu-forbid": ("shobu", {"repetition": "forbid", "first": "white", "no_push_limit": 9}, 2),
    "breakthrough": ("breakthrough", {}, 1),
    "connect4": ("connect4", {}, 1),
    "draughts": ("draughts", {}, 1),
    "hex": ("hex", {}, 1),
    "morris": ("morris", {}, 1),
    "othello": ("othello", {}, 1),
}
"""Name of the file, game, options, seed of the moves."""


def playthrough(name: str) -> str:
    """The text of a golden file."""
    game_name, options, seed = PLAYTHROUGHS[name]
    game = make_game(game_name, options)
    lines = [*facts(game, seed), *turns(game.start(), seed), *figures(game)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def facts(game: Game, seed: int) -> Iterator[str]:
    yield f"# {game.title['en']}"
    yield ""
    for option in game.option_list:
        yield f"{option.name} = {option.write(game.options[option.name])}"
    yield f"first player = {game.start().players[0].name['en']}"
    yield f"cells = {len(game.geometry.cells)}"
    yield f"symmetries = {game.symmetries}"
    yield f"seed of the moves = {seed}"


def turns(here: Position, seed: int) -> Iterator[str]:
    word = [0]
    rng.seed(word, seed)
    while True:
        last = here.outcome is not None or here.ply == TURNS
        yield ""
        yield f"## After turn {here.ply}" if last else f"## Turn {here.ply + 1}"
        yield from picture(here).plain.splitlines()
        yield f"position: {here.text}"
        if here.outcome is not None:
            yield f"result: {here.outcome.result} ({here.outcome.termination.value})"
            return
        # Sorted, so that the order in which the rules list moves does not matter here.
        legal = sorted(here.legal_moves)
        shown = " ".join(move.text for move in legal[:LISTED])
        more = f" … (+{len(legal) - LISTED})" if len(legal) > LISTED else ""
        yield f"{len(legal)} legal moves: {shown}{more}"
        if last:
            return
        move = legal[rng.below(word, len(legal))]
        yield f"played: {move.text}"
        here = here.play(move)


def figures(game: Game) -> Iterator[str]:
    state = game.start().state()
    counts = (game.engine.perft(state, depth) for depth in DEPTHS)
    tally = game.engine.playouts(state, GAMES, PLIES, game.quiet_limit, SEED)
    yield ""
    yield "## Figures from the start"
    yield "perft: " + " ".join(map(str, counts))
    yield (
        f"playouts (seed {SEED}, at most {PLIES} turns): {tally.games} games, "
        f"first {tally.first}, second {tally.second}, draws {tally.draws}, "
        f"turns {tally.plies}, longest {tally.longest}"
    )


def main() -> None:
    for name in PLAYTHROUGHS:
        path = HERE / f"{name}.txt"
        text = playthrough(name)
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {'written' if changed else 'as before'}")


if __name__ == "__main__":
    main()
