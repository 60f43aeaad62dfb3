"""Random positions late in a game, with creatures in place and few cards to draw."""

from random import Random

from tests.games.nightmarium.reference import Options
from tests.games.nightmarium.reference.cards import Card, the_box
from tests.games.nightmarium.reference.table import HEIGHTS

FULLNESS = (0.2, 0.6, 0.9, 1.0)
"""The share of a player's slots in use."""
HAND_SIZES = (0, 0, 1, 1, 2, 3, 5, 8)
MARKS = ("", "", "(known)", "(1)", "(2)")
PILE_SIZES = (0, 0, 1, 1, 2, 3, 20)
"""The possible sizes of deck and discard pile."""
TURNS = (10, 10, 10, 998, 999)
REST = ("discard", "unknown", "hand")
"""The pile of all remaining cards."""


def late_turn(options: Options, rng: Random) -> dict[str, str]:
    """Return a random position at the beginning of a turn."""
    cards = the_box()
    rng.shuffle(cards)
    mover = rng.randrange(options.seats)
    piles: dict[str, list[str]] = {}
    for seat in rng.sample(range(options.seats), options.seats):
        piles |= creatures(options, seat, cards, rng)
    rest = rng.choice(REST)
    held_by = (mover + rng.randrange(options.seats)) % options.seats
    rest = f"hand {held_by + 1}" if rest == "hand" else rest
    for seat in range(options.seats):
        held = draw(cards, rng.choice(HAND_SIZES))
        piles[f"hand {seat + 1}"] = [f"{name} {rng.choice(MARKS)}".strip() for name in held]
    for name in ("discard", "unknown"):
        piles[name] = draw(cards, rng.choice(PILE_SIZES))
    piles[rest] += [card.name for card in cards]
    texts = {name: ", ".join(pile) for name, pile in piles.items() if pile}
    return texts | {
        "steps": "act",
        "mover": str(mover + 1),
        "actions": "2",
        "turns": str(rng.choice(TURNS)),
    }


def creatures(options: Options, seat: int, cards: list[Card], rng: Random) -> dict[str, list[str]]:
    """N4.1, N7.1 Return random creatures of a player, one of which is incomplete."""
    fullness = rng.choice(FULLNESS)
    slots = [slot for slot in range(options.creatures) if rng.random() < fullness]
    unfinished = rng.choice(slots) if slots else None
    built: dict[str, list[str]] = {}
    for slot in slots:
        height = rng.choice((1, 2, 2)) if slot == unfinished else rng.randint(1, 3)
        creature = build(cards, height)
        if creature:
            built[f"creature {seat + 1}.{slot + 1}"] = creature
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
