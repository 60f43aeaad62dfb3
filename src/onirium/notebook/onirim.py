"""The zones of Onirim."""

from collections.abc import Iterator, Mapping

from onirium.games.onirim.view import OnirimView, PartnerView
from onirium.i18n.catalog import Words
from onirium.notebook.board import Card, Zone, card, labelled_cards


def zones(view: OnirimView, words: Words) -> Iterator[Zone]:
    """Yield the zones of a view; piles that are rarely used are omitted while they are empty."""
    yield labelled_cards("pile.row", view.row, words)
    yield from _hands(view, words)
    yield labelled_cards("pile.doors", _doors(view.doors), words)
    if view.partner is not None:
        yield from _partner(view.partner, words)
    yield from _expansions(view, words)
    drawn = "pile.offered" if view.step == "take" else "pile.drawn"
    for key, cards in (
        ("pile.limbo", _pile(view.limbo)),
        (drawn, [view.drawn] if view.drawn else []),
        ("pile.peeked", view.peeked),
        ("pile.ordered", view.ordered),
    ):
        if cards:
            yield labelled_cards(key, cards, words)
    yield Zone(f"{words.text('pile.deck')}: {view.deck.size}", _backs(view.deck.size, words))


def _hands(view: OnirimView, words: Words) -> Iterator[Zone]:
    """O7.2 Yield the hand; with two players the personal and the shared reserve."""
    if view.partner is None:
        yield labelled_cards("pile.hand", view.hand, words)
        return
    yield labelled_cards("pile.personal", view.hand, words)
    yield labelled_cards("pile.shared", view.shared, words)


def _partner(partner: PartnerView, words: Words) -> Iterator[Zone]:
    yield labelled_cards("pile.partner row", partner.row, words)
    yield labelled_cards("pile.partner hand", partner.hand, words)
    yield labelled_cards("pile.partner doors", _doors(partner.doors), words)


def _expansions(view: OnirimView, words: Words) -> Iterator[Zone]:
    if view.towers is not None:
        yield labelled_cards("pile.towers", view.towers.row, words)
    if view.book is not None:
        goals = [
            Card(words.text(f"card.{goal}"), ("back-goal",))
            if index in view.book.found
            else card(goal, words)
            for index, goal in enumerate(view.book.goals)
        ]
        yield Zone(words.text("pile.goals"), goals)
    if view.premonitions is not None:
        yield labelled_cards("pile.premonitions", view.premonitions.face_up, words)


def _doors(doors: Mapping[str, int]) -> list[str]:
    return _pile({f"{colour} door": count for colour, count in doors.items()})


def _pile(pile: Mapping[str, int]) -> list[str]:
    return [name for name, count in pile.items() for _ in range(count)]


def _backs(size: int, words: Words) -> list[Card]:
    return [card("?", words)] if size else []
