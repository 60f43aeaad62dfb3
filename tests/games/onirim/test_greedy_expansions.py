"""The greedy bot with expansions and with a partner: each rule in a position."""

import pytest

import onirium
from onirium import State
from onirium.bots.registry import make_bot
from onirium.core.chance import Random

GOALS = "red goal, blue goal, green goal, brown goal, red goal, blue goal, green goal, brown goal"
PAIRS = "red goal, red goal, blue goal, blue goal, green goal, green goal, brown goal, brown goal"
ONE_DOOR_PER_COLOUR = "red door, blue door, green door, brown door"
FORMATION = "blue tower 5, red tower 5, green tower 5, brown tower 5"
HARMLESS_PREMONITIONS = "red premonition, blue premonition, rainbow premonition"
"""Mostly harmless Premonitions; a fourth one is added by the tests."""


def position(options: str, steps: str, **fields: str) -> State:
    """Return a position; cards that are not given are in the deck."""
    game = onirium.load("onirim", **dict(part.split("=") for part in options.split("; ")))
    named = {name.replace("_", " "): text for name, text in fields.items()}
    return game.from_fields({"steps": steps, "unknown": "the rest"} | named)


def choice(options: str, steps: str, **fields: str) -> str:
    state = position(options, steps, **fields)
    return state.game.notation(make_bot("greedy", state.game).choose(state, Random(1)))


def choice_with_book(steps: str, goals: str = GOALS, **fields: str) -> str:
    return choice("expansions=book", steps, goals=goals, **fields)


def mark_found(goals: str, number: int) -> str:
    """Mark the first goals of a row as found."""
    names = goals.split(", ")
    return ", ".join([*(f"{name} (found)" for name in names[:number]), *names[number:]])


@pytest.mark.parametrize(
    ("hand", "discard", "expected"),
    [
        ("red sun, red moon, 2 blue sun, blue moon", "6 brown sun, brown moon", "play red sun"),
        ("red sun, green moon, 2 blue sun, blue moon", "6 brown sun, brown moon", "play blue sun"),
    ],
)
def test_it_plans_the_set_of_the_next_goal_unless_another_is_much_nearer(
    hand: str, discard: str, expected: str
) -> None:
    """Eight of some sixty cards are red suns: the next set lacks one, then a moon as well."""
    assert choice_with_book("play", hand=hand, discard=discard) == expected


@pytest.mark.parametrize(
    ("discard", "expected"),
    [("", "play red sun"), ("6 brown sun, 3 brown moon", "play blue sun")],
)
def test_an_unaffordable_spell_increases_the_distance_of_a_set(discard: str, expected: str) -> None:
    """With Lost Steps it costs nine cards. The red set lacks a moon, one of about seventeen."""
    fields = {"hand": "2 red sun, 2 blue sun, blue moon", "discard": discard, "goals": GOALS}
    assert choice("expansions=book; variants=lost-steps", "play", **fields) == expected


@pytest.mark.parametrize(
    ("discard", "expected"),
    [
        ("4 green moon, 3 brown moon", "cast parallel planning"),
        ("4 green moon, 2 brown moon", "discard red sun"),
    ],
)
def test_it_swaps_goals_before_the_last_room_of_a_set_and_waits_until_it_can_pay(
    discard: str, expected: str
) -> None:
    hand = "blue sun, red sun, green sun, brown sun, brown key"
    fields = {"row": "blue sun, blue moon", "hand": hand, "discard": discard}
    assert choice_with_book("play", **fields) == expected


def test_it_swaps_the_goal_of_its_set() -> None:
    hand = "green sun, 4 red sun"
    assert choice_with_book("swap, play", row="green sun, green moon", hand=hand) == "swap 1 3"


def test_it_swaps_the_goal_of_the_drawn_door() -> None:
    fields = {"drawn": "brown door", "row": "green sun, green moon"}
    hand = "green sun, brown key, 2 red sun"
    assert choice_with_book("swap, meet, draw, shuffle", hand=hand, **fields) == "swap 1 4"


@pytest.mark.parametrize(
    ("door", "expected"), [("red door", "unlock"), ("blue door", "cast parallel planning")]
)
def test_it_unlocks_a_door_with_the_help_of_a_spell_if_it_must(door: str, expected: str) -> None:
    fields = {"hand": "red key, blue key, 2 red sun", "discard": "6 brown sun, brown moon"}
    assert choice_with_book("unlock, draw, shuffle", drawn=door, **fields) == expected


