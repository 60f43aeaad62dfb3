"""Rotation: every bot plays every seat with the same cards, and intervals keep their coverage."""

import io
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import pvariance

import msgspec
import pytest

import onirium
from onirium.bots.registry import Bot, RandomBot, make_bot
from onirium.core.chance import Random, derive_key
from onirium.core.game import Game, State
from onirium.games import registry
from onirium.i18n.catalog import Words
from onirium.studies.simulation.game_loop import DEALS_PER_TIMING, play_games
from onirium.studies.simulation.result import SimulationResult
from onirium.studies.simulation.simulate import GAMES_PER_JOB, SimulationConfig, simulate
from onirium.studies.statistics import Z_95, effective_sample_size, wilson_interval
from onirium.terminal.commands.simulate import show
from onirium.terminal.formatting import make_console
from tests.support.high_card_game import KEEP, Cut, CutState

RACE = onirium.load("onirim", seats=2, mode="race")
SEAT_COUNTS = (2, 3, 4, 5)
TIMED_FIELDS = ("workers", "seconds", "games_per_second", "steps_per_second", "ms_per_decision")


@pytest.fixture(autouse=True)
def _high_card_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._MODULES, "cut", "tests.support.high_card_game")


def simulate_rotated(
    game: Game,
    bots: tuple[str, ...],
    games: int,
    seed: int,
    *,
    workers: int = 1,
    on_progress: Callable[[int], None] | None = None,
) -> SimulationResult:
    config = SimulationConfig(game, bots, games, seed, rotate=True, workers=workers)
    return simulate(config, on_progress)


class KeepBot(Bot):
    """Keeps its card, and records its seats and the cards dealt."""

    def __init__(self) -> None:
        self.history: list[tuple[int, tuple[int, ...]]] = []

    def choose(self, state: State, _: Random) -> int:
        assert isinstance(state, CutState)
        self.history.append((state.decided, tuple(state.cards)))
        return KEEP


class FirstLegalBot(Bot):
    """Takes the first legal action."""

    def choose(self, state: State, _: Random) -> int:
        return state.legal_actions()[0]


def stream_keys(bots: int) -> list[int]:
    return [derive_key(8, f"{number}") for number in range(bots + 1)]


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_bots_move_one_seat_on_after_each_game_of_a_deal(seats: int) -> None:
    deals = 12
    bots = [KeepBot() for _ in range(seats)]
    game = onirium.load("cut", seats=seats)
    tally = play_games(game, list(bots), stream_keys(seats), 0, deals, rotate=True)
    assert (tally.deals, tally.games) == (deals, deals * seats)
    for index, bot in enumerate(bots):
        bot_seats = [seat for seat, _ in bot.history]
        assert bot_seats == [(index + game) % seats for _ in range(deals) for game in range(seats)]


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_all_games_of_a_deal_have_the_same_cards_by_seat(seats: int) -> None:
    deals = 12
    bots = [KeepBot() for _ in range(seats)]
    game = onirium.load("cut", seats=seats)
    play_games(game, list(bots), stream_keys(seats), 0, deals, rotate=True)
    hands = [cards for _, cards in bots[0].history]
    hands_by_deal = [set(hands[first : first + seats]) for first in range(0, deals * seats, seats)]
    assert all(len(deal_hands) == 1 for deal_hands in hands_by_deal)
    assert len(set(hands)) > deals / 2


@pytest.mark.parametrize("game", ["cut", "hush"])
def test_equal_bots_win_equally_often(game: str) -> None:
    loaded = onirium.load(game, seats=2) if game == "cut" else onirium.load(game)
    tallies = [
        play_games(loaded, [FirstLegalBot(), FirstLegalBot()], stream_keys(2), 0, 50, rotate=rotate)
        for rotate in (False, True)
    ]
    fixed, rotated = (tally.wins for tally in tallies)
    assert fixed[0] != fixed[1]
    assert rotated[0] == rotated[1] == sum(fixed)


def test_equal_bots_win_a_whole_game_equally_often() -> None:
    fixed = simulate(SimulationConfig(RACE, ("greedy", "greedy"), 31, seed=2, workers=1))
    rotated = simulate_rotated(RACE, ("greedy", "greedy"), 62, seed=2)
    assert fixed.wins[0] != fixed.wins[1]
    assert rotated.wins == [sum(fixed.wins)] * 2


