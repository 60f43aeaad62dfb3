"""What the network of a game learns from, and for how long."""

from typing import Any, Final

import msgspec

ALONE: Final = 1.0
"""The caution with which the teacher alone decides."""

SLOWEST: Final = 0.05
"""What is left of the rate in the last round."""


class Lesson(msgspec.Struct, frozen=True):
    """A kind of game from which a network learns.

    Attributes:
        options: the options of the game.
        games: how many games are played in a round.
        rivals: against whom the network plays; by default against itself.
    """

    options: dict[str, Any]
    games: int
    rivals: str = ""


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Some rounds in which a network learns in the same way.

    Attributes:
        rounds: how many.
        teacher: the player whose advice is asked, if any.
        caution: by how much another action must promise more than the teacher's to be taken, in the
            first of the rounds; it falls evenly to nothing. With 1 the teacher alone decides in
            all of them, since nothing promises so much.
        thought: for how many rounds of search the network thinks about a decision; if for none, it
            looks one action ahead.
        share: the part of each lesson's games that is played.
        passes: how often the decisions of a round are gone through.
        explore: how often an action is taken at random.
        trust: how large a part of what came after a decision is believed, the rest being what was
            expected.
        rate: by which part of the curriculum's rate the weights are moved.
    """

    rounds: int
    teacher: str = ""
    caution: float = 0.0
    thought: int = 0
    share: float = 1.0
    passes: int = 2
    explore: float = 0.02
    trust: float = 0.9
    rate: float = 1.0

    def caution_in(self, number: int) -> float:
        """Return the caution in one of its rounds, counted from 1."""
        if self.caution == ALONE:
            return self.caution
        return self.caution * (1 - (number - 1) / self.rounds)


class Curriculum(msgspec.Struct, frozen=True, kw_only=True):
    """How a network learns: from games of a teacher at first, then from its own.

    Attributes:
        game: the name of the game.
        network: the name of the network.
        units: how many units its hidden layer has.
        lessons: what is played in each round.
        stages: how, one stage after the other.
        rate: how far a batch moves the weights at first; it falls evenly, to a twentieth in the
            last round.
        averaged: over about so many batches the weights are averaged with which it plays.
    """

    game: str
    network: str
    lessons: tuple[Lesson, ...]
    stages: tuple[Stage, ...]
    units: int = 36
    rate: float = 0.003
    averaged: int = 1

    @property
    def rounds(self) -> int:
        """How many rounds there are in all."""
        return sum(stage.rounds for stage in self.stages)

    def stage_of(self, number: int) -> tuple[Stage, int]:
        """Return the stage to which a round belongs, and which of its rounds it is, from 1."""
        for stage in self.stages:
            if number <= stage.rounds:
                return stage, number
            number -= stage.rounds
        raise IndexError(number)

    def rate_in(self, number: int) -> float:
        """Return how far a batch moves the weights in a round, counted from 1."""
        stage, _ = self.stage_of(number)
        done = (number - 1) / max(self.rounds - 1, 1)
        return stage.rate * self.rate * (1 - done * (1 - SLOWEST))
