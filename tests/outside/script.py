"""A script as somebody wrote it for version 1.0; it prints what it finds as JSON."""

import json
import sys
import tempfile
import threading
from pathlib import Path

import tabuleiro
from tabuleiro.bots import Bot, RandomBot
from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.analysis import Analyst
from tabuleiro.bots.hints import hint
from tabuleiro.bots.limit import Clock, Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.presets import make_analyst, make_bot, presets
from tabuleiro.bots.review import review
from tabuleiro.bots.weights import read_weights
from tabuleiro.matches.result import Result

found = {}
game = tabuleiro.game("fanorona", width=5, height=5)
start = game.start()

# An analysis with a listener, and numbers from a stated side.
bot = make_analyst(game, "hard")
depths = []
answer = bot.analyse(start, Limit(depth=3), lines=2, listener=lambda now: depths.append(now.depth))
found["depths"] = depths
found["lines"] = len(answer.lines)
found["legal"] = answer.move in start.legal_moves
found["views"] = answer.score.win_probability + answer.seen_by(1).score.win_probability
found["analysts"] = [isinstance(make_bot(game, text), Analyst) for text in ("hard", "random")]

# A search that another thread stops.
threading.Timer(0.3, bot.stop).start()
found["stopped"] = bot.analyse(start, Limit(seconds=600)).depth > 0

# Bots made by hand, and their limits changed.
own = AlphaBetaBot(game, read_weights(game, "best"), Limit(depth=2), name="own", seed=1)
own.limit = Limit(depth=1)
found["own"] = own.choose(start) in start.legal_moves
found["last"] = own.last.depth
tree = MctsBot(game, {}, Limit(iterations=100), seed=1)
found["tree"] = tree.analyse(start).nodes
tree.new_game(3)


# A bot by inheritance, as the protocol allowed.
class First(Bot):
    name = "first"

    def choose(self, position):
        return position.legal_moves[0]


here = start
players = [First(), RandomBot(2)]
while here.outcome is None and here.ply < 30:
    here = here.play(players[here.player].choose(here))
found["ply"] = here.ply

# Plug-ins, by name and by text.
found["installed"] = sorted(n for n, preset in presets(game).items() if preset.kind == "installed")
lucky, alphabet = make_bot(game, "lucky", 7), make_bot(game, "alphabet:x,y", 7)
found["names"] = [lucky.name, alphabet.name]
found["lucky"] = lucky.choose(start).text == make_bot(game, "lucky", 7).choose(start).text
found["alphabet"] = alphabet.choose(start).text == min(move.text for move in start.legal_moves)
found["games"] = alphabet.games

# A hint, a review and a clock.
found["hint"] = hint(start, 1, Limit(depth=2)).text["en"].startswith("Look")
record = tabuleiro.Record.of(here, ("first", "random"))
record.save(Path(tempfile.mkdtemp()) / "game.txt")
found["review"] = len(review(record, "hard", Limit(depth=1)).turns) == here.ply
found["review by"] = review(record, limit=Limit(depth=1), bot=make_analyst(game, "alphabet")).bot
found["clock"] = Clock(30.0).limit().seconds == 1.0

# A game of somebody else, and an experiment.
other = tabuleiro.game("tictactoe")
found["tictactoe"] = make_analyst(other, "mcts,iterations=500", 1).analyse(other.start()).nodes
out = Path(tempfile.mkdtemp()) / "games"
result = tabuleiro.arena(
    "tictactoe", ["random", "lucky"], games=4, openings=0, seed=1, workers=1, out=out
)
found["arena"] = type(result).__name__
found["read again"] = len(Result(out).games)
json.dump(found, sys.stdout)