def play_by_contract(
    game: Game, names: Sequence[str], deals: int, seed: int
) -> Iterator[list[float]]:
    """Yield the return of each bot, game by game, from a slow loop over the contract."""
    bots = [make_bot(name, game) for name in names]
    seats = len(names)
    for deal in range(deals):
        for turn in range(seats):
            rngs = [Random(derive_key(seed, f"seat {index}") + deal) for index in range(seats)]
            deck = Random(derive_key(seed, "deck") + deal)
            state = game.new_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_unchecked(state.sample(deck))
                else:
                    bot = (state.current_player() - turn) % seats
                    state.apply_unchecked(bots[bot].choose(state, rngs[bot]))
            returns = state.returns()
            yield [returns[(bot + turn) % seats] for bot in range(seats)]


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        (RACE, ("random", "greedy")),
        (RACE, ("greedy", "random")),
        *((Cut({"seats": seats}), ("random",) * seats) for seats in SEAT_COUNTS),  # type: ignore[abstract]
    ],
)
def test_statistics_are_by_bot_in_whichever_seat(game: Game, bots: tuple[str, ...]) -> None:
    deals = 20
    seats = len(bots)
    result = simulate_rotated(game, bots, deals * seats, seed=4)
    returns = list(zip(*play_by_contract(game, bots, deals, seed=4), strict=True))
    assert result.wins == [bot_returns.count(1.0) for bot_returns in returns]
    assert result.returns == [sum(bot_returns) / len(bot_returns) for bot_returns in returns]
    assert result.win_rates == [wins / (deals * seats) for wins in result.wins]
    for bot, bot_returns in enumerate(returns):
        shares = [
            sum(bot_returns[first : first + seats]) / seats
            for first in range(0, deals * seats, seats)
        ]
        size = reference_sample_size(shares)
        low, high = wilson_interval(result.win_rates[bot] * size, size)
        assert math.isclose(result.win_rates_low[bot], low, abs_tol=1e-9)
        assert math.isclose(result.win_rates_high[bot], high, abs_tol=1e-9)


def reference_sample_size(shares: Sequence[float]) -> float:
    """Return the effective sample size from the variance of observed and pseudo-deals.

    The pseudo-deals have the mean of the others, and the variance of single games.
    """
    share = sum(shares) / len(shares)
    game_variance = share * (1 - share)
    if game_variance == 0:
        return len(shares)
    pseudo_deals = Z_95**2
    deal_variance = (len(shares) * pvariance(shares) + pseudo_deals * game_variance) / (
        len(shares) + pseudo_deals
    )
    return len(shares) * game_variance / deal_variance


def test_better_bot_is_found_in_any_seat() -> None:
    for bots in (("greedy", "random"), ("random", "greedy")):
        result = simulate_rotated(RACE, bots, 40, seed=1)
        better = bots.index("greedy")
        assert result.win_rates_low[better] > result.win_rates_high[1 - better]


