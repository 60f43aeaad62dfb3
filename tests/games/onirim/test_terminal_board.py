"""The terminal display of expansions and of two players, with the notes on actions."""

from pathlib import Path

import pytest

import onirium
from onirium import State
from onirium.core.events import SPECTATOR
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import presenter_for
from onirium.record import final_state, from_line, new_record, read, write
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.commands.play import play
from tests.support import board_texts
from tests.support.board_texts import effects, labels
from tests.support.terminal_user import Answer, TerminalUser, parse_choices, parse_rows

pytestmark = pytest.mark.usefixtures("home")

ENGLISH = Words("en", "onirim")
TABLE = board_renderer("onirim")
PRESENTER = presenter_for("onirim")
TOWERS = 'onirim {"expansions": ["towers"]}; unknown: the rest'
BOOK = """onirim {"expansions": ["book"]}; unknown: the rest;
    goals: red goal (found), green goal, blue goal, brown goal, red goal, blue goal, green goal,
    brown goal; doors: red door"""
PREMONITIONS = 'onirim {"expansions": ["premonitions"]}; unknown: the rest'
TWO = 'onirim {"seats": 2}; unknown: the rest'


PLAYING = "steps: play; hand: 5 red sun"
ALL_GOALS = "goals: " + ", ".join(["red goal", "blue goal", "green goal", "brown goal"] * 2)
THREE_IN_A_ROW = """steps: play; row: red sun, red moon; hand: 2 red sun, red key;
    shared: 2 green sun; partner hand: 3 brown sun"""


def rows(state: State, seat: int = 0) -> dict[str, list[str]]:
    """Return the text lines of each labelled row; the boards of Onirim have no pictures."""
    words = Words("en", "onirim")
    assert all(isinstance(text, str) for _, text in TABLE.rows(state.view(seat), words))
    return board_texts.rows(state, seat)


def at(game: str, fields: str) -> State:
    return from_line(f"{game}; {fields}")


def go_on(folder: Path, expansions: str, notations: list[str], *answers: Answer) -> TerminalUser:
    """Continue a game of one player after these actions and cards."""
    game = onirium.load("onirim", expansions=expansions)
    record = new_record(game, ["human"])
    record.actions += notations
    write(record, folder / "game.json")
    user = TerminalUser(answers)
    play(game, ENGLISH, seed=1, resume=folder / "game.json", console=user.console)
    return user


def test_O9_towers_are_shown_with_their_sides() -> None:
    state = at(
        TOWERS,
        """steps: play; towers: red tower 3, green tower 5;
        hand: 3 red sun, red moon, brown tower 5""",
    )
    shown = rows(state)
    assert shown["Tower row"] == ["red tower 3 (sun+moon|moon), green tower 5 (sun|blank)"]
    assert shown["Hand"] == ["red sun, red sun, red sun, red moon, brown tower 5 (blank|sun)"]
    assert shown["Deck"][:2] == [
        "81 cards, Nightmares among them: 10",
        "sun  moon  key  door  tower  all",
    ]
    assert shown["brown"][0].split() == ["6", "4", "3", "2", "2", "17"]
    assert shown["all"][0].split() == ["27", "15", "12", "8", "9", "71"]


BLANK_SUN = "left blank, right sun"


def test_O9_3_playable_towers_show_their_sides() -> None:
    texts = effects(
        at(TOWERS, "steps: play; towers: blue tower 5; hand: 3 red sun, red moon, brown tower 5")
    )
    assert texts["play left brown tower 5"] == BLANK_SUN
    assert texts["play right brown tower 5"] == BLANK_SUN
    assert (
        labels(at(TOWERS, "steps: play; hand: 4 red sun, red tower 4"))["play right red tower 4"]
        == "Build: red tower 4"
    )


STANDING = "towers: green tower 5, brown tower 3, blue tower 4, red tower 4"
COMPLETES = f"{BLANK_SUN}; four colours side by side"


@pytest.mark.parametrize(
    ("towers", "note"),
    [
        ("towers: green tower 5, blue tower 5", BLANK_SUN),
        ("towers: red tower 4, green tower 5, blue tower 5", COMPLETES),
        ("towers: red tower 4, green tower 5, blue tower 5, green tower 4", BLANK_SUN),
        (STANDING, BLANK_SUN),
    ],
)
def test_O9_2_a_tower_that_completes_the_row_is_marked(towers: str, note: str) -> None:
    state = at(TOWERS, f"steps: play; {towers}; hand: 3 red sun, red moon, brown tower 5")
    assert effects(state)["play right brown tower 5"] == note


