"""The terminal board of Nightmarium and the texts of its actions."""

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
from tests.support.board_texts import effects, labels, rows

ENGLISH: Final = Words("en", "nightmarium")
RENDERER: Final = board_renderer("nightmarium")
PRESENTER: Final = presenter_for("nightmarium")
ACT: Final = "steps: act; actions: 2; unknown: the rest"
BODY: Final = "creature 1.1: necronaut legs, insektoid torso"
"""Lacks a head; has no ability of its own."""
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


def position(game: str, *fields: str) -> State:
    return from_line("; ".join([game, *fields]))


def apply_all(state: State, *notations: str) -> State:
    for notation in notations:
        state.apply(state.game.parse(notation))
    return state


def board_lines(state: State, seat: int = 0, *, width: int = 80, language: str = "en") -> list[str]:
    """Return the lines of the board from the viewpoint of a seat, with plain spaces."""
    words = Words(language, "nightmarium")
    console = RichConsole(file=(text := io.StringIO()), width=width)
    Console({}, console).print_rows(RENDERER.rows(state.view(seat), words))
    return text.getvalue().replace("\N{NO-BREAK SPACE}", " ").splitlines()


def creatures(player: int, number: int) -> str:
    """Return fields with the legs of some creatures of a player, of all legions in turn."""
    legs = [LEGS[LEGIONS[index % len(LEGIONS)]] for index in range(number)]
    return "; ".join(f"creature {player}.{slot}: {card}" for slot, card in enumerate(legs, 1))


def test_creatures_of_a_player_are_side_by_side() -> None:
    state = position(
        THREE,
        ACT,
        "hand 1: necronaut head; hand 2: 2 homunculus legs; hand 3: 3 insektoid head",
        "creature 1.1: necronaut legs, insektoid torso singer, chimerid head/torso executioner",
        "creature 1.2: homunculus torso/legs mocker",
        "creature 3.2: necronaut legs weeper, homunculus torso devourer",
    )
    assert board_lines(state, seat=1) == [
        "Deck          96 cards",
        "Discard pile  nothing",
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
        "Turn          Player 1; actions left: 2",
    ]


