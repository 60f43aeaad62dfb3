"""Solvability: deals near the end whose result is known by hand, and the bounds from them."""

import json
import signal
from collections.abc import Callable, Iterator
from functools import cache
from typing import cast

import pytest
from mypy_extensions import i64

import onirium
from onirium import State
from onirium.bots.network.evaluator import Evaluator
from onirium.bots.registry import Bot, UnknownBot
from onirium.core.chance import Random
from onirium.games.onirim.state import Board
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.studies.analysis import solvability as module
from onirium.studies.analysis.solvability import (
    ChanceScript,
    DealResult,
    Solvability,
    SolvabilityConfig,
    SolvabilityJob,
    SolvabilityResult,
    estimate_solvability,
    play_deal,
    solve_deal,
)
from onirium.terminal.commands import bounds as terminal
from tests.support.fake_advisor import EvenEvaluator

GAME = onirium.load("onirim")
KEYS = range(0, 20_000, 1000)
UNLIMITED_WIDTH = 10_000
"""More states than any position here can reach."""

SEVEN_DOORS = "2 red door, 2 blue door, 2 green door, brown door"
SUN, MOON = "play brown sun", "play brown moon"


class DiscardEvaluator(Evaluator):
    """Prefers a large discard pile."""

    def value(self, state: State, seat: i64) -> float:
        del seat
        return cast("Board", state).discard_size / 100


class BrownBot(Bot):
    """Plays a brown sun first, then any brown card, and searches for the door."""

    def choose(self, state: State, rng: Random) -> i64:
        del rng
        legal = state.legal_actions()
        preferred = [GAME.parse(notation) for notation in ("search", SUN, MOON)]
        return next((action for action in preferred if action in legal), legal[-1])


def position(**fields: str) -> State:
    defaults = {"steps": "play", "doors": SEVEN_DOORS, "discard": "the rest"}
    return GAME.from_fields(defaults | fields)


def third_card_missing() -> State:
    """Return a state in which a brown set needs one more card from the deck.

    The set is sun, moon, sun or moon, sun, moon, so the first card to play depends on the card
    that is drawn. A nightmare loses: there is no key, no time for another door, and no hand left in
    the deck.
    """
    return position(
        hand="brown sun, brown moon, 3 red sun",
        unknown="brown sun, brown moon, red sun, nightmare, brown door",
    )


def draw_order(key: int) -> list[str]:
    """Return the locations in the order in which they are drawn, up to the nightmare."""
    state = third_card_missing()
    cards: list[str] = []
    outcomes = 0
    while "nightmare" not in cards and len(cards) < 3:
        if state.is_chance_node():
            outcome = state.sample(Random(key + outcomes))
            outcomes += 1
            cards.append(GAME.notation(outcome))
            state.apply(outcome)
        else:
            state.apply(GAME.parse("discard red sun"))
        cards = [card for card in cards if card != "brown door"]
    return cards


@cache
def solvability_after(action: str, key: int) -> Solvability:
    state = third_card_missing()
    state.apply(GAME.parse(action))
    return solve_deal(state, ChanceScript(key), EvenEvaluator(), UNLIMITED_WIDTH)


def is_winnable(cards: list[str], needed: str) -> bool:
    """Return whether the needed card is drawn before the nightmare, or all three cards are."""
    return len(cards) == 3 and ("nightmare" not in cards or needed in cards)


@pytest.mark.parametrize(("action", "needed"), [(SUN, "brown sun"), (MOON, "brown moon")])
def test_first_card_of_a_set_must_match_the_draw_order(action: str, needed: str) -> None:
    for key in KEYS:
        winnable = is_winnable(draw_order(key), needed)
        assert solvability_after(action, key) == (
            Solvability.WINNABLE if winnable else Solvability.LOST
        ), draw_order(key)


@pytest.mark.long
def test_deal_is_winnable_if_one_first_card_wins() -> None:
    """No first card wins all deals: some need the sun, others the moon."""
    needed = set()
    for key in KEYS:
        after = {action: solvability_after(action, key) for action in (SUN, MOON)}
        best = Solvability.WINNABLE if Solvability.WINNABLE in after.values() else Solvability.LOST
        assert (
            solve_deal(third_card_missing(), ChanceScript(key), EvenEvaluator(), UNLIMITED_WIDTH)
            == best
        )
        if Solvability.LOST in after.values():
            needed |= {action for action, result in after.items() if result == Solvability.WINNABLE}
    assert needed == {SUN, MOON}


