"""What the tests of all evaluations share."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from tabuleiro import Game, Position
from tabuleiro.bots.presets import make_bot, presets, read_weights, weight_sets
from tabuleiro.kernel.deepening import Root
from tabuleiro.kernel.searcher import Searcher


def value(here: Position, **weights: int) -> int:
    """What the plain evaluation says of a position."""
    game = here.game
    numbers = [weights.get(term, 0) for term in game.terms]
    return int(game.evaluation.evaluate(game.board, here.state(), numbers))


def flipped(here: Position) -> Position:
    """The same pieces with the other side to move."""
    state = here.state()
    state.player = 1 - state.player
    if hasattr(state, "mine"):
        state.mine, state.theirs = state.theirs, state.mine
    return Position(here.game, state)


def open_positions(game: Game, seed: int, count: int) -> Iterator[Position]:
    """Positions of random games that are not over and have pieces, inside a turn too."""
    chance = random.Random(seed)
    here = game.start()
    while count:
        if here.outcome is not None:
            here = game.start()
        if here.view.pieces:
            yield here
            count -= 1
        here = here.step(chance.choice(here.steps))


def check_compiled(game: Game, positions: Iterable[Position], least: int) -> None:
    """The compiled terms are the plain ones, in so many positions or more.

    Of all positions one turn ahead a search finds the best and, with negative weights, the worst.
    """
    searcher = Searcher(game.engine, 1)
    checked = 0
    for here in positions:
        after = [here.play(move) for move in here.legal_moves] if here.turn_is_over else []
        if not after or any(there.outcome is not None for there in after):
            continue
        checked += 1
        for term in game.terms:
            values = [value(there, **{term: 1}) for there in after]
            for weight in (3, -3):
                weights = [weight * (name == term) for name in game.terms]
                best = max(-weight * each for each in values)
                assert searcher.minimax(Root(here.state()), weights, 1) == best
    assert checked >= least


def check_weights_and_bots(game: Game, material: dict[str, int], classics: Iterable[str]) -> None:
    """The sets of weights are read as they stand, and the classic bots play and are described."""
    sets = weight_sets(game)
    assert sets["material"] == material
    assert "best" in sets
    for name in sets:
        assert read_weights(game, name) == sets[name]
    found = {name: preset for name, preset in presets(game).items() if name.startswith("classic")}
    assert set(found) == {f"classic-{name}" for name in classics}
    for name, preset in found.items():
        assert preset.text.en
        assert preset.text.pt
        assert make_bot(game, name, seed=1).choose(game.start()) in game.start().legal_moves
