"""Games of Nightmarium in the terminal: several people at one keyboard, bots in any seat."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

import onirium
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.record import ReplayStep, final_state, new_record, read, write
from onirium.record import replay as steps_of
from onirium.terminal.commands.play import play
from onirium.terminal.commands.replay import replay
from tests.support.terminal_user import Answer, TerminalUser, parse_choices, saved_game_path
from tests.terminal.test_shared_keyboard import RandomAnswers, event_lines, is_hand_over

pytestmark = pytest.mark.usefixtures("home")

ENGLISH: Final = Words("en", "nightmarium")
MINE: Final = (
    *("necronaut legs", "necronaut legs", "homunculus legs", "insektoid legs"),
    "chimerid head mocker",
)
"""The exchange actions are choices 2 to 5: equal cards once, sorted by legion."""
YOURS: Final = (
    *("homunculus head", "homunculus head", "chimerid legs", "chimerid torso"),
    "chimerid head executioner",
)


def game_of(seats: int) -> onirium.Game:
    return onirium.load("nightmarium", seats=seats, first=1)


def deal_order(*hands: Sequence[str]) -> list[str]:
    """N2.1 Return the cards of hands in dealing order."""
    return [card for round_of_cards in zip(*hands, strict=True) for card in round_of_cards]


def resume_game(
    folder: Path,
    notations: Sequence[str],
    *answers: Answer,
    seats: Sequence[str] = ("human", "random"),
    language: str = "en",
) -> TerminalUser:
    """Resume a game after some cards and actions."""
    record = new_record(game_of(len(seats)), list(seats))
    record.actions += notations
    path = folder / "game.json"
    write(record, path)
    user = TerminalUser(answers, language, game="nightmarium")
    words = Words(language, "nightmarium")
    play(game_of(len(seats)), words, seed=1, resume=path, console=user.console)
    return user


def play_new_game(
    answers: Any, *seats: str, language: str = "en", width: int = 200
) -> TerminalUser:
    """Play a new game until the answers run out."""
    user = TerminalUser(answers, language, width, game="nightmarium")
    words = Words(language, "nightmarium")
    play(game_of(len(seats)), words, seats=seats, seed=1, console=user.console)
    return user


def actions_after_deal(folder: Path) -> list[str]:
    """Return the actions after the deal to two players."""
    return read(folder / "game.json").actions[10:]


@pytest.mark.parametrize("answer", ["2 2 5", "5 2 2", "2,5,2", " 2, 2  5"])
def test_N3_4_several_cards_are_exchanged_at_once(answer: str, home: Path) -> None:
    user = resume_game(home, deal_order(MINE, YOURS), answer)
    assert parse_choices(user.pages[0])[1:5] == [
        "Exchange: Necronaut legs | 2 in hand",
        "Exchange: Homunculus legs",
        "Exchange: Insektoid legs",
        "Exchange: Chimerid head (Mocker)",
    ]
    assert "(several at once: 2 3)" in user.prompts[0]
    *exchanged, _drawn = actions_after_deal(home)[:5]
    assert exchanged == [
        "exchange necronaut legs",
        "exchange necronaut legs",
        "exchange chimerid head mocker",
        "done",
    ]
    assert event_lines(user.pages[1])[0] == (
        "Player\xa01 · Discarded in exchange: "
        "Necronaut legs, Necronaut legs, Chimerid head (Mocker)"
    )
    assert re.match("Player\xa01 · Drawn: ", event_lines(user.pages[1])[1])
    assert "actions left: 1" in user.pages[1]


def test_N3_4_whole_hand_is_exchanged_at_once(home: Path) -> None:
    user = resume_game(home, deal_order(MINE, YOURS), "2 2 3 4 5")
    actions = actions_after_deal(home)
    assert [action.split()[0] for action in actions[:5]] == ["exchange"] * 5
    assert "done" not in actions
    assert len(actions) == 7
    assert "actions left: 1" in user.pages[1]


def test_N3_4_exchange_continues_and_ends_with_enter(home: Path) -> None:
    user = resume_game(home, deal_order(MINE, YOURS), "3", "2 3", "")
    assert parse_choices(user.pages[1]) == [
        "Discard no more | draw 0 cards",
        "Discard as well: Insektoid legs",
        "Discard as well: Chimerid head (Mocker)",
    ]
    assert user.prompts[1].startswith("1-3 (Enter: 1; several at once: 2 3), h help")
    assert actions_after_deal(home)[:4] == [
        "exchange homunculus legs",
        "exchange insektoid legs",
        "exchange chimerid head mocker",
        "done",
    ]


@pytest.mark.parametrize("answer", ["2 2 2", "3 3", "1 2", "2 6", "6 7"])
def test_incompatible_choices_are_rejected(answer: str, home: Path) -> None:
    user = resume_game(home, deal_order(MINE, YOURS), answer)
    [rejection] = user.pages[1].splitlines()
    assert rejection.startswith(f"“{answer}” cannot be chosen together. These can, ")
    assert rejection.endswith(": 2 3 4 5")
    assert user.prompts[1] == user.prompts[0]
    assert actions_after_deal(home) == []


@pytest.mark.parametrize("answer", ["2 x", "2 99", "2-5", ", ,", "2 2 5 q"])
def test_invalid_input_is_rejected(answer: str, home: Path) -> None:
    user = resume_game(home, deal_order(MINE, YOURS), answer)
    assert f"“{answer}” is not possible here. Possible: 1-8 (several" in user.pages[1]
    assert actions_after_deal(home) == []


def test_end_of_exchange_cannot_be_combined_with_a_card(home: Path) -> None:
    user = resume_game(home, [*deal_order(MINE, YOURS), "exchange homunculus legs"], "1 2")
    assert "“1 2” cannot be chosen together. These can, " in user.pages[1]
    assert actions_after_deal(home) == ["exchange homunculus legs"]


def test_single_kind_of_card_can_be_typed_twice_without_a_hint(home: Path) -> None:
    turns = ["exchange homunculus legs", "exchange insektoid legs", "exchange chimerid head mocker"]
    turns += ["done", "necronaut legs"]
    user = resume_game(home, [*deal_order(MINE, YOURS), *turns], "2 2 2")
    assert "several" not in user.prompts[0]
    assert actions_after_deal(home)[5:8] == ["exchange necronaut legs"] * 3


def test_help_explains_exchange_of_several_cards(home: Path) -> None:
    shown = resume_game(home, deal_order(MINE, YOURS), "h").output()
    assert ENGLISH.text("help.several") in " ".join(shown.split())


def test_N5_2_victims_of_terror_decide_in_private(home: Path) -> None:
    mine = ("chimerid legs", "chimerid torso", "chimerid head", "necronaut legs", "necronaut head")
    second = ("insektoid head", "chimerid head executioner", *["insektoid legs singer"] * 3)
    third = ("homunculus head", "homunculus head", *["homunculus legs"] * 3)
    notations = deal_order(mine, second, third)
    notations += ["place chimerid legs", "place chimerid torso on 1"]
    notations += ["draw", "insektoid torso", "draw", "insektoid torso"]
    notations += ["draw", "homunculus torso", "draw", "homunculus torso weeper"]
    user = resume_game(
        home,
        [*notations, "place chimerid head on 1"],
        *["", "1", "", "1", "1", "", "q"],
        seats=("human", "human", "human"),
    )
    asked = [page for page, prompt in zip(user.pages, user.prompts, strict=False) if prompt]
    handed = [re.search(r"Now (Player\s\d)", page) for page in asked]
    assert [matches and matches[1] for matches in handed] == [
        *("Player\xa02", None),
        *("Player\xa03", None, None),
        *("Player\xa01", None),
    ]
    assert parse_choices(asked[1]) == ["Discard: Chimerid head (Executioner)"]
    assert (
        event_lines(asked[1])[-1]
        == "Player\xa01 · Terror of the Chimeridae: every opponent must discard."
    )
    assert "Discard: Homunculus legs | one of two cards" in parse_choices(asked[3])
    assert event_lines(asked[6]) == [
        "Player\xa01 · Placed as head of creature 1.1: Chimerid head",
        "Player\xa01 · Creature 1.1 is complete.",
        "Player\xa01 · Terror of the Chimeridae: every opponent must discard.",
        "Player\xa02 · Discarded in terror: Chimerid head (Executioner)",
        "Player\xa03 · Discarded in terror: Homunculus head, Homunculus head",
    ]


def names_on(page: str) -> set[str]:
    """Return the cards named on a page."""
    matches = {ENGLISH.text(f"card.{name}"): name for name in card_names()}
    pattern = "|".join(re.escape(text) for text in sorted(matches, key=len, reverse=True))
    plain = page.replace("\N{NO-BREAK SPACE}", " ")
    return {matches[text] for text in re.findall(rf"(?<!\w)(?:{pattern})", plain)}


@cache
def card_names() -> list[str]:
    game = game_of(2)
    return [game.card_name(card) for card in range(58)]


def names_in(view: Any) -> Iterator[str]:
    """Yield the cards in a part of a view."""
    if isinstance(view, dict):
        yield from names_in([*view, *view.values()])
    elif isinstance(view, list):
        for part in view:
            yield from names_in(part)
    elif view in card_names():
        yield view


def visible_cards(steps: Sequence[ReplayStep], seat: int) -> set[str]:
    """Return the cards visible to a seat, and those in its events since its last decision."""
    view = msgspec.to_builtins(steps[-1].state.view(seat))
    del view["deck"]["unseen"]
    last = max((step.number for step in steps if step.seat == seat), default=0)
    events = [event.seen_by(seat) for step in steps[max(0, last - 1) :] for event in step.events]
    cards = {card for event in events for card in event.cards if card is not None}
    return {*names_in(view), *(card_names()[card] for card in cards)}


@pytest.mark.parametrize(
    "seats",
    [
        ["human", "human", "human"],
        *(
            pytest.param(seats, marks=pytest.mark.long)
            for seats in (
                ["human", "human"],
                ["random", "human", "human", "random"],
                ["human", "random", "human", "human", "human"],
            )
        ),
    ],
    ids=" ".join,
)
def test_pages_show_no_hidden_cards(seats: list[str]) -> None:
    playing = RandomAnswers(len(seats), answers=40)
    user = play_new_game(playing, *seats)
    kept_back = 0
    for page, prompt, record in zip(user.pages, user.prompts, playing.records, strict=False):
        steps = list(steps_of(record))
        seat = steps[-1].state.current_player()
        if is_hand_over(prompt):
            assert names_on(page) == set()
            assert f"Now Player\xa0{seat + 1}." in page
        else:
            named = [visible_cards(steps, other) for other in range(len(seats))]
            assert names_on(page) <= named[seat]
            kept_back += len(set().union(*named) - named[seat])
    assert kept_back > 50
    assert sum(map(is_hand_over, user.prompts)) > 3


@pytest.mark.parametrize(
    ("seats", "place"),
    [
        *((2, 0), (2, 1), (3, 1)),
        *(pytest.param(*each, marks=pytest.mark.long) for each in ((4, 3), (5, 0), (5, 2))),
    ],
)
def test_bots_can_take_any_seat(seats: int, place: int) -> None:
    players = ["random"] * seats
    players[place] = "human"
    user = play_new_game(RandomAnswers(1, answers=15), *players)
    assert read(saved_game_path()).seats == players
    assert not any(map(is_hand_over, user.prompts))
    assert user.output().count("is to move") == 1
    assert f"Player\xa0{place + 1} is to move." in user.pages[0]
    for page in user.pages[:15]:
        assert "(you)" in page
        own = next(line for line in page.splitlines() if "(you)" in line)
        assert own.startswith(f"Player\xa0{place + 1} ")


def test_bots_alone_play_to_the_end() -> None:
    user = play_new_game([], *["random"] * 5)
    assert user.prompts == []
    state = final_state(read(saved_game_path()))
    assert state.is_terminal()
    winner = state.returns().index(1.0) + 1
    assert f"Player\xa0{winner} has won" in user.output().splitlines()[-2]


def test_narration_of_opponents_is_in_order() -> None:
    playing = RandomAnswers(1, answers=12)
    user = play_new_game(playing, "human", *["random"] * 4)
    assert len(playing.records) == 12
    for page, record in zip(user.pages[1:12], playing.records[1:], strict=True):
        steps = list(steps_of(record))
        last = max(step.number for step in steps if step.seat == 0)
        doers = [event.seat for step in steps[last - 1 :] for event in step.events]
        changes = [seat for place, seat in enumerate(doers) if [seat] != doers[place - 1 : place]]
        narration = [int(line.split()[1].rstrip(":")) - 1 for line in event_lines(page)]
        assert [
            seat for index, seat in enumerate(narration) if [seat] != narration[index - 1 : index]
        ] == changes


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_lines_are_in_the_language_of_the_player(language: str) -> None:
    shown = ""
    for number in ("1", "4", "7"):
        user = play_new_game(["h", number] * 20, "human", "random", "random", language=language)
        shown += user.output() + " ".join(user.prompts)
    spoken = re.sub(r"\S*[/\\]\S+\.json|onirium play nightmarium --resume", "", shown)
    assert not re.search(r"[^\W\d]\.[^\W\d]", spoken)
    if language == "ru":
        assert set(re.findall(r"[A-Za-z]{2,}", spoken)) <= {"Enter"}
    if language == "de":
        english = {"the", "creature", "creatures", "legs", "draw", "hand", "deck", "card", "you"}
        assert english & set(re.findall(r"\w+", spoken.lower())) <= {"hand"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 80])
def test_lines_fit_the_width_of_the_terminal(language: str, width: int) -> None:
    user = play_new_game(["7", "1", "2"] * 10, "human", "random", language=language, width=width)
    lines = [line for line in user.output().splitlines() if ".json" not in line]
    assert max(map(len, lines)) <= width


def test_replay_narrates_from_the_viewpoint_of_a_player(home: Path) -> None:
    turns = ["draw", "necronaut torso", "draw", "insektoid torso", "draw", "chimerid torso"]
    resume_game(home, [*deal_order(MINE, YOURS), *turns], seats=("human", "human"))
    narrations = []
    for player in (1, 2):
        user = TerminalUser(repeat(""), game="nightmarium")
        replay(home / "game.json", "en", player=player, console=user.console)
        narrations.append(event_lines(re.sub(r"(?m)^ +\d* +", "", user.output())))
    assert narrations[0][1:] == [
        "Player\xa02 · Dealt: 5 cards",
        "Player\xa01 · Chosen: “Draw a card”",
        "Player\xa01 · Drawn: Necronaut torso",
        "Player\xa01 · Chosen: “Draw a card”",
        "Player\xa01 · Drawn: Insektoid torso",
        "Player\xa02 · Drawn: 1 card",
    ]
    assert narrations[1][0] == "Player\xa01 · Dealt: 5 cards"
    assert narrations[1][2:] == [
        "Player\xa01 · Drawn: 1 card",
        "Player\xa01 · Drawn: 1 card",
        "Player\xa02 · Chosen: “Draw a card”",
        "Player\xa02 · Drawn: Chimerid torso",
    ]
