"""Coverage: whole games and late turns reach all goals of Nightmarium and no others."""

from collections import Counter
from functools import cache
from random import Random

import pytest

import onirium
from onirium import State
from onirium.games.nightmarium.steps import STEP_NAMES
from tests.games.nightmarium.reference import Options
from tests.games.nightmarium.reference.cards import names, the_box
from tests.support.nightmarium.coverage_goals import reached_goals
from tests.support.nightmarium.late_positions import late_turn
from tests.support.nightmarium.traces import Moment, moment_after
from tests.support.nightmarium.variant_matrix import TABLES, game_of
from tests.support.random_walk import possible_actions

pytestmark = pytest.mark.long

DECISIONS = """act: draw | act: pass | act: exchange | act: place | exchange: exchange
    | exchange: done | terror: discard | revealed: place | mocker: place
    | executioner: execute | scavenger: scavenge | devourer: devour"""
CHANCE_OUTCOMES = "toss: player | deal: card | draw: card | reveal: card"

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
"""The events: their kind, source and target."""

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
"""Branches of the rules, by clause."""

MEMORY_GOALS = "N4.4 a card taken back is another part | N5.5 a creature is completed again"
"""Goals that depend on earlier moments."""

HUNDREDTH_COMPLETION = {
    "steps": "mocker",
    "actions": "0",
    "creature": "1",
    "completions": "99",
    "creature 1.1": "homunculus legs mocker, homunculus torso, chimerid head",
    "creature 1.2": "homunculus legs, necronaut torso",
    "hand 1": "necronaut head",
    "unknown": "the rest",
}
"""N5.7 A position before the hundredth completion."""


def split_goals(*texts: str) -> set[str]:
    return {" ".join(part.split()) for text in texts for part in text.split("|")}


ALL_GOALS = split_goals(
    DECISIONS, CHANCE_OUTCOMES, EVENTS, ENDINGS, TARGETS, BRANCHES, MEMORY_GOALS
)

MAX_LATE_STEPS, MAX_STEPS = 60, 10_000
"""The maximum number of steps from a late turn, and in a whole game."""
WHOLE_GAME_INTERVAL = 17
"""One of this many games is a whole one."""
MAX_GAMES = 4000


class Exploration:
    """Games that take the least frequent action or outcome of each step next.

    Attributes:
        reached: the goals reached.
        counts: the number of times each answer was given in each step.
    """

    def __init__(self) -> None:
        self.reached: set[str] = set()
        self.counts: Counter[tuple[str, str]] = Counter()
        self.games = 0
        self.explore(TABLES[0], game_of(TABLES[0]).from_fields(HUNDREDTH_COMPLETION), 1)
        while self.games < MAX_GAMES and not (
            self.reached >= ALL_GOALS and self.has_done_everything()
        ):
            self.play_next()

    def has_done_everything(self) -> bool:
        return all_actions() <= {name for _, name in self.counts}

    def play_next(self) -> None:
        self.games += 1
        options = TABLES[self.games % len(TABLES)]
        if self.games % WHOLE_GAME_INTERVAL == 0:
            self.explore(options, game_of(options).new_state(), MAX_STEPS)
        else:
            options = options._replace(first="chance")
            fields = late_turn(options, Random(self.games))
            self.explore(options, game_of(options).from_fields(fields), MAX_LATE_STEPS)

    def explore(self, options: Options, state: State, steps: int) -> None:
        rng = Random(self.games)
        memory = Memory()
        moment = Moment(options, state, "", [])
        while steps and not state.is_terminal():
            before = moment
            answer = self.least_frequent(before, rng)
            moment = moment_after(options, state, answer)
            self.counts[before.step(), answer] += 1
            self.reached.update(reached_goals(before, moment))
            self.reached.update(memory.reached_goals(before, moment))
            steps -= 1

    def least_frequent(self, moment: Moment, rng: Random) -> str:
        answers = map(moment.state.game.notation, possible_actions(moment.state))
        return min(answers, key=lambda answer: (self.counts[moment.step(), answer], rng.random()))


class Memory:
    """The state behind the goals that depend on earlier moments.

    Attributes:
        completed: the creatures completed within this action.
        taken_back: the part of each card that was taken back from a creature.
    """

    def __init__(self) -> None:
        self.completed: set[str] = set()
        self.taken_back: dict[tuple[int, str], str] = {}

    def reached_goals(self, before: Moment, moment: Moment) -> set[str]:
        reached = set()
        if before.step() == "act":
            self.completed.clear()
        for event in moment.log:
            if event.target in self.completed and event.kind == "complete":
                reached.add("N5.5 a creature is completed again")
            if event.kind == "complete":
                self.completed.add(event.target)
            if event.kind == "execute":
                part = ("legs", "torso", "head")[len(before.piles[event.source]) - 1]
                self.taken_back[event.seat, moment.names(event)[0]] = part
            verb, _, part = event.kind.partition(" ")
            if verb == "place" and event.source == "hand":
                former = self.taken_back.pop((event.seat, moment.names(event)[0]), part)
                if former != part:
                    reached.add("N4.4 a card taken back is another part")
        return reached


exploration = cache(Exploration)


@cache
def all_actions() -> frozenset[str]:
    """N4.1 Return all possible actions and outcomes; only legs begin a creature."""
    cards = sorted(set(names(the_box())))
    placements = {
        f"place {card}{where}"
        for card in cards
        for where in ["", *(f" on {slot}" for slot in range(1, 8))]
        if fits(card, begins=not where)
    }
    creatures = [f"{seat}.{slot}" for seat in range(1, 6) for slot in range(1, 8)]
    return frozenset(
        {"draw", "pass", "done", *cards, *placements}
        | {f"{verb} {card}" for verb in ("exchange", "discard") for card in cards}
        | {f"{verb} {creature}" for verb in ("execute", "scavenge") for creature in creatures}
        | {f"devour {slot}" for slot in range(1, 8)}
        | {f"player {seat}" for seat in range(1, 6)}
    )


def fits(card: str, *, begins: bool) -> bool:
    parts = set(card.split()[1].split("/"))
    return "legs" in parts if begins else bool(parts & {"torso", "head"})


def test_games_reach_exactly_the_listed_goals() -> None:
    assert sorted(ALL_GOALS - exploration().reached) == []
    assert sorted(exploration().reached - ALL_GOALS) == []


def test_games_reach_every_action_and_every_outcome() -> None:
    done = {name for _, name in exploration().counts}
    assert sorted(all_actions() - done) == []
    assert sorted(done - all_actions()) == []


def test_unreachable_actions_are_placements() -> None:
    game = onirium.load("nightmarium", seats=5, creatures=7)
    notations = {game.notation(action) for action in range(660 + 63)}
    assert all_actions() <= notations
    assert all(name.startswith("place") for name in notations - all_actions())


def test_games_reach_every_step() -> None:
    """Singer and Weeper run at once, so no game stops there."""
    steps = {step for step, _ in exploration().counts}
    assert steps == {*STEP_NAMES} - {"over", "singer", "weeper"}
