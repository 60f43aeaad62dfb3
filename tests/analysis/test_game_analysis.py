"""Analyses: what decisions cost, what luck brought, and the curves of it all."""

import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import onirium
from onirium.bots.advisor import ActionValue
from onirium.bots.network.registry import search_module
from onirium.core.game import State
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.record import Record, load_game, new_record, read
from onirium.studies.analysis.chart import draw
from onirium.studies.analysis.game_analysis import (
    Analysis,
    Decision,
    SeatSummary,
    analyse,
    costliest_decisions,
)
from tests.support.fake_advisor import FakeAdvisor, use_fake_advisor

RECORDS = Path(__file__).parents[1] / "transcripts"
SVG = "{http://www.w3.org/2000/svg}"


def hush(*cards: str) -> Record:
    """Return a game of Hush in which each seat holds one card, plays it and draws the next."""
    record = new_record(onirium.load("hush", hand=1), ["human", "greedy"])
    record.actions += cards[:2]
    for played, drawn in zip(cards, cards[2:], strict=False):
        record.actions += [f"play {played}", drawn]
    return record


def whole_game() -> Record:
    """Return a whole game: the first seat plays 15 points, the second 3."""
    record = hush(*["shout", "hush"] * 3, *["murmur", "whisper"] * 3)
    record.actions += ["play murmur", "play whisper"]
    return record


CHANCES = {
    2: (0.5, 0.5), 6: (0.25, 0.75), 10: (0.25, 0.25), 14: (0.5, 0.5), 18: (0.375, 0.5),
    22: (0.5, 0.5),
    4: (0.5, 0.5), 8: (0.25, 0.25), 12: (0.25, 0.5), 16: (0.25, 0.25), 20: (0.125, 0.125),
    23: (0.125, 0.125),
}  # fmt: skip
"""By how much has come before: the chances of the card that is played, and of showing it."""


def playing_or_showing(state: State) -> list[float]:
    """Return the known chances of the legal actions: to play, to show, to look; the last is bad."""
    return [*CHANCES[len(state.history())], 0.0][: len(state.legal_actions())]


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> Analysis:
    use_fake_advisor(playing_or_showing, monkeypatch)
    return analyse(whole_game(), simulations=0)


def test_what_each_decision_was_worth(whole: Analysis) -> None:
    """By hand: the chance before is that of the better choice, the one after that of the play."""
    first = [decision for decision in whole.decisions if decision.seat == 0]
    assert [decision.step for decision in first] == [3, 7, 11, 15, 19, 23]
    assert [decision.before for decision in first] == [0.5, 0.75, 0.25, 0.5, 0.5, 0.5]
    assert [decision.after for decision in first] == [0.5, 0.25, 0.25, 0.5, 0.375, 0.5]
    assert [decision.cost for decision in first] == [0, 0.5, 0, 0, 0.125, 0]
    assert [decision.luck for decision in first] == [0, 0.25, 0, 0.25, 0, 0.125]
    assert (first[1].action, first[1].best) == ("play shout", "show shout")
    assert (first[4].action, first[4].best) == ("play murmur", "show murmur")
    assert all(decision.action == decision.best for decision in first if not decision.cost)


def test_luck_and_play_of_a_whole_game(whole: Analysis) -> None:
    """By hand: 0.5 + (0.25 + 0.25 + 0.125 + 0.5) - (0.5 + 0.125) = 1 for the first seat."""
    winner, loser = whole.seat_summaries
    assert (winner.seat, winner.opening, winner.luck, winner.cost, winner.close) == (
        0, 0.5, 1.125, 0.625, 1.0,
    )  # fmt: skip
    assert (loser.seat, loser.opening, loser.luck, loser.cost, loser.close) == (
        1, 0.5, -0.25, 0.25, 0.0,
    )  # fmt: skip
    assert whole.finished
    assert whole.analysed == whole.steps == 24


def test_the_curve_has_a_point_before_and_after_each_decision_and_at_the_end(
    whole: Analysis,
) -> None:
    assert whole.seat_summaries[0].curve == [
        (2, 0.5), (3, 0.5), (6, 0.75), (7, 0.25), (10, 0.25), (11, 0.25), (14, 0.5), (15, 0.5),
        (18, 0.5), (19, 0.375), (22, 0.5), (23, 0.5), (24, 1.0),
    ]  # fmt: skip


@given(st.lists(st.floats(0, 1), min_size=36, max_size=36))
def test_opening_and_luck_less_cost_is_the_result_exactly(chances: list[float]) -> None:
    def judged(state: State) -> list[float]:
        return [chances[len(state.history()) + 4 * place] for place in range(3)][
            : len(state.legal_actions())
        ]

    with pytest.MonkeyPatch.context() as patch:
        use_fake_advisor(judged, patch)
        found = analyse(whole_game(), simulations=0)
    for balance, result in zip(found.seat_summaries, (1.0, 0.0), strict=True):
        assert balance.opening + balance.luck - balance.cost == balance.close == result
    assert all(decision.cost >= 0 for decision in found.decisions)