@pytest.mark.parametrize(("colour", "expected"), [("red", "search"), ("blue", "decline")])
def test_it_searches_for_the_door_of_the_next_goal_only(colour: str, expected: str) -> None:
    row = f"{colour} sun, {colour} moon, {colour} sun"
    assert choice_with_book("search, draw, shuffle", row=row, hand="4 green sun") == expected


@pytest.mark.parametrize(
    ("discard", "expected"),
    [("6 brown sun, 4 brown moon", "cast powerful punishment"), ("9 nightmare", "pay red key")],
)
def test_it_punishes_a_nightmare_rather_than_pay_a_key(discard: str, expected: str) -> None:
    fields = {"drawn": "nightmare", "hand": "red key, 3 red sun", "discard": discard}
    assert choice_with_book("appease, settle, draw, shuffle", **fields) == expected


@pytest.mark.parametrize(
    ("doors", "goals", "top", "expected"),
    [
        ("brown door", 7, "", "cast paradoxical prophecy"),
        ("brown door", 7, "red sun", "draw"),
        ("", 6, "", "draw"),
    ],
)
def test_it_peeks_below_only_for_the_last_goal_and_without_known_cards(
    doors: str, goals: int, top: str, expected: str
) -> None:
    fields = {"hand": "brown key, 3 red sun", "discard": "5 green sun, 2 green moon", "top": top}
    laid = f"2 red door, 2 blue door, 2 green door, {doors}".removesuffix(", ")
    steps = "cast, draw, shuffle"
    assert choice_with_book(steps, mark_found(PAIRS, goals), doors=laid, **fields) == expected


@pytest.mark.parametrize(
    ("top", "expected"),
    [("red sun (2)", "cast paradoxical prophecy"), ("red sun (1)", "draw"), ("red sun", "draw")],
)
def test_cards_known_to_the_partner_only_are_unknown(top: str, expected: str) -> None:
    fields = {"hand": "3 red sun", "shared": "brown key", "partner_hand": "3 green sun"}
    doors = {"doors": "red door, blue door, green door", "partner_doors": ONE_DOOR_PER_COLOUR}
    known = {"top": top, "discard": "3 green moon, 2 green sun"}
    options = "expansions=book; seats=2"
    steps = "cast, draw, shuffle"
    assert (
        choice(options, steps, goals=mark_found(PAIRS, 7), **fields, **doors, **known) == expected
    )


@pytest.mark.parametrize(
    ("discard", "expected"),
    [
        ("4 red sun, 4 blue sun, 2 nightmare", "remove rest"),
        ("3 red sun, 3 blue sun, 3 nightmare", "remove red sun"),
    ],
)
def test_it_pays_with_negligible_cards_first(discard: str, expected: str) -> None:
    fields = {"to_pay": "7", "hand": "5 green sun", "discard": discard}
    assert choice_with_book("pay, swap, play", **fields) == expected


def test_it_lifts_a_door_that_it_can_unlock() -> None:
    fields = {"hand": "red key, 4 blue sun", "peeked": "red sun, red door, blue door, nightmare"}
    assert choice_with_book("lift, sink, play", **fields) == "lift red door"


def choice_with_towers(steps: str, options: str = "expansions=towers", **fields: str) -> str:
    return choice(options, steps, **fields)


def test_it_builds_a_tower_before_it_continues_a_set() -> None:
    """The moon of the blue tower fits the blank side of the red one, but not its moon."""
    fields = {"towers": "red tower 5", "row": "red sun, red moon"}
    hand = "blue tower 4, 4 red sun"
    assert choice_with_towers("play", hand=hand, **fields) == "play left blue tower 4"


def test_it_builds_the_tower_to_which_most_others_fit() -> None:
    """All other towers fit the blank side of the green one."""
    fields = {"towers": "red tower 4", "hand": "green tower 4, green tower 5, 3 red sun"}
    assert choice_with_towers("play", **fields) == "play right green tower 5"


def test_it_peeks_with_a_useless_tower() -> None:
    """A second red tower cannot become part of the run."""
    fields = {"towers": "red tower 5", "row": "blue sun", "hand": "red tower 4, 4 blue sun"}
    assert choice_with_towers("play", **fields) == "discard red tower 4"


def test_it_keeps_a_tower_that_can_fit_later() -> None:
    """The moons of the blue tower fit neither end now, but may fit after another tower."""
    hand = "blue tower 4, red sun, blue sun, green sun, brown sun"
    fields = {"towers": "red tower 3", "row": "red sun, red moon, red sun", "hand": hand}
    assert "blue tower" not in choice_with_towers("play", **fields)


