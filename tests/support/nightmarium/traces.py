"""Traces of Nightmarium: random games, and games of biased policies on the reference model."""

from collections.abc import Iterator
from functools import partial

from onirium import Event, State
from tests.games.nightmarium.reference import Options, Playing, Table, whole_game
from tests.support import traces
from tests.support.card_lists import expand
from tests.support.nightmarium.biased_policies import (
    POLICIES,
    RANDOM_SHARE,
    Preference,
    preference_policy,
)
from tests.support.nightmarium.variant_matrix import game_of, with_readings

NOT_CARDS = {
    *("steps", "outcome", "mover", "actions", "legion", "turns", "creature", "completions"),
    *("victim", "lost", "pending", "exchanged", "at least"),
}
"""The fields of a position without cards."""


class Moment(traces.Moment):
    """A moment of a game of Nightmarium.

    Attributes:
        options: the options of the game.
        piles: the fields with cards; cards in hands have their marks.
    """

    def __init__(self, options: Options, state: State, action: str, log: list[Event]) -> None:
        super().__init__(state, action, log)
        self.options = options
        self.piles = {
            name: expand(text) for name, text in self.fields.items() if name not in NOT_CARDS
        }

    def cards(self, name: str) -> list[str]:
        """Return the cards of a pile, without marks."""
        return [without_mark(card) for card in self.piles.get(name, [])]

    def number(self, name: str) -> int:
        """Return the number in a field."""
        return int(self.fields.get(name, "0"))

    def hand(self, seat: int) -> list[str]:
        """Return the cards of a hand, without marks."""
        return self.cards(f"hand {seat + 1}")

    def creatures(self, seat: int) -> dict[str, list[str]]:
        """Return the creatures of a player by their names."""
        prefix = f"creature {seat + 1}."
        return {name: pile for name, pile in self.piles.items() if name.startswith(prefix)}

    def complete_count(self, seat: int) -> int:
        """Return the number of complete creatures of a player."""
        return sum(len(cards) == 3 for cards in self.creatures(seat).values())

    def opponents(self) -> list[int]:
        """Return the other seats, clockwise from the left of the mover."""
        seats = self.options.seats
        return [(self.mover + turn) % seats for turn in range(1, seats)]


def without_mark(card: str) -> str:
    """Return a card of a hand without its mark."""
    return card.partition(" (")[0]


def random_trace(options: Options, seed: int) -> Iterator[Moment]:
    """Yield the moments of a random game."""
    return traces.random_trace(partial(Moment, options), game_of(options).new_state(), seed)


def policy_trace(
    options: Options, policy: Preference, seed: int, random_share: float = RANDOM_SHARE
) -> Iterator[Moment]:
    """Yield the moments of a game in which a policy chooses, chance included."""
    model = Playing(Table(options), whole_game)
    choose = preference_policy(policy, seed, random_share)
    return traces.model_trace(partial(Moment, options), game_of(options).new_state(), model, choose)


def moment_after(options: Options, state: State, answer: str) -> Moment:
    """Apply an answer to a state and return the moment after it."""
    return traces.moment_after(partial(Moment, options), state, state.game.parse(answer))


def games_of(options: Options, number: int) -> list[list[Moment]]:
    """Return a random game, and one of a policy with random readings."""
    policies = list(POLICIES.values())
    policy = policies[number % len(policies)]
    read = with_readings(options, number)
    return [list(random_trace(options, number)), list(policy_trace(read, policy, number))]
