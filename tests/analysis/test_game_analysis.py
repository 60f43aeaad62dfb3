"""Game analysis: costs, luck, exact sums, and the chart."""

import math
import signal
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mypy_extensions import i64

import onirium
from onirium.bots.advisor import ActionValue
from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search_registry import search_config_for
from onirium.core.game import State
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.record import Record, load_game, new_record, read
from onirium.studies.analysis import game_analysis
from onirium.studies.analysis.chart import draw_analysis
from onirium.studies.analysis.game_analysis import (
    Analysis,
    ChanceLuck,
    Decision,
    SeatSummary,
    analyse,
    costliest_decisions,
    measure_luck,
)
from tests.support.fake_advisor import FakeAdvisor, use_evaluator, use_fake_advisor
from tests.support.hush_game import HushState
from tests.support.hush_records import full_record, hush_record

RECORDS = Path(__file__).parents[1] / "transcripts"
SVG = "{http://www.w3.org/2000/svg}"


WIN_PROBABILITIES = {
    2: (0.5, 0.5), 6: (0.25, 0.75), 10: (0.25, 0.25), 14: (0.5, 0.5), 18: (0.375, 0.5),
    22: (0.5, 0.5),
    4: (0.5, 0.5), 8: (0.25, 0.25), 12: (0.25, 0.5), 16: (0.25, 0.25), 20: (0.125, 0.125),
    23: (0.125, 0.125),
}  # fmt: skip
"""By length of the history: the values of playing the card and of showing it."""


def scripted_values(state: State) -> list[float]:
    """Return the values of the legal actions: play, show, and look, which always loses."""
    return [*WIN_PROBABILITIES[len(state.history())], 0.0][: len(state.legal_actions())]


class PointEvaluator(Evaluator):
    """Values a point of a seat's own cards, in hand or played, at 1/64; no action changes it."""

    def value(self, state: State, seat: i64) -> float:
        assert isinstance(state, HushState)
        return (sum(card.kind for card in state.hands[seat]) + sum(state.laid[seat])) / 64


def use_scripted_values(monkeypatch: pytest.MonkeyPatch) -> None:
    use_fake_advisor(scripted_values, monkeypatch)
    use_evaluator(PointEvaluator(), monkeypatch)


@pytest.fixture
def full_analysis(monkeypatch: pytest.MonkeyPatch) -> Analysis:
    use_scripted_values(monkeypatch)
    return analyse(full_record(), simulations=0)


def test_cost_and_luck_of_each_decision(full_analysis: Analysis) -> None:
    """By hand: `before` is the value of the better action, `after` that of playing the card.

    The deck is worth 1.5 points a card whenever the first seat draws: shout, shout, then murmurs.
    """
    first = [decision for decision in full_analysis.decisions if decision.seat == 0]
    assert [decision.step for decision in first] == [3, 7, 11, 15, 19, 23]
    assert [decision.before for decision in first] == [0.5, 0.75, 0.25, 0.5, 0.5, 0.5]
    assert [decision.after for decision in first] == [0.5, 0.25, 0.25, 0.5, 0.375, 0.5]
    assert [decision.cost for decision in first] == [0, 0.5, 0, 0, 0.125, 0]
    assert [64 * decision.luck for decision in first] == [0, 1.5, 1.5, 0.5, 0.5, 0.5]
    assert (first[1].action, first[1].best) == ("play shout", "show shout")
    assert (first[4].action, first[4].best) == ("play murmur", "show murmur")
    assert all(decision.action == decision.best for decision in first if not decision.cost)


def test_sums_of_a_finished_game(full_analysis: Analysis) -> None:
    """By hand: the first seat draws 4.5 points more than the mean card, and loses 0.5 + 0.125.

    The second seat draws a hush where 12 points are on 9 cards and 9 on 7, then a whisper where 7
    are on 5 and 4 on 3.
    """
    winner, loser = full_analysis.seat_summaries
    assert (winner.seat, winner.opening, winner.cost, winner.close) == (0, 0.5, 0.625, 1.0)
    assert (64 * winner.deal_luck, 64 * winner.luck) == (1.5, 4.5)
    assert winner.remainder == 1.0 - 0.5 - 4.5 / 64 + 0.625
    assert (loser.seat, loser.opening, loser.cost, loser.close) == (1, 0.5, 0.25, 0.0)
    assert 64 * loser.deal_luck == pytest.approx(-15 / 11, abs=1e-3)
    assert 64 * loser.luck == pytest.approx(-12 / 9 - 9 / 7 + 1 - 7 / 5 + 1 - 4 / 3, abs=1e-3)
    assert full_analysis.finished
    assert full_analysis.analysed == full_analysis.steps == 24


