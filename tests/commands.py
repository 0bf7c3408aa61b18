"""Runs commands in processes of their own that are forked from one which has imported the program.

A new interpreter spends most of its time on importing. What a test sees is the same: arguments,
both streams, an exit code. Commands as a shell starts them are run by tests/docs/test_wheel.py.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import socket
import subprocess
import sys
import time
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

PATIENCE = 300
STARTED = 2
PLAIN = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
"""What makes an output the same everywhere."""
READ_ONCE = ("COLUMNS", "LANG", "LC_", "NUMBA_", "PYTHON")
"""How variables begin that count only when a program starts: these need one that is not forked."""


def command(
    *words: str, typed: str = "", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """`tabuleiro` with these words, to its end."""
    variables = os.environ | PLAIN | environment
    if any(name.startswith(READ_ONCE) for name in environment):
        return subprocess.run(
            [Path(sys.executable).with_name("tabuleiro"), *words],
            input=typed,
            capture_output=True,
            text=True,
            cwd=cwd,
            env=variables,
            timeout=PATIENCE,
        )
    asked = {"words": words, "cwd": str(cwd or Path.cwd()), "environment": variables}
    with TemporaryFile() as given, TemporaryFile() as told, TemporaryFile() as errors:
        given.write(typed.encode())
        given.seek(0)
        line = _starter()
        line.settimeout(PATIENCE)
        streams = [given.fileno(), told.fileno(), errors.fileno()]
        text = json.dumps(asked).encode()
        socket.send_fds(line, [len(text).to_bytes(4)], streams)
        line.sendall(text)
        code = int.from_bytes(line.recv(4), signed=True)
        for each in (told, errors):
            each.seek(0)
        return subprocess.CompletedProcess(
            words, code, told.read().decode(), errors.read().decode()
        )


def wait_until_at_work(process: int) -> None:
    """Wait until a command has started, as far as its processor time tells: that takes less."""
    tick = os.sysconf("SC_CLK_TCK")
    while True:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        if int(fields[11]) + int(fields[12]) > STARTED * tick:
            return
        time.sleep(0.05)


@cache
def _starter() -> socket.socket:
    """The line to the process that starts commands; it ends with this one."""
    ours, theirs = socket.socketpair()
    with theirs:
        started = subprocess.Popen(
            [sys.executable, __file__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            env=os.environ | PLAIN,
        )
    atexit.register(started.wait)
    atexit.register(ours.close)
    return ours


def serve(line: socket.socket) -> int:
    """Fork a process for each command that is asked for, and tell how it has ended."""
    import numba  # noqa: F401

    from tabuleiro.cli import main

    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        main(["show", "shobu"])  # what is imported on the way need not be imported again
    gc.freeze()
    while True:
        head, streams, *_ = socket.recv_fds(line, 4, 3)
        if not head:
            return 0
        text = b""
        while len(text) < int.from_bytes(head):
            text += line.recv(65536)
        child = os.fork()
        if child == 0:
            line.close()
            _become(json.loads(text), streams)
            return main()
        for stream in streams:
            os.close(stream)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        line.sendall(code.to_bytes(4, signed=True))


def _become(asked: dict[str, object], streams: list[int]) -> None:
    """Take over what a new process is started with."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8")  # noqa: SIM115  open as long as the process is
        for number, mode in enumerate("rww")
    )
    os.chdir(str(asked["cwd"]))
    os.environ.clear()
    os.environ.update(asked["environment"])  # type: ignore[call-overload]
    sys.argv = ["tabuleiro", *asked["words"]]  # type: ignore[misc]


if __name__ == "__main__":
    sys.exit(serve(socket.socket(fileno=int(sys.argv[1]))))
