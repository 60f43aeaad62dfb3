"""What the terminal shows of a table of Nightmarium, and what it says of choices."""

import io
import re
from typing import Final

import pytest
from rich.console import Console as RichConsole

import onirium
from onirium import State
from onirium.games.nightmarium.components import ABILITIES, LEGIONS
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.presentation.presenter import presenter_for
from onirium.record import from_line
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.console import Console

ENGLISH: Final = Words("en", "nightmarium")
TABLE: Final = board_renderer("nightmarium")
PRESENTER: Final = presenter_for("nightmarium")
ACT: Final = "agenda: act; actions: 2; unknown: the rest"
BODY: Final = "creature 1.1: necronaut legs, insektoid torso"
"""Any head completes it; no other ability follows that of the head."""
NECRONAUT: Final = "necronaut legs, necronaut torso, necronaut head"
INSEKTOID: Final = "insektoid legs singer, insektoid torso singer, insektoid head singer"

TWO: Final = "nightmarium"
THREE: Final = 'nightmarium {"seats": 3}'

LEGS: Final = {
    "necronaut": "necronaut legs scavenger",
    "homunculus": "homunculus legs",
    "insektoid": "insektoid legs singer",
    "chimerid": "chimerid legs executioner",
}


def at(game: str, *fields: str) -> State:
    return from_line("; ".join([game, *fields]))


def after(state: State, *notations: str) -> State:
    for notation in notations:
        state.apply(state.game.parse(notation))
    return state


def shown(state: State, seat: int = 0, *, width: int = 80, language: str = "en") -> list[str]:
    """Return the lines of the table as a seat sees it, without the spaces at their ends."""
    words = Words(language, "nightmarium")
    console = RichConsole(file=(text := io.StringIO()), width=width)
    Console({}, console).print_rows(TABLE.rows(state.view(seat), words))
    return text.getvalue().replace("\N{NO-BREAK SPACE}", " ").splitlines()


def rows(state: State, seat: int = 0) -> dict[str, list[str]]:
    """Return what is beside each label, line by line; nothing of pictures."""
    found: dict[str, list[str]] = {}
    label = ""
    for begins, text in TABLE.rows(state.view(seat), ENGLISH):
        label = begins or label
        if isinstance(text, str):
            found.setdefault(label, []).append(text.replace("\N{NO-BREAK SPACE}", " "))
    return found


def labels(state: State) -> dict[str, str]:
    view = state.view(state.current_player())
    return {
        choice.notation: PRESENTER.describe_action(choice, view, ENGLISH)
        for choice in view.legal_actions
    }


def notes(state: State) -> dict[str, str]:
    """Return what each choice is said to bring."""
    view = state.view(state.current_player())
    return {
        choice.notation: PRESENTER.describe_effect(choice, view, ENGLISH)
        for choice in view.legal_actions
    }


def creatures(player: int, number: int) -> str:
    """Return fields in which a player has begun some creatures, of all legions in turn."""
    legs = [LEGS[LEGIONS[place % len(LEGIONS)]] for place in range(number)]
    return "; ".join(f"creature {player}.{place}: {card}" for place, card in enumerate(legs, 1))


def test_creatures_stand_side_by_side_before_each_player() -> None:
    state = at(
        THREE,
        ACT,
        "hand 1: necronaut head; hand 2: 2 homunculus legs; hand 3: 3 insektoid head",
        "creature 1.1: necronaut legs, insektoid torso singer, chimerid head/torso executioner",
        "creature 1.2: homunculus torso/legs mocker",
        "creature 3.2: necronaut legs weeper, homunculus torso devourer",
    )
    assert shown(state, seat=1) == [
        "Player 3      0 of 5 creatures complete; 3 cards in hand",
        "        3.2",
        "(.......head.......)",
        "[Homun  Devourer   ]",
        "/Necro  Weeper     \\",
        "",
        "Player 1      1 of 5 creatures complete; 1 card in hand",
        "        1.1                  1.2",
        "(Chimer Executioner) (.......head.......)",
        "[Insek  Singer     ] [......torso.......]",
        "/Necro             \\ /Homun  Mocker     \\",
        "",
        "Player 2      (you) 0 of 5 creatures complete",
        "Hand          Homunculi: 2 × legs",
        "Discard pile  nothing",
        "Deck          96 cards",
        "Turn          Player 1; actions left: 2",
    ]


