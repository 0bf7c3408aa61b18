"""Nets: the same integers compiled and plain, in every search, and files that are refused."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tabuleiro
from tabuleiro import Game
from tabuleiro.bots.alphabeta import root_of
from tabuleiro.bots.nets import (
    BLIND,
    Header,
    NetFile,
    Sight,
    factor_count,
    find_net,
    layout_of,
    read_file,
    tied_options,
    width_of,
)
from tabuleiro.bots.presets import make_bot, needs
from tabuleiro.errors import TabuleiroError
from tabuleiro.kernel import net
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.net import NetUse
from tabuleiro.kernel.nets import OUTPUTS, WIDTHS
from tabuleiro.kernel.searcher import Searcher
from tabuleiro.kernel.treesearch import TreeSearcher, TreeSettings

GAMES: list[tuple[str, dict[str, object]]] = [
    ("focus", {"size": 4}),
    ("fanorona", {"width": 5, "height": 5}),
]


def any_net(
    game: Game, seed: int = 1, size: int = 40, exact: bool = True, sight: Sight = BLIND
) -> NetFile:
    """A net of random numbers: nonsense, but the same everywhere."""
    chance = np.random.default_rng(seed)
    factors = factor_count(game, exact, sight)
    numbers = chance.integers(-size, size, (1 + factors + OUTPUTS, width_of(game))).astype(np.int16)
    bias = tuple(int(n) for n in chance.integers(-5000, 5000, OUTPUTS))
    header = Header(
        game.name,
        tied_options(game, exact),
        layout_of(game, exact, sight),
        exact,
        factors,
        width=width_of(game),
        sight=sight,
        bias=bias,
        output=(3, 5, 8, 13),
    )
    return NetFile(header, numbers)


def by_hand(file: NetFile, rows: list[int], pieces: int, unit: float, game: Game) -> int:
    """What a net says, from the definition."""
    net = file.net(game)
    hidden = net.rows[0].astype(int) + sum(net.rows[1 + row].astype(int) for row in rows)
    output = sum(pieces >= edge for edge in file.header.output)
    clipped = np.clip(hidden, 0, 255)
    total = int(clipped @ net.rows[1 + net.features + output].astype(int)) + net.bias[output]
    return total * round(unit * 65536 / (255 * 64)) >> 16


@pytest.mark.parametrize(("name", "options"), GAMES, ids=lambda value: str(value))
def test_plain_and_compiled_are_one(name: str, options: dict[str, object]) -> None:
    game = tabuleiro.game(name, seed=None, **options)
    nets = [any_net(game, sight=Sight(moves=moves)).net(game) for moves in (False, True)]
    plain = Engine(game.source, game.tables, plain=True)
    chance = random.Random(5)
    here = game.start()
    terms = [1] * len(game.terms)
    for turn in range(3):
        use = NetUse(nets[turn == 2], 30_000.0, with_terms=turn == 1)
        runs = []
        for engine in (game.engine, plain):
            searcher = Searcher(engine, table_mb=1)
            found = searcher.search(root_of(here), terms, depth=2, lines=2, net=use)
            runs.append((found.lines, found.nodes, found.values))
            exact = searcher.minimax(root_of(here), terms, 1, net=use)
            first = searcher.search(root_of(here), terms, depth=1, reductions=False, net=use)
            assert exact == first.value
            tree = TreeSearcher(engine, 1, seed=3)
            how = TreeSettings(terms, rollout=turn / 2, cap=10, net=use, rave=20 * turn)
            tree.search(here.state(), how, 30)
            runs.append(tuple(tree.children()))
        assert runs[:2] == runs[2:]
        here = here.play(chance.choice(here.legal_moves))


def test_the_bits_of_the_state_are_what_is_seen() -> None:
    game = tabuleiro.game("breakthrough")
    file = any_net(game)
    searcher = Searcher(game.engine, table_mb=1)
    here = game.start()
    for move in here.legal_moves[:3]:
        there = here.play(move)
        state = there.state()
        own = [
            64 * len(state.words()[1:]) * there.player + 64 * word + bit
            for word, number in enumerate(state.words()[1:])
            for bit in range(64)
            if number >> bit & 1
        ]
        value = by_hand(file, own, len(own), 30_000.0, game)
        assert value == -value_of_move(searcher, file, game, here, move)


def value_of_move(
    searcher: Searcher, file: NetFile, game: Game, here: tabuleiro.Position, move: object
) -> int:
    found = searcher.search(
        root_of(here),
        [],
        depth=1,
        reductions=False,
        lines=64,
        net=NetUse(file.net(game), 30_000.0),
    )
    moves = {line.actions: line.value for line in found.lines}
    return next(value for actions, value in moves.items() if actions == move.actions)  # type: ignore[attr-defined]


def test_a_net_is_swapped_without_compiling() -> None:
    game = tabuleiro.game("cifra", choose=False)
    searcher = Searcher(game.engine, table_mb=1, threads=2)
    values = set()
    for seed in range(3):
        searcher.clear()
        use = NetUse(any_net(game, seed).net(game), 30_000.0)
        values.add(searcher.search(root_of(game.start()), [], depth=3, net=use).value)
    assert len(values) == 3


def test_the_exact_check_knows_no_net() -> None:
    """A net that says the same of everything must not hide a win, nor make one."""
    game = tabuleiro.game("fanorona", width=3, height=3)
    use = NetUse(any_net(game, size=1).net(game), 1e7)
    searcher = Searcher(game.engine, table_mb=1)
    for depth in (3, 5):
        searcher.clear()
        with_net = searcher.search(root_of(game.start()), [], depth=depth, net=use)
        searcher.clear()
        without = searcher.search(root_of(game.start()), [], depth=depth, reductions=False)
        assert with_net.lines[0].decided == without.lines[0].decided


def test_a_net_is_believed_near_the_last_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who it sees far ahead stays ahead, where a search is selective and nowhere else."""
    game = tabuleiro.game("cifra", choose=False)

    def nodes(margin: float, selective: bool) -> int:
        monkeypatch.setattr(net, "MARGIN", margin)
        use = NetUse(any_net(game).net(game), 3000.0)
        searcher = Searcher(game.engine, table_mb=1)
        root = root_of(game.start())
        return searcher.search(root, [], depth=5, reductions=selective, net=use).nodes

    assert nodes(0.25, selective=True) < nodes(1e6, selective=True)
    assert nodes(0.25, selective=False) == nodes(1e6, selective=False)


