"""Feature encoders: constant numbering, equal features for equal states, colour symmetry."""

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
from onirium.bots.search_registry import count_features, search_config_for
from onirium.core.build import is_compiled
from tests.support.card_lists import expand
from tests.support.nightmarium.variant_matrix import TABLES
from tests.support.onirim.variant_matrix import COMBINATIONS

GAMES: list[tuple[str, dict[str, Any]]] = [
    *[("onirim", options._asdict()) for options in COMBINATIONS],
    *[("nightmarium", options._asdict()) for options in TABLES],
]
QUICK_GAMES = (GAMES[107], GAMES[0], GAMES[50], GAMES[-1])
"""All expansions with their variants, in a race; none; some of them; and the largest table."""

INTERVAL = 6
"""Every sixth state is tested."""

ALONE = onirium.load("onirim")
TOGETHER = onirium.load("onirim", seats=2)
COLOURS = ("red", "blue", "green", "brown")
KINDS = {"sun": 6, "moon": 4, "key": 3, "door": 2}

POSITIONS = {
    "at the beginning": {
        "steps": "play",
        "hand": "red key, 2 red sun, blue moon, brown sun",
    },
    "with a set begun": {
        "steps": "play",
        "row": "red sun, red moon, green sun, green moon",
        "hand": "green key, green sun, 2 blue moon, brown key",
        "doors": "2 red door, brown door",
        "discard": "2 brown sun, blue key, nightmare, 3 red sun",
    },
    "in a prophecy": {
        "steps": "foretell, draw, shuffle",
        "row": "brown moon",
        "hand": "3 blue sun, blue key",
        "peeked": "red door, red sun, green sun, green key, nightmare",
        "discard": "4 brown sun, 2 red moon",
    },
    "at a Nightmare": {
        "steps": "appease, settle, draw, shuffle",
        "drawn": "nightmare",
        "hand": "2 brown key, 2 blue sun",
        "doors": "blue door, green door",
        "top": "blue sun, green moon",
        "discard": "4 blue moon, 5 green sun",
    },
}
"""Positions of the base game. Cards that are not mentioned are unknown in the deck."""