@pytest.mark.parametrize("seat", range(5))
def test_opponents_come_in_the_order_of_their_turns_and_oneself_at_the_end(seat: int) -> None:
    state = at('nightmarium {"seats": 5}', ACT, "hand 1: necronaut head")
    players = [line.split()[1] for line in shown(state, seat) if line.startswith("Player")]
    assert players == [str((seat + place) % 5 + 1) for place in range(1, 6)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("number", "width", "numbers"),
    [
        (5, 80, ["1.1 1.2 1.3 1.4 1.5"]),
        (7, 120, ["1.1 1.2 1.3 1.4 1.5 1.6 1.7"]),
        (7, 80, ["1.1 1.2 1.3 1.4 1.5", "1.6 1.7"]),
        (5, 32, ["1.1 1.2", "1.3 1.4", "1.5"]),
        (2, 12, ["1.1", "1.2"]),
    ],
)
def test_as_many_creatures_stand_side_by_side_as_fit(
    language: str, number: int, width: int, numbers: list[str]
) -> None:
    state = at('nightmarium {"creatures": 7}', ACT, creatures(1, number))
    lines = shown(state, width=width, language=language)
    assert [" ".join(line.split()) for line in lines if re.match(r" +1\.\d", line)] == numbers


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_no_line_of_a_picture_is_broken(language: str, width: int) -> None:
    state = at('nightmarium {"creatures": 7, "seats": 5}', ACT, creatures(2, 7), creatures(5, 3))
    lines = shown(state, width=width, language=language)
    assert max(map(len, lines)) <= width
    heads, legs = ([line for line in lines if line.startswith(sign)] for sign in "(/")
    assert sum(line.count("(") for line in heads) == 10
    assert sum(line.count("\\") for line in legs) == 10
    for head, foot in zip(heads, legs, strict=True):
        assert [place for place, sign in enumerate(head) if sign == "("] == [
            place for place, sign in enumerate(foot) if sign == "/"
        ]


@pytest.mark.parametrize(
    ("number", "width", "ability"),
    [
        (3, 62, "Executioner"),
        (4, 82, "Exec."),
        (4, 83, "Executioner"),
        (5, 80, "Exec."),
        (5, 104, "Executioner"),
    ],
)
def test_words_are_short_where_many_creatures_must_fit(
    number: int, width: int, ability: str
) -> None:
    fields = [creatures(1, number), "creature 2.1: chimerid legs executioner"]
    lines = shown(at(TWO, ACT, *fields), width=width)
    executioners = re.findall(r"Exec[\w.]*", "\n".join(lines))
    assert set(executioners) == {ability}


def test_the_creature_whose_abilities_act_is_marked() -> None:
    targets = "creature 2.1: necronaut legs; creature 2.2: homunculus legs"
    state = at(TWO, ACT, BODY, targets, "hand 1: chimerid head executioner")
    assert "> " not in " ".join(shown(state))
    after(state, "place chimerid head executioner on 1")
    assert "> 1.1 <" in " ".join(shown(state))
    assert rows(state)["Turn"] == ["Player 1; actions left: 1; creature 1.1: its abilities act"]


def test_one_sees_one_s_own_hand_by_legions_and_what_others_know_of_it() -> None:
    hand = "2 necronaut legs (known), necronaut legs, homunculus head, necronaut head/torso weeper"
    found = rows(at(TWO, ACT, f"hand 1: {hand}; hand 2: chimerid head, chimerid torso (known)"))
    assert found["Hand"] == [
        "Necronauts: 3 × legs, head/torso (Weeper)",
        "Homunculi: head",
    ]
    assert found["Known to all"] == ["2 × Necronaut legs"]
    assert found["Player 2"] == [
        "0 of 5 creatures complete; 2 cards in hand; known to all: Chimerid torso"
    ]
    assert "Known to all" not in rows(at(TWO, ACT, "hand 2: chimerid head (known)"))


def test_other_hands_are_not_shown() -> None:
    fields = "hand 1: necronaut legs; hand 2: chimerid head (1), chimerid torso"
    text = " ".join(shown(at(TWO, ACT, fields)))
    assert "Chimerid" not in text
    assert "2 cards in hand" in text


