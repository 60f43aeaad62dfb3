"""Positions near the end of a game with completely enumerable game trees."""

import onirium
from onirium import State
from tests.games.onirim.reference import Options, Playing, at_a_turn, turns
from tests.support.card_lists import expand

BASE = Options()
BOOK = Options(expansions=("book",))
TOWERS = Options(expansions=("towers",))
DREAMS = Options(expansions=("premonitions",))
ALL = Options(expansions=("book", "towers", "premonitions"))


class Position:
    """The start of a turn. Cards not given are discarded, or in the pile given as ``the rest``."""

    def __init__(self, options: Options = BASE, **piles: str) -> None:
        self.options = options
        named = {name.replace("_", " "): text for name, text in piles.items()}
        rest = {} if "the rest" in named.values() else {"discard": "the rest"}
        self.piles = {**named, **rest}

    def engine_state(self) -> State:
        game = onirium.load("onirim", **self.options._asdict())
        return game.from_fields({"steps": "play", **self.piles})

    def reference_game(self) -> Playing:
        piles = {name: expand(text) for name, text in self.piles.items()}
        return Playing(at_a_turn(self.options, piles), turns)


SEVEN_DOORS = "2 red door, 2 blue door, 2 green door, brown door"
EIGHT_DOORS = "2 red door, 2 blue door, 2 green door, 2 brown door"
GOALS_BUT_ONE = (
    "green goal (found), green goal (found), blue goal (found), blue goal (found), "
    "red goal, brown goal (found), brown goal (found), red goal (found)"
)
GOALS_BUT_TWO = (
    "green goal (found), green goal (found), brown goal (found), blue goal (found), "
    "blue goal, red goal, brown goal (found), red goal (found)"
)

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
THE_PERSONAL_ONE = Position(
    BASE._replace(seats=2, table="open"),
    row="red moon, red key",
    hand="green moon, green sun, red sun",
    shown="green moon, green sun, red sun",
    shared="brown moon, red sun",
    doors="blue door, brown door, green door",
    partner_row="red moon, red key",
    partner_hand="2 blue moon, green moon",
    partner_shown="2 blue moon, green moon",
    partner_doors="blue door, brown door, green door",
    unknown="2 red door, brown sun",
)

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
    "the last tower": Position(
        TOWERS,
        hand="brown tower 5, 4 red sun",
        row="red sun",
        doors=EIGHT_DOORS,
        towers="red tower 4, green tower 4, blue tower 4",
        unknown="nightmare, red sun",
    ),
    "a tower whose fall wins": Position(
        TOWERS,
        hand="5 red sun",
        row="red sun",
        doors=EIGHT_DOORS,
        towers="red tower 3, green tower 3, brown tower 5, brown tower 4, blue tower 4",
        top="nightmare, red sun",
    ),
    "stone upon stone": Position(
        TOWERS._replace(variants=("stone-upon-stone",)),
        hand="4 red sun, red tower 3",
        row="red sun",
        doors=SEVEN_DOORS,
        towers="red tower 4, green tower 4, blue tower 4, brown tower 5",
        top="red sun, nightmare",
    ),
    "a Nightmare punished": Position(
        BOOK,
        hand="4 brown sun, red key",
        row="brown sun",
        doors="red door, 2 blue door, 2 green door, 2 brown door",
        goals=GOALS_BUT_ONE,
        top="nightmare, red door",
        discard="9 nightmare",
        removed="the rest",
    ),
    "a door that waits for a spell": Position(
        BOOK,
        hand="3 brown sun, red key, blue key",
        row="brown sun",
        doors="red door, blue door, 2 green door, 2 brown door",
        goals=GOALS_BUT_TWO,
        top="red door, blue door",
        discard="7 red sun",
        removed="the rest",
    ),
    "lost steps": Position(
        BOOK._replace(variants=("lost-steps",)),
        hand="red key, 4 brown sun",
        row="brown sun",
        doors="red door, 2 blue door, 2 green door, 2 brown door",
        goals=GOALS_BUT_ONE,
        unknown="red door, nightmare",
        discard="5 red sun",
        removed="the rest",
    ),
    "Premonitions that strike at once": Position(
        DREAMS,
        hand="4 red sun, blue key",
        row="red moon, red key",
        doors="red door, blue door, green door, brown door",
        premonitions="red premonition, pair premonition, five premonition",
        pile="blue premonition, three premonition, brown premonition",
        top="red door, blue key, blue sun",
    ),
    "a Premonition that takes the hand": Position(
        DREAMS,
        hand="5 red sun",
        row="red moon, red key",
        doors="red door, blue door",
        premonitions="pair premonition, three premonition",
        pile="five premonition",
        top="red door, 4 red sun",
    ),
    "a Happy Dream": Position(
        DREAMS,
        hand="4 brown sun, brown key",
        row="brown sun",
        doors=SEVEN_DOORS,
        premonitions="brown premonition, red premonition",
        unknown="happy dream, brown door, blue sun",
    ),
    "a Happy Dream with one kind of card": Position(
        DREAMS._replace(seats=2),
        hand="3 red sun",
        shared="2 red sun",
        row="blue sun",
        partner_row="blue sun",
        partner_hand="3 green sun",
        top="happy dream",
        unknown="2 green sun",
    ),
    "keys sought in vain": Position(
        DREAMS._replace(seats=2),
        hand="2 blue sun, green key",
        shared="2 blue sun",
        row="blue moon, blue key",
        doors="red door",
        partner_row="blue sun",
        partner_hand="2 blue sun, red key",
        partner_doors="blue door",
        premonitions="blue premonition",
        unknown="blue door, green key",
    ),
    "together": Position(
        BASE._replace(seats=2),
        hand="2 red sun, red key",
        shown="red sun",
        shared="2 blue sun",
        row="red sun, red moon",
        doors="blue door, green door, brown door",
        partner_hand="brown key, 2 blue sun",
        partner_shown="brown key",
        partner_doors="red door, blue door, green door, brown door",
        top="red door",
    ),
    "the personal one of two": THE_PERSONAL_ONE,
    "a race": Position(
        BASE._replace(seats=2, mode="race"),
        hand="3 red sun",
        shared="red sun, red key",
        row="red moon",
        doors="blue door, green door, brown door",
        partner_hand="3 blue moon",
        partner_doors="red door, blue door, green door",
        top="red door (1)",
        unknown="brown door, red sun",
    ),
    "the partner's victory in a race": Position(
        TOWERS._replace(seats=2, mode="race"),
        hand="3 red sun",
        shared="red sun, brown tower 5",
        row="red sun",
        doors="red door, blue door, green door",
        partner_row="blue sun",
        partner_hand="3 blue sun",
        partner_doors="red door, blue door, green door, brown door",
        towers="red tower 4, green tower 4, blue tower 4",
        unknown="blue sun",
    ),
    "a race to the last tower": Position(
        TOWERS._replace(seats=2, mode="race"),
        hand="3 red sun",
        shared="2 red sun",
        row="red sun",
        doors="red door, blue door, green door, brown door",
        partner_row="red sun",
        partner_hand="2 red sun, brown tower 5",
        partner_doors="red door, blue door, green door, brown door",
        towers="red tower 4, green tower 4, blue tower 4",
        unknown="red moon",
    ),
    "all expansions": Position(
        ALL,
        hand="4 brown sun, red key",
        row="brown sun",
        doors="red door, blue door, 2 green door, 2 brown door",
        goals=GOALS_BUT_TWO,
        towers="red tower 4, green tower 4, blue tower 4, brown tower 5",
        premonitions="brown premonition, pair premonition",
        pile="red premonition",
        unknown="blue door, red door",
        discard="6 red sun",
        removed="the rest",
    ),
}
