"""Coverage goals: the decisions, events and branches of the rules that a step exercises."""

from collections.abc import Iterator
from itertools import pairwise, takewhile

from onirium import Event
from onirium.core.events import split_pile_name
from tests.support.nightmarium.traces import Moment

ABILITY_VERBS = {"executioner": "execute", "scavenger": "scavenge", "devourer": "devour"}
"""The abilities with a target creature, and the kinds of their decisions."""
ABILITIES = {"singer", "weeper", "mocker", *ABILITY_VERBS}


def reached_goals(before: Moment, moment: Moment) -> Iterator[str]:
    """Yield the goals that an action or outcome and its consequences reach."""
    yield f"{before.step()}: {kind_of(moment)}"
    for event in moment.log:
        piles = (split_pile_name(event.source)[0], split_pile_name(event.target)[0])
        yield " ".join(word for word in (event.kind, *piles) if word)
    if moment.state.is_terminal():
        yield moment.fields["outcome"]
    for goals in GOALS:
        yield from goals(before, moment)


def kind_of(moment: Moment) -> str:
    """Return the kind of a decision or of a chance outcome."""
    game = moment.state.game
    action = game.parse(moment.action)
    if action < game.action_count:
        return game.decision_kind(action)
    return "player" if moment.action.startswith("player") else "card"


def event_kinds(moment: Moment) -> list[str]:
    return [event.kind for event in moment.log]


def legal_actions(moment: Moment) -> list[str]:
    return [moment.state.game.notation(action) for action in moment.state.legal_actions()]


def acts(before: Moment, _: Moment) -> Iterator[str]:
    if before.step() != "act":
        return
    ways, hand = legal_actions(before), before.hand(before.mover)
    legs = [card for card in hand if card.split()[1].endswith("legs")]
    places = any(way.startswith("place") for way in ways)
    if "legion" in before.fields:
        yield f"N3.2 bound, and {'something' if places else 'nothing'} can be placed"
    elif legs and len(before.creatures(before.mover)) == before.options.creatures:
        yield "N4.3 legs, but no place"
    if "draw" not in ways and hand:
        yield "N3.6 nothing to be drawn, but a hand"
    if "legion" not in before.fields and before.number("actions") == 1:
        yield "N3.2 a second action that is free"


def exchanges(before: Moment, moment: Moment) -> Iterator[str]:
    if moment.action == "done":
        exchanged = before.number("exchanged")
        if exchanged == 1:
            yield "N3.4 one card exchanged for nothing"
        elif exchanged % 2:
            yield "N3.4 an odd number exchanged"
        if legal_actions(before) == ["done"]:
            yield "N3.4 asked though nothing may follow"
    if moment.action.startswith("exchange") and not before.hand(before.mover)[1:]:
        yield "N3.4 all that was in hand"


def placing(before: Moment, moment: Moment) -> Iterator[str]:
    for event in moment.log[:1]:
        seat = before.mover
        if event.kind == "place legs":
            before_it = [name for name in before.creatures(seat) if name > event.target]
            yield f"N4.3 {'a place that was left' if before_it else 'the next place'}"
        part = event.kind.removeprefix("place ")
        if part != event.kind and "/" in moment.names(event)[0]:
            yield f"N4.1 a card of several parts as {part}"


def own_discards(moment: Moment) -> list[Event]:
    """Return the discards from hands that were not decisions."""
    lost = [event for event in moment.log if event.kind == "discard" and event.source == "hand"]
    return lost[1:] if moment.action.startswith("discard") else lost


def terrors(before: Moment, moment: Moment) -> Iterator[str]:
    if before.step() == "terror":
        yield from victim_goals(before)
    victim = before.number("victim") - 1 if moment.action.startswith("discard") else None
    for event in own_discards(moment):
        yield f"N5.2 {'the second' if event.seat == victim else 'the only'} card by itself"
    if any(kind.startswith("terror") for kind in event_kinds(moment)):
        if not all(before.hand(seat) for seat in before.opponents()):
            yield "N5.2 a hand without cards"
        if before.options.seats > 2 and moment.step() == "terror":
            yield "N5.2 several victims"


def victim_goals(before: Moment) -> Iterator[str]:
    chain = before.piles[f"creature {before.mover + 1}.{before.number('creature')}"]
    legion = chain[0].split()[0]
    ways = legal_actions(before)
    of_legion = [way for way in ways if way.split()[1] == legion]
    if before.number("lost"):
        yield "N5.2 the second of two others"
    elif of_legion:
        hand = set(before.hand(before.number("victim") - 1))
        yield f"N5.2 of the legion {'several' if of_legion[1:] else 'one'}"
        if len(hand) > len(ways):
            yield "N5.2 others, but one of the legion must go"
    else:
        yield "N5.2 none of the legion"


def targets(before: Moment, moment: Moment) -> Iterator[str]:
    """N5.4 Yield the abilities with no, one or several targets."""
    for event, following in pairwise(moment.log):
        if event.kind in ABILITIES and following.kind == "no target":
            yield f"{event.kind}: no target"
        if following.kind == ABILITY_VERBS.get(event.kind):
            yield f"{event.kind}: one target"
    if before.step() in ABILITY_VERBS:
        yield f"{before.step()}: several targets"
        seats = {way.split()[1].split(".")[0] for way in legal_actions(before)}
        if before.step() != "devourer" and len(seats) > 1:
            yield f"{before.step()}: several victims"
    if before.step() == "mocker":
        yield f"mocker: {'several targets' if legal_actions(before)[1:] else 'one target'}"


