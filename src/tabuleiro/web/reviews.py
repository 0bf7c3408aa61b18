"""The review of a game: made once and kept with it, together with what it was made by."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from datetime import UTC, datetime

from tabuleiro.bots.analysis import Score
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import strongest
from tabuleiro.bots.review import Judged, Known, Review, review, usual_limit
from tabuleiro.errors import Stopped
from tabuleiro.version import VERSION
from tabuleiro.web.learning import COMPILING, Tell
from tabuleiro.web.match import Match, Node, Refusal
from tabuleiro.web.messages import AskReview
from tabuleiro.web.rows import ReviewRow, keep_review
from tabuleiro.web.scheduling import Ask
from tabuleiro.web.services import Services
from tabuleiro.web.shapes import Json, move_of, text_of
from tabuleiro.web.thinking import Job

UNJUDGED = "opening"
"""The mark of a turn that was drawn at random."""
MOST_SECONDS = 120.0
"""How long a review by time may think in all; a long game gets less for each of its turns."""


class KeptReview:
    """A review that somebody asks for: one that was kept, or a new one.

    Only what can be repeated is kept. One that another version, bot or limit has made is stale,
    and says so.
    """

    def __init__(
        self,
        services: Services,
        address: str,
        match: Match,
        node: Node,
        asked: AskReview,
        tell: Tell,
    ) -> None:
        self.services = services
        self.address = address
        self.match = match
        self.node = node
        self.asked = asked
        self.tell = tell
        self.path = match.path_to(node)
        if not self.path:
            raise Refusal(
                "illegal", "there are no moves to review yet", "ainda não há jogadas para rever"
            )
        self.text = strongest(match.game)
        self.made_by = f"Tabuleiro {VERSION}, {self.text}"
        looks = 2 * len(self.path) + 1
        self.limit = usual_limit(len(self.path))
        if asked.seconds is not None:
            self.limit = Limit(seconds=min(asked.seconds, MOST_SECONDS / looks))

    async def answer(self) -> None:
        """Tell the review."""
        limit = {name: value for name, value in asdict(self.limit).items() if value is not None}
        store, kept = self.services.store, None
        by_time = self.asked.seconds is not None
        if not self.asked.anew and not by_time:
            kept = await asyncio.to_thread(store.review, self.match.id, self.node.id)
        if kept is None:
            await self.services.compiler.ready_for(
                self.match.game, self.text, waits=lambda: self.tell(COMPILING)
            )
            study = ReviewStudy(self.match, self.path, self.text, self.limit, self.tell)
            ask = Ask("study", self.address, self.match.id)
            await self.services.thinker.study(ask, study)
            kept = ReviewRow(self.node.id, self.made_by, limit, study.facts)
            if not by_time:
                await store.write(keep_review(self.match.id, kept))
        self.tell(
            {
                "type": "review",
                **kept.facts,
                "made_by": kept.made_by,
                "limit": kept.limit,
                "made": datetime.fromtimestamp(kept.made, UTC).isoformat(),
                "stale": (kept.made_by, kept.limit) != (self.made_by, limit),
            }
        )


class ReviewStudy:
    """The making of a review, which can give way to other searches; `tell` hears how far it is."""

    def __init__(self, match: Match, path: list[Node], text: str, limit: Limit, tell: Tell) -> None:
        self.match = match
        self.path = path
        self.text = text
        self.limit = limit
        self.tell = tell
        self.record = match.record_to(path[-1])
        self.facts: Json = {}
        """The review, once it is done."""
        self._known: Known = {}
        self._told = 0

    def __call__(self, job: Job) -> bool:
        """Look at the rest of the game, or as far as there is time now; whether it is done."""

        def hear(turn: Judged) -> None:
            if turn.number > self._told:
                self._told = turn.number
                self.tell({"type": "progress", "done": turn.number, "of": len(self.path)})

        with job.bot(self.match.game, self.text, object()) as bot:
            try:
                found = review(
                    self.record,
                    limit=self.limit,
                    listener=hear,
                    bot=bot,
                    follow=job.follow,
                    known=self._known,
                )
            except Stopped:
                return False
        self.facts = _facts(self.path, found)
        return True


def _facts(path: list[Node], found: Review) -> Json:
    judged = {turn.number: turn for turn in found.turns}
    return {
        "moves": [
            _verdict(node, value, judged.get(number))
            for number, (node, value) in enumerate(zip(path, found.values[1:], strict=True), 1)
        ],
        "start": found.values[0].win_probability,
        "turning": [path[turn.number - 1].id for turn in found.turning_points],
        "players": [summary.facts() for summary in found.summaries],
    }


def _verdict(node: Node, value: Score, turn: Judged | None) -> Json:
    """What is said of a move; of one that nobody chose, only what it led to."""
    assert node.parent is not None
    facts = {"node": node.id, "win_probability": value.win_probability, "known": value.known}
    if turn is None:
        return {**facts, "best": None, "loss": 0.0, "mark": UNJUDGED}
    best = move_of(node.parent.position, turn.best[0]) if turn.best else None
    why = None if turn.why is None else text_of(turn.why.text)
    return {**facts, "best": best, "loss": turn.loss, "mark": turn.grade, "why": why}
