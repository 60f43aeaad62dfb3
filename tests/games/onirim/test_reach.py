"""Games at random and with luck reach all that there is in a combination, and nothing else."""

from collections import Counter
from functools import cache
from random import Random

import pytest

import onirium
from onirium import State
from tests.games.onirim.reference import Options, Playing, Table, whole_game
from tests.games.onirim.reference.cards import PREMONITIONS
from tests.support.onirim.biased_policies import with_luck
from tests.support.onirim.coverage_goals import kind_of, shown_by
from tests.support.onirim.late_positions import late_turn
from tests.support.onirim.traces import Moment, moment_after
from tests.support.onirim.variant_matrix import COMBINATIONS, at_a_table, game_of, told

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
"""What is decided: in each step the kinds of decision. Before it, what must be in play."""

COMING = {
    "": "deal | draw | look | reveal",
    "two": "lay open",
    "book": "draw one | look below",
}
"""The steps in which any card of the deck may come."""

RELICS = {
    "two": "toss: player",
    "book": "lay goals: goal",
    "premonitions": "unveil: premonition",
}

EVENTS = {
    "": """deal deck hand | limbo deck limbo | limbo table limbo | limbo doors limbo
        | shuffle limbo deck | shuffle deck | play hand row | discard hand discard
        | look deck looked | foretell looked discard | return looked deck
        | draw deck hand | draw deck table | search deck doors | unlock table doors
        | pay hand discard | reveal deck discard | settle table discard
        | decline | win | lose""",
    "two": """begin | deal deck shared | take shared hand | offer hand table | share table shared
        | play shared row | discard shared discard | pay shared discard | draw deck shared""",
    "book": """goal box goals | found goals found | sought found goals | swap goals goals
        | cast paradoxical prophecy | cast parallel planning | cast powerful punishment
        | remove discard removed | banish table discard
        | look below deck looked | lift looked deck | sink looked deck""",
    "towers": """build left hand towers | build right hand towers
        | topple towers discard | save table limbo""",
    "towers two": "build left shared towers | build right shared towers",
    "premonitions": """unveil pile premonitions | strike premonitions striking
        | struck striking gone | dismiss premonitions gone | forfeit deck discard
        | limbo discard limbo | dream reveal deck looked | sort looked discard
        | fetch deck deck""",
    "premonitions two": "limbo partner doors limbo",
}
"""What happens: the kind of event, where its cards come from and where they go."""

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
    "two": """O7.4 an exchange before a look | O7.7 a drawn door that the mover has
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
"""Turns that games take, by the clauses that say so."""

WHOLE_GAMES = 4
"""Of so many games one is a whole one."""
MOST_GAMES = 800
EAGERNESS = (0.0, 1.0, 0.3, 1.0, 0.6)
"""How often what was done least is preferred to luck."""


def is_in_play(needs: str, options: Options) -> bool:
    """Tell whether a combination has what is needed, and none of what must be missing."""
    there = {"solo" if options.seats == 1 else "two", options.mode}
    there |= {*options.expansions, *options.variants}
    missing = {need.removeprefix("-") for need in needs.split() if need.startswith("-")}
    return {need for need in needs.split() if need[0] != "-"} <= there and not missing & there


def listed(table: dict[str, str], options: Options) -> set[str]:
    texts = [text for needs, text in table.items() if is_in_play(needs, options)]
    return {" ".join(part.split()) for text in texts for part in text.split("|")}


def all_there_is(options: Options) -> set[str]:
    cards = CARDS | ({"tower"} if is_in_play("towers", options) else set())
    cards |= {"happy dream"} if is_in_play("premonitions", options) else set()
    decisions = {
        f"{step}: {kind.strip()}"
        for step, _, kinds in (part.partition(": ") for part in listed(DECISIONS, options))
        for kind in kinds.split(",")
    }
    coming = {f"{step}: {card}" for step in listed(COMING, options) for card in cards}
    others = (RELICS, EVENTS, ENDINGS, BRANCHES)
    return decisions.union(coming, *(listed(table, options) for table in others))


class Explored:
    """What was seen in games with some expansions, their variants in turn, and what was done.

    Games are played with luck, or by doing what was done least before, or now so, now so.

    Attributes:
        missing: what there is in one of the combinations and was not seen.
        others: what was seen and is not there in that combination.
        done: how often each thing was done, or came, in each step.
    """

    def __init__(self, varied: tuple[Options, ...]) -> None:
        self.missing = set[str]().union(*map(all_there_is, varied))
        self.others: set[str] = set()
        self.done: Counter[tuple[str, ...]] = Counter()
        self.games = 0
        self.varied = varied
        while self.games < MOST_GAMES and self.missing:
            self.play_next()

    def play_next(self) -> None:
        options = self.varied[self.games % len(self.varied)]
        seen = self.play(at_a_table(options, self.games))
        self.missing -= seen
        self.others |= seen - all_there_is(options)
        self.games += 1

    def play(self, options: Options) -> set[str]:
        """Play a game; return what was seen."""
        seen: set[str] = set()
        dice, luck = Random(self.games), with_luck(self.games)
        eagerness = EAGERNESS[self.games % len(EAGERNESS)]
        model, state = self.begin(options)
        moment = Moment(options, state, "", [])
        while model.question is not None:
            eager = dice.random() < eagerness
            answer = self.least_done(moment, model, dice) if eager else luck(model)
            kind = sort_of(state, answer)
            self.done.update([(moment.step(), kind), (moment.step(), kind, answer)])
            model.answer(answer)
            before, moment = moment, moment_after(options, state, state.game.parse(answer))
            seen.update(shown_by(before, moment))
        return seen

    def begin(self, options: Options) -> tuple[Playing, State]:
        """Begin with a new game, but mostly late in one."""
        if self.games % WHOLE_GAMES == 0:
            return Playing(Table(options), whole_game), game_of(options).new_state()
        position = late_turn(options, Random(self.games))
        return position.in_the_model(), position.on_the_engine()

    def least_done(self, moment: Moment, model: Playing, dice: Random) -> str:
        """Choose the kind of thing done least in this step, and of that kind the thing."""

        def done(answer: str) -> tuple[float, ...]:
            kind = sort_of(moment.state, answer)
            here = self.done[moment.step(), kind], self.done[moment.step(), kind, answer]
            return (*here, dice.random())

        return min(model.answers(), key=done)


def sort_of(state: State, answer: str) -> str:
    """Tell rooms and towers apart, of which the same is done."""
    return f"{kind_of(state.game, answer)} {'tower' if 'tower' in answer else ''}"


explored = cache(Explored)


def with_their_variants() -> list[tuple[Options, ...]]:
    """Group the combinations that differ in their variants only."""

    def without_variants(options: Options) -> Options:
        return options._replace(variants=(), premonitions=4)

    groups: dict[Options, list[Options]] = {}
    for options in COMBINATIONS:
        groups.setdefault(without_variants(options), []).append(options)
    return [tuple(group) for group in groups.values()]


VARIED = with_their_variants()


@pytest.mark.parametrize("varied", VARIED, ids=lambda varied: told(varied[0]))
def test_all_there_is_in_a_combination_is_reached_and_nothing_else(
    varied: tuple[Options, ...],
) -> None:
    assert sorted(explored(varied).missing) == []
    assert sorted(explored(varied).others) == []


def test_every_action_and_every_outcome_is_reached_somewhere() -> None:
    game = onirium.load("onirim")
    everything = {game.notation(action) for action in range(game.action_count + game.outcome_count)}
    missing = everything - {name for varied in VARIED for *_, name in explored(varied).done}
    explorer = explored(VARIED[-1])
    for _ in range(MOST_GAMES):
        if missing:
            explorer.play_next()
            missing -= {name for *_, name in explorer.done}
    assert sorted(missing) == []