def test_O9_8_a_complete_row_is_marked() -> None:
    state = at(TOWERS, f"{STANDING}; {PLAYING}")
    assert rows(state)["Tower row"][1] == "(complete)"
    incomplete = at(TOWERS, f"{PLAYING}; towers: green tower 5, red tower 4")
    assert len(rows(incomplete)["Tower row"]) == 1
    assert rows(at(TOWERS, "steps: play; hand: 5 red sun"))["Tower row"] == ["nothing"]


@pytest.mark.parametrize(
    ("deck", "note"),
    [
        ("", "nothing to look at: the deck is empty"),
        ("unknown: red moon;", "look at 1 card"),
        ("unknown: 4 red moon;", "look at 4 cards"),
        ("unknown: 4 red moon, blue moon;", "look at 4 cards"),
    ],
)
def test_O9_5_a_tower_peeks_as_far_as_the_deck_allows(deck: str, note: str) -> None:
    game = TOWERS.partition(";")[0]
    hand = "hand: 4 brown sun, red tower 4"
    state = at(game, f"steps: play; {hand}; {deck} discard: the rest")
    assert effects(state)["discard red tower 4"] == note


NIGHTMARE = "steps: appease, settle, draw, shuffle; drawn: nightmare; hand: 4 red sun"
LOSES = "the deck runs out: you lose"
REVEAL_FIVE = "Reveal the top 5 cards"
ROOMS_LOST = "rooms are discarded"
TOWERS_LOST = "rooms and towers are discarded"
ALL_DOORS = "doors: 2 red door, 2 blue door, 2 green door, 2 brown door"


@pytest.mark.parametrize(
    ("game", "deck", "label", "note"),
    [
        (TOWERS, "", "Reveal nothing", LOSES),
        (TOWERS, "unknown: blue sun;", "Reveal the top card", LOSES),
        (TOWERS, "unknown: 5 blue sun;", REVEAL_FIVE, LOSES),
        (TOWERS, "unknown: 6 blue sun;", REVEAL_FIVE, TOWERS_LOST),
        # O9.6 The tower that is lost may complete the row.
        (TOWERS, f"unknown: 5 blue sun; {ALL_DOORS};", REVEAL_FIVE, TOWERS_LOST),
        (BOOK, "unknown: 5 blue sun;", REVEAL_FIVE, ROOMS_LOST),
        (PREMONITIONS, "unknown: 6 blue sun;", REVEAL_FIVE, ROOMS_LOST),
    ],
)
def test_O5_1c_revealing_states_what_is_lost_and_when_it_loses(
    game: str, deck: str, label: str, note: str
) -> None:
    state = at(game.replace("; unknown: the rest", ""), f"{NIGHTMARE}; {deck} discard: the rest")
    assert labels(state)["reveal"] == label
    assert effects(state)["reveal"] == note


@pytest.mark.parametrize(
    ("hand", "deck", "note"),
    [
        (4, "4 blue sun", LOSES),
        (4, "5 blue sun", "lose 4 cards"),
        (3, "4 blue sun", LOSES),
        (3, "5 blue sun", "lose 3 cards"),
    ],
)
def test_O5_1d_a_new_hand_states_when_the_deck_is_too_small(
    hand: int, deck: str, note: str
) -> None:
    nightmare = NIGHTMARE.replace("4 red sun", f"{hand} red sun")
    state = at("onirim", f"{nightmare}; unknown: {deck}; discard: the rest")
    assert effects(state)["discard hand"] == note


@pytest.mark.parametrize(
    ("deck", "doors", "loses"),
    [
        ("", "", True),
        ("blue sun", "", True),
        ("2 blue sun", "", False),
        ("", "2 red door, 2 blue door, 2 green door, brown door", False),
        # The last card could be the eighth door, with its key in hand.
        ("blue sun", "2 red door, 2 blue door, 2 green door", False),
        ("", "2 red door, 2 blue door, 2 green door", True),
    ],
)
def test_O6_2_unlocking_states_when_the_deck_cannot_replace_the_key(
    deck: str, doors: str, *, loses: bool
) -> None:
    state = at(
        "onirim",
        "steps: unlock, draw, shuffle; drawn: brown door; hand: 3 red sun, brown key; "
        f"unknown: {deck}; doors: {doors}; discard: the rest",
    )
    assert effects(state)["unlock"] == (LOSES if loses else "")


