"""Game analysis: the cost of each decision of a record, and the luck of each seat."""

from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from math import inf
from typing import Final, NamedTuple

import msgspec

from onirium.bots.advisor import Advisor
from onirium.bots.registry import default_simulations
from onirium.core.game import CHANCE, Game, State
from onirium.record import Record, final_state, load_game, replay
from onirium.studies.compute.interrupts import defer_interrupts
from onirium.studies.compute.processes import run_in_order
from onirium.studies.luck.luck_meter import LuckMeter
from onirium.studies.luck.position_value import load_position_value
from onirium.studies.provenance import Provenance, describe_provenance

PROBABILITY_STEPS: Final = 1 << 20
"""Probabilities are multiples of 1 / PROBABILITY_STEPS: a power of two, so that sums are exact."""

MIN_NOTICEABLE_COST: Final = 0.01
"""The smallest cost that is reported; a lower one is within the error of the estimates."""

COMPLETION_COUNT: Final = 2
"""Sampled completions of a deal for its luck; more would slow down analyses in plain Python."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a record, with win probabilities for the seat that took it.

    Attributes:
        step: the number of the step in the record, from 1.
        seat: the seat that decided.
        action: the action chosen, in the notation of the game.
        best: the best action according to the bot ``strong``; the chosen one if none is better.
        before: the win probability with the best action.
        after: the win probability with the chosen action.
        cost: the loss caused by the decision, ``before - after``; at least 0.
        luck: the luck of the seat since its previous decision; 0 at its first decision.
        is_exact: whether the win probabilities are exact, under best play.
    """

    step: int
    seat: int
    action: str
    best: str
    before: float
    after: float
    cost: float
    luck: float
    is_exact: bool


class SeatSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The totals of a seat; ``opening + luck - cost + remainder == close`` holds exactly.

    Attributes:
        seat: the seat.
        opening: its win probability at its first decision.
        deal_luck: the luck of the chance outcomes before its first decision, part of its opening.
        luck: the luck of the chance outcomes from its first decision on: the effect of each outcome
            on a fixed estimate, less the mean over all possible outcomes.
        cost: the total cost of its own decisions.
        remainder: the rest of the result, which the estimates did not foresee: their errors, and
            the decisions of the other seats.
        close: its result; its win probability after its last decision, if the analysis ends before
            the game.
        curve: its win probability over the game, as pairs of a step and a probability: before and
            after each of its decisions, and at the end of the game.
    """

    seat: int
    opening: float
    deal_luck: float
    luck: float
    cost: float
    remainder: float
    close: float
    curve: list[tuple[int, float]]


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of a record.

    Attributes:
        game: the name of the game.
        options: its options that differ from their defaults.
        seats: the occupant of each seat.
        simulations: the number of simulations for each decision.
        steps: the number of steps in the record.
        analysed: the number of the last analysed step; ``steps`` unless interrupted.
        finished: whether the analysis includes the end of the game.
        decisions: the analysed decisions, in order.
        seat_summaries: the totals of each seat with an analysed decision, in order.
        provenance: the program and the machine.
    """

    game: str
    options: dict[str, object]
    seats: list[str]
    simulations: int
    steps: int
    analysed: int
    finished: bool
    decisions: list[Decision]
    seat_summaries: list[SeatSummary]
    provenance: Provenance = msgspec.field(default_factory=describe_provenance)


class AnalysisJob(NamedTuple):
    """A decision to evaluate, with everything that its evaluation depends on."""

    step: int
    state: State
    action: int
    simulations: int


class AnalysisPlan(NamedTuple):
    """A record, the number of simulations for each decision, and the decisions to evaluate."""

    record: Record
    simulations: int
    jobs: list[AnalysisJob]


class ChanceLuck(NamedTuple):
    """The step of a chance outcome, and its luck for each seat."""

    step: int
    luck: list[float]


class Evaluation(NamedTuple):
    """The best action at a decision, and the win probabilities with it and the chosen action."""

    best: int
    before: float
    after: float
    is_exact: bool


