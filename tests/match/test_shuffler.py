"""Chance by orders that a seed settles: the same for all until a shuffle, fair, and repeatable."""

import random
from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import onirium
from onirium.bots.registry import Bot
from onirium.match.shuffler import SeededShuffler
from onirium.record import Record
from onirium.tables import HUMAN, CannotUndo, Match

SEEDS = st.integers(0, 2**62 - 1)


def drawn(deal: SeededShuffler, outcomes: dict[int, int], number: int) -> list[int]:
    """Draw so many of what there is, one after the other."""
    cards = []
    for _ in range(number):
        there_are = [(outcome, count) for outcome, count in sorted(outcomes.items()) if count]
        cards.append(deal.peek(there_are))
        deal.draw(there_are, cards[-1])
        outcomes[cards[-1]] -= 1
    return cards


def step_by_chance_of_people(match: Match, people: random.Random) -> None:
    match.advance()
    if not match.state.is_terminal():
        match.apply(people.choice(match.state.legal_actions()))


def played(name: str, seed: int, decisions: int, **options: object) -> Match:
    """Return a whole game of people who decide anything, by their own dice."""
    game = onirium.load(name, **options)
    match = Match(game, [HUMAN] * game.seats, seed)
    people = random.Random(decisions)
    while not match.state.is_terminal():
        step_by_chance_of_people(match, people)
    return match


def cards_of(match: Match) -> list[int]:
    actions = map(match.game.parse, match.record.actions)
    return [action for action in actions if action >= match.game.action_count]


def cards_before_a_shuffle(match: Match) -> list[int]:
    """Return the cards that came by chance before the deck was shuffled because of a decision."""
    state = match.game.new_state()
    cards: list[int] = []
    decided = False
    for action in map(match.game.parse, match.record.actions):
        log: list[onirium.Event] = []
        if state.is_chance_node():
            cards.append(action)
        else:
            decided = True
        state.apply(action, log)
        if decided and any(event.kind in {"shuffle", "search"} for event in log):
            break
    return cards


@settings(max_examples=8)
@given(SEEDS)
def test_the_first_deck_of_nightmarium_is_the_same_whatever_is_decided(seed: int) -> None:
    lines = [cards_of(played("nightmarium", seed, line, seats=2)) for line in (1, 2)]
    # N1.1: 105 cards are in the box; before them chance has said who begins.
    common = min(map(len, lines), default=0)
    assert common > 20
    length = min(common, 1 + 105)
    assert lines[0][:length] == lines[1][:length]


@settings(max_examples=8)
@given(SEEDS)
def test_the_deck_of_onirim_is_the_same_until_it_is_shuffled(seed: int) -> None:
    lines = [cards_before_a_shuffle(played("onirim", seed, line)) for line in range(1, 6)]
    common = min(map(len, lines))
    # O2.1: five cards are dealt before anybody decides.
    assert common > 5
    assert len({tuple(cards[:common]) for cards in lines}) == 1


def test_other_seeds_bring_other_cards() -> None:
    assert len({tuple(cards_of(played("onirim", seed, 1))[:20]) for seed in range(50)}) == 50


def test_each_order_of_a_small_deck_is_equally_likely() -> None:
    games = 12_000
    found = Counter(
        tuple(drawn(SeededShuffler(seed), {1: 2, 2: 1, 3: 1}, 4)) for seed in range(games)
    )
    orders = set(permutations([1, 1, 2, 3]))
    assert set(found) == orders
    expected = games / len(orders)
    unevenness = sum((count - expected) ** 2 / expected for count in found.values())
    # Chi-square with 11 degrees of freedom is below 31.3 in 999 of 1000 samples.
    assert unevenness < 31.3


