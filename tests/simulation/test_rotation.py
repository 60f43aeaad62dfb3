"""Rotation: every player comes to every seat with the same cards, and intervals stay honest."""

import io
import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import pvariance

import msgspec
import pytest
from rich.console import Console as RichConsole

import onirium
from onirium.bots.registry import Bot, RandomBot, make_bot
from onirium.core.chance import Random, derive_key
from onirium.core.game import Game, State
from onirium.games import registry
from onirium.i18n.catalog import Words
from onirium.studies.simulation.game_loop import TIMED_DEAL_INTERVAL, play_games
from onirium.studies.simulation.simulate import (
    GAMES_PER_JOB,
    Z_95,
    effective_sample_size,
    simulate,
    wilson_interval,
)
from onirium.terminal.commands.simulate import show
from tests.support.high_card_game import KEEP, Cut, CutState

RACE = onirium.load("onirim", seats=2, mode="race")
SEVERAL = (2, 3, 4, 5)
TAKEN_BY_TIME = ("workers", "seconds", "games_per_second", "steps_per_second", "ms_per_decision")


@pytest.fixture(autouse=True)
def _cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._MODULES, "cut", "tests.support.high_card_game")


class Keeper(Bot):
    """Keeps its card, and notes where it sat and which cards were dealt."""

    def __init__(self) -> None:
        self.noted: list[tuple[int, tuple[int, ...]]] = []

    def choose(self, state: State, _: Random) -> int:
        assert isinstance(state, CutState)
        self.noted.append((state.decided, tuple(state.cards)))
        return KEEP


class FirstLegal(Bot):
    """Takes the first legal action."""

    def choose(self, state: State, _: Random) -> int:
        return state.legal_actions()[0]


def keys(players: int) -> list[int]:
    return [derive_key(8, f"{number}") for number in range(players + 1)]


@pytest.mark.parametrize("seats", SEVERAL)
def test_the_players_move_one_seat_on_after_each_game_of_a_deal(seats: int) -> None:
    deals = 12
    keepers = [Keeper() for _ in range(seats)]
    game = onirium.load("cut", seats=seats)
    tally = play_games(game, list(keepers), keys(seats), 0, deals, rotate=True)
    assert (tally.deals, tally.games) == (deals, deals * seats)
    for number, keeper in enumerate(keepers):
        sat = [seat for seat, _ in keeper.noted]
        assert sat == [(number + game) % seats for _ in range(deals) for game in range(seats)]


@pytest.mark.parametrize("seats", SEVERAL)
def test_the_cards_of_a_deal_come_to_the_same_seats_in_each_of_its_games(seats: int) -> None:
    deals = 12
    keepers = [Keeper() for _ in range(seats)]
    play_games(onirium.load("cut", seats=seats), list(keepers), keys(seats), 0, deals, rotate=True)
    dealt = [cards for _, cards in keepers[0].noted]
    of_a_deal = [set(dealt[first : first + seats]) for first in range(0, deals * seats, seats)]
    assert all(len(hands) == 1 for hands in of_a_deal)
    assert len(set(dealt)) > deals / 2


@pytest.mark.parametrize("game", ["cut", "hush"])
def test_players_that_play_alike_win_equally_often(game: str) -> None:
    loaded = onirium.load(game, seats=2) if game == "cut" else onirium.load(game)
    tallies = [
        play_games(loaded, [FirstLegal(), FirstLegal()], keys(2), 0, 50, rotate=rotate)
        for rotate in (False, True)
    ]
    fixed, rotated = (tally.wins for tally in tallies)
    assert fixed[0] != fixed[1]
    assert rotated[0] == rotated[1] == sum(fixed)


def test_players_that_play_alike_win_a_whole_game_equally_often() -> None:
    fixed = simulate(RACE, ["greedy", "greedy"], 31, seed=2, workers=1)
    rotated = simulate(RACE, ["greedy", "greedy"], 62, seed=2, workers=1, rotate=True)
    assert fixed.wins[0] != fixed.wins[1]
    assert rotated.wins == [sum(fixed.wins)] * 2