def analyse(
    record: Record,
    simulations: int | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    workers: int = 1,
    seat: int | None = None,
) -> Analysis:
    """Evaluate the decisions of a record.

    An interrupt ends the analysis early, with the decisions evaluated by then as its result.

    Args:
        record: the record of a game, finished or not.
        simulations: the number of simulations for each decision, at least 0; by default that of the
            bot ``strong``. A chosen action that is not the best one gets as many again.
        on_progress: called after each decision with the numbers of evaluated and of all decisions.
        workers: the number of processes. The result does not depend on it.
        seat: the seat whose decisions are evaluated; by default all seats.

    Raises:
        RecordError: if the record does not replay.
        ValueError: if the number of simulations or workers is invalid.
    """
    analyses = list(analyse_records([record], simulations, on_progress, workers, seat))
    if not analyses:
        raise KeyboardInterrupt
    return analyses[0]


def analyse_records(
    records: Iterable[Record],
    simulations: int | None,
    on_progress: Callable[[int, int], None] | None,
    workers: int,
    seat: int | None,
) -> Iterator[Analysis]:
    """Yield the analysis of each record, in order; all share one pool of processes.

    An interrupt ends the analysis of its record early, and omits all later ones; that record is
    omitted, too, if none of its decisions has been evaluated. Arguments and exceptions are
    otherwise those of ``analyse``; progress counts the decisions of all records.
    """
    if workers < 1:
        raise ValueError(f"workers must be at least 1, not {workers}")
    plans = [_plan_analysis(record, simulations, seat) for record in records]
    all_jobs = [job for plan in plans for job in plan.jobs]
    with defer_interrupts() as interrupts:
        results = interrupts.iterate(run_in_order(evaluate_decision, all_jobs, workers))
        numbered = enumerate(results, start=1)
        for plan in plans:
            evaluations: list[Evaluation] = []
            try:
                for number, evaluation in islice(numbered, len(plan.jobs)):
                    evaluations.append(evaluation)
                    if on_progress is not None:
                        on_progress(number, len(all_jobs))
            except KeyboardInterrupt:
                if evaluations:
                    yield _build_analysis(plan, evaluations)
                return
            yield _build_analysis(plan, evaluations)


def analyse_stepwise(
    record: Record, simulations: int | None = None
) -> Generator[tuple[int, int] | Analysis, None, None]:
    """Yield the numbers of evaluated and of all decisions after each, then the analysis.

    Arguments and exceptions are those of ``analyse``.
    """
    plan = _plan_analysis(record, simulations)
    evaluations: list[Evaluation] = []
    for job in plan.jobs:
        evaluations.append(evaluate_decision(job))
        yield len(evaluations), len(plan.jobs)
    yield _build_analysis(plan, evaluations)


def costliest_decisions(analysis: Analysis, limit: int = 5) -> list[Decision]:
    """Return the decisions with a noticeable cost, the costliest first."""
    costly = [decision for decision in analysis.decisions if decision.cost >= MIN_NOTICEABLE_COST]
    return sorted(costly, key=lambda decision: decision.cost, reverse=True)[:limit]


def evaluate_decision(job: AnalysisJob) -> Evaluation:
    """Evaluate a decision with the information of its seat; runs in a worker process.

    If another action is better, the chosen one is searched as deeply: values rise with the depth of
    the search, so few simulations would overstate the cost.
    """
    advisor = Advisor(job.state, job.state.current_player(), job.step)
    advisor.run(job.simulations)
    if advisor.best().action != job.action:
        advisor.run_action(job.action, job.simulations)
    best = advisor.best()
    [chosen] = [value for value in advisor.action_values() if value.action == job.action]
    if best.win_probability <= chosen.win_probability:
        best = chosen
    before, after = _quantize(best.win_probability), _quantize(chosen.win_probability)
    return Evaluation(best.action, before, after, chosen.is_exact)


def _quantize(probability: float) -> float:
    return round(probability * PROBABILITY_STEPS) / PROBABILITY_STEPS