def test_the_discard_pile_is_counted_by_legions() -> None:
    found = rows(at(TWO, ACT, "discard: 2 necronaut legs, necronaut head, chimerid torso"))
    assert found["Discard pile"] == ["4 cards: Necronauts 3, Chimeridae 1"]
    assert found["Deck"] == ["104 cards"]
    assert found["Hand"] == ["nothing"]


def test_the_turn_says_what_is_left_and_what_binds() -> None:
    state = at(TWO, ACT, "hand 1: 4 necronaut legs")
    after(state, "place necronaut legs")
    [turn] = rows(state)["Turn"]
    assert turn == "Player 1; actions left: 1; second action: only Necronauts can be placed"
    after(state, "exchange necronaut legs", "exchange necronaut legs")
    assert rows(state)["Turn"] == ["Player 1; actions left: 0; discarded so far: 2"]


def test_N6_3_no_legion_binds_an_ability() -> None:
    state = at(TWO, ACT, BODY, "hand 1: homunculus head mocker, insektoid legs")
    after(state, "place homunculus head mocker on 1")
    assert rows(state)["Turn"] == ["Player 1; actions left: 1; creature 1.1: its abilities act"]
    assert labels(state) == {"place insektoid legs": "Begin creature 1.2: Insektoid legs"}
    after(state, "place insektoid legs")
    [turn] = rows(state)["Turn"]
    assert turn == "Player 1; actions left: 1; second action: only Homunculi can be placed"


def test_N6_1_revealed_cards_lie_on_the_table_for_all() -> None:
    other = "creature 1.2: homunculus legs, homunculus torso weeper"
    state = at(TWO, ACT, BODY, other, "hand 1: insektoid head singer")
    after(state, "place insektoid head singer on 1", "chimerid legs", "chimerid head")
    for seat in (0, 1):
        assert rows(state, seat)["Revealed"] == ["Chimerid head, Chimerid legs"]
    assert labels(state) == {
        "place chimerid head on 2": "Place on 1.2 (head): Chimerid head",
        "place chimerid legs": "Begin creature 1.3: Chimerid legs",
    }


def test_N3_5_placing_says_where_and_as_what() -> None:
    state = at(
        TWO,
        ACT,
        "creature 1.1: homunculus legs; creature 1.3: insektoid legs, insektoid torso",
        "hand 1: insektoid head/torso/legs weeper",
    )
    assert [text for kind, text in labels(state).items() if kind.startswith("place")] == [
        "Begin creature 1.2: Insektoid head/torso/legs (Weeper)",
        "Place on 1.1 (torso): Insektoid head/torso/legs (Weeper)",
        "Place on 1.3 (head): Insektoid head/torso/legs (Weeper)",
    ]


@pytest.mark.parametrize(
    ("legs", "torso", "head", "note"),
    [
        ("necronaut legs", "homunculus torso", "necronaut head", "completes creature 1.1"),
        (
            "necronaut legs scavenger",
            "necronaut torso",
            "necronaut head devourer",
            "completes creature 1.1; one legion: terror; then: Devourer, Scavenger",
        ),
        (
            "insektoid legs mocker",
            "insektoid torso singer",
            "chimerid head executioner",
            "completes creature 1.1; then: Executioner, Singer, Mocker",
        ),
        (
            "chimerid legs",
            "chimerid torso",
            "chimerid head",
            "completes creature 1.1; one legion: terror",
        ),
    ],
)
def test_N5_1_a_head_says_what_follows(legs: str, torso: str, head: str, note: str) -> None:
    state = at(TWO, ACT, f"creature 1.1: {legs}, {torso}; hand 1: {head}")
    assert notes(state)[f"place {head} on 1"] == note


@pytest.mark.parametrize(("complete", "goal", "wins"), [(3, 5, False), (4, 5, True), (4, 6, False)])
def test_N7_1_the_last_creature_wins_and_nothing_else_follows(
    complete: int, goal: int, *, wins: bool
) -> None:
    finished = [NECRONAUT, NECRONAUT, INSEKTOID, INSEKTOID][:complete]
    state = at(
        f'nightmarium {{"creatures": {goal}}}',
        ACT,
        *(f"creature 1.{place}: {cards}" for place, cards in enumerate(finished, start=2)),
        "creature 1.1: chimerid legs executioner, chimerid torso executioner",
        "hand 1: chimerid head executioner",
    )
    note = notes(state)["place chimerid head executioner on 1"]
    assert (note == "wins the game") == wins
    assert ("terror" in note) == (not wins)