@pytest.mark.parametrize(
    ("game", "deck", "doors", "loses"),
    [
        ("onirim", "blue sun", "", True),
        ("onirim", "2 blue sun", "", False),
        ("onirim", "blue sun", "2 red door, 2 blue door, 2 green door", True),
        ("onirim", "blue sun", "2 red door, 2 blue door, 2 green door, brown door", False),
        # O9.6 The tower that is lost may complete the row.
        (TOWERS.partition(";")[0], "", ALL_DOORS.removeprefix("doors: "), False),
    ],
)
def test_O6_2_paying_states_when_the_deck_cannot_replace_the_key(
    game: str, deck: str, doors: str, *, loses: bool
) -> None:
    nightmare = NIGHTMARE.replace("4 red sun", "3 red sun, brown key")
    state = at(game, f"{nightmare}; unknown: {deck}; doors: {doors}; discard: the rest")
    assert effects(state)["pay brown key"] == (LOSES if loses else "wards it off; no prophecy")


@pytest.mark.parametrize(("deck", "loses"), [("blue sun", True), ("2 blue sun", False)])
def test_O7_6_doors_of_the_partner_do_not_replace_the_key(deck: str, *, loses: bool) -> None:
    state = at(
        TWO.partition(";")[0],
        "steps: appease, settle, draw, shuffle; drawn: nightmare; hand: 2 red sun, brown key; "
        "shared: red moon; doors: red door, blue door, green door, brown door; "
        f"partner hand: 3 blue sun; partner doors: red door; unknown: {deck}; discard: the rest",
    )
    expected = LOSES if loses else "wards it off; no prophecy"
    assert effects(state)["pay brown key"] == expected


def test_O9_7_saving_and_losing_towers() -> None:
    state = at(
        TOWERS,
        "steps: topple, draw, shuffle; drawn: nightmare; towers: red tower 3; hand: 4 red sun",
    )
    assert labels(state) == {
        "topple red tower 3": "Discard red tower 3",
        "save": "Save the towers; the Nightmare goes to limbo",
    }


def test_O8_goals_spells_and_their_price() -> None:
    shown = rows(at(f"{BOOK}; discard: 2 blue sun, nightmare; removed: 5 brown sun", PLAYING))
    assert shown["Goals"] == [
        "1 red (found), 2 green, 3 blue, 4 brown, 5 red, 6 blue, 7 green, 8 brown",
        "(sought next: green door)",
    ]
    assert shown["Spells"] == [
        "Paradoxical Prophecy 5, Parallel Planning 7, Powerful Punishment 10"
    ]
    assert shown["Discard pile"] == ["3 cards"]
    assert shown["Removed"] == ["5 cards"]
    hard = BOOK.replace("}", ', "variants": ["lost-steps"]}')
    assert rows(at(hard, PLAYING))["Spells"] == [
        "Paradoxical Prophecy 6, Parallel Planning 9, Powerful Punishment 12"
    ]
    assert "Removed" not in rows(at(BOOK, PLAYING))
    assert rows(at(BOOK, PLAYING))["Discard pile"] == ["nothing"]


def test_O8_colours_agree_with_doors_and_goals_in_russian() -> None:
    shown = dict(TABLE.rows(at(BOOK, PLAYING).view(0), Words("ru", "onirim")))
    assert shown["Двери"] == "1/8: красные 1/2, синие 0/2, зелёные 0/2, коричневые 0/2"
    assert str(shown["Цели"]).startswith("1\xa0красная (найдена), 2\xa0зелёная, ")


def test_O8_no_goal_is_next_when_all_are_found() -> None:
    colours = ["red goal", "green goal", "blue goal", "brown goal"] * 2
    goals = ", ".join(f"{colour} (found)" for colour in colours)
    game = 'onirim {"expansions": ["book", "towers"]}; unknown: the rest'
    doors = "doors: 2 red door, 2 blue door, 2 green door, 2 brown door"
    shown = rows(at(game, f"{PLAYING}; goals: {goals}; {doors}"))
    assert len(shown["Goals"]) == 1


