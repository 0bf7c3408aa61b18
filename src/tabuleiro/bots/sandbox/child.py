"""A bot's process seen from outside: started, asked, timed, and ended with all that it started."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import asdict
from multiprocessing.util import Finalize
from pathlib import Path
from time import monotonic
from typing import IO, Any

from tabuleiro.bots.sandbox.limits import Allowed
from tabuleiro.errors import EngineFailed, TooSlow
from tabuleiro.files import OURS
from tabuleiro.game import Game
from tabuleiro.kernel import cache

LONGEST_LINE = 1 << 16
LAST_WORDS = 0.5
"""Seconds to learn how a process has ended."""
COMPLAINTS = 20
KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT", "VIRTUAL_ENV")
"""What a bot learns of the environment, beside settings of ours and of Numba."""


class Child:
    """A running process for the bot of a file."""

    def __init__(
        self, game: Game, path: Path, source: str | None, name: str, allowed: Allowed
    ) -> None:
        self.name = name
        self._allowed = allowed
        self._home = Path(tempfile.mkdtemp(prefix="tabuleiro-bot-"))
        self._printed = 0
        self._complaints: deque[str] = deque(maxlen=COMPLAINTS)
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tabuleiro.bots.sandbox.runner"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._home,
            env=_environment(self._home),
            start_new_session=True,
        )
        self._readers = [
            threading.Thread(target=work, args=(stream,), daemon=True)
            for work, stream in (
                (self._hear, self._process.stdout),
                (self._note, self._process.stderr),
            )
        ]
        for reader in self._readers:
            reader.start()
        ended = (self._process, self._readers, self._home)
        self._end = Finalize(self, _end, ended, exitpriority=10)
        self._tell(
            {
                "file": str(path),
                "source": source,
                "game": game.reference,
                "options": dict(game.options),
                "allowed": asdict(allowed),
                "home": str(self._home),
                "readable": [str(place) for place in _readable(game, path, allowed)],
            }
        )

    def ask(self, message: Mapping[str, Any], seconds: float, due: str) -> dict[str, Any]:
        """Its answer; TooSlow if there is none for so long."""
        self._tell(message)
        end = monotonic() + seconds
        try:
            answer = self._answers.get(timeout=max(0.0, end - monotonic()))
        except queue.Empty:
            raise TooSlow(
                f"{self.name}: {due} within {seconds:.3g} seconds",
                f"{self.name}: sem resposta em {seconds:.3g} segundos",
            ) from None
        if answer is None:
            raise EngineFailed(self._epitaph())
        if not isinstance(answer, dict):
            raise EngineFailed(
                f"{self.name} answered nonsense", f"a resposta de {self.name} não faz sentido"
            )
        return answer

    def new_game(self) -> None:
        """What it prints counts anew."""
        self._printed = 0

    def close(self) -> None:
        """End it, and all that it has started."""
        self._end()

    def _tell(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineFailed(self._epitaph()) from None

    def _hear(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._answers.put(json.loads(line))
        self._answers.put(None)

    def _note(self, stream: IO[bytes]) -> None:
        """Keep the last of what it prints; one that prints too much is ended."""
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._printed += len(line)
                if self._printed > self._allowed.output_kb << 10:
                    self._complaints.append(f"it printed more than {self._allowed.output_kb} kB")
                    kill(self._process)
                    return
                self._complaints.append(line.decode("utf-8", "replace").strip())

    def _epitaph(self) -> str:
        """How it came to its end, with its last words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(LAST_WORDS)
        self._readers[1].join(LAST_WORDS)
        code = self._process.poll()
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was ended by signal {-code}"
        else:
            how = f"ended by itself with exit code {code}"
        said = next((line for line in reversed(tuple(self._complaints)) if line), "")
        return f"{self.name} {how}" + (f": {said[:200]}" if said else "")


def _environment(home: Path) -> dict[str, str]:
    own = {
        name: value
        for name, value in os.environ.items()
        if name in KEPT or name.startswith(("TABULEIRO_", "NUMBA_"))
    }
    path = os.pathsep.join(place or os.getcwd() for place in sys.path)
    places = {"HOME": str(home), "TMPDIR": str(home), "TEMP": str(home), "TMP": str(home)}
    ours = {"TABULEIRO_CACHE_DIR": str(cache.root()), "PYTHONPATH": path}
    quiet = {"PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    return own | places | ours | quiet


def _readable(game: Game, path: Path, allowed: Allowed) -> list[Path]:
    """Where a bot may read: Python, its libraries, the game, and its own file or folder."""
    found = [Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent]
    found += [Path(place) for place in sysconfig.get_paths().values()]
    found += [OURS, cache.root()]
    own = path.parent if allowed.neighbours or is_entry(path) else path
    found += [own, game.source.parent if game.source.stem == "rules" else game.source]
    return [place for place in found if place.exists()]


def is_entry(path: Path) -> bool:
    """Whether a bot is a folder, of which this file is the entry."""
    return path.name in ("__init__.py", "bot.py") or path.stem == path.parent.name


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and its whole group."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        process.kill()


def _end(process: subprocess.Popen[bytes], readers: list[threading.Thread], home: Path) -> None:
    kill(process)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError):
            if stream is process.stdin and stream is not None:
                stream.close()
    for reader, stream in zip(readers, (process.stdout, process.stderr), strict=True):
        reader.join(LAST_WORDS)
        if stream is not None and not reader.is_alive():
            stream.close()
    shutil.rmtree(home, ignore_errors=True)