PARTNER_POSITIONS = {
    "at the beginning, for two": {
        "steps": "play",
        "hand": "2 red key, blue moon",
        "shared": "blue sun, green sun",
        "partner hand": "brown key, red sun, green moon",
    },
    "with sets begun by two": {
        "steps": "play",
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
"""Positions of two partners; the mover comes first."""

EQUAL_COLOURS = Counter(
    {f"{colour} {kind}": count for colour in COLOURS for kind, count in KINDS.items()}
    | {"nightmare": 10}
)
"""A deck in which all colours have the same cards; further suns are discarded."""

FURTHER_SUNS = "3 red sun, 2 blue sun, green sun"


def features(encoder: FeatureEncoder, state: State, seat: int) -> list[int]:
    writer = FeatureWriter()
    encoder.encode(state, seat, writer)
    return [int(index) for index in writer.indices][: int(writer.count)]


def states(game: Game, seed: int) -> Iterator[State]:
    """Yield some states of a random game, and the final one."""
    rng = Random(seed)
    state = game.new_state()
    step = 0
    while not state.is_terminal():
        if step % INTERVAL == 0:
            yield state
        legal = state.legal_actions()
        state.apply(legal[rng.randrange(len(legal))] if legal else state.sample(rng))
        step += 1
    yield state


def game_with_same_network(game: Game) -> Game:
    """Return the first game with the same network."""
    network_name = search_config_for(game.name).network_name
    games = (onirium.load(name, **options) for name, options in GAMES if name == game.name)
    return next(other for other in games if network_name(other) == network_name(game))


@pytest.mark.parametrize(
    ("name", "options"),
    [pytest.param(*each, marks=[pytest.mark.long] * (each not in QUICK_GAMES)) for each in GAMES],
)
def test_every_state_has_the_same_number_of_features(name: str, options: dict[str, Any]) -> None:
    game = onirium.load(name, **options)
    encoder = search_config_for(name).make_encoder()
    count = count_features(game_with_same_network(game), encoder)
    writer = FeatureWriter()
    for state in states(game, seed=1):
        for seat in range(game.seats):
            encoder.encode(state, seat, writer)
            assert writer.offset == count
            assert 0 < writer.count <= MAX_ACTIVE_FEATURES
            active = list(writer.indices)[: writer.count]
            assert 0 <= min(active) <= max(active) < count


@pytest.mark.parametrize(("name", "options"), QUICK_GAMES)
def test_equal_states_have_equal_features_and_are_not_modified(
    name: str, options: dict[str, Any]
) -> None:
    game = onirium.load(name, **options)
    encoder = search_config_for(name).make_encoder()
    for state in states(game, seed=2):
        before = state.to_bytes()
        twin = game.from_fields(state.to_fields())
        for seat in range(game.seats):
            expected = features(encoder, state, seat)
            assert features(search_config_for(name).make_encoder(), twin, seat) == expected
            assert features(encoder, state.clone(), seat) == expected
        assert state.to_bytes() == before


@pytest.mark.parametrize("name", onirium.names())
def test_all_feature_modules_are_compiled_in_a_compiled_build(name: str) -> None:
    """A single interpreted module would take more time than all compiled ones."""
    package = import_module(f"onirium.bots.{name}.features")
    for found in iter_modules(package.__path__, f"{package.__name__}."):
        file = import_module(found.name).__file__
        assert file is not None
        assert file.endswith(tuple(EXTENSION_SUFFIXES)) == is_compiled(), found.name


def recolour(fields: dict[str, str], colours: Sequence[str], game: Game = ALONE) -> State:
    """Return a position with red, blue, green and brown replaced by these colours."""
    names = dict(zip(COLOURS, colours, strict=True))
    position = {
        name: re.sub("|".join(COLOURS), lambda found: names[found[0]], text)
        for name, text in fields.items()
    }
    placed = Counter(card for text in position.values() for card in expand(text))
    rest = ", ".join((EQUAL_COLOURS - placed).elements())
    discarded = ", ".join(filter(None, [position.get("discard"), FURTHER_SUNS]))
    return game.from_fields(position | {"discard": discarded, "unknown": rest})


@pytest.mark.parametrize(
    ("game", "fields"),
    [
        *((ALONE, fields) for fields in POSITIONS.values()),
        *((TOGETHER, fields) for fields in PARTNER_POSITIONS.values()),
    ],
    ids=[*POSITIONS, *PARTNER_POSITIONS],
)
def test_features_do_not_depend_on_the_permutation_of_colours(
    game: Game, fields: dict[str, str]
) -> None:
    seen = {
        tuple(sorted(features(OnirimEncoder(), recolour(fields, permutation, game), 0)))
        for permutation in permutations(COLOURS)
    }
    assert len(seen) == 1


def test_features_distinguish_colours_by_their_cards() -> None:
    """The same cards in hand fit the row in only one of the positions."""
    position = POSITIONS["with a set begun"]
    other = position | {"hand": "blue key, blue sun, 2 green moon, brown key"}
    assert sorted(features(OnirimEncoder(), recolour(position, COLOURS), 0)) != sorted(
        features(OnirimEncoder(), recolour(other, COLOURS), 0)
    )


def test_features_combine_the_hand_with_the_remaining_cards_of_a_colour() -> None:
    """A single red key is left, so a red sun and a blue moon differ from the reverse."""
    position = {"steps": "play", "hand": "red sun, blue moon, 3 green sun", "discard": "2 red key"}
    other = position | {"hand": "red moon, blue sun, 3 green sun"}
    assert sorted(features(OnirimEncoder(), recolour(position, COLOURS), 0)) != sorted(
        features(OnirimEncoder(), recolour(other, COLOURS), 0)
    )


def test_features_combine_the_partners_hand_with_the_remaining_cards() -> None:
    position = {
        "steps": "play",
        "hand": "3 green sun",
        "shared": "2 brown sun",
        "partner hand": "red sun, blue moon, green moon",
        "discard": "2 red key",
    }
    other = position | {"partner hand": "red moon, blue sun, green moon"}
    assert sorted(features(OnirimEncoder(), recolour(position, COLOURS, TOGETHER), 0)) != sorted(
        features(OnirimEncoder(), recolour(other, COLOURS, TOGETHER), 0)
    )


@pytest.mark.parametrize("expansions", [[], ["book", "towers", "premonitions"]])
@pytest.mark.parametrize(
    ("mode", "views"), [("together", {1}), ("race", {1, 2})], ids=["together", "race"]
)
def test_partners_share_their_features_and_rivals_do_not(
    mode: str, views: set[int], expansions: list[str]
) -> None:
    """Partners win together, so the value is the same from both seats."""
    game = onirium.load("onirim", seats=2, mode=mode, expansions=expansions)
    seen = {
        len({tuple(features(OnirimEncoder(), state, seat)) for seat in range(2)})
        for state in states(game, seed=3)
    }
    assert seen <= views
    assert max(seen) == max(views)
