"""Solvability: bounds on the win rate of any player, from a search with known chance outcomes.

A player who knows every chance outcome beforehand wins at least as often as any other. So the
share of deals that this player can win is an upper bound of every win rate. A deal is searched
decision by decision with a beam search (Lowerre, 1976), whose width doubles until the deal is won,
no state was pruned, or the maximum width is reached.
"""

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from heapq import nlargest
from typing import Final, NamedTuple

import msgspec

from onirium.bots.base import Bot
from onirium.bots.network.evaluator import Evaluator
from onirium.bots.player import PlayerError
from onirium.bots.search_registry import load_evaluator
from onirium.core.chance import Random, derive_key, reseed
from onirium.core.game import CHANCE, Game, State
from onirium.games.registry import load
from onirium.studies.compute.interrupts import defer_interrupts
from onirium.studies.compute.processes import Workers, resolve_executor, run_in_order
from onirium.studies.players.registry import (
    check_hashes,
    check_player,
    describe_players,
    make_player,
    player_hashes,
)
from onirium.studies.provenance import Provenance, describe_provenance
from onirium.studies.simulation.checked_bot import locate_error, prepare_player
from onirium.studies.simulation.simulate import check_game_count
from onirium.studies.statistics import wilson_interval

DEFAULT_BEAM_WIDTH: Final = 256
"""Maximum number of states that the beam search keeps at each depth."""


class Solvability(StrEnum):
    """The result of the search for a deal."""

    WINNABLE = "winnable"
    """A winning sequence of decisions was found."""
    LOST = "lost"
    """All sequences of decisions were searched, and none wins."""
    OPEN = "open"
    """No winning sequence was found, but the beam pruned some states."""


@dataclass(frozen=True)
class SolvabilityConfig:
    """A request for the solvability of a game.

    Attributes:
        game: a game with one seat, with its options.
        bot: the name of the bot or other player to compare with.
        games: the number of deals, 1 to ``MAX_GAMES``.
        seed: the seed; the same seed gives the same deals.
        beam_width: the maximum number of states that the search keeps at each depth, at least 1.
        workers: the workers; by default a process for each processor. Results do not depend on it.

    Raises:
        WeightsError: if the weights of the evaluator cannot be read.
        ValueError: if the game has several seats, there is no such player, or a number is invalid.
    """

    game: Game
    bot: str
    games: int
    seed: int
    _: KW_ONLY
    beam_width: int = DEFAULT_BEAM_WIDTH
    workers: Workers | None = None

    def __post_init__(self) -> None:
        """Validate the configuration."""
        game = self.game
        if game.seats > 1:
            raise ValueError(f"bounds need a game with 1 seat; {game.name} has {game.seats} here")
        check_game_count(self.games)
        if self.beam_width < 1:
            raise ValueError(f"beam width must be at least 1, not {self.beam_width}")
        check_player(self.bot, game)
        load_evaluator(game)


class BeamNode(NamedTuple):
    """A state in the beam, and the number of chance outcomes on the path to it."""

    state: State
    outcomes: int


class ChanceScript:
    """Chance outcomes fixed before the game starts.

    The n-th outcome on any path has its own random stream. It depends on n and on the possible
    outcomes, not on the decisions before. So until a shuffle, every path draws the cards of the
    deck in the same order.
    """

    def __init__(self, key: int) -> None:
        self._key = key
        self._rng = Random(key)

    def resolve_chance(self, node: BeamNode) -> BeamNode:
        """Apply chance outcomes, in place, until a seat is to decide or the game is over."""
        state, outcomes = node
        while state.current_player() == CHANCE:
            reseed(self._rng, self._key, outcomes)
            state.apply_unchecked(state.sample(self._rng))
            outcomes += 1
        return BeamNode(state, outcomes)


class SolvabilityJob(NamedTuple):
    """A deal to play and to search, with everything that the result depends on.

    ``hashes`` has the hash of an external player.
    """

    game: str
    options: dict[str, object]
    bot: str
    seed: int
    number: int
    beam_width: int
    hashes: tuple[str, ...] = ()


class DealResult(NamedTuple):
    """The result of a deal: whether the bot won it, and its solvability."""

    won: bool
    solvability: Solvability


