"""SeededShuffler: independent of decisions until a shuffle, uniform, and reproducible."""

import random
from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import onirium
from onirium.bots.registry import Bot
from onirium.match.match import ACTIONS_PER_SNAPSHOT, HUMAN, CannotUndo, Match
from onirium.match.shuffler import SeededShuffler
from onirium.record import Record

SEEDS = st.integers(0, 2**62 - 1)


def draw_cards(shuffler: SeededShuffler, outcomes: dict[int, int], number: int) -> list[int]:
    """Draw a number of outcomes, given their counts, and decrement the counts."""
    cards = []
    for _ in range(number):
        available = [(outcome, count) for outcome, count in sorted(outcomes.items()) if count]
        cards.append(shuffler.peek(available))
        shuffler.draw(available, cards[-1])
        outcomes[cards[-1]] -= 1
    return cards


def advance_randomly(match: Match, rng: random.Random) -> None:
    match.advance()
    if not match.state.is_terminal():
        match.apply(rng.choice(match.state.legal_actions()))


def play_randomly(name: str, seed: int, decision_seed: int, **options: object) -> Match:
    """Return a finished match of humans who decide at random."""
    game = onirium.load(name, **options)
    match = Match(game, [HUMAN] * game.seats, seed)
    rng = random.Random(decision_seed)
    while not match.state.is_terminal():
        advance_randomly(match, rng)
    return match


def chance_outcomes_of(match: Match) -> list[int]:
    actions = map(match.game.parse, match.record.actions)
    return [action for action in actions if action >= match.game.action_count]


def cards_before_shuffle(match: Match) -> list[int]:
    """Return the chance outcomes before a decision causes the first shuffle."""
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
def test_first_deck_of_nightmarium_does_not_depend_on_decisions(seed: int) -> None:
    runs = [chance_outcomes_of(play_randomly("nightmarium", seed, run, seats=2)) for run in (1, 2)]
    # N1.1: the box has 105 cards; the first chance outcome is the starting seat.
    common = min(map(len, runs), default=0)
    assert common > 20
    length = min(common, 1 + 105)
    assert runs[0][:length] == runs[1][:length]


@settings(max_examples=8)
@given(SEEDS)
def test_deck_of_onirim_does_not_depend_on_decisions_before_a_shuffle(seed: int) -> None:
    runs = [cards_before_shuffle(play_randomly("onirim", seed, run)) for run in range(1, 6)]
    common = min(map(len, runs))
    # O2.1: five cards are dealt before the first decision.
    assert common > 5
    assert len({tuple(cards[:common]) for cards in runs}) == 1


def test_different_seeds_give_different_cards() -> None:
    assert (
        len(
            {tuple(chance_outcomes_of(play_randomly("onirim", seed, 1))[:20]) for seed in range(50)}
        )
        == 50
    )


def test_orders_of_a_small_deck_are_equally_likely() -> None:
    games = 12_000
    counts = Counter(
        tuple(draw_cards(SeededShuffler(seed), {1: 2, 2: 1, 3: 1}, 4)) for seed in range(games)
    )
    orders = set(permutations([1, 1, 2, 3]))
    assert set(counts) == orders
    expected = games / len(orders)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    # Chi-square with 11 degrees of freedom is below 31.3 in 999 of 1000 samples.
    assert chi_square < 31.3


def test_orders_after_a_shuffle_are_equally_likely() -> None:
    games = 6_000
    counts: Counter[tuple[int, ...]] = Counter()
    for seed in range(games):
        shuffler = SeededShuffler(seed)
        (first,) = draw_cards(shuffler, {1: 1, 2: 1, 3: 1}, 1)
        if first == 1:
            counts[tuple(draw_cards(shuffler, {1: 1, 2: 1, 3: 1}, 3))] += 1
    expected = counts.total() / 6
    # Chi-square with 5 degrees of freedom is below 20.5 in 999 of 1000 samples.
    assert (
        sum((counts[order] - expected) ** 2 / expected for order in permutations((1, 2, 3))) < 20.5
    )


def test_peek_does_not_draw() -> None:
    shuffler = SeededShuffler(5)
    assert shuffler.peek([(1, 10), (2, 10)]) == shuffler.peek([(1, 10), (2, 10)])


