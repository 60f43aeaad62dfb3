"""Analysis: what each decision of a record was worth, and what luck and play have brought."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from onirium.bots.advisor import Advisor
from onirium.bots.network.registry import search_module
from onirium.bots.registry import TIME_BUDGET_MS
from onirium.core.game import CHANCE, Game, State
from onirium.record import Record, final_state, load_game, replay
from onirium.studies.compute.processes import run_in_order

PROBABILITY_STEPS: Final = 1 << 20
"""Chances are multiples of 1 in so many: a power of two, so that their sums are exact."""

MIN_NOTICEABLE_COST: Final = 0.01
"""A decision that cost less may have cost nothing: chances are estimates."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a record, and what it was worth to its seat.

    Attributes:
        step: which step of the record it is, counted from 1.
        seat: the seat that decided.
        action: what it chose, in the notation of the game.
        best: what the strong player would have chosen; the same where nothing is better.
        before: the chance to win with the best choice.
        after: the chance to win with what was chosen.
        cost: what the choice took away: ``before - after``, never below 0.
        luck: what chance and the others had brought since the seat's last decision, below 0 where
            they had taken it away; 0 at its first.
    """

    step: int
    seat: int
    action: str
    best: str
    before: float
    after: float
    cost: float
    luck: float


class SeatSummary(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat fared: ``opening + luck - cost == close``, exactly.

    Attributes:
        seat: the seat.
        opening: its chance to win at its first decision.
        luck: what chance and the others brought it in all, below 0 where they took it away.
        cost: what its own decisions took away in all.
        close: what it won; its chance after its last decision, where the analysis ends before the
            game.
        curve: its chance to win after each step at which that is known, as pairs of a step and a
            chance: before each of its decisions, after each of them, and at the end of the game.
    """

    seat: int
    opening: float
    luck: float
    cost: float
    close: float
    curve: list[tuple[int, float]]


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """What an analysis has found.

    Attributes:
        game: the name of the game.
        options: its options, as far as they differ from their defaults.
        seats: who played each seat.
        simulations: simulations for each decision.
        steps: how many steps the record has.
        analysed: up to which of them it is analysed: all of them, unless it was interrupted.
        finished: whether the end of the game is part of it.
        decisions: the decisions that were judged, in order.
        seat_summaries: how each seat fared whose decisions they are, in order.
    """

    game: str
    options: dict[str, Any]
    seats: list[str]
    simulations: int
    steps: int
    analysed: int
    finished: bool
    decisions: list[Decision]
    seat_summaries: list[SeatSummary]


class AnalysisJob(NamedTuple):
    """A decision that is to be judged, and all that its judgement depends on."""

    step: int
    state: State
    action: int
    simulations: int


class Evaluation(NamedTuple):
    """What the strong player would have chosen, and the chances with that and with the choice."""

    best: int
    before: float
    after: float


def analyse(
    record: Record,
    simulations: int | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    workers: int = 1,
    seat: int | None = None,
) -> Analysis:
    """Find out what each decision of a record was worth.

    Args:
        record: the record of a game, finished or not.
        simulations: simulations for each decision, from none; otherwise as many as the strong
            player has.
        on_progress: told after each decision how many are judged, and how many there are.
        workers: how many processes; the result is the same for any number.
        seat: whose decisions are judged; otherwise everybody's.

    An interrupt ends it early: what is judged by then is the result.

    Raises:
        RecordError: if the record does not replay.
        ValueError: if the number of simulations or workers cannot be.
    """
    if simulations is None:
        simulations = round(
            TIME_BUDGET_MS["strong"]
            * search_module(record.game).simulations_per_ms(load_game(record))
        )
    if simulations < 0 or workers < 1:
        raise ValueError(f"{workers} workers cannot run {simulations} simulations")
    moments = [
        moment
        for moment in _moments(record, simulations)
        if seat is None or moment.state.current_player() == seat
    ]
    judgements: list[Evaluation] = []
    try:
        for judgement in run_in_order(evaluate_decision, moments, workers):
            judgements.append(judgement)
            if on_progress is not None:
                on_progress(len(judgements), len(moments))
    except KeyboardInterrupt:
        if not judgements:
            raise
    return _result(record, simulations, moments, judgements)


def costliest_decisions(analysis: Analysis, most: int = 5) -> list[Decision]:
    """Return the decisions that cost most, the costliest first, as far as that is noticeable."""
    costly = [decision for decision in analysis.decisions if decision.cost >= MIN_NOTICEABLE_COST]
    return sorted(costly, key=lambda decision: decision.cost, reverse=True)[:most]


def evaluate_decision(moment: AnalysisJob) -> Evaluation:
    """Judge a decision from what its seat knew, in whichever process."""
    advice = Advisor(moment.state, moment.state.current_player(), moment.step)
    advice.run(moment.simulations)
    best, before = advice.best()
    after = dict(advice.action_values())[moment.action]
    if before <= after:
        best, before = moment.action, after
    return Evaluation(best, _exact(before), _exact(after))


def _exact(chance: float) -> float:
    return round(chance * PROBABILITY_STEPS) / PROBABILITY_STEPS


def _moments(record: Record, simulations: int) -> list[AnalysisJob]:
    moments = []
    before = load_game(record).new_state()
    for step in replay(record):
        if step.seat != CHANCE:
            moments.append(AnalysisJob(step.number, before, step.action, simulations))
        before = step.state
    return moments


def _result(
    record: Record, simulations: int, moments: list[AnalysisJob], judgements: list[Evaluation]
) -> Analysis:
    end = final_state(record)
    decisions = _decisions(moments, judgements, end.game)
    whole = len(judgements) == len(moments)
    finished = whole and end.is_terminal()
    return Analysis(
        game=record.game,
        options=record.options,
        seats=record.seats,
        simulations=simulations,
        steps=len(record.actions),
        analysed=len(record.actions) if whole else decisions[-1].step,
        finished=finished,
        decisions=decisions,
        seat_summaries=[
            _balance(seat, decisions, (len(record.actions), result) if finished else None)
            for seat, result in enumerate(end.returns())
            if any(decision.seat == seat for decision in decisions)
        ],
    )


def _decisions(
    moments: list[AnalysisJob], judgements: list[Evaluation], game: Game
) -> list[Decision]:
    """Put together what has been judged, as far as it has."""
    decisions = []
    chances: dict[int, float] = {}
    for moment, (best, before, after) in zip(moments, judgements, strict=False):
        seat = moment.state.current_player()
        decisions.append(
            Decision(
                step=moment.step,
                seat=seat,
                action=game.notation(moment.action),
                best=game.notation(best),
                before=before,
                after=after,
                cost=before - after,
                luck=before - chances.get(seat, before),
            )
        )
        chances[seat] = after
    return decisions


def _balance(seat: int, decisions: list[Decision], end: tuple[int, float] | None) -> SeatSummary:
    own = [decision for decision in decisions if decision.seat == seat]
    curve = [
        point
        for decision in own
        for point in ((decision.step - 1, decision.before), (decision.step, decision.after))
    ]
    if end is not None:
        curve.append(end)
    close = curve[-1][1]
    return SeatSummary(
        seat=seat,
        opening=own[0].before,
        luck=sum(decision.luck for decision in own) + close - own[-1].after,
        cost=sum(decision.cost for decision in own),
        close=close,
        curve=curve,
    )
