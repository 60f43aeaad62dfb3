"""Training: a network plays, learns from what came of it, and plays again."""

import time
import zlib
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import msgspec
import numpy as np

from onirium.bots.base import Bot
from onirium.bots.network.quantized import NetworkEvaluator
from onirium.bots.network.registry import count_features, search_module
from onirium.bots.network.weights import network_from_bytes, network_to_bytes, write_network
from onirium.bots.registry import make_bot
from onirium.bots.search_bot import SearchBot
from onirium.core.chance import derive_key
from onirium.core.game import Game
from onirium.games.registry import load
from onirium.studies.compute.processes import run_in_order
from onirium.studies.training.curriculum import ALONE, Curriculum, Lesson, Stage
from onirium.studies.training.guided_bot import Apprentice
from onirium.studies.training.optimizer import Learner, Lessons, joined
from onirium.studies.training.self_play import Episodes

CHUNK: Final = 500
"""Games in one piece of work; what is learned does not depend on who plays them."""


class TrainingError(ValueError):
    """Training that cannot go on; the text says why."""


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """What a round of training was like.

    Attributes:
        number: which round, counted from 1.
        games: how many games were played.
        decisions: how many decisions they had.
        won: for each kind of game, the share that the first seat won.
        loss: how far the network was off while it learned from them, in nats.
        seconds: how long the round took.
    """

    number: int
    games: int
    decisions: int
    won: list[float]
    loss: float
    seconds: float


class Piece(NamedTuple):
    """Games to be played to learn from, and all that they depend on."""

    game: str
    stage: Stage
    caution: float
    lesson: Lesson
    numbers: bytes
    key: int
    first: int
    games: int


class Played(NamedTuple):
    """What came of a piece: how many of its games the first seat won, and the decisions."""

    won: float
    on: Any
    ends: Any
    targets: Any


