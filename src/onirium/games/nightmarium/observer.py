"""N8 How what a seat may see of a table of Nightmarium is put together."""

from collections.abc import Iterable
from typing import Final

from onirium.core.events import SPECTATOR
from onirium.core.view import Choice
from onirium.games.nightmarium.actions import (
    DEVOUR,
    card_of,
    creature_of,
    decision_kind,
    notation,
    place_of,
)
from onirium.games.nightmarium.components import ABILITIES, HEIGHT, LEGIONS, card_name
from onirium.games.nightmarium.determinization import decks_drawn_from, unseen
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.outcome import outcome_name
from onirium.games.nightmarium.placing import free_place
from onirium.games.nightmarium.state import NONE, REVEALED, STEPS, Table
from onirium.games.nightmarium.view import CreatureView, DeckView, NightmariumView, PlayerView

NOBODY: Final = -1


def view_of(table: Table, seat: int) -> NightmariumView:
    """N8 Return the view of a seat, by adding what it may see."""
    player = table.current_player()
    return NightmariumView(
        game=table.game.name,
        seat=seat,
        player=player,
        step=STEPS[table.step()],
        choices=_choices(table) if player == seat else [],
        returns=table.returns(),
        goal=table.options.goal,
        mover=table.mover,
        actions=table.actions,
        legion="" if table.legion == NONE else LEGIONS[table.legion],
        turns=table.turns,
        hand=_hand(table, seat),
        players=[_player(table, other) for other in range(table.options.seats)],
        discard=_counts(table.discard),
        revealed=_names(table.revealed),
        deck=_deck(table, seat),
        creature="" if table.creature == NONE else _number(table.mover, table.creature),
        abilities=[step for step in table.steps()[1:] if step in ABILITIES],
        exchanged=table.exchanged,
        victim=NOBODY if table.victim == NONE else table.victim,
        outcome=outcome_name(table),
    )


def _hand(table: Table, seat: int) -> list[str]:
    """N8.2 Return the cards in a seat's hand; those who watch have none."""
    hands = table.hands
    if seat == SPECTATOR:
        return []
    return _names(hands.cards[hands.begin(seat) : hands.end(seat)])


def _player(table: Table, seat: int) -> PlayerView:
    """N8.1 Return what everybody sees of a player."""
    hands = table.hands
    held = range(hands.begin(seat), hands.end(seat))
    hidden = [0] * decks_drawn_from(table)
    for place in held:
        if hands.decks[place] != KNOWN:
            hidden[hands.decks[place]] += 1
    return PlayerView(
        size=len(held),
        known=_names(hands.cards[place] for place in held if hands.decks[place] == KNOWN),
        hidden=hidden,
        complete=table.complete(seat),
        creatures=[
            _creature(table, seat, place)
            for place in range(table.options.goal)
            if table.height(table.spot(seat, place))
        ],
    )


def _creature(table: Table, seat: int, place: int) -> CreatureView:
    first = table.spot(seat, place) * HEIGHT
    cards = table.creatures[first : first + HEIGHT]
    parts = ["" if card == NONE else card_name(card) for card in cards]
    return CreatureView(_number(seat, place), *parts)


def _number(seat: int, place: int) -> str:
    return f"{seat + 1}.{place + 1}"


def _deck(table: Table, seat: int) -> DeckView:
    decks = range(decks_drawn_from(table))
    return DeckView(
        size=table.deck.size(), unseen=[_counts(unseen(table, seat, deck)) for deck in decks]
    )


def _choices(table: Table) -> list[Choice]:
    return [choice_of(table, action) for action in table.legal_actions()]


def choice_of(table: Table, action: int) -> Choice:
    """Return a legal action as an interface offers it."""
    kind = decision_kind(action)
    target = _target(table, action)
    aims = creature_of(action) is not None or kind == "devour"
    card = _card(table, action)
    return Choice(
        action=action,
        notation=notation(action),
        kind=kind,
        card=card,
        zone=target if aims else _zone(table, card),
        target=target,
        combines=kind == "exchange",
        usual=kind == "done",
    )


def _card(table: Table, action: int) -> str:
    """Return the card that an action places or discards, or the top card that it aims at."""
    card = card_of(action)
    spot = _spot(table, action)
    if card is None and spot is not None:
        card = table.top(spot)
    return "" if card is None else card_name(card)


def _zone(table: Table, card: str) -> str:
    """Return where the card lies that an action places or discards."""
    if not card:
        return ""
    return "revealed" if table.step() == REVEALED else "hand"


def _target(table: Table, action: int) -> str:
    """Return the pile that an action takes from or brings to, or the creature it concerns."""
    kind = decision_kind(action)
    if kind == "draw":
        return "deck"
    if kind in {"exchange", "discard"}:
        return "discard"
    spot = _spot(table, action)
    return "" if spot is None else f"creature {_number(*divmod(spot, table.options.goal))}"


def _spot(table: Table, action: int) -> int | None:
    """Return the spot that an action concerns, if it concerns a creature or begins one."""
    aim = creature_of(action)
    if aim is not None:
        return table.spot(*aim)
    kind = decision_kind(action)
    if kind == "devour":
        return table.spot(table.mover, action - DEVOUR)
    if kind != "place":
        return None
    on = place_of(action)
    return table.spot(table.mover, on - 1 if on else free_place(table))


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


def _counts(counts: Iterable[int]) -> dict[str, int]:
    return {card_name(kind): int(count) for kind, count in enumerate(counts) if count}
