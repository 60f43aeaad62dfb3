"""The engine beside a slow, obvious model of the rules, and counts worked out by hand."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import onirium
from onirium import State
from onirium.record import read
from tests.cards import expand
from tests.onirim.naive import COLOURS, Playing, Table, at_a_turn, colour_of, symbol_of

GAME = onirium.load("onirim")
RECORDS = Path(__file__).parents[1] / "records"
COLOURED_KEYS = {f"{colour} key" for colour in COLOURS}
IN_ORDER = ("row", "arranged", "top", "drawn")


def piles_of(state: State) -> dict[str, list[str]]:
    """Return every pile of the engine's table as the model writes it."""
    fields = state.fields()
    piles = {name: expand(fields.get(name, "")) for name in Table().piles()}
    return {name: pile if name in IN_ORDER else sorted(pile) for name, pile in piles.items()}


def answers_of(state: State) -> list[str]:
    """Return what may happen next, in words, a chance outcome as often as its weight says."""
    outcomes = [
        GAME.notation(card) for card, count in state.chance_outcomes() for _ in range(count)
    ]
    return sorted(outcomes or [GAME.notation(action) for action in state.legal_actions()])


def play_beside_the_model(choose: Callable[[Playing], str]) -> str:
    """Play a game on both, comparing every pile at every step; return how it ends."""
    model, state = Playing(Table(), Table.game), GAME.new_state()
    while model.question is not None:
        assert piles_of(state) == model.table.piles()
        assert state.is_chance_node() == model.question.chance
        assert answers_of(state) == model.question.answers
        answer = choose(model)
        model.answer(answer)
        state.apply(GAME.parse(answer))
    assert state.is_terminal()
    assert piles_of(state) == model.table.piles()
    assert state.fields()["outcome"] == model.ending
    return model.ending


def at_random(seed: int) -> Callable[[Playing], str]:
    dice = Random(seed)
    return lambda playing: dice.choice(playing.answers())


def with_luck(seed: int) -> Callable[[Playing], str]:
    dice = Random(seed)
    return lambda playing: max(
        playing.answers(), key=lambda answer: (wish(playing.table, answer), dice.random())
    )


def wish(table: Table, answer: str) -> int:
    """Say how well an answer serves: doors that are opened, keys, rooms rather than Nightmares."""
    door = answer.endswith("door")
    keys = [card for card in table.hand if symbol_of(card) == "key"]
    if answer in {"search", "unlock"} or (door and f"{colour_of(answer)} key" in keys):
        return 3
    if answer in COLOURED_KEYS or answer.startswith("play"):
        return 2 - answer.endswith("key") * answer.startswith("play")
    return 1 - (door or answer in {"nightmare", "decline"} or answer.startswith("give"))


@pytest.mark.parametrize("group", range(8))
def test_whole_games_agree_with_the_model(group: int) -> None:
    for seed in range(group * 10, group * 10 + 10):
        play_beside_the_model(at_random(seed))


def test_games_won_agree_with_the_model() -> None:
    endings = Counter(play_beside_the_model(with_luck(seed)) for seed in range(80))
    assert set(endings) == {"won", "lost"}


@pytest.mark.parametrize("path", sorted(RECORDS.glob("onirim-*.json")), ids=lambda path: path.stem)
def test_kept_games_agree_with_the_model(path: Path) -> None:
    actions = iter(read(path).actions)
    assert path.stem.endswith(play_beside_the_model(lambda _: next(actions)))
    assert list(actions) == []


class Position(NamedTuple):
    """The beginning of a turn; what is not named lies in the discard pile."""

    hand: str
    row: str = ""
    doors: str = ""
    top: str = ""
    unknown: str = ""

    def on_the_engine(self) -> State:
        fields = {name: text for name, text in self._asdict().items() if text}
        return GAME.from_fields({"agenda": "play", "discard": "the rest", **fields})

    def in_the_model(self) -> Playing:
        piles = [expand(text) for text in self]
        return Playing(at_a_turn(*piles), Table.turns)


class Tree(NamedTuple):
    """What all ways of playing on from a position come to.

    Attributes:
        decisions: at how many moments the player decides, the same moment counted once for each
            way that leads to it.
        draws: at how many a card comes by chance.
        wins: how many ways end with a win.
        losses: how many with a loss.
        chance: the probability to win, if all decisions are taken at random.
    """

    decisions: int
    draws: int
    wins: int
    losses: int
    chance: Fraction


def counted(chance_node: bool, branches: list[tuple[int, Tree]]) -> Tree:  # noqa: FBT001
    """Add up the branches of a moment, each with its weight."""
    total = sum(weight for weight, _ in branches)
    return Tree(
        sum(tree.decisions for _, tree in branches) + (not chance_node),
        sum(tree.draws for _, tree in branches) + chance_node,
        sum(tree.wins for _, tree in branches),
        sum(tree.losses for _, tree in branches),
        sum((weight * tree.chance for weight, tree in branches), Fraction(0)) / total,
    )


def ended(*, won: bool) -> Tree:
    return Tree(0, 0, int(won), int(not won), Fraction(int(won)))


def engine_tree(state: State) -> Tree:
    if state.is_terminal():
        return ended(won=state.returns() == [1.0])
    branches = []
    steps = state.chance_outcomes() or [(action, 1) for action in state.legal_actions()]
    for action, weight in steps:
        after = state.clone()
        after.apply(action)
        branches.append((weight, engine_tree(after)))
    return counted(state.is_chance_node(), branches)


