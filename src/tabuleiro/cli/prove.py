"""`tabuleiro analyse --prove`: who wins by force, and how."""

from __future__ import annotations

import contextlib
from typing import Any

from tabuleiro.bots.limit import Limit
from tabuleiro.bots.proof import USUAL, ProofBot
from tabuleiro.cli.output import err, out, print_json
from tabuleiro.errors import InvalidOption, Stopped
from tabuleiro.kernel.verdicts import UNTOLD
from tabuleiro.position import Position
from tabuleiro.solving.knowledge import holds
from tabuleiro.text import Language, Text

PLAYERS = (Text("first player", "o primeiro jogador"), Text("second player", "o segundo jogador"))
SAYS = {
    "wins": Text("{player} wins in {turns}, {proven}", "{player} ganha em {turns}, {proven}"),
    "some_time": Text("{player} wins, {proven}", "{player} ganha, {proven}"),
    "at_most": Text(
        "{player} wins in at most {turns}, {proven}", "{player} ganha em {turns} ou menos, {proven}"
    ),
    "proven": Text("proven", "provado"),
    "in_time": Text("if in time", "se for a tempo"),
    "draw": Text("a draw, proven", "empate, provado"),
    "open": Text("not decided: nothing is proven yet", "por decidir: ainda nada está provado"),
    "cost": Text("{nodes:,} positions in {seconds:.2f} s", "{nodes:,} posições em {seconds:.2f} s"),
    "aside": Text(
        "infinite play is a draw; rules about repetition, progress and length are left aside",
        "o jogo sem fim é empate; não contam as regras de repetição, de progresso e de duração",
    ),
}
ACCEPTED = Text(
    "--prove goes with --seconds and --nodes; leave {name} out",
    "--prove aceita --seconds e --nodes; deixa {name} de fora",
)


def refuse(**given: object) -> None:
    """What makes no sense for a proof."""
    for name, value in given.items():
        if value is not None:
            said = ACCEPTED.format(name=f"--{name}")
            raise InvalidOption(said.en, said.pt)


def prove(here: Position, limit: Limit, language: Language, json: bool) -> None:
    """Look for a proof and print what is known, also after Ctrl-C."""
    bot = ProofBot(here.game)
    facts = proof_facts(here, bot, limit.or_else(USUAL))
    if json:
        print_json(facts)
        return
    out.print(sentence(facts, language), style="bold", markup=False, highlight=False)
    if facts["line"]:
        out.print(" ".join(facts["line"]), markup=False, highlight=False)
    cost = SAYS["cost"].format(nodes=facts["nodes"], seconds=facts["seconds"])
    out.print(
        f"{cost[language]}; {SAYS['aside'][language]}", style="dim", markup=False, highlight=False
    )


def proof_facts(here: Position, bot: ProofBot, limit: Limit) -> dict[str, Any]:
    """What is proven of a position, as data."""
    line: list[str] = []
    with bot.search(here, limit) as search, contextlib.suppress(Stopped):
        try:
            for now in search:
                if err.is_terminal:
                    err.print(f"… {now.depth}", style="dim", highlight=False)
        except KeyboardInterrupt:
            search.interrupt()
        found = search.result
        line = [move.text for move in found.lines[0].moves] if found.lines else []
    proof = bot.proof
    winner = None
    if proof.value in ("win", "loss"):
        winner = here.player if proof.value == "win" else 1 - here.player
    return {
        "game": here.game.name,
        "position": here.text,
        "to_move": here.player,
        "value": proof.value,
        "turns": proof.turns,
        "winner": winner,
        "proven": proof.value is not None,
        "shortest": proof.shortest,
        "in_time": winner is None or holds(here, UNTOLD if proof.turns is None else proof.turns),
        "line": line,
        "nodes": proof.nodes,
        "seconds": proof.seconds,
    }


def sentence(facts: dict[str, Any], language: Language) -> str:
    """The answer in a few words."""
    if facts["value"] is None:
        return SAYS["open"][language]
    if facts["winner"] is None:
        return SAYS["draw"][language]
    key = "wins" if facts["shortest"] else "at_most"
    if facts["turns"] is None:
        key = "some_time"
    return SAYS[key][language].format(
        player=PLAYERS[facts["winner"]][language],
        turns=facts["turns"],
        proven=SAYS["proven" if facts["in_time"] else "in_time"][language],
    )