@pytest.mark.parametrize(("seats", "requested", "played"), [
    (2, 1, 2), (2, 2, 2), (2, 3, 4), (3, 3, 3), (3, 4, 6), (5, 11, 15), (3, GAMES_PER_JOB, 501),
    (4, 2 * GAMES_PER_JOB + 1, 2 * GAMES_PER_JOB + 4),
])  # fmt: skip
def test_games_are_rounded_up_to_whole_deals(seats: int, requested: int, played: int) -> None:
    game = onirium.load("cut", seats=seats)
    bots = ("random",) * seats
    rotated = simulate_rotated(game, bots, requested, seed=1)
    assert (rotated.games, rotated.deals) == (played, played // seats)
    assert sum(rotated.wins) == played
    fixed = simulate(SimulationConfig(game, bots, requested, seed=1, workers=1))
    assert (fixed.games, fixed.deals) == (requested, requested)


def test_result_is_the_same_for_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for games_per_job, workers in ((500, 1), (7, 1), (7, 2)):
        monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", games_per_job)
        result = simulate_rotated(RACE, ("greedy", "random"), 19, seed=5, workers=workers)
        assert result.workers == workers
        fields = msgspec.to_builtins(result)
        results.append({name: fields[name] for name in fields if name not in TIMED_FIELDS})
    assert results[0] == results[1] == results[2]
    assert results[0]["games"] == 20


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_interrupt_leaves_whole_deals(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 11)
    game = onirium.load("cut", seats=seats)
    bots = ("random",) * seats
    interrupted = simulate_rotated(game, bots, 90, seed=1, on_progress=interrupt)
    assert interrupted.games == 11 - 11 % seats
    again = simulate_rotated(game, bots, interrupted.games, seed=1)
    assert (interrupted.wins, interrupted.deals) == (again.wins, again.deals)


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_decisions_are_timed_equally_often_in_every_seat(seats: int) -> None:
    """Cut has one decision for each bot and game."""
    bots: list[Bot] = [RandomBot() for _ in range(seats)]
    game = onirium.load("cut", seats=seats)
    deals = int(DEALS_PER_TIMING) + 1
    tally = play_games(game, bots, stream_keys(seats), 0, deals, rotate=True)
    assert tally.timed_decisions == [2 * seats] * seats


def test_rotation_needs_two_seats() -> None:
    with pytest.raises(ValueError, match="1 seat here, so there is nothing to rotate"):
        SimulationConfig(onirium.load("onirim"), ("random",), 10, seed=1, rotate=True)


@pytest.mark.parametrize(
    ("deals", "games", "wins", "squared_wins", "size"),
    [
        (100, 100, 30, 30, 100),  # one game per deal
        (100, 200, 60, 120, 100),  # 30 deals won twice, 70 lost twice: games of a deal end alike
        (100, 200, 0, 0, 100),  # the variance between deals is unknown
        (100, 200, 200, 400, 100),
        (100, 200, 100, 100, 100 * (1 + 100 / Z_95**2)),  # each deal won once
        (4 * 10**6, 8 * 10**6, 4 * 10**6, 6 * 10**6, 8 * 10**6),  # coin tosses: 1, 2, 1
    ],
)
def test_effective_sample_size_depends_on_the_variance_of_deals(
    deals: int, games: int, wins: int, squared_wins: int, size: float
) -> None:
    result = effective_sample_size(deals, games, wins, squared_wins)
    assert math.isclose(result, size, rel_tol=1e-5)


@pytest.mark.parametrize(
    "probabilities",
    [
        (0.25, 0.5, 0.25),  # of winning 0, 1 or 2 of two independent games
        (0.05, 0.9, 0.05),  # mirrored
        (0.5, 0.0, 0.5),  # both games of a deal end alike
        (0.45, 0.1, 0.45),
        (0.8, 0.2, 0.0),
        (0.05, 0.25, 0.7),
        (0.4, 0.3, 0.2, 0.1),
        (0.1, 0.8, 0.05, 0.05),
        (0.6, 0.1, 0.1, 0.2),
    ],
)
def test_interval_covers_the_true_share_for_any_dependence_of_games(
    probabilities: Sequence[float],
) -> None:
    """The coverage is exact: a sum over all results of 25 deals."""
    deals, games_per_deal = 25, len(probabilities) - 1
    true_share = sum(won * chance for won, chance in enumerate(probabilities)) / games_per_deal
    coverage = 0.0
    for counts in partitions(deals, len(probabilities)):
        wins = sum(won * count for won, count in enumerate(counts))
        squared_wins = sum(won * won * count for won, count in enumerate(counts))
        size = effective_sample_size(deals, deals * games_per_deal, wins, squared_wins)
        low, high = wilson_interval(wins / (deals * games_per_deal) * size, size)
        if low <= true_share <= high:
            coverage += multinomial_probability(counts, probabilities)
    assert coverage > 0.94


def partitions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield all tuples of ``parts`` counts with a sum of ``total``."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for others in partitions(total - first, parts - 1):
            yield (first, *others)


def multinomial_probability(counts: Sequence[int], probabilities: Sequence[float]) -> float:
    ways = math.factorial(sum(counts))
    for count in counts:
        ways //= math.factorial(count)
    return ways * math.prod(p**n for p, n in zip(probabilities, counts, strict=True))


def test_every_bot_has_an_interval_without_rotation() -> None:
    result = simulate(SimulationConfig(RACE, ("random", "greedy"), 40, seed=1, workers=1))
    assert not result.rotated
    intervals = zip(result.win_rates_low, result.win_rates_high, strict=True)
    assert list(intervals) == [wilson_interval(wins, 40) for wins in result.wins]


def test_json_lists_the_bots_in_the_order_of_the_config() -> None:
    result = simulate_rotated(RACE, ("random", "greedy"), 20, seed=1)
    value = json.loads(msgspec.json.encode(result))
    assert value["seats"] == ["random", "greedy"]
    assert value["wins"][0] < value["wins"][1]
    assert (value["rotated"], value["deals"], value["games"]) == (True, 10, 20)
    for name in ("win_rate", "win_rate_low", "win_rate_high"):
        by_bot = value[name.replace("rate", "rates")]
        assert len(by_bot) == 2
        assert value[name] == by_bot[0]
        assert by_bot[0] < by_bot[1]


def test_terminal_lists_the_bots_in_the_order_of_the_config() -> None:
    result = simulate_rotated(RACE, ("random", "greedy"), 20, seed=1)
    output = io.StringIO()
    show(result, Words("en", "onirim"), make_console(file=output, width=80))
    lines = [line.split() for line in output.getvalue().splitlines()]
    assert ["Deals,", "played", "from", "every", "seat", "10"] in lines
    rows = [line for line in lines if line and line[0] in {"random", "greedy"}]
    assert Counter(row[0] for row in rows) == {"random": 1, "greedy": 1}
    assert [row[1] for row in rows] == [f"{rate:.2%}" for rate in result.win_rates]
    assert [row[2] for row in rows] == [f"{100 * low:.2f}" for low in result.win_rates_low]
    assert [row[4] for row in rows] == [f"{high:.2%}" for high in result.win_rates_high]
    assert [row[5] for row in rows] == [str(wins) for wins in result.wins]
