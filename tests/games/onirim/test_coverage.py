"""Random and biased games reach exactly the coverage goals of each combination."""

from collections import Counter
from functools import cache
from random import Random

import pytest

import onirium
from onirium import State
from tests.games.onirim.reference import Options, Playing, Table, whole_game
from tests.games.onirim.reference.cards import PREMONITIONS
from tests.support.nightly import gate_cases
from tests.support.onirim.biased_policies import biased_policy
from tests.support.onirim.coverage_goals import kind_of, reached_goals
from tests.support.onirim.late_positions import random_late_turn
from tests.support.onirim.traces import Moment, moment_after
from tests.support.onirim.variant_matrix import (
    COMBINATIONS,
    game_of,
    options_id,
    with_table_options,
)

pytestmark = pytest.mark.long

CARDS = {"room", "door", "nightmare"}
DECISIONS = {
    "": """play: play, discard | search: search, decline | unlock: unlock, decline
        | appease: pay, give, reveal, discard hand | foretell: prophecy discard | arrange: next""",
    "two": "draft: take | exchange: offer, decline | take: take",
    "book": """play: cast paradoxical prophecy, cast parallel planning
        | unlock: cast paradoxical prophecy, cast parallel planning
        | cast: cast paradoxical prophecy, cast parallel planning, draw
        | appease: cast powerful punishment
        | pay: remove, remove rest | swap: swap | lift: lift | sink: next""",
    "towers": "play: play left, play right | topple: topple, save",
    "premonitions": """strike: strike | keys: lose | give up: give
        | dream: dismiss, dream reveal, dream choose | sort: dream discard, keep | fetch: fetch""",
    "premonitions two": "give up: give partner",
}
"""The kinds of decision of each step, preceded by the components that must be in play."""

DRAW_STEPS = {
    "": "deal | draw | look | reveal",
    "two": "lay open",
    "book": "draw one | look below",
}
"""The steps in which any card of the deck can be drawn."""

RELICS = {
    "two": "toss: player",
    "book": "lay goals: goal",
    "premonitions": "unveil: premonition",
}

EVENTS = {
    "": """deal deck hand | limbo deck limbo | limbo table limbo | limbo doors limbo
        | shuffle limbo deck | shuffle deck | play hand row | discard hand discard
        | look deck peeked | foretell peeked discard | return peeked deck
        | draw deck hand | draw deck table | search deck doors | unlock table doors
        | pay hand discard | reveal deck discard | settle table discard
        | decline | win | lose""",
    "two": """begin | deal deck shared | take shared hand | offer hand table | share table shared
        | play shared row | discard shared discard | pay shared discard | draw deck shared""",
    "book": """goal box goals | found goals found | sought found goals | swap goals goals
        | swap found found
        | cast paradoxical prophecy | cast parallel planning | cast powerful punishment
        | remove discard removed | banish table discard
        | look below deck peeked | lift peeked deck | sink peeked deck""",
    "towers": """build left hand towers | build right hand towers
        | topple towers discard | save table limbo""",
    "towers two": "build left shared towers | build right shared towers",
    "premonitions": """unveil pile premonitions | strike premonitions striking
        | struck striking gone | dismiss premonitions gone | forfeit deck discard
        | limbo discard limbo | dream reveal deck peeked | sort peeked discard
        | fetch deck deck""",
    "premonitions two": "limbo partner doors limbo",
}
"""The kinds of events, with source and target."""

ENDINGS = {
    "": "lost",
    "solo": "won",
    "two together": "won",
    "race": "won by player 1 | won by player 2",
}

BRANCHES = {
    "": """O3.3 a set, but no such door in the deck | O3.4 a second set of one colour
        | O3.6 a prophecy with fewer than five cards | O3.8 an order that outlasts the turn
        | O5.1c fewer than five cards revealed | O6.2 lost while a hand is taken
        | O6.2 lost in the draw | O6.2 a turn with an empty deck""",
    "two": """O7.2 play from the personal reserve, though the shared one holds the card
        | O7.2 discard from the personal reserve, though the shared one holds the card
        | O7.2 pay from the personal reserve, though the shared one holds the card
        | O7.2 unlock from the personal reserve, though the shared one holds the card
        | O7.4 an exchange before a look | O7.7 a drawn door that the mover has
        | O7.7 a set for a door that the mover has | O12.2 asked for a key that is not there
        | O12.2 drawn from a place that the partner knew""",
    "book": """O8.2 a door found that does not match | O8.3 the rightmost of two goals
        | O8.5 fewer than five cards from below | O8.6 a spell, and the door goes on waiting
        | O8.6 a spell, and the door leaves""",
    "towers": """O9.2 won by a door | O9.2 won by a tower | O9.5 fewer cards than the tower says
        | O9.6 an inner tower lost | O9.7 no tower to lose""",
    "towers race": "O7.6 the other one wins by a tower",
    "towers -stone-upon-stone": "O9.8 a complete row is left alone",
    "stone-upon-stone": "O9.8 a complete row is touched",
    "premonitions": """O10.2 one that does not hold any more | O10.4 no Happy Dream in the deck
        | O10.6 no Nightmare discarded | O10.6 a penalty that reveals more
        | """
    + " | ".join(f"O10.6 {name} strikes" for name in PREMONITIONS),
    "book towers": "O8.5 a Nightmare ignored, towers and all",
    "book premonitions": "O8.3 a penalty turns a goal up",
}
"""Situations of the game, by clause."""

WHOLE_GAMES = 4
"""One of this number of games starts from the beginning."""
MAX_GAMES = 800
LEAST_DONE_PROBABILITIES = (0.0, 1.0, 0.3, 1.0, 0.6)
"""The probability of choosing the least frequent action."""


