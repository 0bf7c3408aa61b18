"""Threads that search together: what each of them is at, and what they know of the others."""

from __future__ import annotations

import threading
import time
from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import tabuleiro
from tabuleiro.bots.alphabeta import root_of
from tabuleiro.bots.presets import read_weights
from tabuleiro.kernel.crew import Crew, SearchTask
from tabuleiro.kernel.deepening import Found, Root, Variation, likely_value
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.scores import PROVEN
from tabuleiro.kernel.searcher import Searcher
from tabuleiro.kernel.sharing import (
    BESTS,
    DIVIDED,
    NEVER,
    PLACES,
    ROOM,
    begins,
    heard,
    is_done,
    is_under_way,
    tell,
)
from tabuleiro.kernel.switches import Switches
from tabuleiro.kernel.words import key_of


def memory(**numbers: int) -> Any:
    """What a crew knows of a thread."""
    whole = dict(nodes=0, node_limit=100, stop=0) | numbers
    return SimpleNamespace(history=np.zeros(4, np.int64), **whole)


def task(depth: int) -> SearchTask:
    return SearchTask(depth, -5, 5, (), False)


def test_others_are_at_what_the_first_one_is_at_until_they_are_called_back() -> None:
    crew = Crew([memory(), memory()])
    (other,) = crew.others
    seen: list[tuple[int, int]] = []
    begun = threading.Event()

    def work(k: Any, given: SearchTask) -> None:
        seen.append((given.depth, k.stop))
        begun.set()
        while not k.stop:
            time.sleep(0.001)

    thread = threading.Thread(target=crew.follow, args=(other, work), daemon=True)
    thread.start()
    for depth in (DIVIDED + 1, DIVIDED + 2):
        begun.clear()
        with crew.at(task(depth)):
            assert begun.wait(10)
        assert other.stop == 1
    with crew.at(task(DIVIDED)):  # nothing of it would be shared
        time.sleep(0.02)
    crew.end()
    thread.join(10)
    assert not thread.is_alive()
    assert seen == [(DIVIDED + 1, 0), (DIVIDED + 2, 0)]


def test_who_has_used_its_share_of_the_nodes_goes_home() -> None:
    crew = Crew([memory(), memory(nodes=100)])
    with crew.at(task(9)):
        crew.follow(crew.others[0], lambda k, given: k.unknown)  # would fail, if it were called
    assert crew.others[0].stop == 1


def test_the_nodes_that_are_left_are_shared_task_by_task() -> None:
    crew = Crew([memory(nodes=40), memory(nodes=0)], 100)
    with crew.at(task(DIVIDED)):  # the first one is alone at it
        assert crew.first.node_limit == 100
    with crew.at(task(9)):
        assert (crew.first.node_limit, crew.others[0].node_limit) == (70, 30)
    crew.first.nodes = 70
    with crew.at(task(9)):
        assert (crew.first.node_limit, crew.others[0].node_limit) == (85, 15)
    crew.first.nodes = 110
    with crew.at(task(9)):
        assert (crew.first.node_limit, crew.others[0].node_limit) == (110, 0)


@pytest.mark.parametrize("nodes", [5_000, 60_000, 300_000])
def test_threads_look_at_as_many_nodes_as_are_allowed(nodes: int) -> None:
    game = tabuleiro.game("shobu")
    given = read_weights(game, "best")
    searcher = Searcher(game.engine, 4, threads=2)
    weights = [given.get(term, 0) for term in game.terms]
    found = searcher.search(root_of(game.start()), weights, nodes=nodes)
    assert 0.6 * nodes < found.nodes < 1.02 * nodes


def test_what_each_has_learned_of_the_order_all_know_in_the_next_task() -> None:
    memories = [memory(), memory(), memory()]
    memories[0].history[:] = 5
    crew = Crew(memories)
    assert all((k.history == 5).all() for k in memories)
    memories[0].history[0] += 1
    memories[1].history[1] += 10
    memories[2].history[1] -= 3
    with crew.at(task(9)):
        pass
    assert [list(k.history) for k in memories] == [[6, 12, 5, 5]] * 3
    memories[1].history[3] = 0
    with crew.at(task(9)):
        pass
    assert [list(k.history) for k in memories] == [[6, 12, 5, 0]] * 3