def test_drawing_an_unpredicted_card_keeps_the_order_of_the_others() -> None:
    predicted = draw_cards(SeededShuffler(3), {1: 1, 2: 1, 3: 1, 4: 1}, 4)
    shuffler = SeededShuffler(3)
    shuffler.draw([(1, 1), (2, 1), (3, 1), (4, 1)], predicted[2])
    rest = {card: int(card != predicted[2]) for card in (1, 2, 3, 4)}
    assert draw_cards(shuffler, rest, 3) == [predicted[0], predicted[1], predicted[3]]


def test_second_pile_does_not_shuffle_the_deck() -> None:
    cards = dict.fromkeys(range(20), 1)
    undisturbed = draw_cards(SeededShuffler(8), dict(cards), 20)
    shuffler = SeededShuffler(8)
    goals = {101: 5, 102: 5}
    drawn = draw_cards(shuffler, cards, 4)
    relics = draw_cards(shuffler, goals, 2)
    drawn += draw_cards(shuffler, cards, 3)
    relics += draw_cards(shuffler, goals, 8)
    assert drawn + draw_cards(shuffler, cards, 13) == undisturbed
    assert sorted(relics) == [101] * 5 + [102] * 5


def test_removing_a_card_shuffles_the_deck() -> None:
    cards = dict.fromkeys(range(30), 1)
    undisturbed = draw_cards(SeededShuffler(8), dict(cards), 30)
    shuffler = SeededShuffler(8)
    assert draw_cards(shuffler, cards, 1) == undisturbed[:1]
    searched = undisturbed[15]
    cards[searched] = 0
    rest = [card for card in undisturbed[1:] if card != searched]
    again = draw_cards(shuffler, cards, 28)
    assert sorted(again) == sorted(rest)
    assert again != rest


def test_copy_has_the_same_future_and_is_independent() -> None:
    shuffler = SeededShuffler(4)
    cards = {1: 6, 2: 6}
    draw_cards(shuffler, cards, 3)
    copied = draw_cards(shuffler.copy(), dict(cards), 9)
    assert draw_cards(shuffler, dict(cards), 9) == copied


@settings(max_examples=15)
@given(SEEDS, st.data())
def test_rewind_repeats_the_same_cards(seed: int, data: st.DataObject) -> None:
    match = play_randomly("onirim", seed, 3)
    actions = list(match.record.actions)
    end = match.state.clone()
    action_count = data.draw(st.integers(0, len(actions)))
    match.rewind(action_count)
    assert match.record.actions == actions[:action_count]
    # Repeat the decisions, and let the shuffler resolve chance.
    match.advance()
    while len(match.record.actions) < len(actions):
        match.apply(match.game.parse(actions[len(match.record.actions)]))
        match.advance()
    assert match.record.actions == actions
    assert match.state == end
    assert match.state.history() == end.history()


@settings(max_examples=15)
@given(SEEDS, st.sampled_from(["onirim", "nightmarium"]), st.data())
def test_repeated_rewinds_equal_a_replay(seed: int, name: str, data: st.DataObject) -> None:
    match = play_randomly(name, seed, 3)
    rng = random.Random(seed)
    for _ in range(data.draw(st.integers(1, 12))):
        match.rewind(data.draw(st.integers(0, len(match.record.actions))))
        for _ in range(data.draw(st.integers(0, 12))):
            if not match.state.is_terminal():
                advance_randomly(match, rng)
        replayed = Match.resume(match.record, seed)
        assert match.state == replayed.state
        assert match.state.history() == replayed.state.history()
        assert match.last_reveal() == replayed.last_reveal()
        copied, ahead = match.copy(), match.lookahead()
        assert [copied.events_since(seat) for seat in range(match.game.seats)] == [
            replayed.events_since(seat) for seat in range(match.game.seats)
        ]
        for other in (copied, ahead, replayed):
            for seat in range(match.game.seats):
                other.set_seat(seat, "random")
            other.advance()
        assert copied.record.actions == ahead.record.actions == replayed.record.actions


