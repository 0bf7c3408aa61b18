"""The files that an experiment plays with: kept with it, and run only if they are what they were.

A game or a bot that is a path is code. The experiment keeps what the files held and a hash of it.
Whoever goes on with it, or plays its games on another machine, runs the files of that machine if
they are the same; what the experiment keeps is run in their place only if it is trusted.
"""

from __future__ import annotations

import base64
import hashlib
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tabuleiro import files
from tabuleiro.bots import filebot
from tabuleiro.bots.filebot import TERMS
from tabuleiro.bots.text import BotText
from tabuleiro.errors import InvalidOption
from tabuleiro.game import Game, open_game

LARGEST = 16 << 20
"""Bytes of a folder that is kept."""
BINARY = "base64:"
SKIPPED = ("__pycache__", ".git", ".venv")

Contents = Mapping[str, Mapping[str, str]]
"""By path, as it was given: what its files hold, by their names below it."""


@dataclass(frozen=True)
class Code:
    """What an experiment's paths stand for."""

    contents: Contents = field(default_factory=dict)
    trusted: bool = False

    @classmethod
    def of(cls, game: str, bots: Iterable[str]) -> Code:
        """The files that a new experiment plays with, as they are now."""
        return cls({path: _read(path) for path in paths(game, bots)})

    @property
    def hashes(self) -> dict[str, str]:
        """A hash of each path's files."""
        return {path: digest(held) for path, held in self.contents.items()}

    def install(self, hashes: Mapping[str, str]) -> None:
        """See that this process runs these files and no others; refuse if it would not.

        A bot is run as it was when the experiment began, whatever becomes of its file meanwhile.
        """
        for path, wanted in hashes.items():
            held = self.contents.get(path)
            try:
                is_same = digest(_read(path)) == wanted
            except InvalidOption:
                is_same = False
            if not is_same:
                if not self.trusted or held is None or digest(held) != wanted:
                    raise _refusal(path)
                files.instead[path] = _unpack(held, wanted)
            main = files.find(path, "file")
            text = (held or {}).get(main.name)
            if text is not None and not text.startswith(BINARY):
                filebot.sources[main] = text


def paths(game: str, bots: Iterable[str]) -> tuple[str, ...]:
    """All paths among what is played and who plays."""
    found = [game] if files.is_path(game) else []
    for bot in bots:
        asked = BotText.parse(bot)
        found += [asked.path] if asked.path is not None else []
        found += [asked.changes[TERMS]] if asked.argument is None and asked.has(TERMS) else []
    return tuple(dict.fromkeys(found))


def digest(held: Mapping[str, str]) -> str:
    """A hash of files and their names."""
    parts = (f"{name}\0{text}\0" for name, text in sorted(held.items()))
    return hashlib.sha256("".join(parts).encode()).hexdigest()


def the_game(
    game: str, options: Mapping[str, object], seed: int | None, hashes: Mapping[str, str]
) -> Game:
    """The game of an experiment; that of a file only if the file is what it was."""
    if files.is_path(game):
        Code().install({path: each for path, each in hashes.items() if path == game})
    return open_game(game, options, seed)


def _read(path: str) -> dict[str, str]:
    """What a path's files hold: one file, or all of a folder."""
    given = files.instead.get(path, Path(path).expanduser())
    main = files.find(path, "file")
    try:
        if not given.is_dir():
            return {main.name: _text(main)}
        names = [
            each
            for each in sorted(given.rglob("*"))
            if each.is_file() and not set(each.relative_to(given).parts) & set(SKIPPED)
        ]
        if sum(each.stat().st_size for each in names) > LARGEST:
            raise InvalidOption(
                f"the folder {path!r} is too large to be kept; accepted: up to {LARGEST >> 20} MB",
                f"a pasta {path!r} é demasiado grande; aceites: até {LARGEST >> 20} MB",
            )
        return {each.relative_to(given).as_posix(): _text(each) for each in names}
    except OSError as error:
        raise InvalidOption(
            f"{path!r} cannot be read: {error.strerror}",
            f"{path!r} não pode ser lido: {error.strerror}",
        ) from None


def _text(path: Path) -> str:
    held = path.read_bytes()
    try:
        return held.decode("utf-8")
    except UnicodeDecodeError:
        return BINARY + base64.b64encode(held).decode()


def _unpack(held: Mapping[str, str], name: str) -> Path:
    """Files that are kept, where they can be run."""
    home = Path(tempfile.mkdtemp(prefix="tabuleiro-code-")) / name[:12]
    for each, text in held.items():
        place = (home / each).resolve()
        if not place.is_relative_to(home.resolve()):
            raise InvalidOption(
                f"the experiment keeps a file outside its folder: {each!r}",
                f"a experiência guarda um ficheiro fora da sua pasta: {each!r}",
            )
        place.parent.mkdir(parents=True, exist_ok=True)
        binary = text.startswith(BINARY)
        place.write_bytes(base64.b64decode(text[len(BINARY) :]) if binary else text.encode())
    return home / next(iter(held)) if len(held) == 1 else home


def _refusal(path: str) -> InvalidOption:
    return InvalidOption(
        f"the file {path!r} is not here or not what it was when the experiment began; put it back, "
        "or run what the experiment keeps of it with --trust-code",
        f"o ficheiro {path!r} não está aqui ou já não é o que era quando a experiência começou; "
        "repõe-no, ou corre o que a experiência guarda dele com --trust-code",
    )