def test_bot_plays_the_deal_that_is_searched() -> None:
    won = {
        key: play_deal(third_card_missing(), 0, ChanceScript(key), BrownBot(), Random(1))
        for key in KEYS
    }
    assert won == {key: is_winnable(draw_order(key), "brown sun") for key in KEYS}
    assert set(won.values()) == {True, False}


@pytest.mark.parametrize("key", KEYS[:10])
def test_deal_is_lost_if_no_draw_order_wins(key: int) -> None:
    """The only card left is a door that cannot be opened, and then the deck is empty."""
    state = position(hand="5 red sun", unknown="brown door")
    assert (
        solve_deal(state, ChanceScript(key), EvenEvaluator(), UNLIMITED_WIDTH) is Solvability.LOST
    )


@pytest.mark.parametrize("key", KEYS[:10])
def test_deal_is_winnable_if_the_last_door_can_be_found_at_once(key: int) -> None:
    state = position(hand="5 brown sun", row="brown sun, brown moon", unknown="brown door")
    assert solve_deal(state, ChanceScript(key), EvenEvaluator(), 1) is Solvability.WINNABLE


@pytest.mark.long
def test_deal_is_open_if_the_beam_was_pruned() -> None:
    """The evaluator prefers to discard; only a wider beam keeps states after playing a card."""
    for key in KEYS[:5]:
        assert (
            solve_deal(third_card_missing(), ChanceScript(key), DiscardEvaluator(), 1)
            is Solvability.OPEN
        )
        proved = solve_deal(
            third_card_missing(), ChanceScript(key), EvenEvaluator(), UNLIMITED_WIDTH
        )
        assert (
            solve_deal(third_card_missing(), ChanceScript(key), DiscardEvaluator(), UNLIMITED_WIDTH)
            is proved
        )


def test_search_leaves_the_state_unchanged() -> None:
    state = third_card_missing()
    solve_deal(state, ChanceScript(0), EvenEvaluator(), UNLIMITED_WIDTH)
    assert state == third_card_missing()


def estimate(
    games: int,
    *,
    workers: int = 1,
    seed: int = 1,
    on_progress: Callable[[int], None] | None = None,
) -> SolvabilityResult:
    config = SolvabilityConfig(GAME, "random", games, seed, beam_width=1, workers=workers)
    return estimate_solvability(config, on_progress)


def test_result_is_the_same_for_any_number_of_workers() -> None:
    one = estimate(3, seed=5, workers=1)
    assert one == estimate(3, seed=5, workers=2)
    assert one.winnable + one.lost + one.open == one.games == 3


@pytest.fixture
def script_results(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[DealResult]], None]:
    """Return a function that sets the result of each deal."""

    def set_results(results: list[DealResult]) -> None:
        def run_job(job: SolvabilityJob) -> DealResult:
            return results[job.number]

        monkeypatch.setattr(module, "run_solvability_job", run_job)
        monkeypatch.setattr(module, "load_evaluator", lambda _: EvenEvaluator())

    return set_results


def deal_results(**counts: int) -> list[DealResult]:
    """Return a number of results of each kind: won, winnable, lost, open."""
    return [
        DealResult(
            won=kind == "won", solvability=Solvability("winnable" if kind == "won" else kind)
        )
        for kind, count in counts.items()
        for _ in range(count)
    ]


def test_bound_is_the_share_of_deals_not_proved_lost(
    script_results: Callable[[list[DealResult]], None],
) -> None:
    """15 of 148 are not proved lost: 6.2 to 16.1 %, the example of Newcombe (1998)."""
    script_results(deal_results(won=3, winnable=4, lost=133, open=8))
    result = estimate(148)
    assert (result.wins, result.winnable, result.lost, result.open) == (3, 7, 133, 8)
    assert (result.win_rate, result.bound) == (3 / 148, 15 / 148)
    assert (round(result.bound_low, 4), round(result.bound_high, 4)) == (0.0624, 0.1605)


def test_interrupt_returns_the_finished_deals(
    script_results: Callable[[list[DealResult]], None],
) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    script_results(deal_results(lost=1, won=2))
    result = estimate(3, on_progress=interrupt)
    assert (result.games, result.lost, result.finished) == (1, 1, False)
    assert estimate(3).finished


