"""What a request may contain, and what it may be answered with, for reading and describing it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

from tabuleiro.web.limits import NAME_LENGTH

MOST_SECRETS = 500
"""Of how many matches one can say at once that they are one's own."""
Value = bool | int | float | Annotated[str, Field(max_length=200)]
Options = Annotated[dict[Annotated[str, Field(max_length=60)], Value], Field(max_length=40)]
PositionText = Annotated[str, Field(max_length=2000)]
Name = Annotated[str, Path(max_length=60, description="The name of a game.")]
MatchId = Annotated[str, Path(max_length=32, description="The id of a match.")]


class Body(BaseModel):
    """What a request may contain, and nothing else."""

    model_config = ConfigDict(extra="forbid")


class Failure(BaseModel):
    """What went wrong, in one sentence."""

    error: str


class BoardWanted(Body):
    """A board with options and, perhaps, a position."""

    options: Options = Field(default_factory=dict)
    position: PositionText | None = None


class PieceWanted(Body):
    """A piece, or a stack from bottom to top, on a cell."""

    cell: Annotated[int, Field(ge=0, le=1000)]
    owners: Annotated[list[Literal[0, 1]], Field(min_length=1, max_length=12)]
    label: Annotated[str, Field(max_length=4)] = ""


class EditWanted(Body):
    """What stands where, to be made a position."""

    options: Options = Field(default_factory=dict)
    pieces: Annotated[list[PieceWanted], Field(max_length=400)]
    player: Literal[0, 1] = 0
    reserve: tuple[Annotated[int, Field(ge=0, le=99)], Annotated[int, Field(ge=0, le=99)]] = (0, 0)
    position: PositionText | None = None


class BotWanted(Body):
    """A bot text to be checked."""

    options: Options = Field(default_factory=dict)
    bot: Annotated[str, Field(max_length=400)]


class SeatWanted(Body):
    """Who plays a side."""

    kind: Literal["human", "link", "bot"] = "human"
    name: Annotated[str, Field(max_length=NAME_LENGTH)] = ""
    bot: Annotated[str, Field(max_length=400)] | None = None


class ClockWanted(Body):
    """Seconds for each player, and what each turn adds."""

    seconds: Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]
    increment: Annotated[float, Field(ge=0, le=600, allow_inf_nan=False)] = 0.0


class MatchWanted(Body):
    """A new match."""

    game: Annotated[str, Field(max_length=60)] | None = None
    options: Options = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, le=1 << 62)] | None = None
    seats: Annotated[list[SeatWanted], Field(min_length=2, max_length=2)]
    clock: ClockWanted | None = None
    position: PositionText | None = None
    record: Annotated[str, Field(max_length=400_000)] | None = None
    analysis: bool = False


class ExplorerWanted(BoardWanted):
    """A position, and the secrets of one's own matches."""

    secrets: Annotated[
        list[Annotated[str, Field(max_length=100)]], Field(max_length=MOST_SECRETS)
    ] = Field(default_factory=list)


ANSWERS: dict[int | str, dict[str, Any]] = {
    code: {"model": Failure, "description": what}
    for code, what in {
        400: "What was asked for is not possible.",
        403: "Not on this server.",
        404: "There is no such thing.",
        413: "Too long.",
        421: "Not for this server.",
        422: "The request cannot be read.",
        429: "Too many at once.",
    }.items()
}
"""What any request may be answered with, for its description."""
