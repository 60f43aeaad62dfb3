"""Games, whole ones and late turns, reach all that there is in Nightmarium, and nothing else."""

from collections import Counter
from functools import cache
from random import Random

import pytest

import onirium
from onirium import State
from tests.games.nightmarium.reference import Options
from tests.games.nightmarium.reference.cards import names, the_box
from tests.support.nightmarium.coverage_goals import shown_by
from tests.support.nightmarium.late_positions import late_turn
from tests.support.nightmarium.traces import STEPS, Moment, moment_after
from tests.support.nightmarium.variant_matrix import TABLES, game_of
from tests.support.random_walk import possible

pytestmark = pytest.mark.long

DECISIONS = """act: draw | act: pass | act: exchange | act: place | exchange: exchange
    | exchange: done | terror: discard | revealed: place | mocker: place
    | executioner: execute | scavenger: scavenge | devourer: devour"""
COMING = "toss: player | deal: card | draw: card | reveal: card"

EVENTS = """begin | deal deck hand | draw deck hand | exchange hand discard | pass
    | shuffle discard deck
    | place legs hand creature | place torso hand creature | place head hand creature
    | place legs revealed creature | place torso revealed creature | place head revealed creature
    | complete creature | cut creature | no target creature | enough
    | terror necronaut | terror homunculus | terror insektoid | terror chimerid
    | discard hand discard | discard revealed discard | reveal deck revealed
    | singer creature | weeper creature | mocker creature
    | executioner creature | scavenger creature | devourer creature
    | execute creature hand | scavenge creature discard | devour creature discard"""
"""What happens: the kind of event, where its cards come from and where they go."""

ENDINGS = """won by player 1 | won by player 2 | won by player 3 | won by player 4
    | won by player 5 | draw"""

TARGETS = """singer: no target | weeper: no target | mocker: no target
    | executioner: no target | scavenger: no target | devourer: no target
    | mocker: one target | executioner: one target | scavenger: one target | devourer: one target
    | mocker: several targets | executioner: several targets | scavenger: several targets
    | devourer: several targets | executioner: several victims | scavenger: several victims
    | execute: the creature is gone | execute: it was complete
    | devour: the creature is gone | devour: it was complete | scavenge: two cards
    | weeper: only one card | weeper: two cards | weeper: a deck made anew between two cards
    | singer: only one card | singer: several ways
    | singer: place and place by itself | singer: place and discard by itself
    | singer: discard and discard by itself
    | singer: 1 revealed, 1 can be placed
    | singer: 2 revealed, 1 can be placed | singer: 2 revealed, 2 can be placed"""

BRANCHES = """N3.2 bound, and something can be placed | N3.2 bound, and nothing can be placed
    | N3.2 a second action that is free
    | N3.4 one card exchanged for nothing | N3.4 an odd number exchanged
    | N3.4 asked though nothing may follow | N3.4 all that was in hand
    | N3.6 nothing to be drawn, but a hand | N3.6 a deck made anew to draw
    | N3.6 a deck made anew of the cards exchanged
    | N3.6 a deck made anew between two revealed cards
    | exchange: a deck made anew between two cards
    | N4.1 a card of several parts as legs | N4.1 a card of several parts as torso
    | N4.1 a card of several parts as head
    | N4.3 the next place | N4.3 a place that was left | N4.3 legs, but no place
    | N5.2 a hand without cards | N5.2 several victims | N5.2 the only card by itself
    | N5.2 the second card by itself | N5.2 the second of two others | N5.2 none of the legion
    | N5.2 of the legion one | N5.2 of the legion several
    | N5.2 others, but one of the legion must go
    | N5.3 abilities --- | N5.3 abilities --x | N5.3 abilities -x- | N5.3 abilities -xx
    | N5.3 abilities x-- | N5.3 abilities x-x | N5.3 abilities xx- | N5.3 abilities xxx
    | N5.5 the Mocker completes | N5.5 the Singer completes | N5.5 abilities are lost
    | N5.6 the second action remains
    | N6.1 the first completes a creature, the other is discarded
    | N7.1 won by hand | N7.1 won by Mocker | N7.1 won by Singer
    | N7.1 won with 0 actions left | N7.1 won with 1 actions left
    | N8.3 the known one of equal cards leaves | N8.3 the oldest of equal cards leaves
    | N8.3 two decks in hands | N8.3 three decks in hands"""
"""Turns that games take, by the clauses that say so."""

REMEMBERED = "N4.4 a card taken back is another part | N5.5 a creature is completed again"
"""What only who remembers can tell."""

THE_HUNDREDTH = {
    "agenda": "mocker",
    "actions": "0",
    "creature": "1",
    "completions": "99",
    "creature 1.1": "homunculus legs mocker, homunculus torso, chimerid head",
    "creature 1.2": "homunculus legs, necronaut torso",
    "hand 1": "necronaut head",
    "unknown": "the rest",
}
"""N5.7."""


def listed(*texts: str) -> set[str]:
    return {" ".join(part.split()) for text in texts for part in text.split("|")}


