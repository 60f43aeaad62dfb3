"""Floors of upper bounds: how tight each way to bound the best play of Onirim could be at best.

``python benchmarks/bound_floors.py [--games N] [--known K ...] [--simulations N]`` prints a
Markdown table for the base game. A relaxation gives the player more information or an easier aim,
and the value of its best play is an upper bound. The win rate of any one policy in the relaxed game
is a floor of that bound, so a floor above 98 % shows that the relaxation cannot give a bound below
98 %. Run it with a compiled build.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, stdev
from typing import cast

from librt.vecs import vec
from mypy_extensions import u8

import onirium
from onirium.bots.base import Bot
from onirium.bots.registry import make_bot
from onirium.bots.search_registry import load_evaluator
from onirium.core.chance import Random, derive_key
from onirium.core.game import State
from onirium.games.onirim.components import COLOURS, DOORS_PER_COLOUR
from onirium.games.onirim.state import Board
from onirium.studies.luck.position_value import PositionValue

KNOWN_CARDS = (0, 1, 2, 3, 5, 10, 76)
OWNER = 1
"""The mask of the only seat."""

Measure = Callable[[State], None]


def reveal(board: Board, known: int, rng: Random) -> None:
    """Show the next cards of the deck to the player, who has seen none or some of them."""
    deck = board.deck
    top = [int(card) for card in deck.top]
    while len(top) < known and deck.unknown_size > 0:
        top.insert(0, int(deck.draw_random(rng)))
    deck.top = vec[u8]([u8(card) for card in top])
    deck.top_seen = vec[u8]([u8(OWNER)] * len(top))


def play(game: onirium.Game, bot: Bot, number: int, known: int, on_chance: Measure) -> Board:
    """Play a game in which the next cards of the deck are always known; return its end."""
    deck, rng = Random(derive_key(1, f"deck {number}")), Random(derive_key(1, f"bot {number}"))
    state = cast("Board", game.new_state())
    while not state.is_terminal():
        if state.is_chance_node():
            on_chance(state)
            state.apply_unchecked(state.sample(deck))
        else:
            if known:
                reveal(state, known, deck)
            state.apply_unchecked(bot.choose(state, rng))
    return state


def ignore(_state: State) -> None:
    """Measure nothing."""


def describe_colours(ends: Sequence[Board]) -> Iterator[str]:
    """Yield rows of the colours whose doors have all been found: their share, and each colour."""
    completed = [[float(found == DOORS_PER_COLOUR) for found in end.doors] for end in ends]
    yield describe("nothing known: colours completed", [*map(fmean, completed)])
    for colour, values in zip(COLOURS, zip(*completed, strict=True), strict=True):
        yield describe(f"nothing known: {colour} completed", [*values])


class Violations:
    """Adds up by how much a value function rises on average at the chance nodes of a game."""

    def __init__(self, game: onirium.Game) -> None:
        self.total = 0.0
        self._value = PositionValue(game, load_evaluator(game))
        self._values = vec[float]([0.0])

    def value(self, state: State) -> float:
        """Return the value of a state."""
        self._value.values_into(state, self._values)
        return self._values[0]

    def add(self, state: State) -> None:
        """Add the violation of a chance node, if the expectation exceeds its value."""
        outcomes = state.chance_outcomes()
        expected = 0.0
        for outcome, weight in outcomes:
            after = state.clone()
            after.apply_unchecked(outcome)
            expected += weight * self.value(after)
        expected /= sum(weight for _, weight in outcomes)
        self.total += max(0.0, expected - self.value(state))


def describe(name: str, values: list[float]) -> str:
    """Return a row of a table: a mean in percent with its standard error."""
    return (
        f"| {name} | {100 * fmean(values):.1f} ± {100 * stdev(values) / len(values) ** 0.5:.1f} |"
    )


def measure(game: onirium.Game, bot: Bot, games: int, known_cards: Sequence[int]) -> Iterator[str]:
    """Yield the rows of the table; the last ones belong to the game with no card known."""
    for known in known_cards:
        ends = [play(game, bot, number, known, ignore) for number in range(games)]
        yield describe(f"next {known} cards known: won", [end.returns()[0] for end in ends])
        if known == 0:
            yield from describe_colours(ends)
            doors = [fmean(int(found) / DOORS_PER_COLOUR for found in end.doors) for end in ends]
            yield describe("nothing known: doors found", doors)
    if 0 not in known_cards:
        return
    violations = Violations(game)
    charged = []
    for number in range(games):
        violations.total = 0.0
        play(game, bot, number, 0, violations.add)
        charged.append(violations.total)
    yield describe("violations of the network along a game", charged)
    yield f"| value of the opening | {100 * violations.value(game.new_state()):.1f} |"


def main() -> None:
    """Print a row for each floor."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=500, help="games of a row")
    parser.add_argument(
        "--known", type=int, nargs="*", default=KNOWN_CARDS, help="numbers of known cards of rows"
    )
    parser.add_argument("--simulations", type=int, default=200, help="simulations per decision")
    arguments = parser.parse_args()
    game = onirium.load("onirim")
    bot = make_bot("quick", game, arguments.simulations)
    print("| relaxation | % |\n|---|---|", flush=True)
    for row in measure(game, bot, arguments.games, arguments.known):
        print(row, flush=True)


if __name__ == "__main__":
    main()