def test_O8_2_a_door_that_is_not_the_next_goal_goes_to_limbo() -> None:
    row = "row: green sun, green moon; hand: 3 red sun, green key, green sun"
    assert effects(at(BOOK, f"steps: play; {row}"))["play green key"] == (
        "three in a row: green door"
    )
    later = "row: blue sun, blue moon; hand: 3 red sun, 2 blue key"
    assert effects(at(BOOK, f"steps: play; {later}"))["play blue key"] == (
        "three in a row: blue door; not its turn: the door goes to limbo"
    )
    searching = "steps: search, draw, shuffle; row: blue sun, blue moon, blue key; hand: 4 red sun"
    assert effects(at(BOOK, searching)) == {
        "search": "the deck is shuffled; not its turn: the door goes to limbo",
        "decline": "the door stays in the deck",
    }


def test_O8_2_a_drawn_door_that_is_not_the_next_says_why_it_stays_shut() -> None:
    drawn = "steps: unlock, draw, shuffle; discard: 6 brown sun, red moon; hand: {key}, 3 red sun"
    waiting = at(BOOK, f"drawn: blue door; {drawn.format(key='blue key')}")
    assert effects(waiting)["decline"] == "its goal is not the next"
    open_now = at(BOOK, f"drawn: green door; {drawn.format(key='green key')}")
    assert effects(open_now)["decline"] == ""


def test_O8_3_giving_up_a_door_turns_its_goal_up() -> None:
    nightmare = "steps: appease, settle, draw, shuffle; drawn: nightmare; hand: 4 red sun"
    assert (
        effects(at(BOOK, nightmare))["give red door"] == "no door left; its goal is face up again"
    )
    paid = effects(at(f"{BOOK}; discard: 5 blue sun, 5 brown sun", nightmare))
    assert paid["cast powerful punishment"] == "for 10 discarded cards"


def test_O8_4_payment_shows_the_available_cards() -> None:
    state = at(
        f"{BOOK}; discard: 4 blue sun, brown sun, 2 nightmare",
        "steps: pay, look below, lift, sink, play; to pay: 5; pending: 5; hand: 5 red sun",
    )
    assert rows(state)["Discard pile"] == ["7 cards", "(cards still to pay: 5)"]
    assert effects(state) == {
        "remove blue sun": "4 of these; 5 still to pay",
        "remove brown sun": "1 of these; 5 still to pay",
        "remove nightmare": "2 of these; 5 still to pay",
        "remove rest": "rooms first, no Nightmares",
    }
    assert labels(state)["remove rest"] == "Remove 5 for me"


def test_O14_struck_premonitions_pay_before_rooms() -> None:
    game = BOOK.replace(
        '"expansions": ["book"]',
        '"expansions": ["book", "premonitions"], "readings": ["struck-premonition"]',
    )
    state = at(
        f"{game}; discard: 5 blue sun; struck: red premonition",
        "steps: pay, look below, lift, sink, play; to pay: 5; pending: 5; hand: 5 red sun",
    )
    assert effects(state)["remove rest"] == "Premonitions and rooms first, no Nightmares"


def test_O8_5_swapped_goals_are_named_with_their_positions() -> None:
    state = at(BOOK, "steps: swap, draw, shuffle; hand: 4 red sun")
    texts = labels(state)
    assert texts["swap 2 3"] == "2 green ↔ 3 blue"
    assert texts["swap 4 8"] == "4 brown ↔ 8 brown"
    assert texts["swap 1 2"] == "1 red ↔ 2 green"
    assert len(texts) == 28


def test_O8_4_enter_pays_with_negligible_cards_and_draws(home: Path) -> None:
    goals = ["red goal", "green goal", "blue goal", "brown goal"] * 2
    hand = ["red key", "red sun", "red moon", "blue sun", "green sun"]
    turns = ["discard blue sun", "blue sun"] * 4 + ["discard green sun", "draw", "blue moon"]
    steps = [*goals, *hand, *turns, "discard blue sun"]
    user = go_on(home, "book", steps, "1", "", "1")
    assert parse_choices(user.pages[0]) == [
        "Cast Paradoxical Prophecy | for 5 discarded cards",
        "Draw a card",
    ]
    assert user.prompts[0] == "1-2 (Enter: 2), h help, t hint, u undo, q leave: "
    assert user.prompts[1] == "1-3 (Enter: 3), h help, t hint, u undo, q leave: "
    assert "Removed from the game: blue sun, blue sun, blue sun, blue sun" in user.pages[2]
    assert parse_rows(user.pages[2])["Removed"] == "5 cards"
    actions = read(home / "game.json").actions
    assert actions[len(steps) : len(steps) + 2] == ["cast paradoxical prophecy", "remove rest"]
    go_on(home, "book", steps, "")
    drawn = read(home / "game.json").actions[len(steps) :]
    assert drawn[0] == "draw"
    assert len(drawn) > 1


