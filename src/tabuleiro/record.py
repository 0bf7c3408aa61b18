"""A record of a game: who played what, in a text file that a person can read.

    [Game "fanorona"]
    [Options "width=5 height=5"]
    [First "Ana"]
    [Second "random"]
    [Result "1-0"]

    1. c2-c3a d4-c5w,c4a
    2. e2-e3a {a comment on the move before it}

Tags in brackets come first, one a line; `Start` gives a position other than the usual one. Then
the moves, with numbers before each pair, and comments in braces after the move they are about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tabuleiro.errors import InvalidRecord, TabuleiroError
from tabuleiro.game import Game, make_game
from tabuleiro.move import Move
from tabuleiro.position import RESULTS, Position

UNFINISHED = "*"
TOLD = (*RESULTS.values(), UNFINISHED)
"""What a record may say of the result."""
TAG = re.compile(r'^\[(\w+) "(.*)"\]$')
TOKEN = re.compile(r"\{[^}]*\}?|[^\s{]+")
NUMBER = re.compile(r"^\d+\.(\.\.)?$")


@dataclass
class Record:
    """A game from a start position: the moves, the players' names, the result, comments by ply.

    `comments[0]` stands before the first move, `comments[n]` after the n-th.
    """

    game: Game
    moves: tuple[Move, ...] = ()
    players: tuple[str, str] = ("?", "?")
    result: str = UNFINISHED
    start: Position | None = None
    comments: Mapping[int, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position, players: tuple[str, str] = ("?", "?")) -> Record:
        """The record of how a position came about."""
        root = position
        while root.parent is not None:
            root = root.parent
        outcome = position.outcome
        return cls(
            position.game,
            position.history,
            players,
            outcome.result if outcome else UNFINISHED,
            None if root == position.game.start() else root,
        )

    def positions(self) -> tuple[Position, ...]:
        """All positions from the start to the end."""
        here = self.start or self.game.start()
        found = [here]
        for move in self.moves:
            here = here.play(move)
            found.append(here)
        return tuple(found)

    def text(self) -> str:
        """The record as the text of a file."""
        options = " ".join(f"{key}={value}" for key, value in self.game.changed_options.items())
        tags = {"Game": self.game.name}
        if options:
            tags["Options"] = options
        tags |= {"First": self.players[0], "Second": self.players[1]}
        if self.start is not None:
            tags["Start"] = self.start.text
        tags |= {**self.tags, "Result": self.result}
        lines = [f'[{key} "{_tag_text(value)}"]' for key, value in tags.items()]
        return "\n".join([*lines, "", *self._move_lines(), ""])

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.text(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file."""
        try:
            text = Path(path).read_text(encoding="utf-8-sig")
        except (OSError, ValueError) as error:  # a path, too, may be no text
            reason = getattr(error, "strerror", None) or "it is not a text file"
            raise InvalidRecord(
                f"record {str(path)!r} cannot be read: {reason}",
                f"o registo {str(path)!r} não se consegue ler: {reason}",
            ) from None
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record from its text."""
        tags, body = _split(text)
        if "Game" not in tags:
            raise InvalidRecord(
                'a record needs a first line such as [Game "fanorona"]',
                'um registo precisa de uma primeira linha como [Game "fanorona"]',
            )
        name = tags.pop("Game")
        options = _options(tags.pop("Options", ""))
        try:
            played = make_game(name, options)
            start = played.position(tags.pop("Start")) if "Start" in tags else None
        except TabuleiroError as error:
            raise InvalidRecord(
                f"the record cannot be read: {error}", f"o registo não se consegue ler: {error.pt}"
            ) from error
        moves, comments, here = _read_moves(start or played.start(), body)
        result = tags.pop("Result", here.outcome.result if here.outcome else UNFINISHED)
        if result not in TOLD:
            raise InvalidRecord(
                f"the record's result cannot be {result!r}; accepted: {', '.join(TOLD)}",
                f"o resultado do registo não pode ser {result!r}; aceites: {', '.join(TOLD)}",
            )
        if here.outcome is not None and result not in (here.outcome.result, UNFINISHED):
            raise InvalidRecord(
                f"the record says {result}, but its moves end in {here.outcome.result}",
                f"o registo diz {result}, mas as suas jogadas acabam em {here.outcome.result}",
            )
        players = tags.pop("First", "?"), tags.pop("Second", "?")
        return cls(played, moves, players, result, start, comments, tags)

    def _move_lines(self) -> Iterable[str]:
        if 0 in self.comments:
            yield _comment(self.comments[0])
        line = ""
        number, first = 1, True
        for index, move in enumerate(self.moves):
            if first:
                line = f"{number}."
            line += f" {move.text}"
            if index + 1 in self.comments:
                line += " " + _comment(self.comments[index + 1])
            if not first:
                yield line
                number += 1
            first = not first
        if not first:
            yield line


def _comment(text: str) -> str:
    return "{" + text.replace("{", "(").replace("}", ")") + "}"


def _tag_text(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _split(text: str) -> tuple[dict[str, str], str]:
    """The tags and the rest."""
    tags: dict[str, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("["):
            match = TAG.match(line.strip())
            if match is None:
                raise InvalidRecord(
                    f"line {number + 1} of the record is not a tag: {line!r}",
                    f"a linha {number + 1} do registo não é uma etiqueta: {line!r}",
                )
            tags[match[1]] = match[2]
        elif line.strip():
            return tags, "\n".join(lines[number:])
    return tags, ""


def _options(text: str) -> dict[str, object]:
    pairs = [item.partition("=") for item in text.split()]
    for name, sign, _ in pairs:
        if not sign:
            raise InvalidRecord(
                f"the record's option {name!r} has no value; write {name}=VALUE",
                f"a opção {name!r} do registo não tem valor; escreve {name}=VALOR",
            )
    return {name: value for name, _, value in pairs}


def _read_moves(here: Position, body: str) -> tuple[tuple[Move, ...], dict[int, str], Position]:
    moves: list[Move] = []
    comments: dict[int, str] = {}
    for token in TOKEN.findall(body):
        if token.startswith("{"):
            if not token.endswith("}"):
                raise InvalidRecord(
                    f"the comment {token.strip()!r} is not closed; end it with '}}'",
                    f"o comentário {token.strip()!r} não está fechado; termina-o com '}}'",
                )
            said = token[1:-1].strip()
            before = comments.get(len(moves))
            comments[len(moves)] = f"{before} {said}" if before else said
        elif not NUMBER.match(token) and token not in TOLD:
            if here.outcome is not None:
                raise InvalidRecord(
                    f"the record goes on with {token!r} after the game is over",
                    f"o registo continua com {token!r} depois de a partida acabar",
                )
            try:
                here = here.play(token)
            except TabuleiroError as error:
                raise InvalidRecord(
                    f"turn {len(moves) + 1} of the record: {error}",
                    f"jogada {len(moves) + 1} do registo: {error.pt}",
                ) from error
            assert here.move is not None
            moves.append(here.move)
    return tuple(moves), comments, here
