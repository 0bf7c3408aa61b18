"""What a search did, node by node."""

from __future__ import annotations

import json
from math import log
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import InvalidOption, InvalidRecord, JobFailed
from tabuleiro.bots.growth import GrowthTrace
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.bots.proof import ProofBot
from tabuleiro.bots.trace import ENDINGS, Trace


@pytest.fixture(scope="module")
def game() -> tabuleiro.Game:
    return tabuleiro.game("focus", size=4, seed=None)


def traced(game: tabuleiro.Game, bot: str, depth: int, nodes: int = 100_000) -> Trace:
    thinker = make_analyst(game, bot)
    with thinker.search(game.start(), Limit(depth=depth), trace=nodes) as search:
        return search.trace


def test_a_traced_search_is_the_same_search(game: tabuleiro.Game) -> None:
    bot = make_analyst(game, "hard")
    with bot.search(game.start(), Limit(depth=3), trace=100_000) as search:
        found, trace = search.result, search.trace
    bot.new_game()
    plain = bot.analyse(game.start(), Limit(depth=3))
    assert (found.nodes, found.lines) == (plain.nodes, plain.lines)
    assert trace.left_out == 0
    searched = [each for each in trace.layers if each["kind"] == "search"]
    assert [each["depth"] for each in searched] == [1, 2, 3]
    last = trace[searched[-1]["row"]]
    assert last.best == found.move.actions[0]
    assert len(trace.filter(ended="cut")) == found.cutoffs
    assert len(trace.filter(ended="table")) == found.table_hits


def test_minimax_is_traced_whole(game: tabuleiro.Game) -> None:
    """Every value is the best of those below it, and all legal steps are there."""
    trace = traced(game, "minimax,depth=2", 2)
    (root,) = trace.roots
    counted = [game.engine.perft(game.start().state(), depth) for depth in (1, 2)]
    assert len(trace) == 1 + sum(counted)
    for node in trace.walk(root):
        children = node.children
        assert node.unseen == 0
        if children:
            signs = [1 if child.player == node.player else -1 for child in children]
            best = max(s * child.value for s, child in zip(signs, children, strict=True))
            assert node.value == best
            here = node.position
            assert {child.action for child in children} == set(here.steps)
    leaf = trace.filter(ended="leaf")[-1]
    assert leaf.position.ply == 2
    assert leaf.parent is not None
    assert leaf.parent.parent == root


def test_cuts_lie_outside_their_window(game: tabuleiro.Game) -> None:
    trace = traced(game, "hard", 4)
    cuts = trace.filter(ended="cut")
    assert cuts
    assert all(node.value >= node.beta and node.best >= 0 for node in cuts)
    assert any(node.unseen for node in cuts)
    again = [node for node in trace if node.is_again]
    assert all(node.parent is not None for node in again)


def test_what_is_not_kept_is_counted(game: tabuleiro.Game) -> None:
    whole, some = traced(game, "hard", 4), traced(game, "hard", 4, 200)
    assert len(some) <= 200
    assert some.seen == whole.seen == len(whole)
    assert some.left_out == whole.seen - len(some)
    assert {each["depth"] for each in some.layers} == {1, 2, 3, 4}
    assert sum(each["seen"] for each in some.layers) == some.seen


def test_a_trace_is_read_back_as_it_was_kept(game: tabuleiro.Game, tmp_path: Path) -> None:
    trace = traced(game, "hard", 3)
    trace.save(tmp_path / "one.json")
    again = Trace.load(tmp_path / "one.json")
    assert again.facts() == trace.facts()
    assert "<details>" in again._repr_html_()


def test_a_trace_is_a_table_and_a_graph_for_other_tools(game: tabuleiro.Game) -> None:
    for bot, depth in (("hard", 2), ("mcts", None)):
        with make_analyst(game, bot, 1).search(
            game.start(), Limit(depth=depth, iterations=50), trace=500
        ) as search:
            trace = search.trace
        table = trace.to_dataframe()
        assert list(table.columns)[:2] == ["index", "parent"]
        assert len(table) == len(trace)
        graph = trace.to_networkx()
        assert graph.number_of_nodes() == len(trace)
        assert graph.number_of_edges() == len(trace) - len(trace.roots)
        for root in trace.roots:
            children = [child.index for child in root.children]
            assert sorted(graph.successors(root.index)) == children
        node = next(each for each in trace if each.parent is not None)
        assert graph.nodes[node.index]["action"] == node.action
        assert graph.edges[node.parent_index, node.index]["action"] == node.action
        assert trace._repr_html_().startswith(f"<p>&lt;Trace of {bot}")


