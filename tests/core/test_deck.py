"""The face-down deck: known top, unknown multiset, known bottom."""

from collections import Counter
from random import Random as PythonRandom

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import u8

from onirium import Random
from onirium.core.deck import HIDDEN, Deck

KINDS = 4


def deck_of(*counts: int) -> Deck:
    return Deck(vec[u8](bytes(counts)))


def cards_of(deck: Deck) -> Counter[int]:
    known = Counter([*deck.top, *deck.bottom])
    return known + Counter({kind: int(count) for kind, count in enumerate(deck.unknown)})


def test_a_new_deck_is_unknown() -> None:
    deck = deck_of(2, 0, 1)
    assert deck.size() == 3
    assert not deck.next_is_known()
    assert [deck.count(kind) for kind in range(3)] == [2, 0, 1]


def test_an_empty_deck_has_no_next_card() -> None:
    assert deck_of(0, 0).size() == 0
    assert not deck_of(0, 0).next_is_known()


def test_cards_put_on_top_are_drawn_in_reverse() -> None:
    deck = deck_of(1, 0, 0)
    deck.put_on_top(1, seen=1)
    deck.put_on_top(2, seen=1)
    assert deck.size() == 3
    assert [deck.draw_known(), deck.draw_known()] == [(2, 1), (1, 1)]
    assert not deck.next_is_known()


def test_the_bottom_is_drawn_last_and_in_order() -> None:
    deck = deck_of(1, 0, 0)
    deck.put_at_bottom(1, seen=1)
    deck.put_at_bottom(2, seen=1)
    assert not deck.next_is_known()
    deck.draw_unknown(0)
    assert deck.next_is_known()
    assert [deck.draw_known(), deck.draw_known()] == [(1, 1), (2, 1)]
    assert deck.size() == 0
    assert not deck.next_is_known()


def test_the_seats_that_saw_a_card_stay_with_its_position() -> None:
    deck = deck_of(0, 0, 0)
    for kind, seen in ((0, 1), (1, 2), (2, 3)):
        deck.put_on_top(kind, seen)
        deck.put_at_bottom(kind, seen)
    deck.draw_known()
    assert (list(deck.top), list(deck.top_seen)) == ([0, 1], [1, 2])
    deck.draw_known()
    deck.draw_known()
    deck.draw_known()
    assert (list(deck.bottom), list(deck.bottom_seen)) == ([1, 2], [2, 3])


def test_the_top_is_drawn_before_the_bottom() -> None:
    deck = deck_of(0, 0, 0)
    deck.put_at_bottom(1, seen=1)
    deck.put_on_top(2, seen=2)
    assert [deck.draw_known(), deck.draw_known()] == [(2, 2), (1, 1)]


def test_count_covers_the_whole_deck() -> None:
    deck = deck_of(2, 0, 1)
    deck.put_on_top(0, seen=1)
    deck.put_at_bottom(0, seen=1)
    deck.put_at_bottom(1, seen=1)
    assert [deck.count(kind) for kind in range(3)] == [4, 1, 1]
    assert deck.size() == 6


def test_shuffle_forgets_all_positions() -> None:
    deck = deck_of(0, 1, 0)
    deck.put_on_top(0, seen=1)
    deck.put_at_bottom(2, seen=3)
    deck.shuffle()
    assert list(deck.unknown) == [1, 1, 1]
    assert [len(deck.top), len(deck.top_seen), len(deck.bottom), len(deck.bottom_seen)] == [0] * 4
    assert deck.size() == 3
    assert not deck.next_is_known()


def test_each_unknown_card_has_an_index() -> None:
    deck = deck_of(2, 0, 1, 3)
    assert [deck.kind_at(point) for point in range(6)] == [0, 0, 2, 3, 3, 3]


def test_hide_unseen_hides_cards_the_seat_has_not_seen() -> None:
    deck = deck_of(1, 0, 0)
    deck.put_on_top(1, seen=0b01)
    deck.put_on_top(2, seen=0b11)
    deck.put_at_bottom(1, seen=0b10)
    deck.hide_unseen(1)
    assert list(deck.top) == [HIDDEN, 2]
    assert list(deck.bottom) == [1]
    assert list(deck.unknown) == [1, 1, 0]


