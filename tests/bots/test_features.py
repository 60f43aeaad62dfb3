"""What networks see: numbered alike in every state of a game, and the same of equal states."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import permutations
from pkgutil import iter_modules
from typing import Any

import pytest

import onirium
from onirium import Game, Random, State
from onirium.bots.network.evaluator import FeatureEncoder
from onirium.bots.network.feature_writer import MAX_ACTIVE_FEATURES, FeatureWriter
from onirium.bots.onirim.features.encoder import OnirimEncoder
from onirium.bots.search_registry import count_features, search_module
from onirium.core.build import is_compiled
from tests.support.card_lists import expand
from tests.support.nightmarium.variant_matrix import TABLES
from tests.support.onirim.variant_matrix import COMBINATIONS

GAMES: list[tuple[str, dict[str, Any]]] = [
    *[("onirim", options._asdict()) for options in COMBINATIONS],
    *[("nightmarium", options._asdict()) for options in TABLES],
]
FEW = (GAMES[107], GAMES[0], GAMES[50], GAMES[-1])
"""All expansions with their variants, in a race; none; some of them; and the largest table."""

APART = 6
"""So many steps lie between states that are looked at."""

ALONE = onirium.load("onirim")
TOGETHER = onirium.load("onirim", seats=2)
COLOURS = ("red", "blue", "green", "brown")
KINDS = {"sun": 6, "moon": 4, "key": 3, "door": 2}

POSITIONS = {
    "at the beginning": {
        "agenda": "play",
        "hand": "red key, 2 red sun, blue moon, brown sun",
    },
    "with a set begun": {
        "agenda": "play",
        "row": "red sun, red moon, green sun, green moon",
        "hand": "green key, green sun, 2 blue moon, brown key",
        "doors": "2 red door, brown door",
        "discard": "2 brown sun, blue key, nightmare, 3 red sun",
    },
    "in a prophecy": {
        "agenda": "foretell, draw, shuffle",
        "row": "brown moon",
        "hand": "3 blue sun, blue key",
        "looked": "red door, red sun, green sun, green key, nightmare",
        "discard": "4 brown sun, 2 red moon",
    },
    "at a Nightmare": {
        "agenda": "appease, settle, draw, shuffle",
        "drawn": "nightmare",
        "hand": "2 brown key, 2 blue sun",
        "doors": "blue door, green door",
        "top": "blue sun, green moon",
        "discard": "4 blue moon, 5 green sun",
    },
}
"""Moments of the base game. All cards that are not mentioned lie unknown in the deck."""

OF_TWO = {
    "at the beginning, for two": {
        "agenda": "play",
        "hand": "2 red key, blue moon",
        "shared": "blue sun, green sun",
        "partner hand": "brown key, red sun, green moon",
    },
    "with sets begun by two": {
        "agenda": "play",
        "row": "red sun, red moon",
        "hand": "red key, green sun, blue moon",
        "shared": "blue key, green moon",
        "doors": "green door",
        "partner row": "red moon, blue sun",
        "partner hand": "blue moon, 2 brown sun",
        "partner doors": "green door, brown door",
        "discard": "2 brown sun, blue key, nightmare, red sun",
    },
}
"""Moments of two who play together. Those on the turn stand first."""

ALIKE = Counter(
    {f"{colour} {kind}": count for colour in COLOURS for kind, count in KINDS.items()}
    | {"nightmare": 10}
)
"""A box in which all colours have the same cards: the suns above six lie discarded."""

ABOVE = "3 red sun, 2 blue sun, green sun"


def written(inputs: FeatureEncoder, state: State, seat: int) -> list[int]:
    writer = FeatureWriter()
    inputs.encode(state, seat, writer)
    return [int(number) for number in writer.indices][: int(writer.count)]


def states(game: Game, seed: int) -> Iterator[State]:
    """Yield some states of a random game, and its end."""
    dice = Random(seed)
    state = game.new_state()
    step = 0
    while not state.is_terminal():
        if step % APART == 0:
            yield state
        legal = state.legal_actions()
        state.apply(legal[dice.randrange(len(legal))] if legal else state.sample(dice))
        step += 1
    yield state


def sibling(game: Game) -> Game:
    """Return the first game that the network of a game knows too."""
    network = search_module(game.name).network_name
    known = (onirium.load(name, **options) for name, options in GAMES if name == game.name)
    return next(other for other in known if network(other) == network(game))


@pytest.mark.parametrize(
    ("name", "options"),
    [pytest.param(*each, marks=[pytest.mark.long] * (each not in FEW)) for each in GAMES],
)
def test_the_numbers_of_all_inputs_are_the_same_in_every_state(
    name: str, options: dict[str, Any]
) -> None:
    game = onirium.load(name, **options)
    inputs: FeatureEncoder = search_module(name).make_encoder()
    count = count_features(sibling(game), inputs)
    writer = FeatureWriter()
    for state in states(game, seed=1):
        for seat in range(game.seats):
            inputs.encode(state, seat, writer)
            assert writer.offset == count
            assert 0 < writer.count <= MAX_ACTIVE_FEATURES
            on = list(writer.indices)[: writer.count]
            assert 0 <= min(on) <= max(on) < count


@pytest.mark.parametrize(("name", "options"), FEW)
def test_equal_states_give_equal_inputs_and_are_left_as_they_are(
    name: str, options: dict[str, Any]
) -> None:
    game = onirium.load(name, **options)
    inputs: FeatureEncoder = search_module(name).make_encoder()
    for state in states(game, seed=2):
        before = state.to_bytes()
        twin = game.from_fields(state.to_fields())
        for seat in range(game.seats):
            seen = written(inputs, state, seat)
            assert written(search_module(name).make_encoder(), twin, seat) == seen
            assert written(inputs, state.clone(), seat) == seen
        assert state.to_bytes() == before


@pytest.mark.parametrize("name", onirium.names())
def test_all_that_is_seen_is_seen_at_the_speed_of_the_build(name: str) -> None:
    """One plain module among compiled ones is easily forgotten, and takes more than all others."""
    package = import_module(f"onirium.bots.{name}.features")
    for found in iter_modules(package.__path__, f"{package.__name__}."):
        file = import_module(found.name).__file__
        assert file is not None
        assert file.endswith(tuple(EXTENSION_SUFFIXES)) == is_compiled(), found.name


def recoloured(fields: dict[str, str], colours: Sequence[str], game: Game = ALONE) -> State:
    """Return a position in which these colours have taken the places of red, blue, green, brown."""
    names = dict(zip(COLOURS, colours, strict=True))
    laid = {
        name: re.sub("|".join(COLOURS), lambda found: names[found[0]], text)
        for name, text in fields.items()
    }
    placed = Counter(card for text in laid.values() for card in expand(text))
    rest = ", ".join((ALIKE - placed).elements())
    discarded = ", ".join(filter(None, [laid.get("discard"), ABOVE]))
    return game.from_fields(laid | {"discard": discarded, "unknown": rest})


@pytest.mark.parametrize(
    ("game", "fields"),
    [
        *((ALONE, fields) for fields in POSITIONS.values()),
        *((TOGETHER, fields) for fields in OF_TWO.values()),
    ],
    ids=[*POSITIONS, *OF_TWO],
)
def test_colours_are_seen_alike(game: Game, fields: dict[str, str]) -> None:
    seen = {
        tuple(sorted(written(OnirimEncoder(), recoloured(fields, exchanged, game), 0)))
        for exchanged in permutations(COLOURS)
    }
    assert len(seen) == 1


def test_one_colour_is_told_from_another_by_what_it_has() -> None:
    """The same cards in hand fit the row in one position alone."""
    position = POSITIONS["with a set begun"]
    other = position | {"hand": "blue key, blue sun, 2 green moon, brown key"}
    assert sorted(written(OnirimEncoder(), recoloured(position, COLOURS), 0)) != sorted(
        written(OnirimEncoder(), recoloured(other, COLOURS), 0)
    )


def test_what_is_in_hand_of_a_colour_is_seen_beside_what_is_left_of_it() -> None:
    """Of red a single key is left; its sun and blue's moon, or its moon and blue's sun, differ."""
    position = {"agenda": "play", "hand": "red sun, blue moon, 3 green sun", "discard": "2 red key"}
    other = position | {"hand": "red moon, blue sun, 3 green sun"}
    assert sorted(written(OnirimEncoder(), recoloured(position, COLOURS), 0)) != sorted(
        written(OnirimEncoder(), recoloured(other, COLOURS), 0)
    )


def test_so_is_what_the_partner_has_in_hand_of_it() -> None:
    position = {
        "agenda": "play",
        "hand": "3 green sun",
        "shared": "2 brown sun",
        "partner hand": "red sun, blue moon, green moon",
        "discard": "2 red key",
    }
    other = position | {"partner hand": "red moon, blue sun, green moon"}
    assert sorted(written(OnirimEncoder(), recoloured(position, COLOURS, TOGETHER), 0)) != sorted(
        written(OnirimEncoder(), recoloured(other, COLOURS, TOGETHER), 0)
    )


@pytest.mark.parametrize("expansions", [[], ["book", "towers", "premonitions"]])
@pytest.mark.parametrize(
    ("mode", "views"), [("together", {1}), ("race", {1, 2})], ids=["together", "race"]
)
def test_partners_have_one_view_of_their_table_and_rivals_two(
    mode: str, views: set[int], expansions: list[str]
) -> None:
    """Whether one wins the other does too, or not: then it is no matter from where one looks."""
    game = onirium.load("onirim", seats=2, mode=mode, expansions=expansions)
    seen = {
        len({tuple(written(OnirimEncoder(), state, seat)) for seat in range(2)})
        for state in states(game, seed=3)
    }
    assert seen <= views
    assert max(seen) == max(views)