def measure_luck(record: Record) -> list[ChanceLuck]:
    """Return the luck of each chance outcome of a record, for each seat.

    Raises:
        RecordError: if the record does not replay.
    """
    game = load_game(record)
    meter = LuckMeter(game, load_position_value(game, completion_count=COMPLETION_COUNT))
    outcomes = []
    before = game.new_state()
    for step in replay(record):
        if step.seat == CHANCE:
            luck = [_quantize(change) for change in meter.measure(before, step.action)]
            outcomes.append(ChanceLuck(step.number, luck))
        before = step.state
    return outcomes


def _plan_analysis(
    record: Record, simulations: int | None, seat: int | None = None
) -> AnalysisPlan:
    """Return the decisions to evaluate, those of one seat or of all.

    Raises:
        ValueError: if the number of simulations is negative.
    """
    game = load_game(record)
    if simulations is None:
        simulations = default_simulations("strong", game)
    if simulations < 0:
        raise ValueError(f"simulations must be at least 0, not {simulations}")
    jobs = []
    before = game.new_state()
    for step in replay(record):
        if step.seat != CHANCE and seat in (None, step.seat):
            jobs.append(AnalysisJob(step.number, before, step.action, simulations))
        before = step.state
    return AnalysisPlan(record, simulations, jobs)


def _build_analysis(plan: AnalysisPlan, evaluations: list[Evaluation]) -> Analysis:
    record, simulations, jobs = plan
    end = final_state(record)
    is_complete = len(evaluations) == len(jobs)
    analysed = len(record.actions) if is_complete else jobs[len(evaluations) - 1].step
    measured = measure_luck(record) if jobs else []
    outcomes = [outcome for outcome in measured if outcome.step <= analysed]
    decisions = _list_decisions(jobs, evaluations, outcomes, end.game)
    finished = is_complete and end.is_terminal()
    return Analysis(
        game=record.game,
        options=record.options,
        seats=record.seats,
        simulations=simulations,
        steps=len(record.actions),
        analysed=analysed,
        finished=finished,
        decisions=decisions,
        seat_summaries=[
            _summarize(seat, decisions, outcomes, (analysed, result) if finished else None)
            for seat, result in enumerate(end.returns())
            if any(decision.seat == seat for decision in decisions)
        ],
    )


def _list_decisions(
    jobs: list[AnalysisJob], evaluations: list[Evaluation], outcomes: list[ChanceLuck], game: Game
) -> list[Decision]:
    """Return the decisions of the jobs that have been evaluated."""
    decisions = []
    previous: dict[int, int] = {}
    for job, (best, before, after, is_exact) in zip(jobs, evaluations, strict=False):
        seat = job.state.current_player()
        decisions.append(
            Decision(
                step=job.step,
                seat=seat,
                action=game.notation(job.action),
                best=game.notation(best),
                before=before,
                after=after,
                cost=before - after,
                luck=_total_luck(outcomes, seat, previous.get(seat, job.step), job.step),
                is_exact=is_exact,
            )
        )
        previous[seat] = job.step
    return decisions


def _total_luck(outcomes: list[ChanceLuck], seat: int, first: int, end: float) -> float:
    """Return the luck of a seat from a step on, up to but excluding another one."""
    return sum(luck[seat] for step, luck in outcomes if first <= step < end)


def _summarize(
    seat: int,
    decisions: list[Decision],
    outcomes: list[ChanceLuck],
    end: tuple[int, float] | None,
) -> SeatSummary:
    own = [decision for decision in decisions if decision.seat == seat]
    curve = [
        point
        for decision in own
        for point in ((decision.step - 1, decision.before), (decision.step, decision.after))
    ]
    if end is not None:
        curve.append(end)
    opening, close = own[0].before, curve[-1][1]
    luck = _total_luck(outcomes, seat, own[0].step, inf if end is not None else curve[-1][0])
    cost = sum(decision.cost for decision in own)
    return SeatSummary(
        seat=seat,
        opening=opening,
        deal_luck=_total_luck(outcomes, seat, 0, own[0].step),
        luck=luck,
        cost=cost,
        remainder=close - opening - luck + cost,
        close=close,
        curve=curve,
    )