@pytest.mark.parametrize(
    ("towers", "expected"),
    [
        ("red tower 5", "topple red tower 5"),
        ("red tower 5, green tower 4", "save"),
        ("red tower 4, red tower 5, green tower 4", "topple red tower 4"),
    ],
)
def test_it_saves_two_adjacent_towers_and_sacrifices_another(towers: str, expected: str) -> None:
    fields = {"drawn": "nightmare", "hand": "4 red sun", "towers": towers}
    assert choice_with_towers("topple, draw, shuffle", **fields) == expected


@pytest.mark.parametrize(
    ("shield", "expected"), [("", "save"), ("green tower 4, ", "topple green tower 4")]
)
def test_in_stone_upon_stone_it_saves_a_formation_without_a_shield(
    shield: str, expected: str
) -> None:
    fields = {"drawn": "nightmare", "hand": "4 red sun", "towers": shield + FORMATION}
    options = "expansions=towers; variants=stone-upon-stone"
    assert choice_with_towers("topple, draw, shuffle", options, **fields) == expected


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("", "discard green tower 4"),
        ("; variants=stone-upon-stone", "play left green tower 4"),
    ],
)
def test_it_shields_the_formation_only_if_nightmares_attack_it(variant: str, expected: str) -> None:
    fields = {"row": "red sun", "hand": "green tower 4, 4 red sun", "towers": FORMATION}
    assert choice_with_towers("play", f"expansions=towers{variant}", **fields) == expected


def choice_with_premonitions(steps: str, face_up: str, more: str = "", **fields: str) -> str:
    return choice(f"expansions=premonitions{more}", steps, premonitions=face_up, **fields)


@pytest.mark.parametrize(
    ("fourth", "hand", "expected"),
    [
        ("pair premonition", "red key, 3 red sun", "dismiss pair premonition"),
        ("five premonition", "red key, 3 red sun", "dismiss five premonition"),
        ("", "red key, 3 red sun", "dream choose"),
        ("", "4 red sun", "dream reveal"),
    ],
)
def test_a_happy_dream_dismisses_fetches_or_reveals(fourth: str, hand: str, expected: str) -> None:
    fields = {"drawn": "happy dream", "hand": hand}
    face_up = f"{HARMLESS_PREMONITIONS}, {fourth}".removesuffix(", ")
    assert choice_with_premonitions("dream, settle, draw, shuffle", face_up, **fields) == expected


def test_it_fetches_a_door_that_it_can_unlock() -> None:
    fields = {"drawn": "happy dream", "hand": "green key, 3 red sun"}
    assert (
        choice_with_premonitions("fetch, settle, draw, shuffle", HARMLESS_PREMONITIONS, **fields)
        == "fetch green door"
    )


@pytest.mark.parametrize(
    ("peeked", "expected"),
    [("red sun, red door, nightmare", "dream discard nightmare"), ("red sun, red door", "keep")],
)
def test_of_seven_cards_it_discards_the_nightmares(peeked: str, expected: str) -> None:
    fields = {"drawn": "happy dream", "hand": "4 red sun", "peeked": peeked}
    steps = "sort, arrange, settle, draw, shuffle"
    assert choice_with_premonitions(steps, HARMLESS_PREMONITIONS, **fields) == expected


def test_a_premonition_that_takes_a_door_strikes_first() -> None:
    """With the door lost there are two doors, and the Premonition of three no longer holds."""
    fields = {"hand": "4 red sun", "doors": "2 red door, blue door"}
    face_up = "pair premonition, three premonition"
    steps = "strike, draw, shuffle"
    assert choice_with_premonitions(steps, face_up, **fields) == "strike pair premonition"


@pytest.mark.parametrize(
    ("striking", "expected"),
    [("brown premonition", "give red door"), ("pair premonition", "give blue door")],
)
def test_it_gives_up_the_door_of_the_colour_with_most_rooms(striking: str, expected: str) -> None:
    """There are sixteen red rooms, fifteen blue ones and thirteen brown ones."""
    fields = {"hand": "4 green sun", "doors": "red door, 2 blue door, 2 brown door"}
    steps = "give up, strike, draw, shuffle"
    assert (
        choice_with_premonitions(steps, HARMLESS_PREMONITIONS, striking=striking, **fields)
        == expected
    )