class SolvabilityResult(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds on the best possible win rate: at least that of the bot, at most ``bound``.

    Attributes:
        game: the name of the game.
        options: its options that differ from their defaults.
        bot: the name of the bot.
        games: the number of deals.
        finished: whether these are all deals, or an interrupt ended the search early.
        seed: the seed.
        beam_width: the maximum number of states that the search kept at each depth.
        wins: the number of deals that the bot won, without knowing the chance outcomes.
        win_rate: their share.
        win_rate_low: the lower end of its 95 % interval.
        win_rate_high: the upper end.
        winnable: the number of deals that can be won with known chance outcomes.
        lost: the number of deals proved to be lost.
        open: the number of deals that are neither.
        bound: the share of deals not proved to be lost, an upper bound of every win rate.
        bound_low: the lower end of its 95 % interval.
        bound_high: the upper end.
        provenance: the program, the players and the machine.
    """

    game: str
    options: dict[str, object]
    bot: str
    games: int
    finished: bool
    seed: int
    beam_width: int
    wins: int
    win_rate: float
    win_rate_low: float
    win_rate_high: float
    winnable: int
    lost: int
    open: int
    bound: float
    bound_low: float
    bound_high: float
    provenance: Provenance


def estimate_solvability(
    config: SolvabilityConfig, on_progress: Callable[[int], None] | None = None
) -> SolvabilityResult:
    """Play and search the deals of a game.

    An interrupt ends it early, with the deals finished by then as its result.

    Args:
        config: the game, the bot and the number of deals.
        on_progress: called after each deal with the number of finished deals.

    Raises:
        ValueError: if the number of workers is invalid.
        ExecutorError: if the workers are killed repeatedly, or the cluster cannot be joined.
    """
    workers = resolve_executor(config.workers, config.games)
    jobs = [
        SolvabilityJob(
            game=config.game.name,
            options=config.game.options,
            bot=config.bot,
            seed=config.seed,
            number=number,
            beam_width=config.beam_width,
            hashes=player_hashes([config.bot]),
        )
        for number in range(config.games)
    ]
    results: list[DealResult] = []
    with defer_interrupts() as interrupts:
        try:
            for result in interrupts.iterate(run_in_order(run_solvability_job, jobs, workers)):
                results.append(result)
                if on_progress is not None:
                    on_progress(len(results))
        except KeyboardInterrupt:
            if not results:
                raise
        return _summarize(config, results)


def run_solvability_job(job: SolvabilityJob) -> DealResult:
    """Play a deal and, if the bot loses it, search it; runs in a worker process."""
    check_hashes([job.bot], job.hashes)
    game = load(job.game, **job.options)
    script = ChanceScript(derive_key(job.seed, f"deal {job.number}"))
    rng = Random(derive_key(job.seed, f"player {job.number}"))
    bot = prepare_player(make_player(job.bot, game), game)
    if play_deal(game.new_state(), job.number, script, bot, rng):
        return DealResult(won=True, solvability=Solvability.WINNABLE)
    solvability = solve_deal(game.new_state(), script, load_evaluator(game), job.beam_width)
    return DealResult(won=False, solvability=solvability)


def play_deal(state: State, number: int, script: ChanceScript, bot: Bot, rng: Random) -> bool:
    """Play a deal with a bot that cannot see the script; return whether it wins.

    Raises:
        PlayerError: if the bot fails or chooses an illegal action.
    """
    node = script.resolve_chance(BeamNode(state, 0))
    decision = 0
    while not node.state.is_terminal():
        decision += 1
        try:
            action = bot.choose(node.state, rng)
        except PlayerError as error:
            raise locate_error(error, state.game, number, 0, decision) from error
        node.state.apply_unchecked(action)
        node = script.resolve_chance(node)
    return _is_won(node)


def solve_deal(
    state: State, script: ChanceScript, evaluator: Evaluator, beam_width: int
) -> Solvability:
    """Search a deal for a winning sequence of decisions, doubling the beam width each time.

    Args:
        state: the state at the start of the deal, not a terminal one.
        script: the chance outcomes.
        evaluator: the heuristic by which the beam keeps states.
        beam_width: the maximum width of the beam.
    """
    root = script.resolve_chance(BeamNode(state.clone(), 0))
    width = 1
    while True:
        solvability = _beam_search(root, script, evaluator, width)
        if solvability is not Solvability.OPEN or width >= beam_width:
            return solvability
        width = min(2 * width, beam_width)


def _beam_search(
    root: BeamNode, script: ChanceScript, evaluator: Evaluator, width: int
) -> Solvability:
    """Search decision by decision, keeping the states with the highest values."""
    beam = [root]
    is_pruned = False
    while beam:
        children = _expand(beam, script)
        if any(map(_is_won, children)):
            return Solvability.WINNABLE
        beam = [node for node in children if not node.state.is_terminal()]
        is_pruned = is_pruned or len(beam) > width
        beam = nlargest(width, beam, key=lambda node: evaluator.value(node.state, 0))
    return Solvability.OPEN if is_pruned else Solvability.LOST


def _expand(beam: Iterable[BeamNode], script: ChanceScript) -> list[BeamNode]:
    """Return the nodes after each legal action and its chance outcomes, without duplicates."""
    children: dict[tuple[bytes, int], BeamNode] = {}
    for state, outcomes in beam:
        for action in state.legal_actions():
            child = state.clone()
            child.apply_unchecked(action)
            node = script.resolve_chance(BeamNode(child, outcomes))
            children[node.state.to_bytes(), node.outcomes] = node
    return list(children.values())


def _is_won(node: BeamNode) -> bool:
    return node.state.returns()[0] == 1.0


def _summarize(config: SolvabilityConfig, results: list[DealResult]) -> SolvabilityResult:
    games = len(results)
    wins = sum(result.won for result in results)
    winnable, lost, unsolved = (
        sum(result.solvability is kind for result in results)
        for kind in (Solvability.WINNABLE, Solvability.LOST, Solvability.OPEN)
    )
    low, high = wilson_interval(wins, games)
    bound_low, bound_high = wilson_interval(games - lost, games)
    return SolvabilityResult(
        game=config.game.name,
        options=config.game.options,
        bot=config.bot,
        games=games,
        finished=games == config.games,
        seed=config.seed,
        beam_width=config.beam_width,
        wins=wins,
        win_rate=wins / games,
        win_rate_low=low,
        win_rate_high=high,
        winnable=winnable,
        lost=lost,
        open=unsolved,
        bound=(games - lost) / games,
        bound_low=bound_low,
        bound_high=bound_high,
        provenance=describe_provenance(describe_players([config.bot], config.game)),
    )