def test_enter_repeats_the_prompt_without_a_usual_action(home: Path) -> None:
    hand = ["red key", "red sun", "red moon", "blue sun", "green sun"]
    user = go_on(home, "", hand, "")
    assert "Enter" not in user.prompts[0]
    assert user.pages[1] == ""


def test_O10_premonitions_show_their_conditions_and_penalties() -> None:
    state = at(
        PREMONITIONS,
        f"{PLAYING}; premonitions: red premonition, pair premonition; pile: five premonition",
    )
    shown = rows(state)
    assert shown["Premonitions"] == [
        "- both red doors: discard all red rooms from the deck",
        "- two doors of one colour: one of the two goes to limbo",
        "(face down: 1)",
    ]
    assert shown["Deck"][0] == "75 cards, Nightmares among them: 10, Happy Dreams: 4"
    assert "Striking" not in shown
    assert rows(at(PREMONITIONS, PLAYING))["Premonitions"] == ["nothing"]


def test_O10_2_the_striking_premonition_is_shown() -> None:
    state = at(
        PREMONITIONS,
        """steps: give up, strike, draw, shuffle; striking: pair premonition; hand: 4 red sun;
        doors: 2 red door, 2 blue door""",
    )
    assert rows(state)["Striking"] == ["two doors of one colour: one of the two goes to limbo"]
    assert labels(state) == {
        "give red door": "Put into limbo: red door",
        "give blue door": "Put into limbo: blue door",
    }


def test_O10_3_a_happy_dream_shows_its_effects() -> None:
    state = at(
        PREMONITIONS,
        """steps: dream, settle, draw, shuffle; drawn: happy dream; hand: 4 red sun;
        premonitions: red premonition""",
    )
    assert rows(state)["Drawn"] == ["Happy Dream"]
    assert labels(state) == {
        "dismiss red premonition": "Remove without penalty: red Premonition",
        "dream reveal": "Reveal the top 7 cards",
        "dream choose": "Choose a card from the deck and put it on top",
    }
    assert effects(state)["dismiss red premonition"] == (
        "both red doors: discard all red rooms from the deck"
    )


def test_a_happy_dream_is_played(home: Path) -> None:
    relics = ["red premonition", "blue premonition", "green premonition", "pair premonition"]
    hand = ["red key", "red sun", "red moon", "blue sun", "green sun"]
    steps = [*relics, *hand, "discard red sun", "happy dream"]
    revealed = [
        "nightmare",
        "red sun",
        "red door",
        "green key",
        "brown sun",
        "brown moon",
        "blue key",
    ]
    user = go_on(home, "premonitions", [*steps, "dream reveal", *revealed], "7", "7", "1", "q")
    assert "Revealed by the Happy Dream: Nightmare, red sun, red door" in user.pages[0]
    assert parse_choices(user.pages[0])[-1] == "Keep the rest"
    assert "Discarded by the Happy Dream: Nightmare" in user.pages[1]
    assert parse_rows(user.pages[1])["Seen"].count(", ") == 5
    user = go_on(home, "premonitions", [*steps, "dream choose"], "q")
    assert len(parse_choices(user.pages[0])) == 12 + 4 + 1 + 1
    user = go_on(home, "premonitions", steps, "2", "q")
    assert "Removed without penalty: blue Premonition" in user.pages[1]


