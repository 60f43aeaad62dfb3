"""The coverage goals that a state of a game reaches: decisions, events and situations."""

from collections.abc import Iterator
from functools import cache
from itertools import takewhile

from onirium import Event, Game
from tests.games.onirim.reference import colour_of, has_formation, is_room, is_tower
from tests.support.onirim.traces import Moment

PEEK_SIZE = 5
DRAW_STEPS = {"draw", "draw one"}
TO_HAND = "draw deck hand"
BOTH = 0b11
FOUND_EVENTS = ("search deck doors", "unlock table doors")
LOST_EVENTS = ("limbo doors limbo", "limbo partner doors limbo")


def reached_goals(before: Moment, moment: Moment) -> Iterator[str]:
    """Yield the goals reached by an action or outcome and its consequences."""
    yield f"{before.step()}: {kind_of(moment.state.game, moment.action)}"
    for event in moment.log:
        yield " ".join(word for word in (event.kind, event.source, event.target) if word)
    if moment.state.is_terminal():
        yield moment.fields["outcome"]
    of_turns = (rooms, peeks, doors, spells, nightmares, towers, premonitions, two_players, endings)
    for turns in of_turns:
        yield from turns(before, moment)


@cache
def kind_of(game: Game, name: str) -> str:
    """Return the kind of a decision, or of an outcome."""
    action = game.parse(name)
    if action < game.action_count:
        return game.decision_kind(action)
    if is_room(name) or is_tower(name):
        return "room" if is_room(name) else "tower"
    if name in {"nightmare", "happy dream"}:
        return name
    return "player" if name.startswith("player") else name.rsplit(maxsplit=1)[-1]


def matching_events(moment: Moment, *texts: str) -> list[Event]:
    """Return the events of a text of kinds, sources and targets."""
    return [
        event
        for event in moment.log
        if f"{event.kind} {event.source} {event.target}".strip() in texts
    ]


def event_cards(moment: Moment, *texts: str) -> list[str]:
    return [card for event in matching_events(moment, *texts) for card in moment.names(event)]


def deck_of(moment: Moment) -> list[str]:
    return [card.split(" (")[0] for card in moment.cards("top", "unknown", "bottom")]


def rooms(before: Moment, moment: Moment) -> Iterator[str]:
    for room in event_cards(moment, "play hand row", "play shared row"):
        colours = [colour_of(room), *map(colour_of, reversed(before.cards("row")))]
        length = len(list(takewhile(colours[0].__eq__, colours)))
        door = f"{colours[0]} door"
        if length == 6:
            yield "O3.4 a second set of one colour"
        if length % 3 == 0 and door not in deck_of(before):
            yield "O3.3 a set, but no such door in the deck"
        elif length % 3 == 0 and door in before.cards("doors") and before.options.seats == 2:
            yield "O7.7 a set for a door that the mover has"


def peeks(_: Moment, moment: Moment) -> Iterator[str]:
    peeked = len(moment.cards("peeked"))
    if moment.step() == "foretell" and peeked < PEEK_SIZE:
        yield "O3.6 a prophecy with fewer than five cards"
    if moment.step() == "lift" and peeked < PEEK_SIZE:
        yield "O8.5 fewer than five cards from below"
    if moment.steps() == ["play"] and moment.cards("top"):
        yield "O3.8 an order that outlasts the turn"


def doors(before: Moment, moment: Moment) -> Iterator[str]:
    if before.step() in DRAW_STEPS and before.options.seats == 2:
        for card in event_cards(moment, "limbo deck limbo"):
            if card in before.cards("doors"):
                yield "O7.7 a drawn door that the mover has"
    if moment.action == "search" and matching_events(moment, "limbo deck limbo"):
        yield "O8.2 a door found that does not match"
    if moment.step() == "unlock":
        key = f"{colour_of(moment.cards('drawn')[0])} key"
        if key not in moment.cards("hand", "shared"):
            yield "O12.2 asked for a key that is not there"


