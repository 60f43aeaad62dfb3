"""The zones of Onirim."""

from collections.abc import Iterator, Mapping, Sequence

from onirium.games.onirim.view import OnirimView, PartnerView
from onirium.i18n.catalog import Words
from onirium.notebook.board import Card, Zone, card


def zones(view: OnirimView, words: Words) -> Iterator[Zone]:
    """Yield the zones of a view; piles that are rarely used are omitted while they are empty."""
    yield _cards("pile.row", view.row, words)
    yield from _hands(view, words)
    yield _cards("pile.doors", _doors(view.doors), words)
    if view.partner is not None:
        yield from _partner(view.partner, words)
    yield from _expansions(view, words)
    drawn = "pile.offered" if view.step == "take" else "pile.drawn"
    for key, cards in (
        ("pile.limbo", _pile(view.limbo)),
        (drawn, [view.drawn] if view.drawn else []),
        ("pile.looked", view.looked),
        ("pile.arranged", view.arranged),
    ):
        if cards:
            yield _cards(key, cards, words)
    yield Zone(f"{words.text('pile.deck')}: {view.deck.size}", _backs(view.deck.size, words))


def _hands(view: OnirimView, words: Words) -> Iterator[Zone]:
    """O7.2 Yield the hand; with two players the personal and the shared reserve."""
    if view.partner is None:
        yield _cards("pile.hand", view.hand, words)
        return
    yield _cards("pile.personal", view.hand, words)
    yield _cards("pile.shared", view.shared, words)


def _partner(partner: PartnerView, words: Words) -> Iterator[Zone]:
    yield _cards("pile.partner row", partner.row, words)
    yield _cards("pile.partner hand", partner.hand, words)
    yield _cards("pile.partner doors", _doors(partner.doors), words)


def _expansions(view: OnirimView, words: Words) -> Iterator[Zone]:
    if view.towers is not None:
        yield _cards("pile.towers", view.towers.row, words)
    if view.book is not None:
        goals = [
            Card(words.text(f"card.{goal}"), ("back-goal",))
            if index in view.book.found
            else card(goal, words)
            for index, goal in enumerate(view.book.goals)
        ]
        yield Zone(words.text("pile.goals"), goals)
    if view.premonitions is not None:
        yield _cards("pile.premonitions", view.premonitions.face_up, words)


def _cards(key: str, cards: Sequence[str], words: Words) -> Zone:
    return Zone(words.text(key), [card(name, words) for name in cards])


def _doors(doors: Mapping[str, int]) -> list[str]:
    return _pile({f"{colour} door": count for colour, count in doors.items()})


def _pile(pile: Mapping[str, int]) -> list[str]:
    return [name for name, count in pile.items() for _ in range(count)]


def _backs(size: int, words: Words) -> list[Card]:
    return [card("?", words)] if size else []