def test_chances_are_kept_to_a_millionth(monkeypatch: pytest.MonkeyPatch) -> None:
    use_fake_advisor(lambda state: [1 / 3] * len(state.legal_actions()), monkeypatch)
    [first, *_] = analyse(whole_game(), simulations=0).decisions
    assert math.isclose(first.before, 1 / 3, abs_tol=1e-6)


def test_a_choice_that_is_better_than_the_best_one_cost_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search may recommend what it has thought through rather than what looks best."""

    class Cautious(FakeAdvisor):
        def best(self) -> ActionValue:
            return self.action_values()[1]

    use_fake_advisor(lambda _: [0.5, 0.25, 0.0], monkeypatch, Cautious)
    found = analyse(hush("shout", "hush", "shout"), simulations=0)
    assert [(decision.best, decision.cost) for decision in found.decisions] == [("play shout", 0)]


def test_an_unfinished_game_ends_with_the_chance_after_its_last_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_fake_advisor(playing_or_showing, monkeypatch)
    record = whole_game()
    del record.actions[8:]
    found = analyse(record, simulations=0)
    assert not found.finished
    assert found.analysed == found.steps == 8
    assert [balance.close for balance in found.seat_summaries] == [0.25, 0.5]
    assert found.seat_summaries[0].curve[-1] == (7, 0.25)
    assert (found.seat_summaries[0].luck, found.seat_summaries[0].cost) == (0.25, 0.5)


def test_a_game_in_which_nothing_was_decided_has_nothing_to_judge() -> None:
    record = new_record(onirium.load("hush"), ["human", "human"])
    found = analyse(record, simulations=0)
    assert (found.decisions, found.seat_summaries, found.analysed) == ([], [], 0)


def test_the_decisions_of_one_seat_can_be_judged_alone(
    whole: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_fake_advisor(playing_or_showing, monkeypatch)
    alone = analyse(whole_game(), simulations=0, seat=1)
    assert alone.decisions == [decision for decision in whole.decisions if decision.seat == 1]
    assert alone.seat_summaries == whole.seat_summaries[1:]
    assert alone.finished


def test_progress_counts_up_to_the_last_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    use_fake_advisor(playing_or_showing, monkeypatch)
    told: list[tuple[int, int]] = []
    analyse(whole_game(), 0, lambda *progress: told.append(progress))
    assert told == [(done, 12) for done in range(1, 13)]


def test_each_decision_gets_the_rounds_that_were_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_fake_advisor(playing_or_showing, monkeypatch)
    FakeAdvisor.simulations = []
    analyse(whole_game(), simulations=17)
    assert FakeAdvisor.simulations == [17] * 12


def test_otherwise_each_decision_gets_as_many_as_of_the_strong_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A tenth of a second at the pace of the game."""
    use_fake_advisor(lambda state: [0.5] * len(state.legal_actions()), monkeypatch)
    for path in (RECORDS / "onirim-0.1.0-won.json", RECORDS / "onirim-0.1.0-two-won.json"):
        record = read(path)
        simulations = 100 * search_module("onirim").simulations_per_ms(load_game(record))
        FakeAdvisor.simulations = []
        found = analyse(record)
        assert found.simulations == simulations
        assert FakeAdvisor.simulations == [simulations] * len(found.decisions)


def interrupted_after(decisions: int, monkeypatch: pytest.MonkeyPatch) -> Analysis:
    def judged(state: State) -> list[float]:
        if len(state.history()) >= 2 + 2 * decisions:
            raise KeyboardInterrupt
        return playing_or_showing(state)

    use_fake_advisor(judged, monkeypatch)
    return analyse(whole_game(), simulations=0)