def spells(before: Moment, moment: Moment) -> Iterator[str]:
    if "meet" in before.steps() and "meet" not in moment.steps():
        goes_on = moment.step() == "unlock"
        yield f"O8.6 a spell, and the door {'goes on waiting' if goes_on else 'leaves'}"
    for goal in event_cards(moment, "sought found goals"):
        if before.cards("goals").count(f"{goal} (found)") == 2:
            yield "O8.3 the rightmost of two goals"
        if before.cards("striking"):
            yield "O8.3 a penalty turns a goal up"


def nightmares(before: Moment, moment: Moment) -> Iterator[str]:
    if moment.action == "reveal" and len(deck_of(before)) < PEEK_SIZE:
        yield "O5.1c fewer than five cards revealed"
    if matching_events(moment, "banish table discard") and before.cards("towers"):
        yield "O8.5 a Nightmare ignored, towers and all"


def towers(before: Moment, moment: Moment) -> Iterator[str]:
    row = before.cards("towers")
    for tower in event_cards(moment, "topple towers discard"):
        if tower not in {row[0], row[-1]}:
            yield "O9.6 an inner tower lost"
    if moment.step() == "topple" and has_formation(row):
        yield "O9.8 a complete row is touched"
    settled = "nightmare" in event_cards(moment, "settle table discard")
    if settled and before.step() != "topple" and "towers" in before.options.expansions:
        yield "O9.8 a complete row is left alone" if row else "O9.7 no tower to lose"
    for tower in event_cards(moment, "discard hand discard", "discard shared discard"):
        if before.step() == "play" and is_tower(tower) and int(tower[-1]) > len(deck_of(before)):
            yield "O9.5 fewer cards than the tower says"


def premonitions(before: Moment, moment: Moment) -> Iterator[str]:
    struck = event_cards(moment, "strike premonitions striking")
    for premonition in struck:
        yield f"O10.6 {premonition} strikes"
    if "green premonition" in struck and not matching_events(moment, "limbo discard limbo"):
        yield "O10.6 no Nightmare discarded"
    if "rainbow premonition" in struck and not event_cards(moment, "forfeit deck discard"):
        yield "O10.4 no Happy Dream in the deck"
    if before.cards("striking") and matching_events(moment, "unveil pile premonitions"):
        yield "O10.6 a penalty that reveals more"
    if before.cards("striking") or struck:
        found = before.cards("doors", "partner doors") + event_cards(moment, *FOUND_EVENTS)
        for door in event_cards(moment, *LOST_EVENTS):
            waiting = f"{colour_of(door)} premonition" in moment.cards("premonitions")
            if waiting and found.count(door) == 2:
                yield "O10.2 one that does not hold any more"


def two_players(before: Moment, moment: Moment) -> Iterator[str]:
    if before.step() == "exchange" and "look" in before.steps() and moment.step() == "take":
        yield "O7.4 an exchange before a look"
    verb, personal, _ = moment.action.partition(" personal")
    if personal:
        yield f"O7.2 {verb} from the personal reserve, though the shared one holds the card"
    hidden = before.options.seats == 2 and before.options.table != "open"
    if hidden and any(event.audience & BOTH == BOTH for event in matching_events(moment, TO_HAND)):
        yield "O12.2 drawn from a place that the partner knew"


def endings(before: Moment, moment: Moment) -> Iterator[str]:
    if moment.steps() == ["play"] and not deck_of(moment):
        yield "O6.2 a turn with an empty deck"
    if matching_events(moment, "lose"):
        taking = before.step() == "deal" or moment.action == "discard hand"
        yield f"O6.2 lost {'while a hand is taken' if taking else 'in the draw'}"
    if matching_events(moment, "win") and "towers" in moment.options.expansions:
        tower = is_tower(" ".join(moment.action.split()[-3:]))
        yield f"O9.2 won by a {'tower' if tower else 'door'}"
        if tower and moment.fields["outcome"] == f"won by player {2 - before.mover}":
            yield "O7.6 the other one wins by a tower"