def test_in_a_race_the_partner_loses_a_door() -> None:
    fields = {"hand": "2 green sun", "shared": "2 green sun", "doors": "red door, brown door"}
    theirs = {"partner_doors": "brown door", "partner_hand": "3 green sun"}
    more = "; seats=2; mode=race"
    steps = "give up, strike, draw, shuffle"
    given = choice_with_premonitions(
        steps, HARMLESS_PREMONITIONS, more, striking="brown premonition", **fields, **theirs
    )
    assert given == "give partner brown door"


def test_it_loses_keys_of_finished_colours() -> None:
    fields = {"hand": "4 red sun", "doors": "2 blue door", "pending": "2"}
    face_up = "red premonition"
    steps = "keys, strike, draw, shuffle"
    assert (
        choice_with_premonitions(steps, face_up, striking="blue premonition", **fields)
        == "lose blue key"
    )


@pytest.mark.parametrize(
    ("fourth", "expected"),
    [("green premonition", "play red sun"), ("pair premonition", "play blue sun")],
)
def test_a_harmful_set_has_a_larger_distance(fourth: str, expected: str) -> None:
    """Both sets lack a sun, of which the deck holds one more in red."""
    hand = "red sun, red moon, blue sun, blue moon, brown key"
    fields = {"hand": hand, "doors": "red door"}
    assert (
        choice_with_premonitions("play", f"{HARMLESS_PREMONITIONS}, {fourth}", **fields) == expected
    )


def choice_of_two(steps: str, mode: str = "together", **fields: str) -> str:
    return choice(f"seats=2; mode={mode}", steps, **fields)


@pytest.mark.parametrize("mode", ["together", "race"])
def test_it_pursues_the_doors_that_it_lacks(mode: str) -> None:
    fields = {"hand": "2 red sun, red moon", "shared": "blue sun, blue moon", "doors": "red door"}
    assert choice_of_two("play", mode, partner_hand="3 green sun", **fields) == "play blue sun"


def test_it_leaves_cards_that_the_partner_needs_in_the_shared_reserve() -> None:
    """The mover has finished red and green; the partner still needs a red door."""
    fields = {"row": "blue sun", "hand": "green sun, blue sun, brown key", "shared": "2 red sun"}
    doors = {"doors": "red door, green door", "partner_doors": "green door"}
    assert (
        choice_of_two("play", partner_hand="3 green sun", **fields, **doors) == "discard green sun"
    )


def test_it_drafts_for_the_nearest_set() -> None:
    fields = {"hand": "red sun, red moon", "partner_hand": "2 blue sun"}
    seen = {"shown": fields["hand"], "partner_shown": fields["partner_hand"]}
    shared = "red sun, green key, blue moon, brown moon"
    assert choice_of_two("draft, shuffle", shared=shared, **fields, **seen) == "take red sun"


@pytest.mark.parametrize(
    ("theirs", "expected"), [("green door", "offer red moon"), ("red door", "decline")]
)
def test_in_cooperation_it_offers_the_card_that_helps_the_partner_more(
    theirs: str, expected: str
) -> None:
    """Red is of no use to the mover; the partner has a green or a red door."""
    fields = {"hand": "red sun, red moon", "shared": "2 green sun", "partner_hand": "3 blue sun"}
    doors = {"doors": "red door, green door", "partner_doors": theirs}
    assert choice_of_two("exchange, draw, shuffle", **fields, **doors) == expected


def test_in_cooperation_it_takes_the_card_that_helps_the_partner_least() -> None:
    fields = {"hand": "red sun", "shared": "blue sun, green sun", "partner_hand": "3 blue sun"}
    doors = {"doors": "red door", "partner_doors": "green door"}
    taken = choice_of_two("take, draw, shuffle", drawn="red moon", **fields, **doors)
    assert taken == "take green sun"


@pytest.mark.parametrize(
    ("shared", "expected"), [("blue moon, red sun", "offer red moon"), ("2 red sun", "decline")]
)
def test_in_a_race_it_offers_a_spare_card_for_one_that_its_set_needs(
    shared: str, expected: str
) -> None:
    fields = {"row": "blue sun", "hand": "red moon, blue sun", "doors": "red door"}
    partner = {"partner_hand": "3 green sun"}
    steps = "exchange, draw, shuffle"
    assert choice_of_two(steps, "race", shared=shared, **fields, **partner) == expected


def test_in_a_race_it_takes_the_card_that_its_set_needs() -> None:
    fields = {"row": "blue sun", "hand": "blue sun", "shared": "blue moon, red sun"}
    partner = {"partner_hand": "3 green sun"}
    taken = choice_of_two("take, draw, shuffle", "race", drawn="red moon", **fields, **partner)
    assert taken == "take blue moon"
