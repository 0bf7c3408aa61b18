"""Many positions at once: their features, evaluation and terms, and what is known of them."""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import evaluate, image
from tabuleiro.kernel.evaluation import assess, look
from tabuleiro.kernel.knowledge import verdict_of
from tabuleiro.kernel.rng import below
from tabuleiro.kernel.words import copy_record

SYMMETRIC = True
"""Whether the game has symmetries; the loader sets it."""

ARRAYS = {"seen": ("int32", 2), "counts": ("int32", 2)}

LOOK, ASSESS, TERMS, ASK = 0, 1, 2, 3


def looking(
    board: Any, k: Any, states: Any, facts: Any, seen: Any, counts: Any, what: int, symmetric: int
) -> int:
    """LOOK writes every position's features, how many they are, and the number of pieces.

    With `symmetric` each position is replaced by a random image of it. ASSESS writes the evaluation
    to the facts; TERMS writes what each term says, a column each; ASK writes the verdict of what is
    known for certain.
    """
    if what == ASSESS:
        for i in range(len(states)):
            facts[i, 0] = assess(board, states[i], k)
        return 0
    if what == ASK:
        for i in range(len(states)):
            facts[i, 0] = verdict_of(board, k, states[i])
        return 0
    if what == TERMS:
        for t in range(facts.shape[1]):
            for i in range(len(k.weights)):
                k.weights[i] = 1 if i == t else 0
            for i in range(len(states)):
                facts[i, t] = evaluate(board, states[i], k.weights)
        return 0
    most = 0
    for i in range(len(states)):
        s = states[i]
        if SYMMETRIC:
            j = below(k.rng, board.symmetries) if symmetric != 0 else 0
            if j > 0:
                copy_record(k.states[0], k.images[2])
                image(board, s, k.states[0], j)
                s = k.states[0]
        n, pieces = look(board, s, k, 0)
        for j in range(min(n, seen.shape[1])):
            seen[i, j] = k.net_seen[j]
        counts[i, 0] = n
        counts[i, 1] = pieces
        if n > most:
            most = n
    return most