def test_curve_has_points_before_and_after_each_decision_and_at_the_end(
    full_analysis: Analysis,
) -> None:
    assert full_analysis.seat_summaries[0].curve == [
        (2, 0.5), (3, 0.5), (6, 0.75), (7, 0.25), (10, 0.25), (11, 0.25), (14, 0.5), (15, 0.5),
        (18, 0.5), (19, 0.375), (22, 0.5), (23, 0.5), (24, 1.0),
    ]  # fmt: skip


def sum_of_parts(summary: SeatSummary) -> float:
    return summary.opening + summary.luck - summary.cost + summary.remainder


@given(st.lists(st.floats(0, 1), min_size=36, max_size=36))
def test_parts_of_the_result_sum_to_it_exactly(probabilities: list[float]) -> None:
    def values(state: State) -> list[float]:
        return [probabilities[len(state.history()) + 4 * index] for index in range(3)][
            : len(state.legal_actions())
        ]

    with pytest.MonkeyPatch.context() as patch:
        use_fake_advisor(values, patch)
        use_evaluator(PointEvaluator(), patch)
        analysis = analyse(full_record(), simulations=0)
    for summary, result in zip(analysis.seat_summaries, (1.0, 0.0), strict=True):
        assert sum_of_parts(summary) == summary.close == result
    assert all(decision.cost >= 0 for decision in analysis.decisions)


def test_probabilities_are_accurate_to_a_millionth(monkeypatch: pytest.MonkeyPatch) -> None:
    use_fake_advisor(lambda state: [1 / 3] * len(state.legal_actions()), monkeypatch)
    [first, *_] = analyse(full_record(), simulations=0).decisions
    assert math.isclose(first.before, 1 / 3, abs_tol=1e-6)


def test_choice_with_a_higher_value_than_the_best_action_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search may recommend its most visited action instead of the one with the highest value."""

    class MostVisited(FakeAdvisor):
        def best(self) -> ActionValue:
            return self.action_values()[1]

    use_fake_advisor(lambda _: [0.5, 0.25, 0.0], monkeypatch, MostVisited)
    analysis = analyse(hush_record("shout", "hush", "shout"), simulations=0)
    assert [(decision.best, decision.cost) for decision in analysis.decisions] == [
        ("play shout", 0)
    ]


def test_unfinished_game_closes_with_the_value_of_the_last_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_scripted_values(monkeypatch)
    record = full_record()
    del record.actions[8:]
    analysis = analyse(record, simulations=0)
    assert not analysis.finished
    assert analysis.analysed == analysis.steps == 8
    assert [summary.close for summary in analysis.seat_summaries] == [0.25, 0.5]
    assert analysis.seat_summaries[0].curve[-1] == (7, 0.25)
    assert 64 * analysis.seat_summaries[0].luck == 1.5, "without the card after the decision"
    assert analysis.seat_summaries[0].cost == 0.5


def test_record_without_decisions_has_an_empty_analysis() -> None:
    record = new_record(onirium.load("hush"), ["human", "human"])
    analysis = analyse(record, simulations=0)
    assert (analysis.decisions, analysis.seat_summaries, analysis.analysed) == ([], [], 0)


def test_analysis_can_be_limited_to_one_seat(
    full_analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_scripted_values(monkeypatch)
    alone = analyse(full_record(), simulations=0, seat=1)
    assert alone.decisions == [
        decision for decision in full_analysis.decisions if decision.seat == 1
    ]
    assert alone.seat_summaries == full_analysis.seat_summaries[1:]
    assert alone.finished


def test_progress_reaches_the_number_of_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    use_fake_advisor(scripted_values, monkeypatch)
    reported: list[tuple[int, int]] = []
    analyse(full_record(), 0, lambda *progress: reported.append(progress))
    assert reported == [(done, 12) for done in range(1, 13)]


def test_each_decision_gets_the_requested_simulations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_fake_advisor(scripted_values, monkeypatch)
    analyse(full_record(), simulations=17)
    assert FakeAdvisor.simulations == [17] * 12


def test_chosen_action_is_searched_as_deeply_if_another_one_is_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By hand: the first seat errs at steps 7 and 19, the second at step 13."""
    use_fake_advisor(scripted_values, monkeypatch)
    record = full_record()
    analyse(record, simulations=17)
    assert FakeAdvisor.action_simulations == [
        (step, record.actions[step - 1], 17) for step in (7, 13, 19)
    ]


