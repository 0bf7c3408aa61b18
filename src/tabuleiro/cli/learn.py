"""`tabuleiro learn`: from the rules of a game to a net that plays it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.live import Live
from rich.table import Table

from tabuleiro.bots.settings import MCTS, PLAIN, read_search
from tabuleiro.cli.app import GameName, Json, Options, Seed, app, the_game
from tabuleiro.cli.output import err, note, out, print_json
from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.statistics import Estimate, elo
from tabuleiro.experiments.writers import elo_text
from tabuleiro.game import Game
from tabuleiro.learning.api import MINUTES, learn
from tabuleiro.learning.data import Positions
from tabuleiro.learning.journal import kept_positions, remove_positions
from tabuleiro.learning.telling import Learned, Needs, Stage


@app.command("learn")
def command(
    name: GameName,
    option: Options = None,
    minutes: Annotated[
        float | None, typer.Option(help=f"How long to learn; {MINUTES:g} if nothing is said.")
    ] = None,
    generations: Annotated[
        int | None, typer.Option(help="Learn in so many generations, however long it takes.")
    ] = None,
    positions: Annotated[
        int | None, typer.Option(help="Positions of a generation, in place of a share of the time.")
    ] = None,
    save: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Where to keep the best net.")
    ] = None,
    start: Annotated[
        str, typer.Option("--from", metavar="WHAT", help="best, nothing, or a net file.")
    ] = "best",
    weights: Annotated[
        bool, typer.Option("--weights", help="Fit the weights of the terms in place of a net.")
    ] = False,
    data: Annotated[
        str | None,
        typer.Option(metavar="keep|list|remove|FILE", help="The positions that were played."),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=64, help="Cores to use; all if it is not said.")
    ] = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Learn to play a game: it plays itself, trains a net, and keeps it if it wins a match.

    - `tabuleiro learn shobu --minutes 15`: a net for the usual board, used by its bots from then on
    - `tabuleiro learn othello --from nothing`: without any hand-made evaluation
    - `tabuleiro learn focus -o size=6 --out mine.net`: for another board, in a file of yours
    - `tabuleiro learn fanorona --weights --out mine.toml`: what each term should count
    - `tabuleiro learn shobu --data list`: positions that were kept, as NumPy files

    Ctrl-C ends it and keeps the best net so far; the same command then goes on where it was.
    """
    game = the_game(name, option)
    if data is not None and data != "keep":
        _show_data(game, data, json)
        return
    with LearningProgress() as progress:
        learned = learn(
            game,
            minutes=minutes,
            generations=generations,
            positions=positions,
            out=save,
            start=start,
            seed=seed,
            threads=threads,
            keep_data=data == "keep",
            weights=weights,
            heard=progress.hear,
        )
    if json:
        print_json(learned.facts())
    else:
        report(learned, shlex.join(["tabuleiro", "play", name, *_given(option)]))


def _show_data(game: Game, data: str, json: bool) -> None:
    """List or remove positions that were kept, or say what is in a file of them."""
    if data.endswith(".npz"):
        facts: dict[str, Any] = Positions.load(Path(data).expanduser()).facts()
        if json:
            print_json(facts)
        else:
            for name, value in facts.items():
                out.print(f"{name}: {value}", highlight=False)
        return
    if data not in ("list", "remove"):
        raise InvalidOption(
            f"--data cannot be {data!r}; accepted: keep, list, remove or a .npz file",
            f"--data não pode ser {data!r}; aceites: keep, list, remove ou um ficheiro .npz",
        )
    if data == "remove":
        files = remove_positions(game)
    else:
        files = [{"file": str(path), "bytes": path.stat().st_size} for path in kept_positions(game)]
    if json:
        print_json({"removed" if data == "remove" else "files": files})
        return
    for each in files:
        out.print(f"{each['file']}  {each['bytes']} bytes", soft_wrap=True, highlight=False)
    if not files:
        out.print(f"No positions of {game.name} are kept.", highlight=False)


WIDEST = 10
"""Bars of a curve, so that a row fits on a line."""
WORDS = {
    "compile": "compiling",
    "play": "playing itself",
    "train": "training",
    "match": "match against what there was",
}


def _given(option: list[str] | None) -> list[str]:
    """Options as they were typed."""
    return [word for each in option or () for word in ("-o", each)]


def _needs(needs: Needs) -> str:
    time = "" if needs.minutes is None else f"{needs.minutes:g} minutes, "
    return f"This takes about {time}{needs.memory_mb} MB of memory and {needs.disk_mb} MB of disk."


