"""The lineups of a tournament, and the jobs that play their deals from every seat."""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import NamedTuple, TypeAlias

import msgspec

from onirium.core.chance import derive_key
from onirium.core.game import Game
from onirium.games.registry import load
from onirium.studies.luck.luck_meter import load_luck_meter
from onirium.studies.luck.luck_recorder import LuckRecorder
from onirium.studies.players.registry import (
    any_slow,
    check_hashes,
    make_player,
    player_hashes,
)
from onirium.studies.simulation.game_loop import play_games
from onirium.studies.simulation.simulate import GAMES_PER_JOB, SLOW_GAMES_PER_JOB

Lineup: TypeAlias = tuple[str, ...]
"""The players of a game by name, sorted; a player with several seats appears several times."""


class LineupJob(NamedTuple):
    """A range of deals for a lineup, with everything that their results depend on.

    ``hashes`` are those of the external players.
    """

    game: str
    options: dict[str, object]
    lineup: Lineup
    seed: int
    first: int
    deals: int
    adjust_luck: bool = False
    luck_rollouts: int = 0
    hashes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key of the job in the checkpoint."""
        return job_key(self.lineup, self.first)


class LineupJobResult(msgspec.Struct, frozen=True, array_like=True):
    """The result of a job.

    Attributes:
        returns: for each deal the return of each entry of the lineup, summed over its games.
        decisions: for each entry of the lineup, the number of timed decisions.
        seconds: for each entry of the lineup, the time that they took.
        luck: for each deal the luck of each entry of the lineup, by step of the rules, summed over
            its games; empty if luck is not measured.
    """

    returns: list[list[float]]
    decisions: list[int]
    seconds: list[float]
    luck: list[list[dict[int, float]]] = []


def job_key(lineup: Lineup, first: int) -> str:
    """Return the checkpoint key of a job, from its lineup and its first deal.

    The key of external players includes the hashes of their programs.
    """
    return msgspec.json.encode([first, lineup, *player_hashes(lineup)]).decode()


def games_per_deal(game: Game) -> int:
    """Return the number of games that a lineup plays with each deal."""
    return game.seats if game.is_competitive() else 1


def list_lineups(game: Game, players: Sequence[str]) -> list[Lineup]:
    """Return the lineups of a tournament.

    In a competitive game there is one lineup for every combination of as many players as seats. If
    there are fewer players than seats, all players have a seat before any has two, and so on.
    Otherwise each player has a lineup of its own, with all seats.

    >>> import onirium
    >>> list_lineups(onirium.load("nightmarium"), ["quick", "greedy", "random"])
    [('greedy', 'quick'), ('greedy', 'random'), ('quick', 'random')]
    >>> list_lineups(onirium.load("nightmarium", seats=3), ["quick", "greedy"])
    [('greedy', 'greedy', 'quick'), ('greedy', 'quick', 'quick')]
    >>> list_lineups(onirium.load("onirim"), ["quick", "greedy"])
    [('greedy',), ('quick',)]
    """
    names = sorted(players)
    if not game.is_competitive():
        return [(name,) * game.seats for name in names]
    copies, remainder = divmod(game.seats, len(names))
    return [tuple(sorted([*names * copies, *extra])) for extra in combinations(names, remainder)]


def deals_per_job(game: Game, lineup: Lineup) -> int:
    """Return the number of deals in a job. Results do not depend on it."""
    games = SLOW_GAMES_PER_JOB if any_slow(lineup) else GAMES_PER_JOB
    return max(1, games // games_per_deal(game))


def run_lineup_job(job: LineupJob) -> LineupJobResult:
    """Play the deals of a job; runs in a worker process."""
    check_hashes(job.lineup, job.hashes)
    game = load(job.game, **job.options)
    players = [make_player(name, game) for name in job.lineup]
    player_keys = [derive_key(job.seed, f"{name} {index}") for index, name in enumerate(job.lineup)]
    deck_key = derive_key(job.seed, "deck")
    meter = load_luck_meter(game, job.luck_rollouts) if job.adjust_luck else None
    returns, luck = [], []
    decisions, seconds = [0] * game.seats, [0.0] * game.seats
    for deal in range(job.first, job.first + job.deals):
        order = _seating(deal, game.seats)
        seated = [players[index] for index in order]
        keys = [deck_key, *(player_keys[index] for index in order)]
        recorder = None if meter is None else LuckRecorder(game, meter, 1)
        tally = play_games(
            game, seated, keys, deal, 1, rotate=game.is_competitive(), recorder=recorder
        )
        deal_returns = [0.0] * game.seats
        for seat, index in enumerate(order):
            deal_returns[index] = tally.returns[seat]
            decisions[index] += tally.timed_decisions[seat]
            seconds[index] += tally.timed_seconds[seat]
        returns.append(deal_returns)
        if recorder is not None:
            luck.append([recorder.own_luck(order.index(index)) for index in range(game.seats)])
    return LineupJobResult(returns, decisions, seconds, luck)


def _seating(deal: int, seats: int) -> tuple[int, ...]:
    """Return the entries of the lineup by seat; all cyclic orders alternate from deal to deal."""
    orders = list(permutations(range(1, seats)))
    return (0, *orders[deal % len(orders)])


def deal_points(game: Game, lineup: Lineup, returns: Sequence[float]) -> dict[str, float]:
    """Return the points of each player of a lineup for a deal.

    The point of a competitive game without a winner is shared equally by all seats.

    Args:
        game: the game.
        lineup: the lineup.
        returns: the return of each entry of the lineup, summed over the games of the deal.

    >>> import onirium
    >>> deal_points(onirium.load("nightmarium"), ("greedy", "quick"), [1, 0])
    {'greedy': 1.5, 'quick': 0.5}
    """
    if not game.is_competitive():
        return {lineup[0]: returns[0]}
    draw_share = 1 - sum(returns) / len(lineup)
    points = dict.fromkeys(lineup, 0.0)
    for name, value in zip(lineup, returns, strict=True):
        points[name] += value + draw_share
    return points
