"""N8 Observer: builds the view of a seat from the board."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from onirium.core.events import SPECTATOR
from onirium.core.view import ActionInfo
from onirium.games.nightmarium.actions import (
    DEVOUR,
    card_of,
    creature_of,
    decision_kind,
    notation,
    placement_of,
)
from onirium.games.nightmarium.components import ABILITIES, CREATURE_HEIGHT, LEGIONS, card_name
from onirium.games.nightmarium.determinization import count_drawn_decks, unseen_cards
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.outcome import outcome_name
from onirium.games.nightmarium.placing import free_slot
from onirium.games.nightmarium.state import NONE, Board
from onirium.games.nightmarium.steps import REVEALED, STEP_NAMES
from onirium.games.nightmarium.view import CreatureView, DeckView, NightmariumView, PlayerView

NO_SEAT: Final = -1


def build_view(board: Board, seat: int) -> NightmariumView:
    """N8 Return the view of a seat, which holds only information visible to it."""
    player = board.current_player()
    return NightmariumView(
        game=board.game.name,
        seat=seat,
        player=player,
        step=STEP_NAMES[board.current_step()],
        legal_actions=_describe_actions(board) if player == seat else [],
        returns=board.returns(),
        readings=list(board.game.options.get("readings", ())),
        goal=board.options.goal,
        mover=board.mover,
        actions=board.actions,
        legion="" if board.legion == NONE else LEGIONS[board.legion],
        turns=board.turns,
        hand=_hand(board, seat),
        players=[_player_view(board, other) for other in range(board.options.seats)],
        discard=_counts(board.discard),
        revealed=_names(board.revealed),
        deck=_deck_view(board, seat),
        creature="" if board.creature == NONE else _creature_number(board.mover, board.creature),
        abilities=[step for step in board.step_names()[1:] if step in ABILITIES],
        exchanged=board.exchanged,
        victim=NO_SEAT if board.victim == NONE else board.victim,
        outcome=outcome_name(board),
    )


def build_seat_view(board: Board, seat: int, other: NightmariumView) -> NightmariumView:
    """N8 Return the view of a seat, with the public parts of another seat's view."""
    return replace(
        other,
        seat=seat,
        legal_actions=_describe_actions(board) if other.player == seat else [],
        hand=_hand(board, seat),
        deck=_deck_view(board, seat),
    )


def _hand(board: Board, seat: int) -> list[str]:
    """N8.2 Return the cards in a seat's hand; spectators have none."""
    hands = board.hands
    if seat == SPECTATOR:
        return []
    return _names(hands.cards[hands.begin(seat) : hands.end(seat)])


def _player_view(board: Board, seat: int) -> PlayerView:
    """N8.1 Return the public view of a player."""
    hands = board.hands
    indices = range(hands.begin(seat), hands.end(seat))
    hidden = [0] * count_drawn_decks(board)
    for index in indices:
        if hands.decks[index] != KNOWN:
            hidden[hands.decks[index]] += 1
    return PlayerView(
        size=len(indices),
        known=_names(hands.cards[index] for index in indices if hands.decks[index] == KNOWN),
        hidden=hidden,
        complete=board.complete_count(seat),
        creatures=[
            _creature_view(board, seat, slot)
            for slot in range(board.options.goal)
            if board.height(board.spot(seat, slot))
        ],
    )


def _creature_view(board: Board, seat: int, slot: int) -> CreatureView:
    first = board.spot(seat, slot) * CREATURE_HEIGHT
    cards = board.creatures[first : first + CREATURE_HEIGHT]
    parts = ["" if card == NONE else card_name(card) for card in cards]
    return CreatureView(_creature_number(seat, slot), *parts)


def _creature_number(seat: int, slot: int) -> str:
    return f"{seat + 1}.{slot + 1}"


def _deck_view(board: Board, seat: int) -> DeckView:
    decks = range(count_drawn_decks(board))
    return DeckView(
        size=board.deck.size(), unseen=[_counts(unseen_cards(board, seat, deck)) for deck in decks]
    )


def _describe_actions(board: Board) -> list[ActionInfo]:
    return [describe_action(board, action) for action in board.legal_actions()]


def describe_action(board: Board, action: int) -> ActionInfo:
    """Return the description of a legal action for user interfaces."""
    kind = decision_kind(action)
    target = _target(board, action)
    has_target = creature_of(action) is not None or kind == "devour"
    card = _card(board, action)
    return ActionInfo(
        action=action,
        notation=notation(action),
        kind=kind,
        card=card,
        zone=target if has_target else _zone(board, card),
        target=target,
        combines=kind == "exchange",
        usual=kind == "done",
    )


def _card(board: Board, action: int) -> str:
    """Return the card that an action places or discards, or the top card of its target."""
    card = card_of(action)
    spot = _spot(board, action)
    if card is None and spot is not None:
        card = board.top(spot)
    return "" if card is None else card_name(card)


def _zone(board: Board, card: str) -> str:
    """Return the pile of the card that an action places or discards."""
    if not card:
        return ""
    return "revealed" if board.current_step() == REVEALED else "hand"


def _target(board: Board, action: int) -> str:
    """Return the pile that an action draws from or discards to, or its creature."""
    kind = decision_kind(action)
    if kind == "draw":
        return "deck"
    if kind in {"exchange", "discard"}:
        return "discard"
    spot = _spot(board, action)
    return "" if spot is None else f"creature {_creature_number(*divmod(spot, board.options.goal))}"


def _spot(board: Board, action: int) -> int | None:
    """Return the spot of the creature that an action targets, extends or begins, or None."""
    opponent_creature = creature_of(action)
    if opponent_creature is not None:
        return board.spot(*opponent_creature)
    kind = decision_kind(action)
    if kind == "devour":
        return board.spot(board.mover, action - DEVOUR)
    if kind != "place":
        return None
    number = placement_of(action)
    return board.spot(board.mover, number - 1 if number else free_slot(board))


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


def _counts(counts: Iterable[int]) -> dict[str, int]:
    return {card_name(kind): int(count) for kind, count in enumerate(counts) if count}