def test_what_a_net_was_asked_in_vain_rests_on_the_rules() -> None:
    """Where every line is played to its end, a draw is known for certain as soon as before."""
    game = tabuleiro.game("connect4")
    here = game.position("brb...b/rbr..rr/bbr..bb/rbbb.rb/brrr.rr/brbrrbr b")
    searcher = Searcher(Engine(game.source, game.tables, plain=True), table_mb=1)
    use = NetUse(any_net(game).net(game), 3000.0)
    found = searcher.search(root_of(here), [], depth=12, net=use)
    assert (found.value, found.complete) == (0, True)


def test_one_net_reads_every_layout() -> None:
    """The tiles are folded in as a board is loaded: a mirrored board is the same game."""
    standard = tabuleiro.game("cifra", choose=False)
    rows = standard.rules.tile_rows(5, "standard")
    mirrored = tabuleiro.game("cifra", choose=False, tiles="/".join(row[::-1] for row in rows))
    file = any_net(standard, exact=False)
    nets = [file.net(game).rows for game in (standard, mirrored)]
    assert not np.array_equal(*nets)
    other = tabuleiro.game("cifra", choose=False, tiles="7")
    assert file.net(other).rows.shape == nets[0].shape
    assert np.array_equal(file.net(standard).rows, nets[0])


def test_a_file_says_what_its_net_sees(tmp_path: Path) -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    seeing, blind = any_net(game, sight=Sight(moves=True)), any_net(game)
    for name, file in (("seeing.net", seeing), ("blind.net", blind)):
        file.write(tmp_path / name)
        assert read_file(tmp_path / name).header.sight == file.header.sight
    assert seeing.net(game).moves == blind.net(game).features
    assert blind.net(game).moves == 0
    other = replace(seeing.header, sight=Sight(("nothing",), True))
    with pytest.raises(TabuleiroError, match="another version"):
        NetFile(other, seeing.numbers).net(game)


def test_files(tmp_path: Path) -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    path = tmp_path / "mine.net"
    file = any_net(game)
    file.write(path)
    assert make_bot(game, f"hard,nodes=500,net={path}").choose(game.start())
    assert make_bot(game, f"hard,nodes=500,net={path}+terms").choose(game.start())
    assert make_bot(game, f"mcts,iterations=20,rollout=0,net={path}").choose(game.start())
    assert make_bot(game, f"hard,nodes=500,net={path}").needs == ("alphabeta+net",)
    for other in (
        tabuleiro.game("fanorona"),
        tabuleiro.game("fanorona", width=5, height=5, stalemate="draw"),
        tabuleiro.game("cifra"),
    ):
        with pytest.raises(TabuleiroError, match="is for"):
            make_bot(other, f"hard,net={path}")
    whole = path.read_bytes()
    for broken, why in (
        (b"", "is not a net"),
        (b"hello" * 100, "is not a net"),
        (whole[:-1], "is damaged"),
        (whole[:300] + bytes([whole[300] ^ 1]) + whole[301:], "is damaged"),
    ):
        path.write_bytes(broken)
        with pytest.raises(TabuleiroError, match=why):
            make_bot(game, f"hard,net={path}")
    with pytest.raises(TabuleiroError, match="cannot be read"):
        make_bot(game, f"hard,net={tmp_path}/none.net")
    with pytest.raises(TabuleiroError, match=r"yes, no or a \.net file"):
        make_bot(game, "hard,net=perhaps")


def test_a_net_of_another_width_is_refused() -> None:
    """Compiled code reads rows of the game's own width, and would read past the end of these."""
    game = tabuleiro.game("fanorona", width=5, height=5)
    file = any_net(game)
    assert (width_of(game), width_of(tabuleiro.game("shobu"))) == (128, 32)
    for width in WIDTHS:
        header = replace(file.header, width=width)
        other = NetFile(header, np.resize(file.numbers, (len(file.numbers), width)))
        if width == 128:
            assert other.net(game).rows.shape[1] == width
            continue
        with pytest.raises(TabuleiroError, match=f"is {width} wide, and not 128"):
            other.net(game)


def test_standard_boards_have_nets_and_cifra_one_for_every_layout() -> None:
    for name in ("shobu", "focus", "aboyne", "fanorona", "cifra"):
        game = tabuleiro.game(name)
        path = find_net(game)
        assert path is not None
        assert path.name == "standard.net"
        assert path.stat().st_size <= 100_000
        assert needs(game, "master") == ("alphabeta+net",)
        assert needs(game, "medium") == ("alphabeta",)
    for layout in ("7", "8"):
        other = find_net(tabuleiro.game("cifra", tiles=layout))
        assert other is not None
        assert other.name == "any.net"
    assert find_net(tabuleiro.game("cifra", size=9)) is None