class LearningProgress:
    """How a run goes: a live page on a terminal, elsewhere a line for everything that is done."""

    def __init__(self) -> None:
        self.live = Live(console=err, transient=True, refresh_per_second=2)
        self.last: Stage | None = None

    def __enter__(self) -> LearningProgress:
        self.live.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.live.stop()
        self._tell()

    def hear(self, stage: Stage) -> None:
        """Show what the run is doing now."""
        if stage.needs is not None:
            err.print(_needs(stage.needs), highlight=False)
        if err.is_terminal:
            self.live.update(_page(stage))
            return
        last = self.last
        if last is not None and (last.generation, last.what) != (stage.generation, stage.what):
            self._tell()
        self.last = stage

    def _tell(self) -> None:
        if self.last is not None and self.last.what != "compile":
            note(_line(self.last))
        self.last = None


def _line(stage: Stage) -> str:
    """What was done, in a line."""
    facts = []
    if stage.rate:
        facts.append(f"{stage.positions:,} positions, {stage.rate:,.0f} a second")
    if stage.loss is not None:
        facts.append(f"loss {stage.loss.held_out:.4f}")
    if stage.tally is not None:
        facts.append(f"Elo {elo_text(elo(stage.tally))}")
    if stage.left is not None:
        facts.append(f"{stage.left / 60:.1f} minutes left")
    return f"generation {stage.generation}, {WORDS[stage.what]}: {', '.join(facts)}"


def _page(stage: Stage) -> Table:
    table = Table(box=None, show_header=False)
    table.add_row("generation", str(stage.generation))
    table.add_row("now", WORDS[stage.what])
    if stage.positions:
        table.add_row("games, positions", f"{stage.games:,}, {stage.positions:,}")
    if stage.rate:
        table.add_row("positions a second", f"{stage.rate:,.0f}")
    if stage.loss is not None:
        table.add_row("loss", f"{stage.loss.held_out:.4f} (learned {stage.loss.learned:.4f})")
    if stage.tally is not None:
        table.add_row("Elo so far", elo_text(elo(stage.tally)))
    if stage.left is not None:
        table.add_row("time left", f"{stage.left / 60:.1f} minutes")
    return table


def report(learned: Learned, play: str) -> None:
    """What came of it, and the command that plays against it."""
    table = Table(box=None, pad_edge=False)
    for title in ("generation", "games", "positions", "loss", "Elo against what there was", ""):
        table.add_column(title)
    for each in learned.generations:
        loss = [away for _, away in each.loss]
        table.add_row(
            str(each.number),
            str(each.games),
            str(each.positions),
            f"{loss[-1]:.4f} {_curve(loss)}" if loss else "",
            elo_text(Estimate(**each.elo)) if each.elo else "",
            ("better" if learned.weights else "kept") if each.accepted else "not better",
        )
    out.print(table)
    if learned.usual:
        whom = "the usual bots" if learned.known else "mcts at equal time"
        out.print(f"Elo against {whom}: {elo_text(Estimate(**learned.usual))}", highlight=False)
    search, how = read_search(learned.search)
    alone = search == MCTS and how["rollout"] == 1
    if learned.search == PLAIN:
        out.print("No search with the net beats mcts: hard, expert and master play as it does.")
    elif search == MCTS:
        by = ", by random games alone" if alone else ""
        out.print(f"hard, expert and master play as {learned.search}{by}", highlight=False)
    if learned.weights is not None:
        out.print(
            ", ".join(f"{term} = {number}" for term, number in learned.weights.items()),
            highlight=False,
        )
        out.print(f"The weights are in {learned.file}", soft_wrap=True, highlight=False)
    elif learned.net is None:
        out.print("No net was better than what there was.")
    else:
        out.print(f"The best net is in {learned.net}", soft_wrap=True, highlight=False)
        use = f"net={learned.net}"
        whose = "novice, easy and medium" if alone else "The bots of the game"
        who = f"{whose} use it." if learned.used else f"A bot uses it with {use}"
        second = "hard" if learned.used else shlex.quote(f"hard,{use}")
        out.print(who, soft_wrap=True, highlight=False)
        out.print(f"Try: {play} --second {second}", soft_wrap=True, highlight=False)
    if learned.stopped:
        out.print("Stopped before its time: the same command goes on from here.")


def _curve(values: list[float]) -> str:
    """A curve in one short line."""
    bars = "▁▂▃▄▅▆▇█"
    few, last = min(len(values), WIDEST), len(values) - 1
    values = [values[i * last // max(few - 1, 1)] for i in range(few)]
    low, high = min(values), max(values)
    return "".join(bars[round(7 * (v - low) / ((high - low) or 1))] for v in values)