def test_N3_4_equal_cards_are_counted_once_and_offered_once() -> None:
    hand = "3 necronaut legs, necronaut head"
    state = at(TWO, ACT, f"hand 1: {hand}")
    assert labels(state)["exchange necronaut legs"] == "Exchange: Necronaut legs"
    assert notes(state)["exchange necronaut legs"] == "3 in hand"
    assert notes(state)["exchange necronaut head"] == ""


@pytest.mark.parametrize(
    ("exchanged", "note"),
    [(1, "draw 0 cards"), (2, "draw 1 card"), (3, "draw 1 card"), (4, "draw 2 cards")],
)
def test_N3_4_to_exchange_no_more_says_how_many_come(exchanged: int, note: str) -> None:
    state = at(TWO, ACT, "hand 1: 4 necronaut legs, chimerid legs")
    after(state, *["exchange necronaut legs"] * exchanged)
    assert notes(state)["done"] == note
    assert labels(state)["exchange chimerid legs"] == "Discard as well: Chimerid legs"


def test_N6_4_the_executioner_names_what_it_takes() -> None:
    state = at(
        THREE,
        ACT,
        f"{BODY}; hand 1: chimerid head executioner",
        "creature 2.1: insektoid legs; creature 2.4: homunculus legs, homunculus torso weeper",
        f"creature 3.2: {INSEKTOID}",
    )
    after(state, "place chimerid head executioner on 1")
    assert labels(state) == {
        "execute 2.1": "Take from 2.1: Insektoid legs",
        "execute 2.4": "Take from 2.4: Homunculus torso (Weeper)",
        "execute 3.2": "Take from 3.2: Insektoid head (Singer)",
    }
    assert notes(state) == {
        "execute 2.1": "the creature is gone",
        "execute 2.4": "",
        "execute 3.2": "no longer complete",
    }


def test_N6_5_the_scavenger_names_all_that_goes() -> None:
    state = at(
        TWO,
        ACT,
        f"{BODY}; hand 1: necronaut head scavenger",
        "creature 2.1: insektoid legs; creature 2.2: homunculus legs, homunculus torso weeper",
        f"creature 2.3: {INSEKTOID}",
    )
    after(state, "place necronaut head scavenger on 1")
    assert labels(state) == {
        "scavenge 2.1": "Discard creature 2.1",
        "scavenge 2.2": "Discard creature 2.2",
    }
    assert notes(state) == {
        "scavenge 2.1": "all of it: Insektoid legs",
        "scavenge 2.2": "all of it: Homunculus torso (Weeper), Homunculus legs",
    }


def test_N6_6_the_devourer_names_what_is_lost() -> None:
    others = f"creature 1.2: {INSEKTOID}; creature 1.3: chimerid legs"
    state = at(TWO, ACT, BODY, others, "hand 1: homunculus head devourer")
    after(state, "place homunculus head devourer on 1")
    assert labels(state) == {
        "devour 2": "Discard from 1.2: Insektoid head (Singer)",
        "devour 3": "Discard from 1.3: Chimerid legs",
    }
    assert notes(state) == {
        "devour 2": "no longer complete",
        "devour 3": "the creature is gone",
    }


def test_N5_2_the_victim_of_terror_chooses_a_card() -> None:
    state = at(
        TWO,
        ACT,
        "creature 1.1: chimerid legs, chimerid torso; hand 1: chimerid head",
        "hand 2: chimerid legs, chimerid head executioner, necronaut head",
    )
    after(state, "place chimerid head on 1")
    assert labels(state) == {
        "discard chimerid head executioner": "Discard: Chimerid head (Executioner)",
        "discard chimerid legs": "Discard: Chimerid legs",
    }


