"""Bounds: what is proved of deals near the end that a person can count, and what is made of it."""

import json
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
from onirium.studies.analysis import solvability as study
from onirium.studies.analysis.solvability import (
    ChanceScript,
    DealResult,
    Solvability,
    SolvabilityJob,
    estimate_solvability,
    play_deal,
    solve_deal,
)
from onirium.terminal.commands import bounds as terminal

GAME = onirium.load("onirim")
KEYS = range(0, 20_000, 1000)
PLENTY = 10_000
"""More lines than any position here has."""

SEVEN_DOORS = "2 red door, 2 blue door, 2 green door, brown door"
SUN, MOON = "play brown sun", "play brown moon"


class Impartial(Evaluator):
    """Thinks that all positions are alike."""

    def value(self, state: State, seat: i64) -> float:
        del state, seat
        return 0.5


class Wasteful(Evaluator):
    """Likes a high discard pile."""

    def value(self, state: State, seat: i64) -> float:
        del seat
        return cast("Board", state).discard_size / 100


class Stubborn(Bot):
    """Starts with a brown sun, goes on with brown whenever it can, and fetches the door."""

    def choose(self, state: State, random: Random) -> i64:
        del random
        legal = state.legal_actions()
        wanted = [GAME.parse(notation) for notation in ("search", SUN, MOON)]
        return next((action for action in wanted if action in legal), legal[-1])


def position(**fields: str) -> State:
    known = {"agenda": "play", "doors": SEVEN_DOORS, "discard": "the rest"}
    return GAME.from_fields(known | fields)


def third_room_missing() -> State:
    """Return a turn from which a brown set can be finished as its third room comes.

    Sun, moon, sun or moon, sun, moon: who begins must know which third room comes. The Nightmare
    cannot be survived: there is no key, no time to find another door, no hand left in the deck.
    """
    return position(
        hand="brown sun, brown moon, 3 red sun",
        unknown="brown sun, brown moon, red sun, nightmare, brown door",
    )


def order(deal: int) -> list[str]:
    """Return the rooms in the order in which they come, up to the Nightmare, by a slow walk."""
    state = third_room_missing()
    cards: list[str] = []
    came = 0
    while "nightmare" not in cards and len(cards) < 3:
        if state.is_chance_node():
            outcome = state.sample(Random(deal + came))
            came += 1
            cards.append(GAME.notation(outcome))
            state.apply(outcome)
        else:
            state.apply(GAME.parse("discard red sun"))
        cards = [card for card in cards if card != "brown door"]
    return cards


@cache
def fate_after(action: str, key: int) -> Solvability:
    state = third_room_missing()
    state.apply(GAME.parse(action))
    return solve_deal(state, ChanceScript(key), Impartial(), PLENTY)


def is_winnable(cards: list[str], needed: str) -> bool:
    """Tell whether two rooms come before the Nightmare, the right one among them; or all three."""
    return len(cards) == 3 and ("nightmare" not in cards or needed in cards)


@pytest.mark.parametrize(("action", "needed"), [(SUN, "brown sun"), (MOON, "brown moon")])
def test_how_a_set_had_to_be_begun_is_known_beforehand(action: str, needed: str) -> None:
    for key in KEYS:
        winnable = is_winnable(order(key), needed)
        assert fate_after(action, key) == (
            Solvability.WINNABLE if winnable else Solvability.LOST
        ), order(key)


@pytest.mark.long
def test_a_deal_is_winnable_if_one_beginning_wins() -> None:
    """No beginning wins them all: some need the sun first, others the moon."""
    needed = set()
    for key in KEYS:
        found = {action: fate_after(action, key) for action in (SUN, MOON)}
        best = Solvability.WINNABLE if Solvability.WINNABLE in found.values() else Solvability.LOST
        assert solve_deal(third_room_missing(), ChanceScript(key), Impartial(), PLENTY) == best
        if Solvability.LOST in found.values():
            needed |= {action for action, then in found.items() if then == Solvability.WINNABLE}
    assert needed == {SUN, MOON}


def test_a_player_meets_the_deal_that_is_searched() -> None:
    won = {
        key: play_deal(third_room_missing(), ChanceScript(key), Stubborn(), Random(1))
        for key in KEYS
    }
    assert won == {key: is_winnable(order(key), "brown sun") for key in KEYS}
    assert set(won.values()) == {True, False}


@pytest.mark.parametrize("key", KEYS[:10])
def test_a_deal_is_lost_if_no_order_of_the_cards_helps(key: int) -> None:
    """The only card left is a door that nobody can open, and then the deck is empty."""
    state = position(hand="5 red sun", unknown="brown door")
    assert solve_deal(state, ChanceScript(key), Impartial(), PLENTY) is Solvability.LOST


@pytest.mark.parametrize("key", KEYS[:10])
def test_a_deal_is_winnable_if_the_last_door_can_be_fetched_at_once(key: int) -> None:
    state = position(hand="5 brown sun", row="brown sun, brown moon", unknown="brown door")
    assert solve_deal(state, ChanceScript(key), Impartial(), 1) is Solvability.WINNABLE


@pytest.mark.long
def test_what_was_not_followed_proves_nothing() -> None:
    """Only more than one line at once finds that rooms should be played and not discarded."""
    for key in KEYS[:5]:
        assert (
            solve_deal(third_room_missing(), ChanceScript(key), Wasteful(), 1) is Solvability.OPEN
        )
        proved = solve_deal(third_room_missing(), ChanceScript(key), Impartial(), PLENTY)
        assert solve_deal(third_room_missing(), ChanceScript(key), Wasteful(), PLENTY) is proved


