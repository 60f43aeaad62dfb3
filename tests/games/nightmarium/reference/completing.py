"""N5 The consequences of a completed creature."""

from tests.games.nightmarium.reference.abilities import EFFECTS, Completing, NoTarget
from tests.games.nightmarium.reference.asking import Asking, Game, Over, ask
from tests.games.nightmarium.reference.cards import names
from tests.games.nightmarium.reference.table import Creature, Table

ENOUGH = 100


def resolve(table: Table, completed: Creature | None) -> Game:
    """N5.5 Resolve chains until one completes no further creature."""
    while completed is not None:
        completed = yield from one_chain(table, completed)
    table.chain = None


def one_chain(table: Table, creature: Creature) -> Completing:
    """N5.1, N5.7 Resolve a chain; return the creature that it completes, or None."""
    table.chain = creature
    table.completions += 1
    table.tell("complete", table.mover, target=creature.pile)
    look_for_victory(table)
    if table.completions == ENOUGH:
        table.tell("enough", table.mover)
        return None
    from_the_head = reversed(creature.cards)
    table.abilities = [card.ability for card in from_the_head if card.ability]
    yield from terror(table, creature)
    return (yield from abilities(table, creature))


def look_for_victory(table: Table) -> None:
    """N7.1 End the game at once if the mover has enough complete creatures."""
    complete = [creature for creature in table.creatures(table.mover) if creature.is_complete()]
    if len(complete) == table.options.creatures:
        table.chain = None
        table.completions = 0
        raise Over(f"won by player {table.mover + 1}")


def abilities(table: Table, creature: Creature) -> Completing:
    """N5.3, N5.4, N5.5; N5.6, N10 in one reading a chain without a target ends the turn."""
    while table.abilities:
        ability = table.abilities.pop(0)
        table.tell(ability, table.mover, source=creature.pile)
        try:
            completed = yield from EFFECTS[ability](table, creature)
        except NoTarget:
            table.tell("no target", table.mover, source=creature.pile)
            table.abilities = []
            if table.reads("chain-end"):
                table.to_begin = 0
                table.legion = ""
            return None
        if completed:
            if table.abilities:
                table.tell("cut", table.mover, source=creature.pile)
            table.abilities = []
            return completed
    return None


def terror(table: Table, creature: Creature) -> Game:
    """N5.2."""
    legions = {card.legion for card in creature.cards}
    if len(legions) > 1:
        return
    legion = legions.pop()
    table.tell(f"terror {legion}", table.mover)
    for victim in table.opponents():
        table.victim = victim
        if table.reads("terror-choice"):
            yield from suffer_by_choice(table, victim, legion)
        elif any(held.card.legion == legion for held in table.hands[victim]):
            yield from suffer(table, victim, legion)
        else:
            yield from suffer(table, victim, "")
            table.lost = True
            yield from suffer(table, victim, "")
            table.lost = False
    table.victim = None


def suffer_by_choice(table: Table, victim: int, legion: str) -> Asking[None]:
    """N5.2, N10 One card of the legion or any two, as the victim likes."""
    before = len(table.discard)
    yield from suffer(table, victim, "")
    if table.discard[before:] and table.discard[-1].legion != legion:
        table.lost = True
        yield from suffer(table, victim, "")
        table.lost = False


def suffer(table: Table, victim: int, legion: str) -> Asking[None]:
    """N5.2 The victim discards one card, of the legion if one is named, while there are any.

    The others must not learn whether the victim had a choice, except with the last card in hand.
    """
    cards = [held.card for held in table.hands[victim]]
    if not cards:
        return
    allowed = [card for card in cards if legion in {card.legion, ""}]
    if len(cards) == 1:
        name = cards[0].name
    else:
        answers = [f"discard {name}" for name in names(allowed)]
        answer = yield from ask(victim, "terror", answers)
        name = answer.removeprefix("discard ")
    card = table.leave_hand(victim, name)
    table.discard.append(card)
    table.tell("discard", victim, [card], "hand", "discard")
