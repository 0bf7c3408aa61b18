"""A turn that a person is making: what can be picked next, what it will do, and why not."""

from __future__ import annotations

from collections import Counter

from tabuleiro.errors import IllegalMove
from tabuleiro.games.base import Piece
from tabuleiro.kernel.contract import STOP
from tabuleiro.lazy import cached_property
from tabuleiro.move import STOP_TEXT, Move
from tabuleiro.position import Position
from tabuleiro.text import LANGUAGES, Text

RESERVE = -1
"""Stands for the reserve of the player who acts where a cell is picked."""

WORDS = {
    "over": Text("The game is over.", "A partida acabou."),
    "empty": Text("There is no piece on {cell}.", "Não há nenhuma peça em {cell}."),
    "theirs": Text(
        "The piece on {cell} is not yours; {mover} to move.",
        "A peça em {cell} não é tua; é a vez das {mover}.",
    ),
    "nobodys": Text(
        "What stands on {cell} belongs to nobody.", "O que está em {cell} não é de ninguém."
    ),
    "no reserve": Text(
        "Your reserve cannot be used now.", "A tua reserva não pode ser usada agora."
    ),
    "going on": Text(
        "The turn goes on with the piece on {piece}.", "A jogada continua com a peça em {piece}."
    ),
    "no move": Text(
        "The piece on {cell} has no legal move now.",
        "A peça em {cell} não tem agora nenhuma jogada legal.",
    ),
    "no place": Text(
        "Nothing can be done on {cell} now.", "Em {cell} não se pode fazer nada agora."
    ),
    "drop": Text("You cannot drop a piece on {cell}.", "Não podes pôr uma peça em {cell}."),
    "unreachable": Text(
        "The piece on {source} cannot go to {cell}.", "A peça em {source} não pode ir para {cell}."
    ),
}
SAYS = {
    "moves": Text("{source} to {target}", "{source} para {target}"),
    "stack": Text(
        "{count} pieces from {source} to {target}", "{count} peças de {source} para {target}"
    ),
    "drops": Text("a piece on {target}", "uma peça em {target}"),
    "takes": Text(", takes {count}", ", captura {count}"),
    "removes": Text(", {count} off the stack", ", saem {count} da pilha"),
    "pushes": Text(", pushes", ", empurra"),
    "stops": Text("stops", "termina"),
    "passes": Text("passes", "passa"),
}
"""A step said aloud."""


class Choice:
    """One legal step as a person makes it: the cells to point at, and what will happen."""

    def __init__(
        self,
        before: Position,
        action: int,
        old: dict[int, Piece] | None = None,
        after: Position | None = None,
    ) -> None:
        game = before.game
        self._old = by_cell(before) if old is None else old
        if after is not None:  # it was played already
            self.after = after
        cells = game.touched(before, action)
        self.before = before
        self.action = action
        # Cells that are pointed at twice stand for a piece that comes from the reserve.
        self.cells = (RESERVE, cells[1]) if len(cells) == 2 and cells[0] == cells[1] else cells
        """What is picked, in order; RESERVE first for a drop."""
        self.text = game.step_text(before, action) or STOP_TEXT
        """The step in notation."""

    @cached_property
    def after(self) -> Position:
        """The position after the step, perhaps inside the turn."""
        return self.before.step(self.action)

    @cached_property
    def _new(self) -> dict[int, Piece]:
        return by_cell(self.after)

    @property
    def ends_turn(self) -> bool:
        """Whether the step completes the turn."""
        return self.after.turn_is_over

    @cached_property
    def changes(self) -> dict[int, Piece | None]:
        """What stands afterwards on every cell that looks different."""
        old, new = self._old, self._new
        changed = [cell for cell, piece in new.items() if old.get(cell) != piece]
        changed += [cell for cell in old if cell not in new]
        return {cell: new.get(cell) for cell in sorted(changed)}

    @property
    def slides(self) -> tuple[tuple[int, int, int], ...]:
        """Pieces that move: from where (RESERVE for a drop), to where, how many; pushes too."""
        return self._effects[0]

    @property
    def takes(self) -> dict[int, int]:
        """How many pieces leave the board, by the cell where they stood before the step."""
        return self._effects[1]

    @cached_property
    def _effects(self) -> tuple[tuple[tuple[int, int, int], ...], dict[int, int]]:
        if len(self.cells) < 2:
            return (), {}
        source, target = self.cells[0], self.cells[-1]
        old, new = self._old, self._new
        more: Counter[int] = Counter()
        for cell in self.changes:
            more[cell] = _height(new.get(cell)) - _height(old.get(cell))
        moved = 1 if source == RESERVE else -more.pop(source)
        more[target] -= moved
        slides = [(source, target, moved)]
        lost = [cell for cell in more for _ in range(-more[cell])]
        found = [cell for cell in more for _ in range(more[cell])]
        pushed = zip(lost, found, strict=False)
        slides += [(cell, to, 1) for cell, to in pushed]
        return tuple(slides), dict(Counter(lost[len(found) :]))

    @cached_property
    def words(self) -> Text:
        """The step said aloud, without who makes it."""
        said = self._own_words()
        if said is not None:
            return said
        if self.action == STOP:
            return SAYS["passes" if self.before.turn_is_over else "stops"]
        if len(self.cells) < 2:
            return Text(self.text, self.text)
        (source, target, count), *pushed = self.slides
        places = self.before.game.geometry.cells
        names = {"source": places[source].name, "target": places[target].name, "count": count}
        how = "drops" if source == RESERVE else "stack" if count > 1 else "moves"
        taken = sum(self.takes.values())
        # Pieces that leave from under a stack are not all captured.
        under = "removes" if _height(self._new.get(target)) > 1 else "takes"
        return Text(
            *(
                SAYS[how][language].format(**names)
                + (SAYS["pushes"][language] if pushed else "")
                + (SAYS[under][language].format(count=taken) if taken else "")
                for language in LANGUAGES
            )
        )

    def _own_words(self) -> Text | None:
        game = self.before.game
        return game.people.step_words(game.board, self.before._state, self.action)

    def __repr__(self) -> str:
        return f"<Choice {self.text}>"