def model_tree(position: Position, path: tuple[str, ...] = ()) -> Tree:
    """Play every way from the beginning: the model cannot be copied, and need not be."""
    playing = position.in_the_model()
    for answer in path:
        playing.answer(answer)
    if playing.question is None:
        return ended(won=playing.ending == "won")
    weights = Counter(playing.question.answers)
    branches = [(weights[answer], model_tree(position, (*path, answer))) for answer in weights]
    return counted(playing.question.chance, branches)


SEVEN_DOORS = "2 red door, 2 blue door, 2 green door, brown door"

NO_ESCAPE = Position(hand="5 red sun", row="green sun", unknown="red sun, nightmare")
LAST_DOOR = Position(
    hand="5 brown sun",
    row="brown sun, brown moon",
    doors=SEVEN_DOORS,
    unknown="blue moon, brown door",
)
KNOWN_ORDER = Position(
    hand="4 blue sun, red key",
    row="red sun",
    doors="red door, 2 blue door, 2 green door, 2 brown door",
    top="blue sun, red door",
)


def test_no_escape_worked_out_by_hand() -> None:
    """Four decisions, four draws, four losses.

    The row ends with a sun, so the one decision of the turn is to discard a red sun (1 decision);
    then a card comes (1 draw):

    - The red sun: the hand is full again, a red sun must be discarded (1 decision), the Nightmare
      comes (1 draw). It leaves two choices (1 decision). To reveal turns over nothing, the next
      draw loses; so does taking a new hand (2 losses).
    - The Nightmare: two choices (1 decision). To reveal turns over the red sun (1 draw), then
      nothing can be drawn (1 loss). A new hand takes the red sun (1 draw), then nothing (1 loss).
    """
    assert engine_tree(NO_ESCAPE.on_the_engine()) == Tree(4, 4, 0, 4, Fraction(0))


def test_last_door_worked_out_by_hand() -> None:
    """Eight decisions, sixteen draws, three ways to win and twelve to lose.

    First, play or discard a brown sun (1 decision).

    Played, it is the third brown room: search or decline (1 decision). To search wins (1 win). To
    decline leaves four suns, the row ending with a sun, and a card comes (1 draw):

    - The door goes to limbo, the blue moon is drawn (1 draw), the door is shuffled back. To play or
      to discard the moon, or to discard a sun (1 decision): each brings the door (3 draws), which
      goes to limbo, and nothing more can be drawn (3 losses).
    - The blue moon: the same three choices (1 decision, 3 draws, 3 losses).

    Discarded, it leaves four suns, the row ending with two brown rooms, and a card comes (1 draw):

    - The door goes to limbo, the blue moon is drawn (1 draw), the door is shuffled back. To discard
      a sun or the moon (1 decision) brings the door and loses (2 draws, 2 losses). To play a sun
      lets search (1 decision), which wins (1 win), or decline, which brings the door and loses
      (1 draw, 1 loss).
    - The blue moon: the same (2 decisions, 3 draws, 1 win, 3 losses).

    At random, playing wins half the time; discarding one time in six: one of three choices, then
    one of two. Together a third.
    """
    assert engine_tree(LAST_DOOR.on_the_engine()) == Tree(8, 16, 3, 12, Fraction(1, 3))


def test_known_order_worked_out_by_hand() -> None:
    """Six decisions, no draw by chance, one way to win and seven to lose.

    The suns cannot be played. Three choices (1 decision):

    - Play the key. The blue sun is drawn. To play or to discard a sun (1 decision) brings the door,
      no key, limbo, nothing more to draw (2 losses).
    - Discard the key: a prophecy of two cards (1 decision). Without the blue sun the door comes to
      a hand that has no key (1 loss). Without the door the blue sun is drawn, a sun must be
      discarded (1 decision), the deck is empty (1 loss).
    - Discard a sun. The blue sun is drawn. Three choices (1 decision): to play the key brings the
      door (1 loss); to discard it is a prophecy of the door alone, which it discards (1 loss); to
      discard a sun brings the door to the key: unlock, or decline (1 decision, 1 win, 1 loss).

    At random that wins in one of three, one of three, one of two.
    """
    assert engine_tree(KNOWN_ORDER.on_the_engine()) == Tree(6, 0, 1, 7, Fraction(1, 18))


POSITIONS = {
    "no escape": NO_ESCAPE,
    "last door": LAST_DOOR,
    "known order": KNOWN_ORDER,
    "a Nightmare and the last door": Position(
        hand="3 green sun, green key, red moon",
        row="green sun, green moon",
        doors="2 red door, 2 blue door, green door, 2 brown door",
        unknown="nightmare, green door, red sun",
    ),
    "a prophecy that looks at all": Position(
        hand="3 red sun, red key, brown key",
        row="blue sun",
        doors="2 red door, 2 blue door, 2 green door, brown door",
        top="red sun, nightmare",
        unknown="brown door, red sun",
    ),
    "six in a row": Position(
        hand="2 blue sun, 2 blue moon, blue key",
        row="blue sun",
        doors="2 red door, 2 green door, 2 brown door",
        unknown="2 blue door, blue sun",
    ),
    "a new hand": Position(
        hand="3 green moon, 2 red moon",
        row="green moon",
        top="nightmare",
        unknown="brown door, 5 brown sun",
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_all_ways_to_the_end_agree_with_the_model(name: str) -> None:
    position = POSITIONS[name]
    assert engine_tree(position.on_the_engine()) == model_tree(position)