def is_in_play(needs: str, options: Options) -> bool:
    """Return whether a combination has all required and no excluded components."""
    there = {"solo" if options.seats == 1 else "two", options.mode}
    there |= {*options.expansions, *options.variants}
    missing = {need.removeprefix("-") for need in needs.split() if need.startswith("-")}
    return {need for need in needs.split() if need[0] != "-"} <= there and not missing & there


def goals_in_play(table: dict[str, str], options: Options) -> set[str]:
    texts = [text for needs, text in table.items() if is_in_play(needs, options)]
    return {" ".join(part.split()) for text in texts for part in text.split("|")}


def all_goals(options: Options) -> set[str]:
    cards = CARDS | ({"tower"} if is_in_play("towers", options) else set())
    cards |= {"happy dream"} if is_in_play("premonitions", options) else set()
    decisions = {
        f"{step}: {kind.strip()}"
        for step, _, kinds in (part.partition(": ") for part in goals_in_play(DECISIONS, options))
        for kind in kinds.split(",")
    }
    coming = {f"{step}: {card}" for step in goals_in_play(DRAW_STEPS, options) for card in cards}
    others = (RELICS, EVENTS, ENDINGS, BRANCHES)
    return decisions.union(coming, *(goals_in_play(table, options) for table in others))


class Explored:
    """The coverage of games with some expansions, cycling through their variants.

    Games use a biased policy, or the least frequent action, or a mixture of both.

    Attributes:
        missing: the goals of each combination that were not reached.
        others: the goals reached in a combination to which they do not belong.
        done: the number of times that each action or outcome was applied in each step.
    """

    def __init__(self, varied: tuple[Options, ...]) -> None:
        self.missing = set[str]().union(*map(all_goals, varied))
        self.others: set[str] = set()
        self.done: Counter[tuple[str, ...]] = Counter()
        self.games = 0
        self.varied = varied
        while self.games < MAX_GAMES and self.missing:
            self.play_next()

    def play_next(self) -> None:
        options = self.varied[self.games % len(self.varied)]
        seen = self.play(with_table_options(options, self.games))
        self.missing -= seen
        self.others |= seen - all_goals(options)
        self.games += 1

    def play(self, options: Options) -> set[str]:
        """Play a game; return the goals reached."""
        seen: set[str] = set()
        rng, luck = Random(self.games), biased_policy(self.games)
        eagerness = LEAST_DONE_PROBABILITIES[self.games % len(LEAST_DONE_PROBABILITIES)]
        model, state = self.begin(options)
        moment = Moment(options, state, "", [])
        while model.question is not None:
            eager = rng.random() < eagerness
            answer = self.least_done(moment, model, rng) if eager else luck(model)
            kind = kind_of_answer(state, answer)
            self.done.update([(moment.step(), kind), (moment.step(), kind, answer)])
            model.answer(answer)
            before, moment = moment, moment_after(options, state, state.game.parse(answer))
            seen.update(reached_goals(before, moment))
        return seen

    def begin(self, options: Options) -> tuple[Playing, State]:
        """Return an initial state, or more often a late position."""
        if self.games % WHOLE_GAMES == 0:
            return Playing(Table(options), whole_game), game_of(options).new_state()
        position = random_late_turn(options, Random(self.games))
        return position.reference_game(), position.engine_state()

    def least_done(self, moment: Moment, model: Playing, rng: Random) -> str:
        """Return the least frequent action of the least frequent kind in this step."""

        step = moment.step()

        def done(answer: str) -> tuple[float, ...]:
            kind = kind_of_answer(moment.state, answer)
            here = self.done[step, kind], self.done[step, kind, answer]
            return (*here, rng.random())

        return min(model.answers(), key=done)


def kind_of_answer(state: State, answer: str) -> str:
    """Return the kind of an action, with rooms and towers distinguished."""
    return f"{kind_of(state.game, answer)} {'tower' if 'tower' in answer else ''}"


explored = cache(Explored)


def group_by_variants() -> list[tuple[Options, ...]]:
    """Group the combinations that differ only in their variants."""

    def without_variants(options: Options) -> Options:
        return options._replace(variants=(), premonitions=4)

    groups: dict[Options, list[Options]] = {}
    for options in COMBINATIONS:
        groups.setdefault(without_variants(options), []).append(options)
    return [tuple(group) for group in groups.values()]


VARIANT_GROUPS = group_by_variants()


SMALL_OR_WHOLE_GROUPS = [
    group for group in VARIANT_GROUPS if group[0].seats == 1 or len(group[0].expansions) in {0, 3}
]


@pytest.mark.parametrize(
    "varied",
    gate_cases(VARIANT_GROUPS, *SMALL_OR_WHOLE_GROUPS),
    ids=lambda varied: options_id(varied[0]),
)
def test_each_combination_reaches_exactly_its_coverage_goals(
    varied: tuple[Options, ...],
) -> None:
    assert sorted(explored(varied).missing) == []
    assert sorted(explored(varied).others) == []


@pytest.mark.nightly
def test_every_action_and_outcome_is_reached() -> None:
    game = onirium.load("onirim")
    everything = {game.notation(action) for action in range(game.action_count + game.outcome_count)}
    missing = everything - {name for varied in VARIANT_GROUPS for *_, name in explored(varied).done}
    explorer = explored(VARIANT_GROUPS[-1])
    for _ in range(MAX_GAMES):
        if missing:
            explorer.play_next()
            missing -= {name for *_, name in explorer.done}
    assert sorted(missing) == []
