"""Help for people who want to learn: hints, analysis, threats, and the review of a game."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from tabuleiro.bots.analysis import Analysis
from tabuleiro.bots.hints import hint
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import strongest
from tabuleiro.bots.review import Judged, review
from tabuleiro.errors import InvalidOption, TabuleiroError
from tabuleiro.position import Position
from tabuleiro.web.match import Match, Node, Refusal
from tabuleiro.web.shapes import Json, line_of, move_of, text_of
from tabuleiro.web.thinking import Job

Tell = Callable[[Json], None]

HINT = Limit(seconds=1.0)
THREATS = Limit(seconds=0.7)
MOST_LINES = 8
DEEPEST = 60
PAUSE = 0.08
"""Seconds between two messages of an analysis: as fast as anybody can read."""


class Stopped(Exception):
    """Nobody waits for the rest."""


def unit_of(text: str) -> str:
    """What a bot needs compiled."""
    return "mcts" if "mcts" in text.split(",")[0] else "alphabeta"


def hint_for(job: Job, position: Position, grade: int, owner: object) -> Json:
    """A hint for the player who acts."""
    with job.bot(position.game, strongest(position.game), owner) as bot:
        found = hint(position, grade, HINT, bot=bot)
    actions = None if found.move is None else found.move.actions
    return {**found.facts(), "text": text_of(found.text), "actions": actions}


def analyse(
    job: Job, position: Position, text: str, lines: int, seconds: float, owner: object, tell: Tell
) -> None:
    """Search deeper and deeper; `tell` hears of every depth until the time is over."""
    began = monotonic()
    told = 0.0
    nodes = 0
    spent = 0.0
    facts: Json = {}
    with job.bot(position.game, text, owner) as bot:
        if not hasattr(bot, "analyse"):
            raise InvalidOption(f"the bot {text!r} does not search; choose another")
        deep = unit_of(text) == "alphabeta"
        for depth in range(1, DEEPEST + 1):
            left = seconds - (monotonic() - began)
            if left <= 0 or job.stopped:
                break
            limit = Limit(seconds=left, depth=depth) if deep else Limit(seconds=min(left, depth))
            try:
                found: Analysis = bot.analyse(position, limit, lines)
            except (IndexError, ValueError):  # the time was over before anything was searched
                break
            nodes, spent = nodes + found.nodes, spent + found.seconds
            if deep and found.depth < depth and facts:
                break
            facts = _analysis(position, found, nodes, spent)
            decided = found.score.win_in is not None and deep
            if monotonic() - told >= PAUSE:
                told = monotonic()
                tell({**facts, "running": True})
            if decided and abs(found.score.win_in or 0) <= depth:
                break
    tell({**facts, "running": False})


def _analysis(position: Position, found: Analysis, nodes: int, seconds: float) -> Json:
    first = found.seen_by(0)
    return {
        "depth": found.depth,
        "nodes": nodes,
        "nodes_per_second": round(nodes / seconds) if seconds > 0 else 0,
        "seconds": round(seconds, 3),
        "player": position.player,
        "win_probability": first.score.win_probability,
        "terms": first.terms,
        "lines": [line_of(position, line) for line in found.lines],
    }


def threats(job: Job, position: Position, owner: object) -> Json:
    """What the other side would do if it were its turn, or its answer to the best move."""
    text = strongest(position.game)
    passed = other_side(position)
    with job.bot(position.game, text, owner) as bot:
        if passed is not None and passed.outcome is None:
            found = bot.analyse(passed, THREATS, 3)
            return {"passes": True, "lines": [line_of(passed, line) for line in found.lines]}
        found = bot.analyse(position, THREATS, 1)
    return {"passes": False, "lines": [line_of(position, line) for line in found.lines]}


def other_side(position: Position) -> Position | None:
    """The same board with the other side to move, where the game's texts can say so."""
    if not position.turn_is_over:
        return None
    letters = [player.letter for player in position.players]
    mine, other = letters[position.player], letters[1 - position.player]
    fields = position.text.split()
    for number, field in enumerate(fields):
        if field.lower() == mine.lower():
            changed = [*fields[:number], other, *fields[number + 1 :]]
            try:
                found = position.game.position(" ".join(changed))
            except TabuleiroError:
                continue
            if found.player != position.player and _same_pieces(found, position):
                return found
    return None


def _same_pieces(one: Position, other: Position) -> bool:
    return [(p.cell, p.owners) for p in one.view.pieces] == [
        (p.cell, p.owners) for p in other.view.pieces
    ]


def review_of(job: Job, match: Match, last: Node, seconds: float, tell: Tell) -> Json:
    """A game looked over up to a node; `tell` hears how far it is."""
    path: list[Node] = []
    here: Node | None = last
    while here is not None and here.move is not None:
        path.insert(0, here)
        here = here.parent
    if not path:
        raise Refusal(
            "illegal", "there are no moves to review yet", "ainda não há jogadas para rever"
        )
    record = match.record_to(last)
    done = 0

    def hear(_: Judged) -> None:
        nonlocal done
        done += 1
        if job.stopped:
            raise Stopped
        tell({"done": done, "of": len(path)})

    with job.bot(match.game, strongest(match.game), match.id) as bot:
        found = review(record, limit=Limit(seconds=seconds), listener=hear, bot=bot)
    moves = []
    for node, judged, value in zip(path, found.turns, found.values[1:], strict=True):
        assert node.parent is not None
        moves.append(
            {
                "node": node.id,
                "win_probability": value.win_probability,
                "best": move_of(node.parent.position, judged.best[0]) if judged.best else None,
                "loss": judged.loss,
                "mark": judged.grade,
            }
        )
    return {
        "moves": moves,
        "start": found.values[0].win_probability,
        "turning": [path[judged.number - 1].id for judged in found.turning_points],
        "players": [summary.facts() for summary in found.summaries],
    }