class Turn:
    """A turn from its start to where it stands now; a value, so that undoing is easy."""

    def __init__(self, start: Position, here: Position | None = None) -> None:
        self.start = start
        self.here = start if here is None else here

    @classmethod
    def of(cls, start: Position, actions: tuple[int, ...]) -> Turn:
        """The turn after some steps; IllegalMove if one is not legal."""
        turn = cls(start)
        for action in actions:
            turn = turn.take(action)
        return turn

    @cached_property
    def steps(self) -> tuple[Choice, ...]:
        """The steps made so far, as they were played."""
        steps = []
        here = self.here
        while here is not self.start:
            assert here.parent is not None
            taken = here.move.actions if here.move is not None else here._turn
            steps.append(Choice(here.parent, taken[-1], after=here))
            here = here.parent
        return tuple(reversed(steps))

    @property
    def actions(self) -> tuple[int, ...]:
        """What was done so far."""
        return tuple(step.action for step in self.steps)

    @property
    def is_over(self) -> bool:
        """Whether the turn is complete."""
        return self.here is not self.start and self.here.turn_is_over

    @cached_property
    def move(self) -> Move:
        """The whole turn, once it is over; written without playing it again."""
        assert self.is_over
        game = self.start.game
        texts = (game.step_text(step.before, step.action) for step in self.steps)
        return Move(self.actions, ",".join(filter(None, texts)) or STOP_TEXT, self.start)

    @property
    def words(self) -> Text:
        """The turn said aloud, with who makes it."""
        told = [step.words for step in self.steps if step.action != STOP or len(self.steps) == 1]
        name = self.start.players[self.start.player].name
        return Text(
            *(
                f"{name[language]}: " + "; ".join(words[language] for words in told)
                for language in LANGUAGES
            )
        )

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The legal steps that are made by pointing."""
        return tuple(choice for choice in self._legal if not _is_plain(choice))

    @cached_property
    def finish(self) -> Choice | None:
        """The step that points at nothing new: ending the turn early, or a pass."""
        return next(filter(_is_plain, self._legal), None)

    @cached_property
    def _legal(self) -> tuple[Choice, ...]:
        if self.is_over:
            return ()
        pieces = by_cell(self.here)
        return tuple(Choice(self.here, action, pieces) for action in self.here.steps)

    @property
    def sources(self) -> tuple[int, ...]:
        """What can be picked first, RESERVE included."""
        return tuple(dict.fromkeys(choice.cells[0] for choice in self.choices))

    def targets(self, source: int) -> tuple[int, ...]:
        """What can be picked after a source."""
        picked = (choice for choice in self.at(source) if len(choice.cells) > 1)
        return tuple(dict.fromkeys(choice.cells[1] for choice in picked))

    def at(self, *cells: int) -> tuple[Choice, ...]:
        """The choices whose cells begin with these."""
        return tuple(choice for choice in self.choices if choice.cells[: len(cells)] == cells)

    def tells(self, choice: Choice) -> tuple[int, ...]:
        """The cells whose loss sets a choice apart from the others that are pointed at alike."""
        others = [other for other in self.at(*choice.cells) if other.action != choice.action]
        shared = set().union(*(other.takes for other in others))
        return tuple(cell for cell in choice.takes if others and cell not in shared)

    def take(self, step: Choice | int) -> Turn:
        """The turn after one more step."""
        action = step if isinstance(step, int) else step.action
        if self.is_over:
            raise IllegalMove(
                f"step {action} comes after the end of the turn",
                f"o passo {action} vem depois do fim da jogada",
            )
        return Turn(self.start, self.here.step(action))

    def undo(self) -> Turn:
        """The turn without its last step."""
        if self.here is self.start:
            return self
        return Turn(self.start, self.here.parent)

    def why_not(self, *cells: int) -> Text | None:
        """Why these picks make no step, in a sentence; None if they do or may."""
        if self.at(*cells) or not cells:
            return None
        if self.here.outcome is not None:
            return WORDS["over"]
        wrong = self._wrong_source(cells[0])
        if wrong is not None:
            return wrong
        own = self._own_reason(cells)
        return own[0] if own is not None else self._generally(*cells[:2])

    def culprits(self, *cells: int) -> tuple[int, ...]:
        """The cells that stand in the way of these picks, where the game can tell."""
        if self.why_not(*cells) is None or self._wrong_source(cells[0]) is not None:
            return ()
        own = self._own_reason(cells)
        return own[1] if own is not None else ()

    def _wrong_source(self, source: int) -> Text | None:
        """What is wrong with a source whatever the game."""
        if self.at(source) or any(len(choice.cells) == 1 for choice in self.choices):
            return None  # where stones are placed, the game says itself why not there
        here, mover = self.here, self.here.player
        if source == RESERVE:
            return WORDS["no reserve"]
        piece = by_cell(here).get(source)
        if piece is None:
            return self._say("empty", cell=source)
        if piece.owner is None:
            return self._say("nobodys", cell=source)
        if piece.owner != mover:
            name = here.players[mover].name
            said = self._say("theirs", cell=source)
            return Text(said.en.format(mover=name.en), said.pt.format(mover=name.pt))
        if not here.turn_is_over and len(self.sources) == 1:
            return self._say("going on", piece=self.sources[0])
        return None

    def _own_reason(self, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
        """The game's own words, and the cells that they are about."""
        game = self.here.game
        return game.people.why_not(game.board, self.here._state, cells)

    def _generally(self, source: int, target: int | None = None) -> Text:
        if target is None or not self.at(source):
            picked = "no move" if source in by_cell(self.here) else "no place"
            return self._say(picked, cell=source)
        if source == RESERVE:
            return self._say("drop", cell=target)
        return self._say("unreachable", source=source, cell=target)

    def _say(self, key: str, **cells: int) -> Text:
        names = {name: self.here.game.geometry.cells[cell].name for name, cell in cells.items()}
        names.setdefault("mover", "{mover}")
        text = WORDS[key]
        return Text(text.en.format(**names), text.pt.format(**names))

    def __repr__(self) -> str:
        return f"<Turn {self.actions} of {self.start!r}>"


def steps_of(start: Position, move: Move) -> tuple[Choice, ...]:
    """A whole move step by step."""
    return Turn(start, start.play(move)).steps


def just_captured(position: Position) -> tuple[Piece, ...]:
    """What the turn before a position took from the other side, where it stood."""
    found: list[Piece] = []
    here = position
    for action in reversed(position.move.actions if position.move is not None else ()):
        assert here.parent is not None
        step = Choice(here.parent, action, after=here)
        here = here.parent
        for piece in here.view.pieces:
            gone = piece.owners[: step.takes.get(piece.cell, 0)]  # stacks lose their lowest
            theirs = tuple(owner for owner in gone if owner != here.player)
            if theirs:
                found.append(piece._replace(owners=theirs, mark=""))
    return tuple(found)


def _is_plain(choice: Choice) -> bool:
    return choice.action == STOP


def by_cell(position: Position) -> dict[int, Piece]:
    """What stands on each cell that is not empty."""
    return {piece.cell: piece for piece in position.view.pieces}


def _height(piece: Piece | None) -> int:
    return 0 if piece is None else max(len(piece.owners), 1)