def test_O7_the_boards_of_two_players_are_shown() -> None:
    state = at(
        TWO,
        """steps: play; mover: 2; row: red sun; hand: red moon, blue moon, green key;
        shown: red moon; shared: 2 green moon; doors: red door; partner row: blue sun, blue key;
        partner hand: brown sun, brown moon, brown key; partner shown: brown key;
        partner doors: blue door, green door""",
    )
    assert {label: texts[0] for label, texts in rows(state, seat=1).items()}.items() >= {
        "Row": "red sun",
        "Personal reserve": "red moon, blue moon, green key",
        "Known to the other player": "red moon",
        "Shared reserve": "green moon, green moon",
        "Doors": "1/4: red 1/1, blue 0/1, green 0/1, brown 0/1",
        "Other player’s row": "blue sun, blue key",
        "Other player’s reserve": "brown key, 2 × hidden card",
        "Other player’s doors": "2/4: red 0/1, blue 1/1, green 1/1, brown 0/1",
    }.items()
    unseen = "(the other player’s hidden cards are counted here too: 2)"
    assert rows(state, seat=1)["all"][1] == unseen
    shown = rows(state, seat=0)
    assert shown["Personal reserve"] == ["brown sun, brown moon, brown key"]
    assert shown["Other player’s reserve"] == ["red moon, 2 × hidden card"]
    assert effects(state)["play green moon"] == "green 1 of 3; from the shared reserve"
    assert effects(state)["discard green moon"] == "from the shared reserve"


def test_O7_7_a_player_does_not_search_for_a_colour_they_have() -> None:
    state = at(
        TWO,
        """steps: play; row: red sun, red moon; hand: 2 red sun, red key; shared: 2 green sun;
        doors: red door; partner hand: 3 brown sun""",
    )
    assert effects(state)["play red key"] == "three in a row, but you have this door already"
    assert effects(at(TWO, THREE_IN_A_ROW))["play red key"] == "three in a row: red door"


def test_O12_2_known_positions_of_the_deck_are_shown() -> None:
    state = at(
        TWO,
        """steps: play; hand: 3 red sun; shared: 2 green sun; partner hand: 3 brown sun;
        top: blue moon (2), red moon, blue key (2);
        bottom: red key (2), green key (1), brown key (2)""",
    )
    assert rows(state, seat=0)["Next"] == ["hidden card, red moon"]
    assert rows(state, seat=0)["Lowest"] == ["green key, hidden card"]
    assert rows(state, seat=1)["Next"] == ["blue moon, red moon, blue key"]
    assert rows(state, seat=1)["Lowest"] == ["red key, hidden card, brown key"]
    alone = at("onirim; unknown: the rest", f"{PLAYING}; top: red moon; bottom: blue key")
    assert rows(alone)["Lowest"] == ["blue key"]


ALONE = "hand: 4 red sun, red key; doors: red door, 2 blue door, 2 green door, 2 brown door"
TOGETHER = """hand: 2 red sun, red key; shared: 2 green sun;
    doors: blue door, green door, brown door;
    partner hand: 3 brown sun; partner doors: red door, blue door, green door, brown door"""
RACE = """hand: 2 red sun, red key; shared: 2 green sun;
    doors: blue door, green door, brown door; partner hand: 3 brown sun;
    partner doors: blue door; mover: 2"""


@pytest.mark.parametrize(
    ("game", "fields", "ending"),
    [
        ("onirim", ALONE, "Victory: all eight doors are found!"),
        (
            'onirim {"expansions": ["towers"]}',
            f"{ALONE}; {STANDING}",
            "Victory: all eight doors are found, and four towers of four colours stand!",
        ),
        (
            'onirim {"seats": 2}',
            TOGETHER,
            "A shared victory: each player has four doors of four colours!",
        ),
        (
            'onirim {"seats": 2, "mode": "race"}',
            RACE,
            "Player\xa02 has won the race: four doors of four colours are found!",
        ),
        (
            'onirim {"seats": 2, "mode": "race", "expansions": ["towers"]}',
            f"{RACE}; {STANDING}",
            "Player\xa02 has won the race: four doors of four colours are found, and four towers ",
        ),
    ],
)
def test_a_won_game_shows_how(game: str, fields: str, ending: str) -> None:
    state = at(f"{game}; unknown: the rest; row: red sun, red moon", f"steps: play; {fields}")
    for notation in ("play red key", "search"):
        state.apply(state.game.parse(notation))
    for seat in range(state.game.seats):
        assert PRESENTER.describe_ending(state.view(seat), ENGLISH).startswith(ending)