def test_steps_near_the_end_do_not_hide_those_of_greater_depth() -> None:
    k = SimpleNamespace(under_way=[0] * ROOM)
    begins(k, 7)
    begins(k, 7 + PLACES)  # has the same place
    assert is_under_way(k, 7)
    assert not is_under_way(k, 7 + PLACES)
    is_done(k, 7 + PLACES)
    assert is_under_way(k, 7)
    is_done(k, 7)
    assert k.under_way == [0] * ROOM


def test_the_best_step_is_told_to_all_others() -> None:
    k = SimpleNamespace(under_way=[0] * ROOM)
    assert heard(k, 12345, 6, 3) == NEVER
    for value in (-70_000, 0, 4100):
        tell(k, 12345, 6, value, 9)
        tell(k, 12345, 6, value - 1, 3)  # no better
        assert heard(k, 12345, 6, 3) == value
        assert heard(k, 12345, 6, 9) == NEVER  # it is the step itself
        assert heard(k, 12345, 5, 3) == NEVER
        assert heard(k, 12345 + BESTS, 6, 3) == NEVER
    tell(k, 12345, 6, PROVEN, 2)  # decided, at one distance from the root
    assert heard(k, 12345, 6, 3) == 4100
    tell(k, 12345 + BESTS, 6, 8, 1)  # has the same place
    assert heard(k, 12345, 6, 3) == NEVER


def test_with_a_step_that_was_told_the_value_is_the_same_and_found_sooner() -> None:
    """In plain Python, so that it is known what the other thread has told; steps in their order."""
    game = tabuleiro.game("fanorona", width=5, height=3)
    given = read_weights(game, "best")
    weights = [given.get(term, 0) for term in game.terms]
    plain = Engine(game.source, game.tables, plain=True)
    depth = DIVIDED + 1

    def search(root: Root, told: Found | None) -> Found:
        searcher = Searcher(plain, 1, threads=2)
        searcher.symmetries = False
        k, other = searcher.memories
        del searcher.memories[1]

        def tells(found: Found) -> None:
            if told is not None and found.depth == depth - 1:
                tell(other, key_of(root.state) ^ k.salt, depth, told.value, told.actions[0])

        return searcher.search(
            root,
            weights,
            depth=depth,
            reductions=False,
            window=PROVEN,
            listener=tells,
            switches=Switches(table_move=False, history=False, killers=False),
        )

    nodes = Counter[str]()
    for move in game.start().legal_moves:
        root = root_of(game.start().play(move))
        alone = search(root, None)
        helped = search(root, alone)
        assert (helped.value, helped.actions) == (alone.value, alone.actions)
        nodes.update(alone=alone.nodes, helped=helped.nodes)
    assert nodes["helped"] < 0.95 * nodes["alone"]


def test_a_value_that_swings_is_expected_where_it_was_two_depths_ago() -> None:
    line = Variation(40, (1,))
    assert likely_value(line, [300, 20, 310, 40], (), 60) == 310
    assert likely_value(line, [300, 290, 310, 40], (), 60) == 40  # it has changed
    assert likely_value(line, [60, 20, 70, 40], (), 60) == 40  # a window reaches as far
    assert likely_value(line, [20, 310, 40], (), 60) == 310
    assert likely_value(line, [310, 40], (), 60) == 40
    assert likely_value(line, [300, 20, 310, 40], (7,), 60) == 40  # not the best line
    assert likely_value(line, [300, 20, PROVEN + 9, 40], (), 60) == 40
    assert likely_value(Variation(PROVEN + 9, (1,)), [1, 2, 3], (), 60) is None
    assert likely_value(None, [1, 2, 3], (), 60) is None