@pytest.mark.parametrize(
    ("hand", "private"),
    [
        ("", False),
        ("necronaut legs (known)", False),
        ("necronaut legs", True),
        ("necronaut legs (2)", True),
        ("necronaut legs (known), necronaut legs", True),
    ],
)
def test_N8_a_view_is_private_if_it_shows_what_not_everybody_has_seen(
    hand: str, *, private: bool
) -> None:
    state = at(TWO, ACT, f"hand 1: {hand}; hand 2: chimerid legs")
    assert PRESENTER.is_private(state.view(0), state.game) == private


def test_N2_before_the_deal_nothing_is_private() -> None:
    state = onirium.load("nightmarium", seats=5).new_state()
    assert not any(PRESENTER.is_private(state.view(seat), state.game) for seat in range(5))


@pytest.mark.parametrize("goal", [5, 6, 7])
def test_N2_2_the_goal_is_said_at_the_beginning(goal: int) -> None:
    game = onirium.load("nightmarium", creatures=goal)
    [opening] = PRESENTER.describe_goal(game, ENGLISH)
    assert f"complete {goal} creatures" in opening


def test_N7_the_end_names_who_has_won() -> None:
    cards = [NECRONAUT, NECRONAUT, INSEKTOID, INSEKTOID]
    won = [f"creature 2.{place}: {creature}" for place, creature in enumerate(cards, start=2)]
    body = "creature 2.1: chimerid legs, chimerid torso"
    state = at(TWO, ACT, "mover: 2; hand 2: chimerid head executioner", body, *won)
    after(state, "place chimerid head executioner on 1")
    for seat in (0, 1):
        assert PRESENTER.describe_ending(state.view(seat), ENGLISH).startswith("Player 2 has won")
        assert "Turn" not in rows(state, seat)
    draw = at(TWO, "turns: 1000; outcome: draw; unknown: the rest")
    assert PRESENTER.describe_ending(draw.view(0), ENGLISH).startswith("A draw")


@pytest.mark.parametrize("language", LANGUAGES)
def test_colour_adds_nothing_but_colour(language: str) -> None:
    words = Words(language, "nightmarium")
    state = at(TWO, ACT, creatures(1, 5), creatures(2, 2), "discard: 2 insektoid head")
    text = io.StringIO()
    console = RichConsole(file=text, force_terminal=True, color_system="standard", width=80)
    Console(TABLE.styles(words), console).print_rows(TABLE.rows(state.view(0), words))
    coloured = text.getvalue().replace("\N{NO-BREAK SPACE}", " ")
    plain = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert plain.splitlines() == shown(state, language=language)
    painted = [(94, "necronaut", "scavenger"), (33, "insektoid", "singer")]
    painted.append((32, "chimerid", "executioner"))
    for code, legion, ability in painted:
        texts = words.text(f"short.legion.{legion}"), words.text(f"short.ability.{ability}")
        phrase = r"\s+".join(map(re.escape, texts))
        assert re.search(rf"/\x1b\[{code}m{phrase}\x1b", coloured)
    assert f"/\x1b[31m{words.text('short.legion.homunculus')}\x1b" in coloured


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_words_are_short_and_tell_apart(language: str) -> None:
    words = Words(language, "nightmarium")
    for kind, names in (("legion", LEGIONS), ("ability", ABILITIES)):
        texts = [words.text(f"short.{kind}.{name}") for name in names]
        assert len(set(texts)) == len(names)
        assert max(map(len, texts)) <= 6
        assert all(re.fullmatch(r"\w+\.?", text) for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("head", "step"),
    [
        ("homunculus head mocker", "mocker"),
        ("chimerid head executioner", "executioner"),
        ("necronaut head scavenger", "scavenger"),
        ("homunculus head devourer", "devourer"),
    ],
)
def test_an_ability_is_explained_and_what_holds_of_all(head: str, step: str, language: str) -> None:
    words = Words(language, "nightmarium")
    begun = [f"creature {number}: homunculus legs" for number in (1.2, 1.3, 2.1, 2.2)]
    state = at(TWO, ACT, BODY, *begun, f"hand 1: {head}, homunculus legs")
    assert PRESENTER.explain_decision(state.view(0), words) == [words.text("help.act")]
    view = after(state, f"place {head} on 1").view(0)
    assert PRESENTER.explain_decision(view, words) == [
        words.text(f"help.{step}"),
        words.text("help.abilities"),
    ]