def test_after_a_shuffle_each_order_is_equally_likely_again() -> None:
    games = 6_000
    found: Counter[tuple[int, ...]] = Counter()
    for seed in range(games):
        deal = SeededShuffler(seed)
        (first,) = drawn(deal, {1: 1, 2: 1, 3: 1}, 1)
        if first == 1:
            found[tuple(drawn(deal, {1: 1, 2: 1, 3: 1}, 3))] += 1
    expected = found.total() / 6
    # Chi-square with 5 degrees of freedom is below 20.5 in 999 of 1000 samples.
    assert (
        sum((found[order] - expected) ** 2 / expected for order in permutations((1, 2, 3))) < 20.5
    )


def test_what_comes_is_not_taken_before_it_has_come() -> None:
    deal = SeededShuffler(5)
    assert deal.peek([(1, 10), (2, 10)]) == deal.peek([(1, 10), (2, 10)])


def test_another_card_than_foreseen_leaves_the_order_of_the_others() -> None:
    foreseen = drawn(SeededShuffler(3), {1: 1, 2: 1, 3: 1, 4: 1}, 4)
    deal = SeededShuffler(3)
    deal.draw([(1, 1), (2, 1), (3, 1), (4, 1)], foreseen[2])
    rest = {card: int(card != foreseen[2]) for card in (1, 2, 3, 4)}
    assert drawn(deal, rest, 3) == [foreseen[0], foreseen[1], foreseen[3]]


def test_a_pile_beside_the_deck_does_not_shuffle_it() -> None:
    cards = dict.fromkeys(range(20), 1)
    undisturbed = drawn(SeededShuffler(8), dict(cards), 20)
    deal = SeededShuffler(8)
    goals = {101: 5, 102: 5}
    found = drawn(deal, cards, 4)
    relics = drawn(deal, goals, 2)
    found += drawn(deal, cards, 3)
    relics += drawn(deal, goals, 8)
    assert found + drawn(deal, cards, 13) == undisturbed
    assert sorted(relics) == [101] * 5 + [102] * 5


def test_a_card_taken_out_of_the_deck_shuffles_it() -> None:
    cards = dict.fromkeys(range(30), 1)
    undisturbed = drawn(SeededShuffler(8), dict(cards), 30)
    deal = SeededShuffler(8)
    assert drawn(deal, cards, 1) == undisturbed[:1]
    searched = undisturbed[15]
    cards[searched] = 0
    rest = [card for card in undisturbed[1:] if card != searched]
    again = drawn(deal, cards, 28)
    assert sorted(again) == sorted(rest)
    assert again != rest


def test_a_copy_brings_the_same_and_takes_nothing_away() -> None:
    deal = SeededShuffler(4)
    cards = {1: 6, 2: 6}
    drawn(deal, cards, 3)
    copied = drawn(deal.copy(), dict(cards), 9)
    assert drawn(deal, dict(cards), 9) == copied


@settings(max_examples=15)
@given(SEEDS, st.data())
def test_the_same_cards_come_again_after_going_back(seed: int, data: st.DataObject) -> None:
    match = played("onirim", seed, 3)
    actions = list(match.record.actions)
    end = match.state.clone()
    place = data.draw(st.integers(0, len(actions)))
    match.rewind(place)
    assert match.record.actions == actions[:place]
    # The same decisions again, and whatever chance brings.
    match.advance()
    while len(match.record.actions) < len(actions):
        match.apply(match.game.parse(actions[len(match.record.actions)]))
        match.advance()
    assert match.record.actions == actions
    assert match.state == end
    assert match.state.history() == end.history()


@settings(max_examples=15)
@given(SEEDS, st.sampled_from(["onirim", "nightmarium"]), st.data())
def test_resumed_with_its_seed_a_match_becomes_what_it_would_have_become(
    seed: int, name: str, data: st.DataObject
) -> None:
    game = onirium.load(name, seats=2)
    whole = Match(game, ["random", "greedy"], seed)
    whole.advance()
    end = data.draw(st.integers(0, len(whole.record.actions)))
    left = Record(1, name, 1, game.options, ["random", "greedy"], whole.record.actions[:end])
    match = Match.resume(left, seed)
    match.advance()
    assert match.record == whole.record


