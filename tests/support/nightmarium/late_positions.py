"""Turns late in a game, as chance may have brought them: creatures stand, the deck runs low."""

from random import Random

from tests.games.nightmarium.reference import Options
from tests.games.nightmarium.reference.cards import Card, the_box

HEIGHTS = ("legs", "torso", "head")
FULLNESS = (0.2, 0.6, 0.9, 1.0)
"""How many of the places before a player are taken."""
HAND_SIZES = (0, 0, 1, 1, 2, 3, 5, 8)
MARKS = ("", "", "(known)", "(1)", "(2)")
LEFT = (0, 0, 1, 1, 2, 3, 20)
"""So many cards are left in the deck, or lie in the discard pile."""
TURNS = (10, 10, 10, 998, 999)
REST = ("discard", "unknown", "hand")
"""Where all other cards are."""


def late_turn(options: Options, dice: Random) -> dict[str, str]:
    """Return the beginning of a turn by chance."""
    cards = the_box()
    dice.shuffle(cards)
    mover = dice.randrange(options.seats)
    piles: dict[str, list[str]] = {}
    for seat in dice.sample(range(options.seats), options.seats):
        piles |= creatures(options, seat, cards, dice)
    rest = dice.choice(REST)
    held_by = (mover + dice.randrange(options.seats)) % options.seats
    rest = f"hand {held_by + 1}" if rest == "hand" else rest
    for seat in range(options.seats):
        held = draw(cards, dice.choice(HAND_SIZES))
        piles[f"hand {seat + 1}"] = [f"{name} {dice.choice(MARKS)}".strip() for name in held]
    for name in ("discard", "unknown"):
        piles[name] = draw(cards, dice.choice(LEFT))
    piles[rest] += [card.name for card in cards]
    texts = {name: ", ".join(pile) for name, pile in piles.items() if pile}
    return texts | {
        "agenda": "act",
        "mover": str(mover + 1),
        "actions": "2",
        "turns": str(dice.choice(TURNS)),
    }


def creatures(options: Options, seat: int, cards: list[Card], dice: Random) -> dict[str, list[str]]:
    """N4.1, N7.1 Build creatures as far as there are cards for them; one is never complete."""
    fullness = dice.choice(FULLNESS)
    places = [place for place in range(options.creatures) if dice.random() < fullness]
    unfinished = dice.choice(places) if places else None
    built: dict[str, list[str]] = {}
    for place in places:
        height = dice.choice((1, 2, 2)) if place == unfinished else dice.randint(1, 3)
        creature = build(cards, height)
        if creature:
            built[f"creature {seat + 1}.{place + 1}"] = creature
    return built


def build(cards: list[Card], height: int) -> list[str]:
    creature: list[str] = []
    for part in HEIGHTS[:height]:
        card = next((card for card in cards if card.can_be(part)), None)
        if card is None:
            break
        cards.remove(card)
        creature.append(card.name)
    return creature


def draw(cards: list[Card], number: int) -> list[str]:
    drawn = [card.name for card in cards[:number]]
    del cards[:number]
    return drawn