def one_by_one(game: Game, seats: Sequence[str], deals: int, seed: int) -> Iterator[list[float]]:
    """Yield what each player wins, game by game: a slow loop over the contract."""
    players = [make_bot(name, game) for name in seats]
    for deal in range(deals):
        for turn in range(len(seats)):
            dice = [Random(derive_key(seed, f"seat {name}") + deal) for name in range(len(seats))]
            deck = Random(derive_key(seed, "deck") + deal)
            state = game.new_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_unchecked(state.sample(deck))
                else:
                    player = (state.current_player() - turn) % len(seats)
                    state.apply_unchecked(players[player].choose(state, dice[player]))
            returns = state.returns()
            yield [returns[(player + turn) % len(seats)] for player in range(len(seats))]


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (RACE, ["random", "greedy"]),
        (RACE, ["greedy", "random"]),
        *((Cut({"seats": seats}), ["random"] * seats) for seats in SEVERAL),  # type: ignore[abstract]
    ],
)
def test_what_is_found_is_told_by_player_wherever_it_sat(game: Game, seats: list[str]) -> None:
    deals = 20
    number = len(seats)
    found = simulate(game, seats, deals * number, seed=4, workers=1, rotate=True)
    returns = list(zip(*one_by_one(game, seats, deals, seed=4), strict=True))
    assert found.wins == [of_player.count(1.0) for of_player in returns]
    assert found.returns == [sum(of_player) / len(of_player) for of_player in returns]
    assert found.win_rates == [wins / (deals * number) for wins in found.wins]
    for player, of_player in enumerate(returns):
        shares = [
            sum(of_player[first : first + number]) / number
            for first in range(0, deals * number, number)
        ]
        count = slow_count(shares)
        low, high = wilson_interval(found.win_rates[player] * count, count)
        assert math.isclose(found.win_rates_low[player], low, abs_tol=1e-9)
        assert math.isclose(found.win_rates_high[player], high, abs_tol=1e-9)


def slow_count(shares: Sequence[float]) -> float:
    """Count independent games by the variance of observations to which others are added.

    The added ones have the mean of the rest, and the variance of games that are won or lost.
    """
    share = sum(shares) / len(shares)
    of_games = share * (1 - share)
    if of_games == 0:
        return len(shares)
    added = Z_95**2
    of_deals = (len(shares) * pvariance(shares) + added * of_games) / (len(shares) + added)
    return len(shares) * of_games / of_deals


def test_the_better_player_is_found_whichever_seat_it_is_given() -> None:
    for seats in (["greedy", "random"], ["random", "greedy"]):
        found = simulate(RACE, seats, 40, seed=1, workers=1, rotate=True)
        better = seats.index("greedy")
        assert found.win_rates_low[better] > found.win_rates_high[1 - better]