@pytest.mark.parametrize(
    "damage",
    [
        lambda facts: facts.pop("columns"),
        lambda facts: facts.update(format="other"),
        lambda facts: facts["columns"]["parent"].pop(),
        lambda facts: facts["columns"]["parent"].__setitem__(0, 5),
        lambda facts: facts["columns"]["ended"].__setitem__(0, len(ENDINGS)),
        lambda facts: facts["columns"]["value"].__setitem__(0, "x"),
        lambda facts: facts.update(seen=1),
        lambda facts: facts.update(layers=3),
        lambda facts: facts["layers"][0].pop("row"),
        lambda facts: facts["columns"]["action"].__setitem__(1, -2),
        lambda facts: facts["columns"]["action"].__setitem__(1, 1 << 70),
    ],
)
def test_a_damaged_trace_is_one_sentence(
    game: tabuleiro.Game, tmp_path: Path, damage: object
) -> None:
    facts = json.loads(json.dumps(traced(game, "minimax", 1).facts()))
    damage(facts)  # type: ignore[operator]
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(facts))
    with pytest.raises(InvalidRecord, match="is no trace of a search"):
        Trace.load(path)
    path.write_text("{")
    with pytest.raises(InvalidRecord, match="is no trace of a search"):
        Trace.load(path)
    with pytest.raises(JobFailed, match="cannot be read"):
        Trace.load(tmp_path / "none.json")


def test_what_cannot_be_traced(game: tabuleiro.Game) -> None:
    bot = make_analyst(game, "hard")
    with pytest.raises(InvalidOption, match="a trace cannot keep 0 nodes; accepted: 1 to"):
        bot.search(game.start(), trace=0)
    with pytest.raises(InvalidOption, match="keeps no trace"):
        ProofBot(game, 1).search(game.start(), trace=10)
    with bot.search(game.start(), Limit(depth=1)) as search:
        search.wait()
    with pytest.raises(InvalidOption, match="the search kept no trace"):
        _ = search.trace
    with pytest.raises(InvalidOption, match="a trace knows no 'colour'"):
        traced(game, "minimax", 1).filter(colour=1)


def test_a_tree_search_is_kept_with_its_growth(game: tabuleiro.Game, tmp_path: Path) -> None:
    """Replaying the growth gives the tree as it was at the end."""
    bot = make_analyst(game, "mcts,tables=no", seed=3)
    with bot.search(game.start(), Limit(iterations=300), trace=100_000) as search:
        trace, found = search.trace, search.result
    assert isinstance(trace, GrowthTrace)
    assert (trace.seen, trace.left_out, len(trace.growth)) == (300, 0, 300)
    visits, totals, proven = ([0] * len(trace) for _ in range(3))
    for leaf, value, sure in trace.growth:
        node = trace[leaf]
        while node is not None:
            visits[node.index] += 1
            totals[node.index] += value if node.player == 0 else 1000 - value
            proven[node.index] |= sure > 0
            sure -= 1
            node = node.parent
    assert visits == [node.visits for node in trace]
    assert totals == [node.total for node in trace]
    assert [bool(each) for each in proven] == [node.proven != "open" for node in trace]
    root = trace[0]
    best = max(root.children, key=lambda node: node.visits)
    assert best.action == found.move.actions[0]
    assert best.exploration == pytest.approx((log(root.visits + 1) / best.visits) ** 0.5)
    path = tmp_path / "tree.json"
    trace.save(path)
    again = Trace.load(path)
    assert again.facts() == trace.facts()
    assert "visits" in again._repr_html_()
    assert bot.analyse(game.start(), Limit(iterations=50)).lines


def test_a_tree_that_is_too_large_is_kept_in_part(game: tabuleiro.Game) -> None:
    bot = make_analyst(game, "mcts,tables=no", seed=3)
    with bot.search(game.start(), Limit(iterations=400), trace=60) as search:
        trace = search.trace
    assert (len(trace), len(trace.growth), trace.seen) == (60, 60, 400)
    assert trace.left_out > 0
    assert all(0 <= leaf < 60 for leaf, _, _ in trace.growth)
    assert trace[0].visits == 400