@pytest.mark.parametrize(("seat", "tops"), [(0, {(0, 2), (1, 2)}), (1, {(1, 2)})])
def test_fill_hidden_fills_the_hidden_positions(seat: int, tops: set[tuple[int, int]]) -> None:
    dealt = set()
    for seed in range(40):
        deck = deck_of(1, 0, 0)
        deck.put_on_top(1, seen=0b10)
        deck.put_on_top(2, seen=0b11)
        deck.hide_unseen(seat)
        deck.fill_hidden(Random(seed))
        assert cards_of(deck) == {0: 1, 1: 1, 2: 1}
        dealt.add((int(deck.top[0]), int(deck.top[1])))
    assert dealt == tops


def test_a_copy_is_independent() -> None:
    deck, copy = deck_of(1, 0, 2), deck_of(0, 0, 0)
    deck.put_on_top(1, seen=1)
    deck.put_at_bottom(0, seen=2)
    copy.copy_from(deck)
    deck.draw_unknown(2)
    deck.draw_known()
    deck.put_on_top(2, seen=3)
    deck.put_at_bottom(2, seen=3)
    deck.bottom_seen[0] = 3
    deck.hide_unseen(2)
    assert copy.size() == 5
    assert cards_of(copy) == {0: 2, 1: 1, 2: 2}
    assert (list(copy.top), list(copy.top_seen)) == ([1], [1])
    assert (list(copy.bottom), list(copy.bottom_seen)) == ([0], [2])


def test_the_lowest_card_is_the_last_of_the_bottom_or_of_the_top() -> None:
    deck = deck_of(1, 0, 0)
    deck.put_on_top(1, seen=1)
    deck.put_on_top(2, seen=2)
    assert not deck.lowest_is_known()
    deck.put_at_bottom(2, seen=3)
    deck.put_at_bottom(1, seen=1)
    assert deck.lowest_is_known()
    assert [deck.draw_lowest_known(), deck.draw_lowest_known()] == [(1, 1), (2, 3)]
    assert not deck.lowest_is_known()
    deck.draw_unknown(0)
    assert deck.lowest_is_known()
    assert [deck.draw_lowest_known(), deck.draw_lowest_known()] == [(1, 1), (2, 2)]
    assert deck.size() == 0
    assert not deck.lowest_is_known()


def test_take_all_removes_all_cards_of_a_kind() -> None:
    deck = deck_of(3, 1, 0)
    assert [deck.take_all(kind) for kind in range(3)] == [3, 1, 0]
    assert deck.size() == 0


CHANGES = st.one_of(
    st.tuples(st.sampled_from(["top", "bottom"]), st.integers(0, KINDS - 1)),
    st.tuples(st.sampled_from(["draw", "draw lowest", "shuffle"]), st.just(0)),
)


@settings(max_examples=100)
@given(
    st.lists(st.integers(0, KINDS - 1), max_size=6), st.lists(CHANGES, max_size=30), st.randoms()
)
def test_deck_agrees_with_a_physical_deck(
    cards: list[int], changes: list[tuple[str, int]], rng: PythonRandom
) -> None:
    """A physical deck: cards in a fixed order, next card first, each with the seats that saw it."""
    deck = deck_of(*[cards.count(kind) for kind in range(KINDS)])
    real = [(kind, False) for kind in cards]
    for change, kind in changes:
        if change == "top":
            deck.put_on_top(kind, seen=1)
            real.insert(0, (kind, True))
        elif change == "bottom":
            deck.put_at_bottom(kind, seen=1)
            real.append((kind, True))
        elif change == "shuffle":
            deck.shuffle()
            real = [(kind, False) for kind, _ in real]
            rng.shuffle(real)
        elif change == "draw lowest" and real:
            card, seen = real.pop()
            assert deck.lowest_is_known() == seen
            if seen:
                assert deck.draw_lowest_known() == (card, 1)
            else:
                deck.draw_unknown(card)
        elif change == "draw" and real:
            card, seen = real.pop(0)
            assert deck.next_is_known() == seen
            if seen:
                assert deck.draw_known() == (card, 1)
            else:
                deck.draw_unknown(card)
        assert deck.size() == len(real)
        assert cards_of(deck) == Counter(card for card, _ in real)
        assert [deck.count(kind) for kind in range(KINDS)] == [
            sum(card == kind for card, _ in real) for kind in range(KINDS)
        ]
