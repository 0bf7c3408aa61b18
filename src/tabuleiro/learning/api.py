"""`tabuleiro.learn`: generations of self-play, training and a match that decides."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from tabuleiro.bots.nets import NetFile, find_net, load_net
from tabuleiro.bots.weights import weight_sets
from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.experiments.statistics import elo
from tabuleiro.game import Game
from tabuleiro.game import game as load_game
from tabuleiro.kernel.loader import state_words
from tabuleiro.learning.acceptance import MatchVerdict, compare
from tabuleiro.learning.data import Positions, Recipe, gather
from tabuleiro.learning.duel import best_search
from tabuleiro.learning.fitting import fit, write_weights
from tabuleiro.learning.journal import Generation, LearningJournal, learning_folder
from tabuleiro.learning.players import Judgement, SelfPlayer
from tabuleiro.learning.telling import Learned, Needs, Stage
from tabuleiro.learning.training import Curve, Training, least, train
from tabuleiro.places import data_directory, make_directory, must_be_writable

NOTHING, BEST = "nothing", "best"
MINUTES = 15.0
PLANNED = {True: 8, False: 3}
"""Generations of a run by time, from nothing or not: each takes longer than the one before."""
FIRST = 6.0
"""Seconds of the first one, at least: a short run has fewer."""
SHARE_OF_PLAY, SHARE_OF_MATCH = 0.6, 0.12
"""How the time of a generation is spent; the rest is training."""
LAST, CHOICE = 0.06, 0.15
"""The share of a run's time for a last match against the usual bots, of a run from nothing; and for
the choice of a search, where a game has no evaluation."""
SHORTEST = 4.0
"""Seconds that are too few for a generation."""
SLICE = 60.0
"""Seconds of self-play that are lost at most when a run is killed."""
SLICE_POSITIONS = 250_000
THOUGHT, TOLD = 0.01, 80
"""Seconds for a move of a match, or fewer where so many games would not fit into its time."""
LONG_THOUGHT, TOLD_OF_ALL = 0.05, 400
"""The same where a search is chosen, of which each looks better or worse at another pace."""
PAIRS, SEEDED_PAIRS, SEEDED_NODES = 200, 50, 1000
"""The longest match; and of one that must be the same each time, with the nodes of a move."""
RATE = 4000
"""Positions a second of one core, about: for the estimate, and for what is played by number."""
PASSES, FEWEST, MOST = 20, 8, 30
"""How often positions are learned from: where it is no matter of time, and the bounds."""
PACE = 2e-6
"""Seconds to learn from a position once, about."""
CHANCES = 800
"""Random turns in a thousand games: about one in a game, so that few results are tainted."""
WANTED, DEEPEST = 500_000, 4000
"""A generation that would play more positions than that searches more deeply, up to so many nodes a
move: results and values then say more. Fewer positions, however deep, teach less."""
TOO_MUCH = 1_000_000_000
"""Of anything that can be asked for."""
ENOUGH = 3_000_000
"""Positions of a generation, at most: more would take memory and teach little."""

FROM_NOTHING = (
    (Recipe(nodes=1000, chance=40, even=9.0), 0.0),
    (Recipe(nodes=1000, even=4.0), 0.3),
)
"""Until there are so many nets of a game that nobody knew: how to play, and trust in the search.
Many games and soon a better net teach more than deep searches that know nothing."""
USUAL = (Recipe(nodes=1500), 0.5)


def _must_be_positive(**numbers: float | None) -> None:
    """Refuse amounts that are none."""
    for name, number in numbers.items():
        if number is not None and not 0 < number < TOO_MUCH:
            raise InvalidOption(
                f"{name} cannot be {number:g}; accepted: above 0 and below {TOO_MUCH:,}",
                f"{name} não pode ser {number:g}; aceite: acima de 0 e abaixo de {TOO_MUCH}",
            )


def estimate(
    game: Game,
    minutes: float | None,
    threads: int,
    generations: int | None = None,
    positions: int | None = None,
) -> Needs:
    """What a run will take; how long is known only where it is said."""
    _must_be_positive(minutes=minutes, generations=generations, positions=positions)
    if minutes is not None:
        played = minutes * 60 * SHARE_OF_PLAY * RATE * threads
    else:
        played = float((generations or 1) * (positions or SLICE_POSITIONS))
    row = 8 * state_words(game.rules) + 14
    return Needs(
        minutes,
        round(300 + played * (2 * row + 360) / 2**20),
        round(5 + played * row / 2**20),
    )


def learn(
    game: Game | str,
    *,
    minutes: float | None = None,
    generations: int | None = None,
    out: str | Path | None = None,
    start: str = BEST,
    seed: int | None = None,
    threads: int | None = None,
    folder: str | Path | None = None,
    keep_data: bool = False,
    positions: int | None = None,
    epochs: int | None = None,
    weights: bool = False,
    heard: Callable[[Stage], None] = lambda stage: None,
) -> Learned:
    """Learn a net for a game's board and keep the best in `out`, or where its bots look for it.

    `start` is `best` (the game's net, or its weights), `nothing`, or a net file. `positions` is how
    many each generation plays, if it is not to be a matter of time. With a seed, one thread,
    `generations` and `positions`, a run is repeatable. With `weights` it fits the weights of the
    game's terms in place of a net.
    """
    board = load_game(game) if isinstance(game, str) else game
    if minutes is None and generations is None:
        minutes = MINUTES
    _must_be_positive(
        minutes=minutes,
        generations=generations,
        positions=positions,
        epochs=epochs,
        threads=threads,
    )
    if board.engine.plain:
        raise InvalidOption(
            "learning needs compiled rules; unset TABULEIRO_PLAIN and NUMBA_DISABLE_JIT",
            "aprender precisa de regras compiladas; retira TABULEIRO_PLAIN e NUMBA_DISABLE_JIT",
        )
    suffix = ".toml" if weights else ".net"
    if out is not None and not str(out).endswith(suffix):
        raise InvalidOption(
            f"the file {str(out)!r} must end in {suffix}, or bots would not know what it is",
            f"o ficheiro {str(out)!r} tem de acabar em {suffix}, ou os bots não saberiam o que é",
        )
    run = _Learning(board, out, start, seed, threads, folder, weights, heard)
    return run.go(minutes, generations, positions, epochs, keep_data)


def generations_in(seconds: float, nothing: bool) -> int:
    """How many generations fit into a time, if each has more of it than the one before."""
    shares = seconds / FIRST
    return max(2, min(PLANNED[nothing], int((2 * shares + 0.25) ** 0.5 - 0.5)))


def deepened(recipe: Recipe, nodes: float) -> Recipe:
    """A recipe with as many nodes a move as there are for a generation in all."""
    return replace(recipe, nodes=min(max(recipe.nodes, round(nodes / WANTED)), DEEPEST))


class _Learning:
    def __init__(
        self,
        game: Game,
        out: str | Path | None,
        start: str,
        seed: int | None,
        threads: int | None,
        folder: str | Path | None,
        weights: bool,
        heard: Callable[[Stage], None],
    ) -> None:
        self.game, self.start, self.heard, self.fits = game, start, heard, weights
        self.seed = 1 if seed is None else seed
        self.repeatable = seed is not None
        self.threads = threads or (1 if self.repeatable else os.cpu_count() or 1)
        best = dict(weight_sets(game).get(BEST, {}))
        own = find_net(game)
        if weights and not game.terms:
            raise InvalidOption(
                f"{game.name} has no terms whose weights could be fitted; without --weights a net "
                "is learned",
                f"{game.name} não tem termos cujos pesos se possam ajustar; sem --weights "
                "aprende-se uma rede",
            )
        self.usual = Judgement(best, None if own is None or weights else load_net(game, own))
        if start == NOTHING:
            self.now = Judgement({})
        elif start == BEST:
            self.now = self.usual
        else:
            self.now = Judgement(best, load_net(game, start))
        self.nothing = not self.now.weights and self.now.net is None
        self.known = bool(self.usual.weights) or self.usual.net is not None
        kind = {
            "game": game.name,
            "options": game.changed_options,
            "start": start,
            "seed": self.seed,
            "weights": weights,
        }
        self.journal = LearningJournal(Path(folder) if folder else learning_folder(game), kind)
        if self.journal.best is not None:
            self.now = replace(self.now, net=self.journal.best.net(game))
        self.own_place = out is None
        home = data_directory() / "nets" / game.name
        usual_out = home / f"{learning_folder(game).name}.net"
        if weights:
            usual_out = self.journal.place / "weights.toml"
        self.out = Path(out).expanduser() if out else usual_out
        make_directory(self.journal.place)
        if out is None:
            make_directory(self.out.parent)
        else:
            must_be_writable(self.out)
        self.newest: NetFile | None = None
        """What was trained last, whether it was better or not."""
        self.pace = PACE
        self.turns = 0.0
        """The mean length of a game."""
        self.end: float | None = None

    @property
    def is_measured(self) -> bool:
        """Whether what came of nothing plays against what the bots use otherwise, at the end."""
        return self.start == NOTHING and self.known and not self.fits

    @property
    def chooses(self) -> bool:
        """Whether it finds out at the end which search plays best with a net: only a clock can."""
        return not (self.game.terms or self.fits or self.repeatable)

    @property
    def waits(self) -> bool:
        """Whether a net must first be better than what the bots use before they use it."""
        return self.own_place and self.is_measured

    def left(self) -> float | None:
        return None if self.end is None else max(0.0, self.end - monotonic())

    def go(
        self,
        minutes: float | None,
        generations: int | None,
        positions: int | None,
        epochs: int | None,
        keep_data: bool,
    ) -> Learned:
        journal = self.journal
        needs = estimate(self.game, minutes, self.threads, generations, positions)
        self._check_disk(needs)
        seconds = 60 * (minutes or 0.0)
        last, choice = LAST * seconds * self.is_measured, CHOICE * seconds * self.chooses
        result = Learned(
            self.game.name,
            self.game.changed_options,
            None,
            str(journal.place),
            journal.done,
            self.start,
            known=self.known,
        )
        planned = generations or generations_in(60 * (minutes or MINUTES), self.nothing)
        try:
            journal.note()
            self.heard(Stage(len(journal.done), "compile", needs=needs))
            for unit in ("selfplay", "looking"):  # before the clock starts
                self.game.engine.compile(unit)
            if minutes is not None:
                spent = sum(each.seconds for each in journal.done)
                self.end = monotonic() + max(60 * minutes - spent, 0.0)
            if self.fits:
                self._weights(result, positions)
            while not self.fits and len(journal.done) < planned:
                share = self._seconds(planned, last + choice)
                if share is not None and share < SHORTEST and journal.done:
                    break
                self._generation(share, positions, epochs)
            if journal.best is not None and self.is_measured:
                verdict = self._match(
                    self.now, self.usual, len(journal.done), max(last, 10.0) if minutes else None
                )
                result.usual = verdict.elo.facts() if verdict.tally.units else {}
                if verdict.accepted and self.waits:
                    journal.best.write(self.out)
                    result.used = True
            best = journal.best or self.newest
            if self.chooses and best is not None:
                self._choose(best, result, max(choice, SHORTEST) if minutes else None)
            journal.note(finished=True)
        except KeyboardInterrupt:
            result.stopped = True
        except MemoryError:
            raise self._ended("there is too little memory", "há pouca memória") from None
        except RuntimeError as error:
            if "thread" not in str(error):
                raise
            raise self._ended("there is too little memory", "há pouca memória") from None
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            what = "the disk is full" if full else str(error.strerror or error)
            raise self._ended(what, "o disco está cheio" if full else what) from None
        if not keep_data and not result.stopped:
            journal.forget_positions()
        if journal.best is not None:
            result.used = result.used or (self.own_place and not self.waits)
            wrote = not self.waits or result.used
            result.net = str(self.out if wrote else journal.place / "best.net")
        return result

    def _ended(self, what: str, pt: str) -> JobFailed:
        kept, mantida = "no net was made yet", "ainda não há nenhuma rede"
        if self.journal.best is not None:
            place = self.journal.place / "best.net"
            kept, mantida = (
                f"the best net so far is kept in {place}",
                f"a melhor rede está em {place}",
            )
        return JobFailed(
            f"learning cannot go on: {what}; {kept}", f"não se pode continuar: {pt}; {mantida}"
        )

    def _check_disk(self, needs: Needs) -> None:
        free = shutil.disk_usage(self.journal.place).free >> 20
        if needs.disk_mb > free:
            raise JobFailed(
                f"the disk of {str(self.journal.place)!r} has {free} MB left, but this takes about "
                f"{needs.disk_mb} MB; choose fewer minutes, or another place with the variable "
                "TABULEIRO_DATA_DIR",
                f"o disco de {str(self.journal.place)!r} tem {free} MB livres, mas são precisos "
                f"cerca de {needs.disk_mb} MB; escolhe menos minutos, ou outro lugar com a "
                "variável TABULEIRO_DATA_DIR",
            )

    def _seconds(self, planned: int, last: float) -> float | None:
        """The time of the next generation: each has more than the one before."""
        if self.end is None:
            return None
        number = len(self.journal.done)
        share = (number + 1) / sum(range(number + 1, planned + 1))
        return max(0.0, self.end - monotonic() - last) * share

    def _play(self, number: int, recipe: Recipe, until: float | None, wanted: int) -> float:
        """Self-play until a time, or for so many positions; kept as it goes. How fast it was."""
        journal, begin, fresh = self.journal, monotonic(), 0
        have = sum(len(each) for each in journal.positions(number))
        if until is not None:
            wanted = ENOUGH
        while have < wanted and (until is None or monotonic() < until or not have):
            chance = recipe.chance
            if self.turns:
                chance = max(5, min(chance, round(CHANCES / self.turns)))
            slice_end = monotonic() + SLICE
            few = min(wanted - have, SLICE_POSITIONS)

            def enough(games: int, count: int, few: int = few, end: float = slice_end) -> bool:
                return count >= few or (until is not None and monotonic() >= min(end, until))

            def heard(games: int, count: int, have: int = have, fresh: int = fresh) -> None:
                rate = (fresh + count) / max(monotonic() - begin, 1e-3)
                self.heard(Stage(number, "play", games, have + count, rate, left=self.left()))

            data = gather(
                [self.game],
                lambda game: self.now,
                replace(recipe, chance=chance),
                self.seed + 1_000_003 * (number + 1) + 7 * have,
                self.threads,
                enough,
                heard,
            )
            journal.keep_positions(number, data)
            have, fresh = have + len(data), fresh + len(data)
            self.turns = len(data) / max(len({*data.game.tolist()}), 1)
        return fresh / max(monotonic() - begin, 1e-3)

    def _known(self, number: int, most: float | None) -> tuple[Positions, Positions]:
        """All there is to learn from, of which the newest is always used; and that alone."""
        newest = Positions.join(self.journal.positions(number))
        parts = [newest]
        first = 0
        if self.nothing and self.journal.best is not None:
            first = max(0, number - 2)  # the earliest games were played without knowledge
        most = ENOUGH if most is None else min(most, ENOUGH)
        for earlier in range(number - 1, first - 1, -1):
            older = self.journal.positions(earlier)
            if sum(map(len, (*parts, *older))) > most:
                break
            parts = [*older, *parts]
        return Positions.join(parts), newest

    def _generation(self, seconds: float | None, positions: int | None, epochs: int | None) -> None:
        journal = self.journal
        number, begin = len(journal.done), monotonic()
        recipe, trust = USUAL
        better = sum(each.accepted for each in journal.done)
        by_time = seconds is not None and positions is None
        if self.nothing and better < len(FROM_NOTHING):
            recipe, trust = FROM_NOTHING[better]
        elif by_time and seconds:
            speed = SelfPlayer(self.game, self.now).speed(recipe.nodes, range(3))
            recipe = deepened(recipe, speed * SHARE_OF_PLAY * seconds * self.threads)
        until = begin + SHARE_OF_PLAY * seconds if by_time and seconds else None
        rate = self._play(number, recipe, until, positions or SLICE_POSITIONS)
        budget = None
        if by_time and seconds is not None:
            budget = begin + (1 - SHARE_OF_MATCH) * seconds - monotonic()
        most = None if budget is None else budget / (self.pace * FEWEST)
        known, newest = self._known(number, most)
        passes = epochs or PASSES
        if budget is not None and epochs is None:
            passes = max(FEWEST, min(MOST, int(budget / (self.pace * len(known)))))
        result = Generation(number, len({*newest.game.tolist()}), len(newest), 0.0, rate=rate)

        def learned(epoch: int, curve: Curve) -> None:
            self.heard(
                Stage(number, "train", result.games, len(known), loss=curve, left=self.left())
            )

        facts = {"generation": number, "nodes": recipe.nodes, "start": Path(self.start).name}
        sights = [self.now.net is not None and self.now.net.moves > 0]
        if self.nothing and better == 1 and not self.repeatable:
            sights = [False, True]  # is it worth its time to see the moves? only a clock knows
            passes = epochs or max(FEWEST, passes // 2)
        training = monotonic()
        lessons = [Training(passes, trust, self.seed, moves=moves) for moves in sights]
        trained = [self._trained(known, lesson, learned, facts) for lesson in lessons]
        self.pace = (monotonic() - training) / (passes * len(known) * len(sights))
        share = None if seconds is None else SHARE_OF_MATCH * seconds / len(sights)
        news = [replace(self.now, net=file.net(self.game)) for file, _ in trained]
        chosen = 0
        if len(trained) > 1:
            chosen = int(self._match(news[1], news[0], number, share).is_sure)
        file, curves = trained[chosen]
        self.newest = file
        new = news[chosen]
        result.loss = [(curve.learned, curve.held_out) for curve in curves]
        verdict = self._match(new, self.now, number, share)
        result.accepted = verdict.accepted
        result.match = verdict.tally.counts
        result.elo = verdict.elo.facts() if verdict.tally.units else {}
        if verdict.accepted:
            self.now = new
            journal.keep_net(file)
            if not self.waits:
                file.write(self.out)
        result.seconds = monotonic() - begin
        journal.done.append(result)
        journal.note()

    def _trained(
        self,
        known: Positions,
        lesson: Training,
        heard: Callable[[int, Curve], None],
        facts: dict[str, Any],
    ) -> tuple[NetFile, list[Curve]]:
        """The net that errs least over games that were held out, of one with symmetries and one
        without: they help where there are few positions, and are a burden where there are many."""
        if self.game.symmetries == 1:
            return train([self.game], known, lesson, heard, facts)
        lessons = [replace(lesson, symmetric=symmetric) for symmetric in (True, False)]
        with ThreadPoolExecutor(min(self.threads, len(lessons))) as workers:
            tasks = [
                workers.submit(train, [self.game], known, each, heard, facts) for each in lessons
            ]
            return min((task.result() for task in tasks), key=lambda made: least(made[1]))

    def _choose(self, best: NetFile, result: Learned, seconds: float | None) -> None:
        """Find which search plays best with a net, against `mcts`, and keep it for that."""
        thought = 2 * THOUGHT
        if seconds is not None and self.turns:
            most = seconds * self.threads / (TOLD_OF_ALL * self.turns)
            thought = min(LONG_THOUGHT, max(THOUGHT / 2, most))
        result.search, tally = best_search(
            self.game,
            best.net(self.game),
            thought,
            self.seed,
            seconds,
            self.threads,
            lambda tally: self.heard(Stage(len(self.journal.done), "match", tally=tally)),
        )
        if not self.known:
            result.usual = elo(tally).facts() if tally.units else {}
        file = replace(best, header=replace(best.header, search=result.search))
        self.journal.keep_net(file)
        if not self.waits or result.used:
            file.write(self.out)

    def _match(
        self, new: Judgement, old: Judgement, number: int, seconds: float | None
    ) -> MatchVerdict:
        over = None if seconds is None else monotonic() + seconds
        thought = THOUGHT
        if seconds is not None and self.turns:  # so short that the match says something
            thought = min(thought, max(THOUGHT / 10, seconds * self.threads / (TOLD * self.turns)))
        return compare(
            self.game,
            new,
            old,
            seconds=thought,
            seed=self.seed + 77 * number,
            pairs=SEEDED_PAIRS if self.repeatable else PAIRS,
            nodes=SEEDED_NODES if self.repeatable else None,
            threads=self.threads,
            enough=lambda: over is not None and monotonic() > over,
            heard=lambda tally: self.heard(Stage(number, "match", tally=tally, left=self.left())),
        )

    def _weights(self, result: Learned, positions: int | None) -> None:
        """Fit the weights of the terms to one generation of games, and keep them if they win."""
        begin = monotonic()
        seconds = None if positions else self.left()
        recipe, _ = USUAL if not self.nothing else FROM_NOTHING[1]
        until = None if seconds is None else begin + 0.8 * seconds
        rate = self._play(0, recipe, until, positions or SLICE_POSITIONS)
        known = Positions.join(self.journal.positions(0))
        start = self.now.weights
        found = fit(self.game, known, start or dict.fromkeys(self.game.terms, 0), USUAL[1])
        verdict = self._match(
            Judgement(found), Judgement(start), 0, None if seconds is None else 0.15 * seconds
        )
        games = len({*known.game.tolist()})
        done = Generation(0, games, len(known), monotonic() - begin, rate=rate)
        done.accepted, done.match = verdict.accepted, verdict.tally.counts
        done.elo = verdict.elo.facts() if verdict.tally.units else {}
        self.journal.done.append(done)
        result.weights = found
        result.file = str(self.out)
        write_weights(self.out, found)