class Training:
    """A network that learns, round by round; what it has learned is kept after each.

    Args:
        curriculum: what it learns from.
        folder: where its file is kept. If there is one, training goes on from there.
        seed: of the games and of the first weights.
        workers: how many processes play.

    Attributes:
        rounds: the rounds that are over.

    Raises:
        TrainingError: if what was kept cannot be gone on from.
    """

    def __init__(self, curriculum: Curriculum, folder: Path, seed: int, workers: int) -> None:
        self.rounds: list[Round] = []
        self._curriculum = curriculum
        self._workers = workers
        self._seed = seed
        self._kept = folder / f"{curriculum.game}-{curriculum.network}.npz"
        game = load(curriculum.game, **curriculum.lessons[0].options)
        self._inputs = count_features(game, search_module(curriculum.game).make_encoder())
        self._learner = Learner(
            self._inputs, curriculum.units, derive_key(seed, "weights"), curriculum.averaged
        )
        if self._kept.exists():
            self._resume()

    @property
    def last(self) -> int:
        """How many rounds there are to be."""
        return self._curriculum.rounds

    def run(self) -> Iterator[Round]:
        """Train to the end, yielding each round when it is over and kept."""
        while len(self.rounds) < self.last:
            yield self._round(len(self.rounds) + 1)

    def write(self, path: Path) -> None:
        """Write the weights, as they are now."""
        write_network(path, self._learner.learned(), self._inputs)

    def _round(self, number: int) -> Round:
        began = time.perf_counter()
        won, lessons = self._play(number)
        stage, _ = self._curriculum.stage_of(number)
        rate = self._curriculum.rate_in(number)
        losses = [
            self._learner.study(lessons, rate, derive_key(self._seed, f"{number} {turn}"))
            for turn in range(stage.passes)
        ]
        over = Round(
            number=number,
            games=sum(self._games(number)),
            decisions=len(lessons),
            won=won,
            loss=losses[0],
            seconds=time.perf_counter() - began,
        )
        self.rounds.append(over)
        self._keep()
        return over

    def _play(self, number: int) -> tuple[list[float], Lessons]:
        """Play the games of a round; return how many were won of each kind, and the decisions."""
        pieces = list(self._pieces(number))
        won = dict.fromkeys(range(len(self._curriculum.lessons)), 0.0)
        parts = []
        for (kind, _piece), played in zip(
            pieces,
            run_in_order(play_piece, [piece for _, piece in pieces], self._workers),
            strict=True,
        ):
            won[kind] += played.won
            parts.append(Lessons.of(played.on, played.ends, played.targets, self._inputs))
        games = self._games(number)
        return [won[kind] / games[kind] for kind in won], joined(parts)

    def _games(self, number: int) -> list[int]:
        """Return how many games of each kind are played in a round."""
        stage, _ = self._curriculum.stage_of(number)
        return [round(lesson.games * stage.share) for lesson in self._curriculum.lessons]

    def _pieces(self, number: int) -> Iterator[tuple[int, Piece]]:
        """Yield the pieces of a round's games, each with the number of its kind of game."""
        curriculum = self._curriculum
        numbers = network_to_bytes(self._learner.net())
        stage, place = curriculum.stage_of(number)
        caution = stage.caution_in(place)
        games = self._games(number)
        for kind, lesson in enumerate(curriculum.lessons):
            key = derive_key(self._seed, f"round {number} lesson {kind}")
            for first in range(0, games[kind], CHUNK):
                size = min(CHUNK, games[kind] - first)
                yield (
                    kind,
                    Piece(curriculum.game, stage, caution, lesson, numbers, key, first, size),
                )

    def _keep(self) -> None:
        """Keep what was learned, in place of what was kept before."""
        about = _About(
            curriculum=self._curriculum, seed=self._seed, inputs=self._inputs, rounds=self.rounds
        )
        new = self._kept.with_suffix(".new.npz")
        kept = self._learner.kept()
        np.savez(new, about=np.frombuffer(msgspec.json.encode(about), np.uint8), **kept)  # type: ignore[arg-type]
        new.replace(self._kept)

    def _resume(self) -> None:
        """Go on from what was kept."""
        try:
            with self._kept.open("rb") as file, np.load(file) as found:
                kept = dict(found)
            about = msgspec.json.decode(kept["about"].tobytes(), type=_About)
            ours = (self._curriculum, self._seed, self._inputs)
            same = ours == (about.curriculum, about.seed, about.inputs)
            if same:
                self._learner.resume(kept)
        except _DAMAGES as error:
            raise TrainingError(
                f"{self._kept}: cannot be read ({error}); move it away to begin anew"
            ) from None
        if not same:
            raise TrainingError(
                f"{self._kept}: kept from another training; move it away to begin anew"
            )
        self.rounds = about.rounds


class _About(msgspec.Struct, frozen=True, kw_only=True):
    """What training the kept numbers belong to, and how far it has come."""

    curriculum: Curriculum
    seed: int
    inputs: int
    rounds: list[Round]


_DAMAGES = (
    *(OSError, EOFError, KeyError, TypeError, ValueError),
    *(BadZipFile, zlib.error, msgspec.DecodeError),
)
"""How reading a file that is not whole may fail."""


def play_piece(piece: Piece) -> Played:
    """Play the games of a piece, in whichever process."""
    stage, lesson = piece.stage, piece.lesson
    game = load(piece.game, **lesson.options)
    known = search_module(piece.game)
    inputs = known.make_encoder()
    judge = NetworkEvaluator(
        inputs, network_from_bytes(piece.numbers, count_features(game, inputs))
    )
    network = _network(piece, game, judge)
    rival = make_bot(lesson.rivals, game) if lesson.rivals else network
    players = [network, *[rival] * (game.seats - 1)]
    episodes = Episodes(game, inputs, judge, stage.trust, stage.explore)
    episodes.play(piece.key, piece.first, piece.games, players)
    return Played(
        episodes.won,
        np.array(episodes.on, np.int32),
        np.array(episodes.ends, np.int64),
        np.array(episodes.targets, np.float32),
    )


def _network(piece: Piece, game: Game, judge: NetworkEvaluator) -> Bot:
    """Return who plays in the network's place."""
    stage = piece.stage
    if stage.thought:
        return SearchBot(search_module(piece.game).make_searcher(game, judge), stage.thought, inf)
    teacher = make_bot(stage.teacher, game) if stage.teacher else None
    if teacher and piece.caution == ALONE:
        return teacher
    return Apprentice(game, judge, teacher, piece.caution)
