"""Who sits with whom in a tournament, and how a deal is played from every seat."""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

import msgspec

from onirium.bots.registry import TIME_BUDGET_MS, make_bot
from onirium.core.chance import derive_key
from onirium.core.game import Game
from onirium.games.registry import load
from onirium.studies.simulation.game_loop import play_games
from onirium.studies.simulation.simulate import GAMES_PER_JOB, SLOW_GAMES_PER_JOB

Lineup = tuple[str, ...]
"""Players who sit together, by name; one who takes several seats as often as that."""


class LineupJob(NamedTuple):
    """A piece of work: consecutive deals at a lineup, and all that they depend on."""

    game: str
    options: dict[str, Any]
    lineup: Lineup
    seed: int
    budget_ms: float | None
    first: int
    deals: int

    @property
    def key(self) -> str:
        """By what name it is kept."""
        return job_key(self.lineup, self.first)


class LineupJobResult(msgspec.Struct, frozen=True, array_like=True):
    """What came of a piece.

    Attributes:
        returns: for each deal, what the players of the lineup have won of its games altogether.
        decisions: for each player of the lineup, how many decisions were timed.
        seconds: for each of them, how long those took.
    """

    returns: list[list[float]]
    decisions: list[int]
    seconds: list[float]


def job_key(lineup: Lineup, first: int) -> str:
    """Return by what name deals are kept that were played at a lineup from a number on."""
    return f"{first} {' '.join(lineup)}"


def is_contested(game: Game) -> bool:
    """Tell whether players sit at one lineup as rivals; otherwise each plays for itself."""
    return game.seats > 1 and game.is_competitive()


def games_per_deal(game: Game) -> int:
    """Return how many games are played at a lineup with the cards of a deal."""
    return game.seats if is_contested(game) else 1


def list_lineups(game: Game, players: Sequence[str]) -> list[Lineup]:
    """Return who sits together.

    Rivals sit at lineups of as many different players as there are seats, each such lineup once. If
    there are fewer players than seats, as few seats as possible go to players who have one already.
    Where nobody is a rival, each player takes all the seats of a lineup of its own.

    >>> import onirium
    >>> list_lineups(onirium.load("nightmarium"), ["quick", "greedy", "random"])
    [('greedy', 'quick'), ('greedy', 'random'), ('quick', 'random')]
    >>> list_lineups(onirium.load("nightmarium", seats=3), ["quick", "greedy"])
    [('greedy', 'greedy', 'quick'), ('greedy', 'quick', 'quick')]
    >>> list_lineups(onirium.load("onirim"), ["quick", "greedy"])
    [('greedy',), ('quick',)]
    """
    names = sorted(players)
    if not is_contested(game):
        return [(name,) * game.seats for name in names]
    each, more = divmod(game.seats, len(names))
    return [tuple(sorted([*names * each, *others])) for others in combinations(names, more)]


def deals_per_job(game: Game, lineup: Lineup) -> int:
    """Return how many deals make a piece of work; nothing that is found depends on it."""
    games = SLOW_GAMES_PER_JOB if any(name in TIME_BUDGET_MS for name in lineup) else GAMES_PER_JOB
    return max(1, games // games_per_deal(game))


def run_lineup_job(piece: LineupJob) -> LineupJobResult:
    """Play the deals of a piece, in whichever process."""
    game = load(piece.game, **piece.options)
    players = [make_bot(name, game, piece.budget_ms) for name in piece.lineup]
    dice = [derive_key(piece.seed, f"{name} {place}") for place, name in enumerate(piece.lineup)]
    deck = derive_key(piece.seed, "deck")
    returns = []
    decisions, seconds = [0] * game.seats, [0.0] * game.seats
    for deal in range(piece.first, piece.first + piece.deals):
        order = _order(deal, game.seats)
        seated = [players[place] for place in order]
        keys = [deck, *(dice[place] for place in order)]
        tally = play_games(game, seated, keys, deal, 1, rotate=is_contested(game))
        won = [0.0] * game.seats
        for number, place in enumerate(order):
            won[place] = tally.returns[number]
            decisions[place] += tally.timed_decisions[number]
            seconds[place] += tally.timed_seconds[number]
        returns.append(won)
    return LineupJobResult(returns, decisions, seconds)


def _order(deal: int, seats: int) -> tuple[int, ...]:
    """Return the order in which the players of a lineup sit; it changes from deal to deal."""
    orders = list(permutations(range(1, seats)))
    return (0, *orders[deal % len(orders)])


def deal_points(game: Game, lineup: Lineup, returns: Sequence[float]) -> dict[str, float]:
    """Return what each player of a lineup has won of a deal.

    Of a game that rivals play and nobody wins every seat has an equal part.

    Args:
        game: the game.
        lineup: who sat there.
        returns: what each seat has won of the games of the deal.

    >>> import onirium
    >>> deal_points(onirium.load("nightmarium"), ("greedy", "quick"), [1, 0])
    {'greedy': 1.5, 'quick': 0.5}
    """
    if not is_contested(game):
        return {lineup[0]: returns[0]}
    part = 1 - sum(returns) / len(lineup)
    points = dict.fromkeys(lineup, 0.0)
    for name, won in zip(lineup, returns, strict=True):
        points[name] += won + part
    return points