@pytest.mark.parametrize(
    ("box", "doors", "goal", "found", "ending"),
    [
        (1, "", "Find 1 door of the labyrinth", "0/1: red 0/1", "Victory: 1 door is found!"),
        (
            8,
            "doors: red door;",
            "Find 2 doors of the labyrinth",
            "1/2: red 1/2",
            "Victory: all 2 doors are found!",
        ),
    ],
)
def test_reduced_box_has_fewer_doors_to_find(
    box: int, doors: str, goal: str, found: str, ending: str
) -> None:
    state = at(
        f'onirim {{"box": {box}, "readings": ["search"]}}; unknown: the rest',
        f"steps: unlock, draw, shuffle; drawn: red door; {doors} hand: red key, 3 red sun",
    )
    goals = PRESENTER.describe_goal(state.game, ENGLISH)
    assert goals[0].startswith(goal)
    assert goals[-1].endswith("Searches are compulsory.")
    view = state.view(0)
    assert PRESENTER.standing(view, state.game).goal == int(found[2])
    assert rows(state)["Doors"] == [found]
    state.apply(state.game.parse("unlock"))
    assert PRESENTER.describe_ending(state.view(0), ENGLISH) == ending


@pytest.mark.parametrize(
    ("game", "fields", "ending"),
    [
        (
            "onirim",
            ALONE,
            "Defeat. Doors found – 7/8: red 1/2, blue 2/2, green 2/2, brown 2/2.",
        ),
        (
            'onirim {"seats": 2, "mode": "race"}',
            RACE,
            "Both players have lost. Doors found – Player\xa01: 1/4, Player\xa02: 3/4.",
        ),
        (
            'onirim {"seats": 2, "mode": "race", "readings": ["race-deck-out"]}',
            RACE,
            "Player\xa01 has won the race: the other player had to draw from the empty deck.",
        ),
    ],
)
def test_a_lost_game_shows_how(game: str, fields: str, ending: str) -> None:
    state = at(f"{game}; discard: the rest", f"steps: play; {fields}")
    state.apply(state.game.parse("play red sun"))
    for seat in range(state.game.seats):
        assert PRESENTER.describe_ending(state.view(seat), ENGLISH).startswith(ending)


def test_help_explains_the_components_in_play() -> None:
    state = at(PREMONITIONS.replace('["', '["book", "towers", "'), f"{PLAYING}; {ALL_GOALS}")
    keys = ["help.play", "help.play.book", "help.play.towers", "help.premonitions"]
    assert PRESENTER.explain_decision(state.view(0), ENGLISH) == [ENGLISH.text(key) for key in keys]
    assert PRESENTER.explain_decision(
        at("onirim; unknown: the rest", PLAYING).view(0), ENGLISH
    ) == [ENGLISH.text("help.play")]


def test_O14_help_and_goal_name_the_readings_in_force() -> None:
    line = 'onirim {"readings": ["search", "fourth-room"]}; unknown: the rest'
    state = at(line, PLAYING)
    named = "read differently here: Searches are compulsory; Any three in a row count."
    assert PRESENTER.explain_decision(state.view(0), ENGLISH)[-1].endswith(named)
    assert PRESENTER.describe_goal(state.game, ENGLISH)[-1].endswith(named)


def test_O14_a_set_is_described_by_the_readings_in_force() -> None:
    owned = f"{THREE_IN_A_ROW}; doors: red door"
    second = TWO.replace("}", ', "readings": ["second-door"]}')
    assert effects(at(second, owned))["play red key"] == "three in a row: red door"
    later = "steps: play; row: blue sun, blue moon; hand: blue key, 4 red sun"
    fetched = BOOK.replace("]}", '], "readings": ["set-fetch"]}')
    assert effects(at(fetched, later))["play blue key"] == (
        "three in a row, but it is not the turn of this door"
    )


@pytest.mark.parametrize(
    ("name", "actions", "goal", "scores"),
    [("two-won", 90, 8, [5, 5]), ("race-all-won-by-player-2", 293, 4, [2, 4])],
)
def test_partners_count_their_doors_together(
    name: str, actions: int, goal: int, scores: list[int]
) -> None:
    record = read(f"tests/transcripts/onirim-0.1.0-{name}.json")
    del record.actions[actions:]
    state = final_state(record)
    standing = PRESENTER.standing(state.view(SPECTATOR), state.game)
    assert (standing.goal, standing.scores) == (goal, scores)
    assert list(map(len, standing.pieces)) == scores