ALL_THERE_IS = listed(DECISIONS, COMING, EVENTS, ENDINGS, TARGETS, BRANCHES, REMEMBERED)

LENGTH, WHOLE = 60, 10_000
"""So many steps are gone from a late turn, and at most in a whole game."""
WHOLE_GAMES = 17
"""Of so many games one is a whole one."""
MOST_GAMES = 4000


class Explored:
    """What was seen in games in which whatever was done least is done next.

    Attributes:
        seen: what was seen.
        done: how often each thing was done, or came, in each step.
    """

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.done: Counter[tuple[str, str]] = Counter()
        self.games = 0
        self.go_on(TABLES[0], game_of(TABLES[0]).from_fields(THE_HUNDREDTH), 1)
        while self.games < MOST_GAMES and not (self.seen >= ALL_THERE_IS and self.has_done_all()):
            self.play_next()

    def has_done_all(self) -> bool:
        return everything() <= {name for _, name in self.done}

    def play_next(self) -> None:
        self.games += 1
        options = TABLES[self.games % len(TABLES)]
        if self.games % WHOLE_GAMES == 0:
            self.go_on(options, game_of(options).new_state(), WHOLE)
        else:
            options = options._replace(first="chance")
            fields = late_turn(options, Random(self.games))
            self.go_on(options, game_of(options).from_fields(fields), LENGTH)

    def go_on(self, options: Options, state: State, steps: int) -> None:
        dice = Random(self.games)
        memory = Memory()
        moment = Moment(options, state, "", [])
        while steps and not state.is_terminal():
            before = moment
            answer = self.least_done(before, dice)
            moment = moment_after(options, state, answer)
            self.done[before.step(), answer] += 1
            self.seen.update(shown_by(before, moment))
            self.seen.update(memory.shown_by(before, moment))
            steps -= 1

    def least_done(self, moment: Moment, dice: Random) -> str:
        answers = map(moment.state.game.notation, possible(moment.state))
        return min(answers, key=lambda answer: (self.done[moment.step(), answer], dice.random()))


class Memory:
    """What is remembered of a game from moment to moment.

    Attributes:
        completed: the creatures completed within this action.
        taken: which part a card was that somebody has taken back.
    """

    def __init__(self) -> None:
        self.completed: set[str] = set()
        self.taken: dict[tuple[int, str], str] = {}

    def shown_by(self, before: Moment, moment: Moment) -> set[str]:
        seen = set()
        if before.step() == "act":
            self.completed.clear()
        for event in moment.log:
            if event.target in self.completed and event.kind == "complete":
                seen.add("N5.5 a creature is completed again")
            if event.kind == "complete":
                self.completed.add(event.target)
            if event.kind == "execute":
                part = ("legs", "torso", "head")[len(before.piles[event.source]) - 1]
                self.taken[event.seat, moment.names(event)[0]] = part
            verb, _, part = event.kind.partition(" ")
            if verb == "place" and event.source == "hand":
                former = self.taken.pop((event.seat, moment.names(event)[0]), part)
                if former != part:
                    seen.add("N4.4 a card taken back is another part")
        return seen


explored = cache(Explored)


@cache
def everything() -> frozenset[str]:
    """N4.1 Return all actions and outcomes that can ever be: heads begin nothing, legs no torso."""
    cards = sorted(set(names(the_box())))
    placements = {
        f"place {card}{where}"
        for card in cards
        for where in ["", *(f" on {place}" for place in range(1, 8))]
        if fits(card, begins=not where)
    }
    creatures = [f"{seat}.{place}" for seat in range(1, 6) for place in range(1, 8)]
    return frozenset(
        {"draw", "pass", "done", *cards, *placements}
        | {f"{verb} {card}" for verb in ("exchange", "discard") for card in cards}
        | {f"{verb} {creature}" for verb in ("execute", "scavenge") for creature in creatures}
        | {f"devour {place}" for place in range(1, 8)}
        | {f"player {seat}" for seat in range(1, 6)}
    )


def fits(card: str, *, begins: bool) -> bool:
    parts = set(card.split()[1].split("/"))
    return "legs" in parts if begins else bool(parts & {"torso", "head"})


def test_games_reach_all_there_is_and_nothing_else() -> None:
    assert sorted(ALL_THERE_IS - explored().seen) == []
    assert sorted(explored().seen - ALL_THERE_IS) == []


def test_games_reach_every_action_and_every_outcome() -> None:
    done = {name for _, name in explored().done}
    assert sorted(everything() - done) == []
    assert sorted(done - everything()) == []


def test_no_action_is_missing_and_those_that_cannot_be_are_placements() -> None:
    game = onirium.load("nightmarium", seats=5, creatures=7)
    notations = {game.notation(action) for action in range(660 + 63)}
    assert everything() <= notations
    assert all(name.startswith("place") for name in notations - everything())


def test_games_reach_every_step() -> None:
    """The beginnings of Singer and Weeper are told, and never last."""
    steps = {step for step, _ in explored().done}
    assert steps == {*STEPS} - {"over", "singer", "weeper"}
