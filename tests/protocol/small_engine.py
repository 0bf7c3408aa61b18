"""A small engine for any game that plays the first legal move, and has one fault if it is told to.

`python small_engine.py GAME [FAULT]`; without a fault it keeps to the protocol.
"""

from __future__ import annotations

import sys
import time

import tabuleiro
from tabuleiro.errors import TabuleiroError


def main(name: str, fault: str = "") -> int:
    options: dict[str, object] = {}
    here = tabuleiro.game(name).start()
    searching = False

    def say(line: str) -> None:
        print(line, flush=True)

    def best() -> str:
        if fault == "illegal" or (fault == "illegal later" and here.ply >= 4):
            return "a1-z9"
        return here.legal_moves[0].text

    for line in sys.stdin:
        match line.split():
            case ["ugi"]:
                if fault != "no greeting":
                    if fault.startswith("called "):
                        say(f"id name {fault.removeprefix('called ')}")
                    elif fault != "no name":
                        say("id name small engine")
                    if fault == "bad option":
                        say("option name hash type spin default 900 min 1 max 800")
                    say("option name max_plies type spin default 5000 min 1 max 1000000")
                    say("option name Loud Mode type check default false")
                    say("ugiok")
            case ["isready"]:
                if fault in ("slow start", "no start"):
                    time.sleep(3 if fault == "slow start" else 600)
                if not (searching and fault == "deaf"):
                    say("readyok")
            case ["setoption", "name", "max_plies", "value", number]:
                options["max_plies"] = number
            case ["setoption", "name", "Loud", "Mode", "value", value]:
                print(f"loud {value}", file=sys.stderr, flush=True)
            case ["uginewgame"]:
                here = tabuleiro.game(name, **options).start()
            case ["position", *words]:
                moves = words[words.index("moves") + 1 :] if "moves" in words else []
                place = words[: words.index("moves")] if "moves" in words else words
                game = tabuleiro.game(name, **options)
                try:
                    if fault == "no fen" or place[:1] == ["startpos"]:
                        here = game.start()
                    else:
                        here = game.position(" ".join(place[1:]))
                    for move in moves:
                        here = here.play(move)
                except TabuleiroError as error:
                    if fault == "bad position":
                        raise
                    say(f"info string {error}")
            case ["query", question]:
                over = here.outcome is not None
                turn = here.player == (1 if fault == "wrong turn" else 0)
                result = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw"}.get(
                    here.outcome.result if here.outcome else "", "none"
                )
                answers = {
                    "gameover": "true" if over else "false",
                    "p1turn": "true" if turn else "false",
                    "result": "none" if fault == "no result" else result,
                }
                if fault != "no query":
                    say(f"response {answers[question]}")
            case ["go", *words]:
                if fault == "crash" or (fault == "crash later" and here.ply >= 4):
                    raise RuntimeError("the board is on fire")
                if fault == "hang":
                    time.sleep(600)
                if fault.startswith("odd "):
                    say(fault.removeprefix("odd ").replace("NUL", "\0"))
                if fault == "late" and "movetime" in words:
                    time.sleep(2.5)
                if fault == "endless line":
                    while True:
                        sys.stdout.write("x" * 65536)
                if fault == "endless complaint":
                    sys.stderr.write("x" * 2_000_000)
                if fault == "bad info":
                    say("info depth one score cp 3 pv a1")
                if "infinite" in words and fault != "not infinite":
                    searching = True
                elif not (fault == "no nodes" and "nodes" in words):
                    if fault == "slow clock" and "p1time" in words:
                        time.sleep(3.5)
                    if fault == "chatty":
                        say("info string my hands are cold")
                    if not fault.startswith("odd "):
                        say(f"info depth 1 score cp 12 nodes 1 time 0 pv {best()}")
                    say("bestmove" if fault == "no move" else f"bestmove {best()}")
            case ["stop"]:
                if (searching and fault != "no stop") or fault == "eager stop":
                    say(f"bestmove {best()}")
                    if fault == "two moves":
                        say(f"bestmove {best()}")
                searching = False
            case ["quit"]:
                if fault == "stays":
                    time.sleep(600)
                return 3 if fault == "exit code" else 0
            case _ if fault == "fragile":
                raise ValueError(f"what is {line.strip()!r}?")
    if fault == "stays":
        time.sleep(600)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