@pytest.mark.parametrize("language", LANGUAGES)
def test_terminal_says_that_an_interrupted_result_is_incomplete(
    language: str,
    script_results: Callable[[list[DealResult]], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run_job(job: SolvabilityJob) -> DealResult:
        if job.number == 7:
            signal.raise_signal(signal.SIGINT)
        return DealResult(won=True, solvability=Solvability.WINNABLE)

    script_results([])
    monkeypatch.setattr(module, "run_solvability_job", run_job)
    config = SolvabilityConfig(GAME, "random", 10, seed=7, workers=1)
    terminal.run(config, Words(language, "onirim"), as_json=True)
    captured = capsys.readouterr()
    result = json.loads(captured.out)
    assert (result["games"], result["finished"]) == (7, False)
    notice = Words(language, "onirim").text("simulate.incomplete", games="7", total="10")
    assert notice in captured.err


def test_interrupt_before_the_first_deal_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: SolvabilityJob) -> DealResult:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "run_solvability_job", interrupt)
    with pytest.raises(KeyboardInterrupt):
        estimate(3)


def test_progress_reaches_the_number_of_deals(
    script_results: Callable[[list[DealResult]], None],
) -> None:
    reported: list[int] = []
    script_results(deal_results(open=3))
    estimate(3, on_progress=reported.append)
    assert reported == [1, 2, 3]


@pytest.mark.parametrize(
    ("game", "games", "width", "workers", "reason"),
    [
        (
            onirium.load("onirim", seats=2),
            1,
            1,
            1,
            "bounds need a game with 1 seat; onirim has 2 here",
        ),
        (
            onirium.load("nightmarium"),
            1,
            1,
            1,
            "bounds need a game with 1 seat; nightmarium has 2 here",
        ),
        (GAME, 0, 1, 1, "games: 0 is not between 1 and"),
        (GAME, 1, 0, 1, "width must be at least 1, not 0"),
        (GAME, 1, 1, 0, "workers must be at least 1, not 0"),
    ],
)
def test_invalid_config_is_rejected(
    game: onirium.Game, games: int, width: int, workers: int, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        estimate_solvability(
            SolvabilityConfig(game, "random", games, 1, beam_width=width, workers=workers)
        )


def test_unknown_bot_is_rejected() -> None:
    with pytest.raises(UnknownBot, match="'clever'; available: random, greedy"):
        SolvabilityConfig(GAME, "clever", 1, seed=1)


def run_command(language: str, *, as_json: bool, capsys: pytest.CaptureFixture[str]) -> str:
    game = onirium.load("onirim", expansions="book,towers")
    config = SolvabilityConfig(game, "random", 10, seed=7, workers=1)
    terminal.run(config, Words(language, "onirim"), as_json=as_json)
    return capsys.readouterr().out


def rows(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        yield [part.strip() for part in line.split("  ") if part.strip()]


def test_terminal_prints_a_table(
    script_results: Callable[[list[DealResult]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    script_results(deal_results(won=4, winnable=3, lost=1, open=2))
    lines = list(rows(run_command("en", as_json=False, capsys=capsys)))
    assert lines[0] == ["Game", "onirim expansions=book,towers"]
    assert lines[1] == ["Seed", "7"]
    assert lines[4] == ["Deals", "Share", "95% interval"]
    assert [row[1:3] for row in lines[5:10]] == [
        ["4", "40.0%"],
        ["7", "70.0%"],
        ["1", "10.0%"],
        ["2", "20.0%"],
        ["9", "90.0%"],
    ]
    assert [len(row) for row in lines[5:10]] == [4, 3, 3, 3, 4]


@pytest.mark.parametrize("language", LANGUAGES)
def test_terminal_prints_in_every_language(
    language: str,
    script_results: Callable[[list[DealResult]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    script_results(deal_results(won=10))
    text = run_command(language, as_json=False, capsys=capsys)
    assert "random" in text
    assert "bounds." not in text


def test_terminal_prints_one_json_object(
    script_results: Callable[[list[DealResult]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    script_results(deal_results(won=4, winnable=3, lost=1, open=2))
    result = json.loads(run_command("de", as_json=True, capsys=capsys))
    assert (result["games"], result["winnable"], result["lost"], result["open"]) == (10, 7, 1, 2)
    assert result["finished"]
    assert (result["options"], result["bot"]) == ({"expansions": ["book", "towers"]}, "random")
