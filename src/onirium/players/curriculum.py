"""What the network of a game learns from, and for how long."""

from typing import Any

import msgspec


class Lesson(msgspec.Struct, frozen=True):
    """A kind of game from which a network learns.

    Attributes:
        options: the options of the game.
        games: how many games are played in each round.
        rivals: against whom the network plays; by default against itself.
    """

    options: dict[str, Any]
    games: int
    rivals: str = ""


class Curriculum(msgspec.Struct, frozen=True, kw_only=True):
    """How a network learns: from games of a teacher at first, then from its own.

    Attributes:
        game: the name of the game.
        network: the name of the network.
        lessons: what is played in each round.
        teacher: the player from whose games it learns first.
        taught: in how many rounds.
        taught_explore: how often an action is taken at random meanwhile.
        taught_trust: how large a part of what came after a decision is believed meanwhile.
        rounds: how many rounds there are in all.
        passes: how often the decisions of a round are gone through.
        explore: how often an action is taken at random.
        trust: how large a part of what came after a decision is believed, the rest being what was
            expected.
        rate: how far a batch moves the weights at first; it falls evenly to a twentieth.
    """

    game: str
    network: str
    lessons: tuple[Lesson, ...]
    teacher: str = "greedy"
    taught: int = 1
    taught_explore: float = 0.02
    taught_trust: float = 0.9
    rounds: int = 60
    passes: int = 2
    explore: float = 0.02
    trust: float = 0.9
    rate: float = 0.001
