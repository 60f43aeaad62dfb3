"""Plays the games of a simulation with every decision recorded."""

from typing import NamedTuple

from onirium.bots.base import Bot
from onirium.bots.player import PlayerError
from onirium.core.chance import Random, derive_key, reseed
from onirium.core.game import Game, State
from onirium.games.registry import load
from onirium.record.model import Record, new_record
from onirium.studies.players.registry import check_hashes, make_player
from onirium.studies.simulation.checked_bot import locate_error, prepare_player
from onirium.studies.simulation.counts import GameResult
from onirium.studies.simulation.simulate import SimulationJob


class RecordedDecision(NamedTuple):
    """A decision of a game.

    Attributes:
        seat: the seat that decided.
        observation: its observation, the arrays of the game one after another.
        legal_actions: the legal actions, ascending.
        action: the chosen one.
    """

    seat: int
    observation: list[int]
    legal_actions: list[int]
    action: int


class RecordedGame(NamedTuple):
    """A game with its record, its decisions in order, and its result."""

    record: Record
    decisions: list[RecordedDecision]
    result: GameResult


def run_recording_job(job: SimulationJob) -> list[RecordedGame]:
    """Play the games of a job, those of ``run_simulation_job``; runs in a worker process.

    Raises:
        PlayerError: if a player fails or chooses an illegal action.
    """
    check_hashes(job.players, job.hashes)
    game = load(job.game, **job.options)
    recorder = _Recorder(game, job)
    rotations = range(game.seats if job.rotate else 1)
    return [
        recorder.play(deal, rotation)
        for deal in range(job.first, job.first + job.deals)
        for rotation in rotations
    ]


class _Recorder:
    """Plays single games with the random streams of a simulation."""

    def __init__(self, game: Game, job: SimulationJob) -> None:
        self._game = game
        self._names = job.players
        self._bots: list[Bot] = [
            prepare_player(make_player(name, game), game) for name in job.players
        ]
        self._deck_key = derive_key(job.seed, "deck")
        self._keys = [derive_key(job.seed, f"seat {seat}") for seat in range(game.seats)]

    def play(self, deal: int, rotation: int) -> RecordedGame:
        """Play one game of a deal."""
        players = [seat - rotation for seat in range(self._game.seats)]
        deck, rngs = Random(0), [Random(0) for _ in players]
        reseed(deck, self._deck_key, deal)
        for rng, player in zip(rngs, players, strict=True):
            reseed(rng, self._keys[player], deal)
        state = self._game.new_state()
        decisions: list[RecordedDecision] = []
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply(int(state.sample(deck)))
                continue
            seat = int(state.current_player())
            try:
                action = int(self._bots[players[seat]].choose(state, rngs[seat]))
            except PlayerError as error:
                decision = len(decisions) + 1
                raise locate_error(error, self._game, deal, seat, decision) from error
            decisions.append(
                RecordedDecision(seat, _observe(state, seat), state.legal_actions(), action)
            )
            state.apply(action)
        record = new_record(self._game, [self._names[player] for player in players])
        record.actions = [self._game.notation(action) for action in state.history()]
        result = GameResult(deal, rotation, len(decisions), state.returns())
        return RecordedGame(record, decisions, result)


def _observe(state: State, seat: int) -> list[int]:
    return [number for array in state.observation(seat).values() for number in array]