@pytest.mark.parametrize("decisions", [1, 2, 10])
def test_an_interrupt_keeps_what_is_judged(
    decisions: int, whole: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = interrupted_after(decisions, monkeypatch)
    assert found.decisions == whole.decisions[:decisions]
    assert found.analysed == 1 + 2 * decisions
    assert not found.finished
    for balance in found.seat_summaries:
        assert balance.opening + balance.luck - balance.cost == balance.close


def test_an_interrupt_before_anything_is_judged_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted_after(0, monkeypatch)


@pytest.mark.long
def test_the_result_is_the_same_for_any_number_of_workers() -> None:
    record = read(RECORDS / "onirim-0.1.0-won.json")
    del record.actions[14:]
    alone, shared = (analyse(record, simulations=3, workers=workers) for workers in (1, 2))
    assert alone == shared
    assert len(alone.decisions) > 3


@pytest.mark.parametrize(("simulations", "workers"), [(-1, 1), (0, 0)])
def test_what_cannot_be_is_refused(simulations: int, workers: int) -> None:
    with pytest.raises(ValueError, match="cannot run"):
        analyse(whole_game(), simulations, workers=workers)


def costing(step: int, cost: float) -> Decision:
    return Decision(
        step=step, seat=0, action="a", best="b", before=0.5, after=0.5 - cost, cost=cost, luck=0.0
    )


def found_of(decisions: Sequence[Decision], steps: int = 100) -> Analysis:
    """Return an analysis of one seat with these decisions."""
    curve = [(decision.step, decision.after) for decision in decisions]
    balance = SeatSummary(seat=0, opening=0.5, luck=0.0, cost=0.0, close=0.5, curve=curve)
    return Analysis(
        game="hush",
        options={},
        seats=["human"],
        simulations=0,
        steps=steps,
        analysed=steps,
        finished=True,
        decisions=list(decisions),
        seat_summaries=[balance],
    )


def test_the_costliest_come_first_as_far_as_they_are_noticeable() -> None:
    costs = {1: 0.0099, 2: 0.01, 3: 0.2, 4: 0.0, 5: 0.3, 6: 0.2}
    found = found_of([costing(step, cost) for step, cost in costs.items()])
    assert [decision.step for decision in costliest_decisions(found)] == [5, 3, 6, 2]
    assert [decision.step for decision in costliest_decisions(found, most=2)] == [5, 3]


def test_the_result_is_one_json_object(whole: Analysis) -> None:
    value = msgspec.json.decode(msgspec.json.encode(whole))
    assert value["seat_summaries"][0]["curve"][-1] == [24, 1.0]
    assert value["decisions"][2]["best"] == "show shout"
    assert value["seats"] == ["human", "greedy"]


def parts(picture: ET.Element, tag: str, kind: str) -> list[ET.Element]:
    return [part for part in picture.iter(f"{SVG}{tag}") if part.get("class") == kind]


def texts(picture: ET.Element, kind: str) -> list[str | None]:
    return [part.text for part in parts(picture, "text", kind)]


def drawn(found: Analysis, language: str = "en") -> ET.Element:
    return ET.fromstring(draw(found, Words(language)))  # noqa: S314 - what we drew ourselves


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_seat_has_a_panel_with_its_name_and_a_curve(language: str, whole: Analysis) -> None:
    words = Words(language)
    picture = drawn(whole, language)
    assert picture.tag == f"{SVG}svg"
    assert picture.get("aria-label") == words.text("analysis.curve")
    assert texts(picture, "seat") == [words.text("player", number=number) for number in (1, 2)]
    curves = [part.get("points", "").split() for part in parts(picture, "polyline", "curve")]
    assert [len(points) for points in curves] == [len(seat.curve) for seat in whole.seat_summaries]


def test_a_curve_runs_from_the_left_to_the_right_and_higher_chances_lie_higher(
    whole: Analysis,
) -> None:
    curve = parts(drawn(whole), "polyline", "curve")[0]
    points = [tuple(map(float, point.split(","))) for point in curve.get("points", "").split()]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert xs == sorted(xs)
    shares = [(x - xs[0]) / (xs[-1] - xs[0]) for x in xs]
    assert shares == pytest.approx(
        [(step - 2) / 22 for step, _ in whole.seat_summaries[0].curve], abs=1e-3
    )
    # From a half at the beginning to 1 at the end.
    heights = [0.5 + 0.5 * (ys[0] - y) / (ys[0] - ys[-1]) for y in ys]
    assert heights == pytest.approx(
        [chance for _, chance in whole.seat_summaries[0].curve], abs=1e-3
    )


def test_the_costliest_decisions_are_numbered_in_the_panels_of_their_seats(whole: Analysis) -> None:
    """They cost 0.5, 0.25 and 0.125: the second was the other seat's."""
    first, second = parts(drawn(whole), "g", "panel")
    assert texts(first, "number") == ["1", "3"]
    assert texts(second, "number") == ["2"]


@pytest.mark.parametrize("steps", [[1, 2, 3, 4, 5], [50, 51, 53, 99, 100], [96, 97, 98, 99, 100]])
def test_no_mark_hides_another_or_leaves_the_picture(steps: list[int]) -> None:
    picture = drawn(found_of([costing(step, 0.1 + step / 1000) for step in steps]))
    marks = parts(picture, "circle", "mark")
    xs = [float(mark.get("cx", "")) for mark in marks]
    radius = float(marks[0].get("r", ""))
    assert xs == sorted(xs)
    assert all(right - left >= 2 * radius for left, right in pairwise(xs))
    assert xs[0] - radius >= 0
    assert xs[-1] + radius <= float(picture.get("width", ""))
    assert texts(picture, "number") == ["5", "4", "3", "2", "1"]


@pytest.mark.parametrize("steps", [1, 10, 11, 130, 20_000])
def test_the_axis_names_a_few_round_steps(steps: int) -> None:
    named = texts(drawn(found_of([costing(1, 0.1)], steps)), "step")
    numbers = [int(text) for text in named[:-1] if text]
    assert numbers[0] == 0
    assert 2 <= len(numbers) <= 11
    assert steps - numbers[1] < numbers[-1] <= steps