@pytest.mark.parametrize("seat", range(5))
def test_players_are_listed_in_turn_order_with_the_viewer_last(seat: int) -> None:
    state = position('nightmarium {"seats": 5}', ACT, "hand 1: necronaut head")
    players = [line.split()[1] for line in board_lines(state, seat) if line.startswith("Player")]
    assert players == [str((seat + index) % 5 + 1) for index in range(1, 6)]


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
def test_as_many_creatures_are_side_by_side_as_fit(
    language: str, number: int, width: int, numbers: list[str]
) -> None:
    state = position('nightmarium {"creatures": 7}', ACT, creatures(1, number))
    lines = board_lines(state, width=width, language=language)
    assert [" ".join(line.split()) for line in lines if re.match(r" +1\.\d", line)] == numbers


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_picture_lines_are_not_wrapped(language: str, width: int) -> None:
    state = position(
        'nightmarium {"creatures": 7, "seats": 5}', ACT, creatures(2, 7), creatures(5, 3)
    )
    lines = board_lines(state, width=width, language=language)
    assert max(map(len, lines)) <= width
    heads, legs = ([line for line in lines if line.startswith(sign)] for sign in "(/")
    assert sum(line.count("(") for line in heads) == 10
    assert sum(line.count("\\") for line in legs) == 10
    for head, foot in zip(heads, legs, strict=True):
        assert [index for index, sign in enumerate(head) if sign == "("] == [
            index for index, sign in enumerate(foot) if sign == "/"
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
def test_short_names_are_used_where_space_is_scarce(number: int, width: int, ability: str) -> None:
    fields = [creatures(1, number), "creature 2.1: chimerid legs executioner"]
    lines = board_lines(position(TWO, ACT, *fields), width=width)
    executioners = re.findall(r"Exec[\w.]*", "\n".join(lines))
    assert set(executioners) == {ability}


def test_acting_creature_is_marked() -> None:
    targets = "creature 2.1: necronaut legs; creature 2.2: homunculus legs"
    state = position(TWO, ACT, BODY, targets, "hand 1: chimerid head executioner")
    assert "> " not in " ".join(board_lines(state))
    apply_all(state, "place chimerid head executioner on 1")
    assert "> 1.1 <" in " ".join(board_lines(state))
    assert rows(state)["Turn"] == ["Player 1; actions left: 1; creature 1.1: its abilities act"]


def test_own_hand_is_listed_by_legion_with_its_public_cards() -> None:
    hand = "2 necronaut legs (known), necronaut legs, homunculus head, necronaut head/torso weeper"
    found = rows(
        position(TWO, ACT, f"hand 1: {hand}; hand 2: chimerid head, chimerid torso (known)")
    )
    assert found["Hand"] == [
        "Necronauts: 3 × legs, head/torso (Weeper)",
        "Homunculi: head",
    ]
    assert found["Known to all"] == ["2 × Necronaut legs"]
    assert found["Player\xa02"] == [
        "0 of 5 creatures complete; 2 cards in hand; known to all: Chimerid torso"
    ]
    assert "Known to all" not in rows(position(TWO, ACT, "hand 2: chimerid head (known)"))


def test_other_hands_are_hidden() -> None:
    fields = "hand 1: necronaut legs; hand 2: chimerid head (1), chimerid torso"
    text = " ".join(board_lines(position(TWO, ACT, fields)))
    assert "Chimerid" not in text
    assert "2 cards in hand" in text


def test_discard_pile_is_counted_by_legion() -> None:
    found = rows(position(TWO, ACT, "discard: 2 necronaut legs, necronaut head, chimerid torso"))
    assert found["Discard pile"] == ["4 cards: Necronauts 3, Chimeridae 1"]
    assert found["Deck"] == ["104 cards"]
    assert found["Hand"] == ["nothing"]


def test_turn_row_has_actions_left_and_binding_legion() -> None:
    state = position(TWO, ACT, "hand 1: 4 necronaut legs")
    apply_all(state, "place necronaut legs")
    [turn] = rows(state)["Turn"]
    assert turn == "Player 1; actions left: 1; second action: only Necronauts can be placed"
    apply_all(state, "exchange necronaut legs", "exchange necronaut legs")
    assert rows(state)["Turn"] == ["Player 1; actions left: 0; discarded so far: 2"]


def test_N6_3_legion_does_not_bind_abilities() -> None:
    state = position(TWO, ACT, BODY, "hand 1: homunculus head mocker, insektoid legs")
    apply_all(state, "place homunculus head mocker on 1")
    assert rows(state)["Turn"] == ["Player 1; actions left: 1; creature 1.1: its abilities act"]
    assert labels(state) == {"place insektoid legs": "Begin creature 1.2: Insektoid legs"}
    apply_all(state, "place insektoid legs")
    [turn] = rows(state)["Turn"]
    assert turn == "Player 1; actions left: 1; second action: only Homunculi can be placed"


def test_N6_1_revealed_cards_are_public() -> None:
    other = "creature 1.2: homunculus legs, homunculus torso weeper"
    state = position(TWO, ACT, BODY, other, "hand 1: insektoid head singer")
    apply_all(state, "place insektoid head singer on 1", "chimerid legs", "chimerid head")
    for seat in (0, 1):
        assert rows(state, seat)["Revealed"] == ["Chimerid head, Chimerid legs"]
    assert labels(state) == {
        "place chimerid head on 2": "Place on 1.2 (head): Chimerid head",
        "place chimerid legs": "Begin creature 1.3: Chimerid legs",
    }


def test_N3_5_placement_label_names_creature_and_part() -> None:
    state = position(
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
def test_N5_1_effects_of_a_head(legs: str, torso: str, head: str, note: str) -> None:
    targets = "creature 1.2: homunculus legs; creature 2.1: homunculus legs"
    state = position(TWO, ACT, targets, f"creature 1.1: {legs}, {torso}; hand 1: {head}")
    assert effects(state)[f"place {head} on 1"] == note


@pytest.mark.parametrize(
    ("ability", "creatures", "has_target"),
    [
        ("executioner", "creature 1.2: homunculus legs", False),
        ("executioner", f"creature 2.1: {NECRONAUT}", True),
        ("scavenger", f"creature 2.1: {NECRONAUT}", False),
        ("scavenger", "creature 2.1: homunculus legs", True),
        ("devourer", "creature 2.1: homunculus legs", False),
        ("devourer", "creature 1.2: homunculus legs", True),
    ],
)
def test_N5_4_a_first_ability_without_a_target_ends_the_chain(
    ability: str, creatures: str, *, has_target: bool
) -> None:
    legion = {"executioner": "chimerid"}.get(ability, "necronaut")
    head = f"{legion} head {ability}"
    body = "creature 1.1: insektoid legs mocker, insektoid torso singer"
    state = position(TWO, ACT, creatures, body, f"hand 1: {head}")
    chain = f"{ability.title()}{', Singer, Mocker' if has_target else ' without a target'}"
    assert effects(state)[f"place {head} on 1"] == f"completes creature 1.1; then: {chain}"


@pytest.mark.parametrize(("complete", "goal", "wins"), [(3, 5, False), (4, 5, True), (4, 6, False)])
def test_N7_1_last_creature_wins_without_further_effects(
    complete: int, goal: int, *, wins: bool
) -> None:
    finished = [NECRONAUT, NECRONAUT, INSEKTOID, INSEKTOID][:complete]
    state = position(
        f'nightmarium {{"creatures": {goal}}}',
        ACT,
        *(f"creature 1.{slot}: {cards}" for slot, cards in enumerate(finished, start=2)),
        "creature 1.1: chimerid legs executioner, chimerid torso executioner",
        "hand 1: chimerid head executioner",
    )
    note = effects(state)["place chimerid head executioner on 1"]
    assert (note == "wins the game") == wins
    assert ("terror" in note) == (not wins)


def test_N3_4_equal_cards_share_an_exchange_action() -> None:
    hand = "3 necronaut legs, necronaut head"
    state = position(TWO, ACT, f"hand 1: {hand}")
    assert labels(state)["exchange necronaut legs"] == "Exchange: Necronaut legs"
    assert effects(state)["exchange necronaut legs"] == "3 in hand"
    assert effects(state)["exchange necronaut head"] == ""


@pytest.mark.parametrize(
    ("exchanged", "note"),
    [(1, "draw 0 cards"), (2, "draw 1 card"), (3, "draw 1 card"), (4, "draw 2 cards")],
)
def test_N3_4_end_of_exchange_names_the_number_of_draws(exchanged: int, note: str) -> None:
    state = position(TWO, ACT, "hand 1: 4 necronaut legs, chimerid legs")
    apply_all(state, *["exchange necronaut legs"] * exchanged)
    assert effects(state)["done"] == note
    assert labels(state)["exchange chimerid legs"] == "Discard as well: Chimerid legs"


def test_N6_4_executioner_label_names_the_card() -> None:
    state = position(
        THREE,
        ACT,
        f"{BODY}; hand 1: chimerid head executioner",
        "creature 2.1: insektoid legs; creature 2.4: homunculus legs, homunculus torso weeper",
        f"creature 3.2: {INSEKTOID}",
    )
    apply_all(state, "place chimerid head executioner on 1")
    assert labels(state) == {
        "execute 2.1": "Take from creature 2.1: Insektoid legs",
        "execute 2.4": "Take from creature 2.4: Homunculus torso (Weeper)",
        "execute 3.2": "Take from creature 3.2: Insektoid head (Singer)",
    }
    assert effects(state) == {
        "execute 2.1": "the creature is gone",
        "execute 2.4": "",
        "execute 3.2": "no longer complete",
    }


def test_N6_5_scavenger_effects_name_all_cards() -> None:
    state = position(
        TWO,
        ACT,
        f"{BODY}; hand 1: necronaut head scavenger",
        "creature 2.1: insektoid legs; creature 2.2: homunculus legs, homunculus torso weeper",
        f"creature 2.3: {INSEKTOID}",
    )
    apply_all(state, "place necronaut head scavenger on 1")
    assert labels(state) == {
        "scavenge 2.1": "Discard creature 2.1",
        "scavenge 2.2": "Discard creature 2.2",
    }
    assert effects(state) == {
        "scavenge 2.1": "the whole creature: Insektoid legs",
        "scavenge 2.2": "the whole creature: Homunculus torso (Weeper), Homunculus legs",
    }


def test_N6_6_devourer_label_names_the_card() -> None:
    others = f"creature 1.2: {INSEKTOID}; creature 1.3: chimerid legs"
    state = position(TWO, ACT, BODY, others, "hand 1: homunculus head devourer")
    apply_all(state, "place homunculus head devourer on 1")
    assert labels(state) == {
        "devour 2": "Discard from creature 1.2: Insektoid head (Singer)",
        "devour 3": "Discard from creature 1.3: Chimerid legs",
    }
    assert effects(state) == {
        "devour 2": "no longer complete",
        "devour 3": "the creature is gone",
    }


def test_N5_2_card_of_another_legion_is_one_of_two() -> None:
    body = "creature 1.1: necronaut legs, necronaut torso; hand 1: necronaut head"
    for hand, note in (
        ("necronaut legs, chimerid legs", ""),
        ("2 chimerid legs", "one of two cards"),
    ):
        state = position(TWO, ACT, body, f"hand 2: {hand}")
        apply_all(state, "place necronaut head on 1")
        assert set(effects(state).values()) == {note}


def test_N5_2_victim_of_terror_chooses_a_card() -> None:
    state = position(
        TWO,
        ACT,
        "creature 1.1: chimerid legs, chimerid torso; hand 1: chimerid head",
        "hand 2: chimerid legs, chimerid head executioner, necronaut head",
    )
    apply_all(state, "place chimerid head on 1")
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
def test_N8_view_with_hidden_cards_is_private(hand: str, *, private: bool) -> None:
    state = position(TWO, ACT, f"hand 1: {hand}; hand 2: chimerid legs")
    assert PRESENTER.is_private(state.view(0), state.game) == private


def test_N2_views_before_the_deal_are_not_private() -> None:
    state = onirium.load("nightmarium", seats=5).new_state()
    assert not any(PRESENTER.is_private(state.view(seat), state.game) for seat in range(5))


@pytest.mark.parametrize("goal", [5, 6, 7])
def test_N2_2_goal_is_described(goal: int) -> None:
    game = onirium.load("nightmarium", creatures=goal)
    [opening] = PRESENTER.describe_goal(game, ENGLISH)
    assert f"complete {goal} creatures" in opening


def test_N10_goal_names_the_readings_in_force() -> None:
    game = onirium.load("nightmarium", readings="reshuffle")
    assert PRESENTER.describe_goal(game, ENGLISH)[1].endswith("here: Shuffle at once.")


def test_N7_ending_names_the_winner() -> None:
    cards = [NECRONAUT, NECRONAUT, INSEKTOID, INSEKTOID]
    won = [f"creature 2.{slot}: {creature}" for slot, creature in enumerate(cards, start=2)]
    body = "creature 2.1: chimerid legs, chimerid torso"
    state = position(TWO, ACT, "mover: 2; hand 2: chimerid head executioner", body, *won)
    apply_all(state, "place chimerid head executioner on 1")
    for seat in (0, 1):
        assert PRESENTER.describe_ending(state.view(seat), ENGLISH).startswith(
            "Player\xa02 has won"
        )
        assert "Turn" not in rows(state, seat)
    draw = position(TWO, "turns: 1000; outcome: draw; unknown: the rest")
    assert PRESENTER.describe_ending(draw.view(0), ENGLISH).startswith("A draw")


@pytest.mark.parametrize("language", LANGUAGES)
def test_colours_do_not_change_the_text(language: str) -> None:
    words = Words(language, "nightmarium")
    state = position(TWO, ACT, creatures(1, 5), creatures(2, 2), "discard: 2 insektoid head")
    text = io.StringIO()
    console = RichConsole(file=text, force_terminal=True, color_system="standard", width=80)
    Console(RENDERER.styles(words), console).print_rows(RENDERER.rows(state.view(0), words))
    coloured = text.getvalue().replace("\N{NO-BREAK SPACE}", " ")
    plain = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert plain.splitlines() == board_lines(state, language=language)
    painted = [(94, "necronaut", "scavenger"), (33, "insektoid", "singer")]
    painted.append((32, "chimerid", "executioner"))
    for code, legion, ability in painted:
        texts = words.text(f"short.legion.{legion}"), words.text(f"short.ability.{ability}")
        phrase = r"\s+".join(map(re.escape, texts))
        assert re.search(rf"/\x1b\[{code}m{phrase}\x1b", coloured)
    assert f"/\x1b[31m{words.text('short.legion.homunculus')}\x1b" in coloured


@pytest.mark.parametrize("language", LANGUAGES)
def test_creatures_fit_a_low_terminal_of_60_columns(language: str) -> None:
    """The cards are those with the longest names."""
    mockers = "chimerid legs mocker, chimerid torso mocker, chimerid head mocker"
    scavengers = "necronaut legs scavenger, necronaut torso scavenger, necronaut head scavenger"
    state = position(TWO, ACT, f"creature 1.1: {mockers}; creature 1.2: {scavengers}")
    text = io.StringIO()
    console = RichConsole(file=text, force_terminal=True, width=60, height=20)
    words = Words(language, "nightmarium")
    Console({}, console).print_rows(RENDERER.rows(state.view(0), words), lines_below=15)
    lines = text.getvalue().splitlines()
    assert sum("\N{NO-BREAK SPACE}[" in line for line in lines) == 2, "in summary"
    assert max(map(len, lines)) <= 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_names_are_short_and_distinct(language: str) -> None:
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
def test_help_explains_the_ability_and_abilities_in_general(
    head: str, step: str, language: str
) -> None:
    words = Words(language, "nightmarium")
    started = [f"creature {number}: homunculus legs" for number in (1.2, 1.3, 2.1, 2.2)]
    state = position(TWO, ACT, BODY, *started, f"hand 1: {head}, homunculus legs")
    assert PRESENTER.explain_decision(state.view(0), words) == [words.text("help.act")]
    view = apply_all(state, f"place {head} on 1").view(0)
    assert PRESENTER.explain_decision(view, words) == [
        words.text(f"help.{step}"),
        words.text("help.abilities"),
    ]