def test_searching_leaves_the_state_as_it_was() -> None:
    state = third_room_missing()
    solve_deal(state, ChanceScript(0), Impartial(), PLENTY)
    assert state == third_room_missing()


def test_the_result_is_the_same_for_any_number_of_workers() -> None:
    alone = estimate_solvability(GAME, "random", 3, seed=5, width=1, workers=1)
    assert alone == estimate_solvability(GAME, "random", 3, seed=5, width=1, workers=2)
    assert alone.winnable + alone.lost + alone.open == alone.games == 3


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[DealResult]], None]:
    """Return what says beforehand what is found of each deal."""

    def say(verdicts: list[DealResult]) -> None:
        def judge(trial: SolvabilityJob) -> DealResult:
            return verdicts[trial.number]

        monkeypatch.setattr(study, "run_solvability_job", judge)
        monkeypatch.setattr(study, "load_evaluator", lambda _: Impartial())

    return say


def of_each(**numbers: int) -> list[DealResult]:
    """Return verdicts, so many of each kind: won, winnable, lost, open."""
    return [
        DealResult(won=kind == "won", fate=Solvability("winnable" if kind == "won" else kind))
        for kind, number in numbers.items()
        for _ in range(number)
    ]


def test_what_is_not_proved_lost_counts_for_the_bound(
    judged: Callable[[list[DealResult]], None],
) -> None:
    """15 of 148 are not proved lost: 6.2 to 16.1 %, the example of Newcombe's paper of 1998."""
    judged(of_each(won=3, winnable=4, lost=133, open=8))
    found = estimate_solvability(GAME, "random", 148, seed=1, workers=1)
    assert (found.wins, found.winnable, found.lost, found.open) == (3, 7, 133, 8)
    assert (found.win_rate, found.bound) == (3 / 148, 15 / 148)
    assert (round(found.bound_low, 4), round(found.bound_high, 4)) == (0.0624, 0.1605)


def test_an_interrupt_keeps_the_deals_that_are_done(
    judged: Callable[[list[DealResult]], None],
) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    judged(of_each(lost=1, won=2))
    found = estimate_solvability(GAME, "random", 3, seed=1, workers=1, on_progress=interrupt)
    assert (found.games, found.lost) == (1, 1)


def test_an_interrupt_before_the_first_deal_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: SolvabilityJob) -> DealResult:
        raise KeyboardInterrupt

    monkeypatch.setattr(study, "run_solvability_job", interrupt)
    with pytest.raises(KeyboardInterrupt):
        estimate_solvability(GAME, "random", 3, seed=1, workers=1)


def test_progress_counts_deals(judged: Callable[[list[DealResult]], None]) -> None:
    told: list[int] = []
    judged(of_each(open=3))
    estimate_solvability(GAME, "random", 3, seed=1, workers=1, on_progress=told.append)
    assert told == [1, 2, 3]


@pytest.mark.parametrize(
    ("game", "games", "width", "workers", "reason"),
    [
        (onirium.load("onirim", seats=2), 1, 1, 1, "games of one seat, and onirim has 2 here"),
        (onirium.load("nightmarium"), 1, 1, 1, "games of one seat, and nightmarium has 2 here"),
        (GAME, 0, 1, 1, "0 games cannot be played"),
        (GAME, 1, 0, 1, "0 lines cannot be followed"),
        (GAME, 1, 1, 0, "0 workers cannot work"),
    ],
)
def test_what_cannot_be_is_refused(
    game: onirium.Game, games: int, width: int, workers: int, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        estimate_solvability(game, "random", games, seed=1, width=width, workers=workers)


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(UnknownBot, match="'clever'; available: random, greedy"):
        estimate_solvability(GAME, "clever", 1, seed=1)


def shown(language: str, *, as_json: bool, capsys: pytest.CaptureFixture[str]) -> str:
    terminal.run(
        onirium.load("onirim", expansions="book,towers"),
        "random",
        10,
        Words(language, "onirim"),
        seed=7,
        width=None,
        workers=1,
        budget_ms=None,
        as_json=as_json,
    )
    return capsys.readouterr().out


def rows(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        yield [part.strip() for part in line.split("  ") if part.strip()]


def test_bounds_are_shown_as_a_table(
    judged: Callable[[list[DealResult]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    judged(of_each(won=4, winnable=3, lost=1, open=2))
    found = list(rows(shown("en", as_json=False, capsys=capsys)))
    assert found[0] == ["Game", "onirim expansions=book,towers"]
    assert found[1] == ["Seed", "7"]
    assert found[4] == ["Deals", "Share", "95 % interval"]
    assert [row[1:3] for row in found[5:10]] == [
        ["4", "40.0%"],
        ["7", "70.0%"],
        ["1", "10.0%"],
        ["2", "20.0%"],
        ["9", "90.0%"],
    ]
    assert [len(row) for row in found[5:10]] == [4, 3, 3, 3, 4]


@pytest.mark.parametrize("language", LANGUAGES)
def test_bounds_are_told_in_every_language(
    language: str,
    judged: Callable[[list[DealResult]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    judged(of_each(won=10))
    text = shown(language, as_json=False, capsys=capsys)
    assert "random" in text
    assert "bounds." not in text


def test_bounds_can_be_printed_as_one_json_object(
    judged: Callable[[list[DealResult]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    judged(of_each(won=4, winnable=3, lost=1, open=2))
    found = json.loads(shown("de", as_json=True, capsys=capsys))
    assert (found["games"], found["winnable"], found["lost"], found["open"]) == (10, 7, 1, 2)
    assert (found["options"], found["player"]) == ({"expansions": ["book", "towers"]}, "random")