@pytest.mark.parametrize(("seats", "asked", "played"), [
    (2, 1, 2), (2, 2, 2), (2, 3, 4), (3, 3, 3), (3, 4, 6), (5, 11, 15), (3, GAMES_PER_JOB, 501),
    (4, 2 * GAMES_PER_JOB + 1, 2 * GAMES_PER_JOB + 4),
])  # fmt: skip
def test_games_are_rounded_up_to_whole_deals(seats: int, asked: int, played: int) -> None:
    game = onirium.load("cut", seats=seats)
    found = simulate(game, ["random"] * seats, asked, seed=1, workers=1, rotate=True)
    assert (found.games, found.deals) == (played, played // seats)
    assert sum(found.wins) == played
    fixed = simulate(game, ["random"] * seats, asked, seed=1, workers=1)
    assert (fixed.games, fixed.deals) == (asked, asked)


def test_the_result_is_the_same_for_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for size, workers in ((500, 1), (7, 1), (7, 2)):
        monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", size)
        found = simulate(RACE, ["greedy", "random"], 19, seed=5, workers=workers, rotate=True)
        assert found.workers == workers
        ours = msgspec.to_builtins(found)
        results.append({name: ours[name] for name in ours if name not in TAKEN_BY_TIME})
    assert results[0] == results[1] == results[2]
    assert results[0]["games"] == 20


@pytest.mark.parametrize("seats", SEVERAL)
def test_an_interrupt_leaves_whole_deals(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 11)
    game = onirium.load("cut", seats=seats)
    found = simulate(
        game, ["random"] * seats, 90, seed=1, workers=1, rotate=True, on_progress=interrupt
    )
    assert found.games == 11 - 11 % seats
    again = simulate(game, ["random"] * seats, found.games, seed=1, workers=1, rotate=True)
    assert (found.wins, found.deals) == (again.wins, again.deals)


@pytest.mark.parametrize("seats", SEVERAL)
def test_decisions_are_timed_in_every_seat_alike(seats: int) -> None:
    """Cut has one decision for each player and game."""
    players: list[Bot] = [RandomBot() for _ in range(seats)]
    game = onirium.load("cut", seats=seats)
    tally = play_games(game, players, keys(seats), 0, int(TIMED_DEAL_INTERVAL) + 1, rotate=True)
    assert tally.timed_decisions == [2 * seats] * seats


def test_one_player_has_nobody_to_change_seats_with() -> None:
    with pytest.raises(ValueError, match="1 seat here and nobody to change it with"):
        simulate(onirium.load("onirim"), ["random"], 10, seed=1, rotate=True)


@pytest.mark.parametrize(
    ("deals", "games", "wins", "squares", "count"),
    [
        (100, 100, 30, 30, 100),  # one game a deal
        (100, 200, 60, 120, 100),  # 30 deals won twice, 70 lost twice: they end alike
        (100, 200, 0, 0, 100),  # nothing is known of how deals differ
        (100, 200, 200, 400, 100),
        (100, 200, 100, 100, 100 * (1 + 100 / Z_95**2)),  # each deal won once
        (4 * 10**6, 8 * 10**6, 4 * 10**6, 6 * 10**6, 8 * 10**6),  # as if tossed: 1, 2, 1
    ],
)
def test_a_deal_counts_by_how_little_deals_differ(
    deals: int, games: int, wins: int, squares: int, count: float
) -> None:
    found = effective_sample_size(deals=deals, games=games, wins=wins, squares=squares)
    assert math.isclose(found, count, rel_tol=1e-5)


@pytest.mark.parametrize(
    "chances",
    [
        (0.25, 0.5, 0.25),  # of two games, none, one, both are won: independent
        (0.05, 0.9, 0.05),  # mirrored
        (0.5, 0.0, 0.5),  # alike
        (0.45, 0.1, 0.45),
        (0.8, 0.2, 0.0),
        (0.05, 0.25, 0.7),
        (0.4, 0.3, 0.2, 0.1),
        (0.1, 0.8, 0.05, 0.05),
        (0.6, 0.1, 0.1, 0.2),
    ],
)
def test_the_interval_holds_the_true_share_however_the_games_of_a_deal_hang_together(
    chances: Sequence[float],
) -> None:
    """Exactly counted over all that 25 deals can bring."""
    deals, most = 25, len(chances) - 1
    true = sum(won * chance for won, chance in enumerate(chances)) / most
    held = 0.0
    for counts in partitions(deals, len(chances)):
        wins = sum(won * count for won, count in enumerate(counts))
        squares = sum(won * won * count for won, count in enumerate(counts))
        count = effective_sample_size(deals, deals * most, wins, squares)
        low, high = wilson_interval(wins / (deals * most) * count, count)
        if low <= true <= high:
            held += probability(counts, chances)
    assert held > 0.94


def partitions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write a number as so many counts."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for others in partitions(total - first, parts - 1):
            yield (first, *others)


def probability(counts: Sequence[int], chances: Sequence[float]) -> float:
    """Return the multinomial probability of some counts."""
    ways = math.factorial(sum(counts))
    for count in counts:
        ways //= math.factorial(count)
    return ways * math.prod(c**n for c, n in zip(chances, counts, strict=True))


def test_every_player_has_its_interval_without_rotation_too() -> None:
    found = simulate(RACE, ["random", "greedy"], 40, seed=1, workers=1)
    assert not found.rotated
    intervals = zip(found.win_rates_low, found.win_rates_high, strict=True)
    assert list(intervals) == [wilson_interval(wins, 40) for wins in found.wins]


def test_the_json_names_the_players_in_the_order_given() -> None:
    found = simulate(RACE, ["random", "greedy"], 20, seed=1, workers=1, rotate=True)
    value = json.loads(msgspec.json.encode(found))
    assert value["seats"] == ["random", "greedy"]
    assert value["wins"][0] < value["wins"][1]
    assert (value["rotated"], value["deals"], value["games"]) == (True, 10, 20)
    for name in ("win_rate", "win_rate_low", "win_rate_high"):
        several = value[name.replace("rate", "rates")]
        assert len(several) == 2
        assert value[name] == several[0]
        assert several[0] < several[1]


def test_every_player_has_its_line_in_the_order_given() -> None:
    found = simulate(RACE, ["random", "greedy"], 20, seed=1, workers=1, rotate=True)
    page = io.StringIO()
    show(found, Words("en", "onirim"), RichConsole(file=page, width=80))
    lines = [line.split() for line in page.getvalue().splitlines()]
    assert ["Deals,", "played", "from", "every", "seat", "10"] in lines
    rows = [line for line in lines if line and line[0] in {"random", "greedy"}]
    assert Counter(row[0] for row in rows) == {"random": 1, "greedy": 1}
    assert [row[1] for row in rows] == [f"{rate:.2%}" for rate in found.win_rates]
    assert [row[2] for row in rows] == [f"{low:.2%}" for low in found.win_rates_low]
    assert [row[4] for row in rows] == [f"{high:.2%}" for high in found.win_rates_high]
    assert [row[5] for row in rows] == [str(wins) for wins in found.wins]