def target_goals(before: Moment, moment: Moment) -> Iterator[str]:
    for event in moment.log:
        if event.kind in {"execute", "devour"} and event.source not in moment.piles:
            yield f"{event.kind}: the creature is gone"
        if event.kind in {"execute", "devour"} and len(before.piles.get(event.source, "")) == 3:
            yield f"{event.kind}: it was complete"
    if event_kinds(moment).count("scavenge") > 1:
        yield "scavenge: two cards"


def after_reveal(moment: Moment) -> list[str]:
    """Return the kinds of the automatic events of the revealed cards."""
    revealed = event_kinds(moment).index("reveal")
    following = takewhile(lambda event: event.source == "revealed", moment.log[revealed + 1 :])
    return [event.kind.split()[0] for event in following]


def singers(before: Moment, moment: Moment) -> Iterator[str]:
    if before.step() == "reveal":
        yield from reveal_goals(before, moment)
    if before.step() == "revealed":
        placed = {way.split(" on ")[0] for way in legal_actions(before)}
        yield f"singer: {len(before.cards('revealed'))} revealed, {len(placed)} can be placed"
    for event, following in pairwise(moment.log):
        if event.kind == "place head" and (following.kind, following.source) == (
            "discard",
            "revealed",
        ):
            yield "N6.1 the first completes a creature, the other is discarded"


def reveal_goals(before: Moment, moment: Moment) -> Iterator[str]:
    if moment.step() == "reveal":
        if "shuffle" in event_kinds(moment):
            yield "N3.6 a deck made anew between two revealed cards"
        return
    if before.number("pending") == 2:
        yield "singer: only one card"
    elif moment.step() == "revealed":
        yield "singer: several ways"
    elif before.cards("revealed"):
        yield f"singer: {' and '.join(after_reveal(moment))} by itself"


def draws(before: Moment, moment: Moment) -> Iterator[str]:
    if before.step() != "draw":
        if moment.action == "draw" and "shuffle" in event_kinds(moment):
            yield "N3.6 a deck made anew to draw"
        if moment.action == "done" and "shuffle" in event_kinds(moment):
            yield "N3.6 a deck made anew of the cards exchanged"
        return
    whose = "weeper" if "creature" in before.fields else "exchange"
    if moment.step() == "draw" and "shuffle" in event_kinds(moment):
        yield f"{whose}: a deck made anew between two cards"
    if before.number("pending") == 2 and moment.step() != "draw":
        yield f"{whose}: only one card"
    if whose == "weeper" and before.number("pending") == 1:
        yield "weeper: two cards"


def chains(before: Moment, moment: Moment) -> Iterator[str]:
    for event in moment.log:
        pile = moment.piles.get(event.target, [])
        if event.kind == "complete" and len(pile) == 3:
            abilities = [len(card.split()) == 3 for card in reversed(pile)]
            yield f"N5.3 abilities {''.join('x' if has else '-' for has in abilities)}"
    same_turn = moment.number("turns") == before.number("turns")
    if "no target" in event_kinds(moment) and moment.steps() == ["act"] and same_turn:
        yield "N5.6 the second action remains"
    if before.step() == "mocker" and "complete" in event_kinds(moment):
        yield "N5.5 the Mocker completes"
    if before.step() in {"reveal", "revealed"} and "complete" in event_kinds(moment):
        yield "N5.5 the Singer completes"
    if before.steps()[1:] and "cut" in event_kinds(moment):
        yield "N5.5 abilities are lost"


def ends(before: Moment, moment: Moment) -> Iterator[str]:
    if moment.fields.get("outcome", "").startswith("won"):
        source = next(e.source for e in reversed(moment.log) if e.kind == "place head")
        ability = "Mocker" if before.step() == "mocker" else "hand"
        yield f"N7.1 won by {'Singer' if source == 'revealed' else ability}"
        yield f"N7.1 won with {moment.number('actions')} actions left"


def hands(before: Moment, moment: Moment) -> Iterator[str]:
    for event in moment.log[:1]:
        if event.source == "hand":
            [card] = moment.names(event)
            entries = before.piles[f"hand {event.seat + 1}"]
            equal = {entry for entry in entries if entry.split(" (")[0] == card}
            if f"{card} (known)" in equal and len(equal) > 1:
                yield "N8.3 the known one of equal cards leaves"
            elif len(equal) > 1:
                yield "N8.3 the oldest of equal cards leaves"
    if "shuffle" in event_kinds(moment):
        marks = "".join(moment.fields.get(f"hand {s + 1}", "") for s in range(before.options.seats))
        yield f"N8.3 {'three' if '(2)' in marks else 'two'} decks in hands"


GOALS = (
    *(acts, exchanges, placing, terrors, targets, target_goals),
    *(singers, draws, chains, ends, hands),
)