def test_each_decision_of_a_computer_player_has_its_own_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thrown: list[int] = []

    class Thrower(Bot):
        def choose(self, state: onirium.State, random: onirium.Random) -> int:
            thrown.append(random.randrange(2**60))
            return state.legal_actions()[0]

    monkeypatch.setattr("onirium.match.match.check_bot", lambda *_: None)
    monkeypatch.setattr("onirium.match.match.make_bot", lambda *_: Thrower())
    match = Match(onirium.load("hush"), ["thrower", "thrower"], 1)
    match.advance()
    first = list(thrown)
    assert len(first) > 6
    assert len(set(first)) == len(first)
    match.rewind(0)
    match.advance()
    assert thrown == first * 2, "the same throws come again"


def test_copies_of_a_match_go_their_own_ways() -> None:
    match = Match(onirium.load("onirim"), [HUMAN], 5)
    match.advance()
    before = (match.state.clone(), list(match.record.actions), match.can_undo())
    other = match.copy()
    other.apply(other.state.legal_actions()[-1])
    assert other.can_undo()
    other.advance()
    assert (match.state, match.record.actions, match.can_undo()) == before
    match.apply(match.state.legal_actions()[-1])
    match.advance()
    assert match.record == other.record
    assert match.events_since(0) == other.events_since(0)


@pytest.mark.parametrize("place", [-1, 6])
def test_nobody_goes_back_to_where_the_game_has_never_been(place: int) -> None:
    match = Match(onirium.load("onirim"), [HUMAN], 5)
    for _ in range(5):
        match.apply(match.state.chance_outcomes()[0][0])
    with pytest.raises(CannotUndo, match="of 5 actions"):
        match.rewind(place)
    assert len(match.record.actions) == 5


def test_going_back_further_than_the_last_reveal_leaves_what_could_be_undone_there() -> None:
    match = Match(onirium.load("onirim"), [HUMAN], 5)
    match.advance()
    free = []
    for _ in range(40):
        free.append((len(match.record.actions), match.can_undo(), match.last_reveal()))
        if match.state.is_terminal():
            break
        if match.state.is_chance_node():
            match.apply(match.state.chance_outcomes()[0][0])
        else:
            match.apply(match.state.legal_actions()[0])
    assert len({undo for _, undo, _ in free}) == 2
    for place, can_undo, revealed in reversed(free):
        match.rewind(place)
        assert (match.can_undo(), match.last_reveal()) == (can_undo, revealed)


def test_somebody_else_takes_a_seat() -> None:
    match = Match(onirium.load("hush"), [HUMAN, "random"], 1)
    match.advance()
    assert match.state.current_player() == 0
    match.set_seat(1, HUMAN)
    match.apply(match.state.legal_actions()[0])
    match.advance()
    assert match.state.current_player() == 1
    assert match.record.seats == [HUMAN, HUMAN]
    match.set_seat(1, "random")
    match.set_seat(0, "random")
    match.advance()
    assert match.state.is_terminal()


def test_a_seat_that_nobody_can_take_stays_as_it_is() -> None:
    match = Match(onirium.load("hush"), [HUMAN, "random"], 1)
    with pytest.raises(ValueError, match="has no bot 'deep dream'"):
        match.set_seat(1, "deep dream")
    assert match.record.seats == [HUMAN, "random"]


def test_the_last_decision_of_a_seat() -> None:
    match = Match(onirium.load("hush"), [HUMAN, "random"], 1)
    assert match.last_decision_index(0) is None
    match.advance()
    assert match.last_decision_index(0) is None
    places = []
    for _ in range(2):
        places.append(len(match.record.actions))
        match.apply(match.state.legal_actions()[0])
        match.advance()
    assert match.last_decision_index(0) == places[-1]
    last = match.last_decision_index(1)
    assert last is not None
    assert all(earlier < later for earlier, later in pairwise([*places, last]))