def test_rewind_does_not_replay_the_whole_game() -> None:
    match = play_randomly("onirim", 5, 3)
    last = match.last_decision_index(0)
    assert last is not None
    assert last > 2 * ACTIONS_PER_SNAPSHOT
    unused = last - 2 * ACTIONS_PER_SNAPSHOT
    match.record.actions[:unused] = ["not to be replayed"] * unused
    match.rewind(last)
    match.record.actions[:last] = ["not to be replayed"] * last
    for _ in range(20):
        match.apply(match.state.legal_actions()[0])
        match.rewind(last)
    assert len(match.record.actions) == last


@settings(max_examples=15)
@given(SEEDS, st.sampled_from(["onirim", "nightmarium"]), st.data())
def test_resume_with_the_seed_repeats_the_match(seed: int, name: str, data: st.DataObject) -> None:
    game = onirium.load(name, seats=2)
    whole = Match(game, ["random", "greedy"], seed)
    whole.advance()
    end = data.draw(st.integers(0, len(whole.record.actions)))
    left = Record(1, name, 1, game.options, ["random", "greedy"], whole.record.actions[:end])
    match = Match.resume(left, seed)
    match.advance()
    assert match.record == whole.record


def test_each_bot_decision_has_its_own_random_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draws: list[int] = []

    class RecordingBot(Bot):
        def choose(self, state: onirium.State, random: onirium.Random) -> int:
            draws.append(random.randrange(2**60))
            return state.legal_actions()[0]

    monkeypatch.setattr("onirium.match.match.check_bot", lambda *_: None)
    monkeypatch.setattr("onirium.match.match.make_timed_bot", lambda *_: RecordingBot())
    match = Match(onirium.load("hush"), ["recorder", "recorder"], 1)
    match.advance()
    first = list(draws)
    assert len(first) > 6
    assert len(set(first)) == len(first)
    match.rewind(0)
    match.advance()
    assert draws == first * 2, "the same random numbers are drawn again"


def test_match_copy_is_independent() -> None:
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


def test_lookahead_is_independent() -> None:
    match = Match(onirium.load("onirim"), [HUMAN], 5)
    match.advance()
    before = (match.state.clone(), list(match.record.actions), match.events_since(0))
    other = match.lookahead()
    assert (other.state, other.record.actions) == before[:2]
    other.apply(other.state.legal_actions()[-1])
    other.advance()
    assert (match.state, match.record.actions, match.events_since(0)) == before


@pytest.mark.parametrize("action_count", [-1, 6])
def test_rewind_rejects_an_invalid_action_count(action_count: int) -> None:
    match = Match(onirium.load("onirim"), [HUMAN], 5)
    for _ in range(5):
        match.apply(match.state.chance_outcomes()[0][0])
    with pytest.raises(CannotUndo, match="of 5 actions"):
        match.rewind(action_count)
    assert len(match.record.actions) == 5


def test_rewind_restores_the_last_reveal() -> None:
    match = Match(onirium.load("onirim"), [HUMAN], 5)
    match.advance()
    points = []
    for _ in range(40):
        points.append((len(match.record.actions), match.can_undo(), match.last_reveal()))
        if match.state.is_terminal():
            break
        if match.state.is_chance_node():
            match.apply(match.state.chance_outcomes()[0][0])
        else:
            match.apply(match.state.legal_actions()[0])
    assert len({undo for _, undo, _ in points}) == 2
    for action_count, can_undo, last_reveal in reversed(points):
        match.rewind(action_count)
        assert (match.can_undo(), match.last_reveal()) == (can_undo, last_reveal)


def test_set_seat_changes_the_occupant() -> None:
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


def test_set_seat_rejects_an_unknown_bot() -> None:
    match = Match(onirium.load("hush"), [HUMAN, "random"], 1)
    with pytest.raises(ValueError, match="has no bot 'deep dream'"):
        match.set_seat(1, "deep dream")
    assert match.record.seats == [HUMAN, "random"]


def test_last_decision_index_is_that_of_the_seat() -> None:
    match = Match(onirium.load("hush"), [HUMAN, "random"], 1)
    assert match.last_decision_index(0) is None
    match.advance()
    assert match.last_decision_index(0) is None
    indices = []
    for _ in range(2):
        indices.append(len(match.record.actions))
        match.apply(match.state.legal_actions()[0])
        match.advance()
    assert match.last_decision_index(0) == indices[-1]
    last = match.last_decision_index(1)
    assert last is not None
    assert all(earlier < later for earlier, later in pairwise([*indices, last]))
