"""What a page may say over its WebSocket. See docs/web-protocol.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tabuleiro.position import Position
from tabuleiro.turn import Turn
from tabuleiro.web.learning import MOST_LINES
from tabuleiro.web.limits import NAME_LENGTH
from tabuleiro.web.match import Refusal

Id = Annotated[int, Field(ge=-(1 << 53), le=1 << 53)] | Annotated[str, Field(max_length=64)]
Number = Annotated[int, Field(ge=0, le=1 << 31)]
Actions = Annotated[list[Number], Field(max_length=200)]
Line = Annotated[list[Actions], Field(max_length=100)]
Cells = Annotated[list[Annotated[int, Field(ge=-1, le=10_000)]], Field(min_length=1, max_length=8)]
MoveText = Annotated[str, Field(max_length=400)]
Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]


class Request(BaseModel):
    """What every message may carry: a mark that the answer brings back."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Id | None = None


class _Marked(BaseModel):
    """Anything with a mark."""

    id: Id | None = None


class Hello(Request):
    """The first message: take the seats of a secret, or watch."""

    type: Literal["hello"]
    token: Annotated[str, Field(max_length=100)] | None = None


class AtNode(Request):
    """Something about a node, or about what comes after it in a line that is in no tree."""

    node: Number
    line: Line = Field(default_factory=list)


class AskLook(AtNode):
    """The position of a node; `passed` as if it were the other side's turn, as threats are."""

    type: Literal["look"]
    passed: bool = False


class InTurn(AtNode):
    """The position after some steps of a turn."""

    type: Literal["turn"]
    actions: Actions = Field(default_factory=list)


class AskMarks(AtNode):
    """What each legal step is worth after some steps of a turn, where that is known."""

    type: Literal["marks"]
    actions: Actions = Field(default_factory=list)


class Why(AtNode):
    """Why a try is not legal."""

    type: Literal["why"]
    actions: Actions = Field(default_factory=list)
    cells: Cells


class Play(AtNode):
    """A whole turn, by its steps or by its text, from a node."""

    type: Literal["move", "explore"]
    actions: Actions | None = None
    text: MoveText | None = None

    def chooser(self) -> Callable[[Position], Turn]:
        """What plays the turn from a position."""
        if self.actions is not None:
            return by_actions(tuple(self.actions))
        if self.text is not None:
            return by_text(self.text)
        raise Refusal(
            "bad message",
            "a move needs its actions or its text",
            "uma jogada precisa das suas ações ou do seu texto",
        )


class BareRequest(Request):
    """A request without further words."""

    type: Literal[
        "takeback",
        "draw",
        "decline",
        "rematch",
        "pause",
        "resume",
        "step",
        "ping",
    ]


class Cancel(Request):
    """End what was asked for, or all of it."""

    type: Literal["cancel"]
    what: Annotated[
        list[Literal["hint", "analyse", "threats", "worths", "review"]], Field(max_length=5)
    ] = Field(default_factory=list)


class Resign(Request):
    """Give up."""

    type: Literal["resign"]
    player: Literal[0, 1] | None = None


class Rename(Request):
    """What the holder of a seat wants to be called."""

    type: Literal["name"]
    name: Annotated[str, Field(max_length=NAME_LENGTH)]
    player: Literal[0, 1] | None = None


class Speed(Request):
    """The least time that a bot takes for a move."""

    type: Literal["speed"]
    seconds: Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)]


class AskHint(Request):
    """A hint in one of three grades."""

    type: Literal["hint"]
    grade: Literal[1, 2, 3] = 3
    node: Number | None = None
    line: Line = Field(default_factory=list)


class Analyse(AtNode):
    """The best lines of a node, streamed."""

    type: Literal["analyse"]
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 3
    seconds: Seconds = 30.0
    bot: Annotated[str, Field(max_length=400)] | None = None


class Threats(AtNode):
    """What the other side would like to do."""

    type: Literal["threats"]


class AskWorths(AtNode):
    """What each piece is worth to its owner."""

    type: Literal["worths"]


class AskReview(Request):
    """Look over the game up to a node; what was found before is kept, unless it is asked anew.

    With seconds for each position it is made anew as well, and not kept: it cannot be repeated.
    """

    type: Literal["review"]
    node: Number | None = None
    seconds: Annotated[float, Field(gt=0, le=10, allow_inf_nan=False)] | None = None
    anew: bool = False


AnyRequest = (
    Hello
    | AskLook
    | InTurn
    | AskMarks
    | Why
    | Play
    | BareRequest
    | Cancel
    | Resign
    | Rename
    | Speed
    | AskHint
    | Analyse
    | Threats
    | AskWorths
    | AskReview
)
_requests: TypeAdapter[AnyRequest] = TypeAdapter(Annotated[AnyRequest, Field(discriminator="type")])


def read(text: str) -> AnyRequest:
    """The request that a message means; a Refusal that says what is wrong with it."""
    try:
        return _requests.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        at = f" in {where!r}" if where else ""
        raise Refusal(
            "bad message",
            f"the message cannot be read{at}: {first['msg']}",
            f"a mensagem não se consegue ler{at}: {first['msg']}",
        ) from None


def id_of(text: str) -> int | str | None:
    """The mark of a message that may be anything else than a request."""
    try:
        return _Marked.model_validate_json(text).id
    except ValidationError:
        return None


def by_actions(actions: tuple[int, ...]) -> Callable[[Position], Turn]:
    """The turn of these steps."""

    def choose(position: Position) -> Turn:
        turn = Turn.of(position, actions)
        if not turn.is_over:
            raise Refusal(
                "illegal",
                "these steps are not a whole turn",
                "estes passos não fazem uma jogada inteira",
            )
        return turn

    return choose


def by_text(text: str) -> Callable[[Position], Turn]:
    """The turn that somebody typed."""
    return lambda position: Turn(position, position.play(text))
