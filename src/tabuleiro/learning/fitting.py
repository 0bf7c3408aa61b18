"""The weights of a game's terms, fitted to how games went: for people who ask why."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tabuleiro.bots.weights import LARGEST, steepness, stone
from tabuleiro.game import Game
from tabuleiro.kernel import looking
from tabuleiro.kernel.net import put
from tabuleiro.learning.data import Positions
from tabuleiro.learning.training import targets

STEPS = 30
RIDGE = 1e-2
"""How much a weight is held back, in units of its term's spread."""
FINE = 300
"""What the largest weight is about, so that rounding the others does no harm."""


def fit(game: Game, positions: Positions, start: Mapping[str, int], trust: float) -> dict[str, int]:
    """The weights of those terms that predict the games best, by logistic regression."""
    import numpy as np

    said = _terms(game, positions)
    chosen = [game.terms.index(term) for term in start]
    x = said[:, chosen]
    spread = x.std(0)
    useful = spread > 0
    x = x[:, useful] / spread[useful]
    y = targets(positions, trust).astype(np.float64)
    w = np.zeros(x.shape[1])
    for _ in range(STEPS):  # Newton's steps
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        gradient = x.T @ (p - y) / len(y) + RIDGE * w
        curvature = (x.T * np.maximum(p * (1 - p), 1e-6)) @ x / len(y)
        step = np.linalg.solve(curvature + RIDGE * np.eye(len(w)), gradient)
        w -= step
        if np.abs(step).max(initial=0.0) < 1e-6:
            break
    by_term = dict.fromkeys(start, 0.0)
    for number, weight in zip(np.flatnonzero(useful), w / spread[useful], strict=True):
        by_term[list(start)[number]] = float(weight)
    largest = max(map(abs, by_term.values())) or 1.0
    scale = steepness(game) * stone(start)
    if not FINE / 3 <= largest * scale <= LARGEST:
        scale = FINE / largest
    return {term: round(weight * scale) for term, weight in by_term.items()}


def _terms(game: Game, positions: Positions) -> Any:
    """What each term says of each position."""
    import numpy as np

    k = game.engine.new_memory()
    put(k, None)
    facts = np.zeros((len(positions), len(game.terms)), np.int64)
    none = np.zeros((1, 1), np.int32)
    entry = game.engine.compile("looking")
    states = np.ascontiguousarray(positions.states)
    entry(game.engine.board, k, states, facts, none, none, looking.TERMS, 0)
    return facts.astype(np.float64)


def write_weights(path: Path, weights: Mapping[str, int]) -> None:
    """A file that bots read with `weights=FILE`; one that was there is replaced whole."""
    part = path.with_name(f"{path.name}.part")
    part.write_text("".join(f"{term} = {number}\n" for term, number in weights.items()), "utf-8")
    part.replace(path)