@pytest.mark.parametrize("name", ["onirim-0.1.0-won", "onirim-0.1.0-two-won"])
def test_default_is_the_number_of_simulations_of_the_strong_bot(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot searches for a tenth of a second."""
    use_fake_advisor(lambda state: [0.5] * len(state.legal_actions()), monkeypatch)
    record = read(RECORDS / f"{name}.json")
    simulations = 100 * search_config_for("onirim").simulations_per_ms(load_game(record))
    analysis = analyse(record)
    assert analysis.simulations == simulations
    assert FakeAdvisor.simulations == [simulations] * len(analysis.decisions)


def interrupted_after(decisions: int, monkeypatch: pytest.MonkeyPatch) -> Analysis:
    def values(state: State) -> list[float]:
        if len(state.history()) >= 2 + 2 * decisions:
            raise KeyboardInterrupt
        return scripted_values(state)

    use_fake_advisor(values, monkeypatch)
    use_evaluator(PointEvaluator(), monkeypatch)
    return analyse(full_record(), simulations=0)


@pytest.mark.parametrize("decisions", [1, 2, 10])
def test_interrupt_returns_the_evaluated_decisions(
    decisions: int, full_analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysis = interrupted_after(decisions, monkeypatch)
    assert analysis.decisions == full_analysis.decisions[:decisions]
    assert analysis.analysed == 1 + 2 * decisions
    assert not analysis.finished
    for summary in analysis.seat_summaries:
        assert sum_of_parts(summary) == summary.close


def test_interrupt_while_luck_is_measured_loses_no_decision(
    full_analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure_interrupted(record: Record) -> list[ChanceLuck]:
        signal.raise_signal(signal.SIGINT)
        return measure_luck(record)

    use_fake_advisor(scripted_values, monkeypatch)
    use_evaluator(PointEvaluator(), monkeypatch)
    monkeypatch.setattr(game_analysis, "measure_luck", measure_interrupted)
    assert analyse(full_record(), simulations=0).decisions == full_analysis.decisions


def test_interrupt_before_the_first_decision_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted_after(0, monkeypatch)


@pytest.mark.long
def test_result_is_the_same_for_any_number_of_workers() -> None:
    record = read(RECORDS / "onirim-0.1.0-won.json")
    del record.actions[14:]
    one, two = (analyse(record, simulations=3, workers=workers) for workers in (1, 2))
    assert one == two
    assert len(one.decisions) > 3


@pytest.mark.parametrize(
    ("simulations", "workers", "reason"),
    [(-1, 1, "simulations must be at least 0, not -1"), (0, 0, "workers must be at least 1")],
)
def test_invalid_numbers_are_rejected(simulations: int, workers: int, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        analyse(full_record(), simulations, workers=workers)


def decision_with_cost(step: int, cost: float) -> Decision:
    return Decision(
        step=step,
        seat=0,
        action="a",
        best="b",
        before=0.5,
        after=0.5 - cost,
        cost=cost,
        luck=0.0,
        is_exact=False,
    )


def analysis_of(decisions: Sequence[Decision], steps: int = 100) -> Analysis:
    """Return an analysis of one seat with some decisions."""
    curve = [(decision.step, decision.after) for decision in decisions]
    summary = SeatSummary(
        seat=0,
        opening=0.5,
        deal_luck=0.0,
        luck=0.0,
        cost=0.0,
        remainder=0.0,
        close=0.5,
        curve=curve,
    )
    return Analysis(
        game="hush",
        options={},
        seats=["human"],
        simulations=0,
        steps=steps,
        analysed=steps,
        finished=True,
        decisions=list(decisions),
        seat_summaries=[summary],
    )


def test_costliest_decisions_are_sorted_and_noticeable() -> None:
    costs = {1: 0.0099, 2: 0.01, 3: 0.2, 4: 0.0, 5: 0.3, 6: 0.2}
    analysis = analysis_of([decision_with_cost(step, cost) for step, cost in costs.items()])
    assert [decision.step for decision in costliest_decisions(analysis)] == [5, 3, 6, 2]
    assert [decision.step for decision in costliest_decisions(analysis, limit=2)] == [5, 3]


def test_analysis_is_one_json_object(full_analysis: Analysis) -> None:
    value = msgspec.json.decode(msgspec.json.encode(full_analysis))
    assert value["seat_summaries"][0]["curve"][-1] == [24, 1.0]
    assert value["decisions"][2]["best"] == "show shout"
    assert value["seats"] == ["human", "greedy"]


def elements(svg: ET.Element, tag: str, css_class: str) -> list[ET.Element]:
    return [element for element in svg.iter(f"{SVG}{tag}") if element.get("class") == css_class]


def texts(svg: ET.Element, css_class: str) -> list[str | None]:
    return [element.text for element in elements(svg, "text", css_class)]


def parse_chart(analysis: Analysis, language: str = "en") -> ET.Element:
    return ET.fromstring(draw_analysis(analysis, Words(language)))  # noqa: S314 - own output


@pytest.mark.parametrize("language", LANGUAGES)
def test_chart_has_a_named_panel_with_a_curve_for_each_seat(
    language: str, full_analysis: Analysis
) -> None:
    words = Words(language)
    svg = parse_chart(full_analysis, language)
    assert svg.tag == f"{SVG}svg"
    assert svg.get("aria-label") == words.text("analysis.curve")
    assert texts(svg, "seat") == [words.text("player", number=number) for number in (1, 2)]
    percent = "%" if language == "en" else "\N{NO-BREAK SPACE}%"
    assert texts(svg, "probability")[:3] == [f"{number}{percent}" for number in (0, 50, 100)]
    curves = [element.get("points", "").split() for element in elements(svg, "polyline", "curve")]
    assert [len(points) for points in curves] == [
        len(seat.curve) for seat in full_analysis.seat_summaries
    ]


def test_curve_maps_steps_and_probabilities_to_coordinates(
    full_analysis: Analysis,
) -> None:
    curve = elements(parse_chart(full_analysis), "polyline", "curve")[0]
    points = [tuple(map(float, point.split(","))) for point in curve.get("points", "").split()]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert xs == sorted(xs)
    shares = [(x - xs[0]) / (xs[-1] - xs[0]) for x in xs]
    assert shares == pytest.approx(
        [(step - 2) / 22 for step, _ in full_analysis.seat_summaries[0].curve], abs=1e-3
    )
    # The curve starts at 0.5 and ends at 1.
    heights = [0.5 + 0.5 * (ys[0] - y) / (ys[0] - ys[-1]) for y in ys]
    assert heights == pytest.approx(
        [probability for _, probability in full_analysis.seat_summaries[0].curve], abs=1e-3
    )


def test_markers_of_the_costliest_decisions_are_in_the_panels_of_their_seats(
    full_analysis: Analysis,
) -> None:
    """They cost 0.5, 0.25 and 0.125; the second costliest is a decision of the other seat."""
    first, second = elements(parse_chart(full_analysis), "g", "panel")
    assert texts(first, "number") == ["1", "3"]
    assert texts(second, "number") == ["2"]


@pytest.mark.parametrize("steps", [[1, 2, 3, 4, 5], [50, 51, 53, 99, 100], [96, 97, 98, 99, 100]])
def test_markers_do_not_overlap_or_leave_the_chart(steps: list[int]) -> None:
    svg = parse_chart(analysis_of([decision_with_cost(step, 0.1 + step / 1000) for step in steps]))
    markers = elements(svg, "circle", "mark")
    xs = [float(mark.get("cx", "")) for mark in markers]
    radius = float(markers[0].get("r", ""))
    assert xs == sorted(xs)
    assert all(right - left >= 2 * radius for left, right in pairwise(xs))
    assert xs[0] - radius >= 0
    assert xs[-1] + radius <= float(svg.get("width", ""))
    assert texts(svg, "number") == ["5", "4", "3", "2", "1"]


@pytest.mark.parametrize("steps", [1, 10, 11, 130, 20_000])
def test_axis_has_a_few_round_ticks(steps: int) -> None:
    labels = texts(parse_chart(analysis_of([decision_with_cost(1, 0.1)], steps)), "step")
    numbers = [int(text) for text in labels[:-1] if text]
    assert numbers[0] == 0
    assert 2 <= len(numbers) <= 11
    assert steps - numbers[1] < numbers[-1] <= steps
