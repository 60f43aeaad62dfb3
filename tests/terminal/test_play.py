"""`onirium play` and `onirium replay` with one player: scripted input, text output."""

import io
import os
import re
import sys
from collections.abc import Callable
from itertools import repeat
from pathlib import Path

import pytest
from rich.console import Console as RichConsole

import onirium
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.presentation.presenter import presenter_for
from onirium.record import Record, RecordError, final_state, from_line, new_record, read, write
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.commands.play import play
from onirium.terminal.commands.replay import replay
from onirium.terminal.commands.saved import delete_games, list_games
from onirium.terminal.console import Console, Gallery, Row
from onirium.terminal.saved_games import latest_unfinished, saved_game_paths, saved_games_folder
from tests.support.terminal_user import (
    Answer,
    TerminalUser,
    interrupt,
    parse_choices,
    parse_rows,
    saved_game_path,
    spawn,
)

pytestmark = pytest.mark.usefixtures("home")

GAME = onirium.load("onirim")
RECORDS = Path(__file__).parents[1] / "transcripts"
HAND = ("red key", "red sun", "red moon", "blue sun", "green sun")
REVEALED_CARDS = ("red door", "red sun", "blue sun", "nightmare", "blue moon")
BEFORE_PROPHECY = (*HAND, "discard red key", *REVEALED_CARDS)
"""One of five different cards must be discarded next: the door is the fourth choice."""


def record_of(*notations: str) -> Record:
    record = new_record(GAME, ["human"])
    record.actions += notations
    return record


def recorded(folder: Path, *notations: str) -> Path:
    path = folder / "game.json"
    write(record_of(*notations), path)
    return path


def resume(path: Path, *answers: Answer, language: str = "en") -> TerminalUser:
    user = TerminalUser(answers, language)
    play(GAME, Words(language, "onirim"), seed=1, resume=path, console=user.console)
    return user


def start(*answers: Answer, language: str = "en", seed: int = 1) -> TerminalUser:
    user = TerminalUser(answers, language)
    play(GAME, Words(language, "onirim"), seed=seed, console=user.console)
    return user


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_game_ends_with_the_outcome_and_the_path_of_the_record(language: str) -> None:
    words = Words(language, "onirim")
    user = TerminalUser(repeat("1"), language)
    play(GAME, words, seed=3, console=user.console)
    *_, ending, path_line = user.output().splitlines()
    assert ending.startswith(words.text("ending.lost", doors="").rstrip(". "))
    assert path_line.endswith(str(saved_game_path()))
    assert final_state(read(saved_game_path())).is_terminal()


def test_a_game_that_another_terminal_continues_is_not_overwritten(home: Path) -> None:
    path = recorded(home, *HAND)

    def play_elsewhere() -> str:
        resume(path, "2")
        return "1"

    user = resume(path, play_elsewhere)
    other_path = saved_game_path()
    assert f"This one continues in {other_path}" in user.output()
    here, elsewhere = read(other_path).actions, read(path).actions
    assert len(here) > len(HAND) < len(elsewhere)
    assert here[len(HAND)] != elsewhere[len(HAND)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_output_contains_no_other_language(language: str) -> None:
    shown = ""
    for number in ("1", "2", "3"):
        user = TerminalUser(["h", number] * 200, language)
        play(GAME, Words(language, "onirim"), seed=5, console=user.console)
        shown += user.output() + " ".join(user.prompts)
    text = re.sub(r"\S*[/\\]\S+\.json|onirium play onirim --resume", "", shown)
    assert not re.search(r"\w\.\w", text)
    if language == "ru":
        assert set(re.findall(r"[A-Za-z]{2,}", text)) <= {"Enter"}
    if language == "de":
        english = {"the", "red", "green", "brown", "sun", "moon", "door", "deck", "card", "leave"}
        assert not english & set(re.findall(r"\w+", text.lower()))


def test_won_game_prints_the_ending(home: Path) -> None:
    """Eight doors are drawn, each with its key in hand."""
    colours = ["red", "red", "blue", "blue", "green", "green", "brown", "brown"]
    fillers = [*["red sun"] * 4, *["blue sun"] * 3]
    steps = ["red key", *["red sun"] * 4]
    for colour, following, filler in zip(colours, colours[1:], fillers, strict=False):
        steps += ["discard red sun", f"{colour} door", "unlock", f"{following} key", filler]
    steps += ["discard red sun", "brown door"]
    user = resume(recorded(home, *steps), "1")
    ending = user.pages[-2]
    assert "The way out of the labyrinth is found." in ending
    assert "Victory: all eight doors are found!" in ending.splitlines()
    assert str(home / "game.json") in ending.splitlines()[-1]
    assert user.prompts[-1].startswith("Play again?")


@pytest.mark.parametrize(("answer", "games"), [("y", 2), ("YES", 2), ("n", 1), ("", 1)])
@pytest.mark.usefixtures("home")
def test_another_game_begins_if_it_is_wanted(answer: str, games: int) -> None:
    opening = TerminalUser(repeat("1"))
    play(GAME, Words("en", "onirim"), seed=3, console=opening.console)
    decisions = len(opening.prompts) - 1
    user = TerminalUser([*["1"] * decisions, answer, "q"])
    play(GAME, Words("en", "onirim"), seed=3, console=user.console)
    assert len(user.prompts) == decisions + games
    assert len(saved_game_paths()) == 1 + games


def test_board_rows_show_piles_and_deck_statistics(home: Path) -> None:
    steps = [*HAND, "play red sun", "red sun", "play red moon", "blue key"]
    [page, _] = resume(recorded(home, *steps)).pages
    shown = parse_rows(page)
    assert shown["Row"] == "red sun, red moon"
    assert "(red 2 of 3; no moon next; 2 rooms)" in page
    assert shown["Hand"] == "red sun, red key, blue sun, blue key, green sun"
    assert shown["Doors"] == "0/8: red 0/2, blue 0/2, green 0/2, brown 0/2"
    assert shown["Limbo"] == "nothing"
    assert shown["Deck"] == "69 cards, Nightmares among them: 10"
    assert page.index("sun  moon  key  door  all") < page.index("\nred ")
    assert shown["red"].split() == ["7", "3", "2", "2", "14"]
    assert shown["blue"].split() == ["7", "4", "2", "2", "15"]
    assert shown["green"].split() == ["6", "4", "3", "2", "15"]
    assert shown["brown"].split() == ["6", "4", "3", "2", "15"]
    assert shown["all"].split() == ["26", "15", "10", "8", "59"]


def test_choices_describe_their_effects(home: Path) -> None:
    steps = [*HAND, "play red sun", "red sun", "play red moon", "blue key"]
    [page, _] = resume(recorded(home, *steps)).pages
    assert parse_choices(page) == [
        "Play red sun | three in a row: red door",
        "Play red key | three in a row: red door",
        "Play blue sun | blue 1 of 3",
        "Play blue key | blue 1 of 3",
        "Play green sun | green 1 of 3",
        "Discard red sun",
        "Discard red key | a prophecy: look at 5 cards",
        "Discard blue sun",
        "Discard blue key | a prophecy: look at 5 cards",
        "Discard green sun",
    ]


def test_nightmare_lists_its_three_payments(home: Path) -> None:
    steps = [*HAND, "discard red sun", "nightmare"]
    user = resume(recorded(home, *steps))
    assert parse_rows(user.pages[0])["Drawn"] == "Nightmare"
    assert parse_choices(user.pages[0]) == [
        "Discard red key | wards it off; no prophecy",
        "Reveal the top 5 cards | rooms are discarded",
        "Discard the hand, take a new one | lose 4 cards",
    ]


def test_drawn_door_asks_for_its_key(home: Path) -> None:
    user = resume(recorded(home, *HAND, "discard red sun", "red door"))
    assert parse_choices(user.pages[0]) == [
        "Spend the key and open the red door",
        "Leave it shut; it goes to limbo",
    ]
    assert user.prompts[0].startswith("1-2 (Enter: 1), ")


def test_complete_set_asks_whether_to_search(home: Path) -> None:
    steps = [*HAND, "play red sun", "red sun", "play red moon", "blue key", "play red key"]
    user = resume(recorded(home, *steps))
    assert parse_choices(user.pages[0]) == [
        "Search for the red door | the deck is shuffled",
        "Do not search | the door stays in the deck",
    ]
    assert user.prompts[0].startswith("1-2 (Enter: 1), ")


def test_prophecy_shows_known_and_returned_cards(home: Path) -> None:
    user = resume(recorded(home, *BEFORE_PROPHECY), "5", "2", "3", "2")
    assert parse_rows(user.pages[0])["Seen"] == "red sun, blue sun, blue moon, red door, Nightmare"
    assert parse_choices(user.pages[1]) == [
        f"Next comes {card}" for card in ("red sun", "blue sun", "blue moon", "red door")
    ]
    assert parse_rows(user.pages[2])["Put back"] == "blue sun"
    assert parse_rows(user.pages[3])["Put back"] == "blue sun, red door"
    assert "Drawn: blue sun" in user.pages[4]
    assert parse_rows(user.pages[4])["Next"] == "red door, blue moon, red sun"


def test_events_are_printed_before_the_next_board(home: Path) -> None:
    user = resume(recorded(home, *HAND), "1")
    page = user.pages[1]
    assert page.index("Played: red sun") < page.index("Drawn: ") < page.index("Row ")


@pytest.mark.parametrize(
    ("deck", "note"),
    [
        ("", "no prophecy"),
        ("unknown: red moon;", "a prophecy: look at 1 card"),
        ("unknown: 4 red moon;", "a prophecy: look at 4 cards"),
        ("unknown: 4 red moon, blue moon;", "a prophecy: look at 5 cards"),
        ("unknown: 4 red moon, 2 blue moon;", "a prophecy: look at 5 cards"),
        ("top: blue moon; unknown: 4 red moon; bottom: blue sun;", "a prophecy: look at 5 cards"),
    ],
)
def test_prophecy_note_counts_the_cards_of_the_deck(deck: str, note: str) -> None:
    position = f"onirim; steps: play; hand: red key, 4 brown sun; {deck} discard: the rest"
    assert notes(position)["discard red key"] == note


@pytest.mark.parametrize(("shared", "note"), [("blue sun", "you lack its key"), ("red key", "")])
def test_two_players_learn_why_a_door_stays_shut(shared: str, note: str) -> None:
    """With two players the mover is asked without the key too: O7.2 counts the shared reserve."""
    position = (
        'onirim {"seats": 2}; steps: unlock, draw, shuffle; drawn: red door; hand: 2 blue sun; '
        f"shared: brown sun, {shared}; partner hand: 3 blue moon; unknown: 3 green sun; "
        "discard: the rest"
    )
    assert notes(position)["decline"] == note


@pytest.mark.parametrize(
    ("row", "note"),
    [
        ("", "red 1 of 3"),
        ("red moon", "red 2 of 3"),
        ("red key, red moon", "three in a row: red door"),
        ("blue key, red moon", "red 2 of 3"),
        ("red sun, red key, red moon", "red 1 of 3"),
        ("red sun, red moon, red sun, red key, red moon", "three in a row: red door"),
    ],
)
def test_room_note_shows_the_progress_of_the_set(row: str, note: str) -> None:
    position = f"onirim; steps: play; row: {row}; hand: 5 red sun; unknown: the rest"
    assert notes(position)["play red sun"] == note


def test_set_note_says_if_the_deck_holds_no_such_door() -> None:
    position = """onirim; steps: play; row: red sun, red moon; hand: 5 red sun;
        doors: 2 red door; unknown: the rest"""
    assert notes(position)["play red sun"] == "three in a row, but the deck holds no such door"


def test_empty_deck_has_no_statistics() -> None:
    view = from_line("onirim; steps: play; hand: 5 red sun; discard: the rest").view(0)
    rows = board_renderer("onirim").rows(view, Words("en", "onirim"))
    assert rows[0] == ("Deck", "0 cards, Nightmares among them: 0")
    assert rows[1] == ("Limbo", "nothing")


def notes(position: str) -> dict[str, str]:
    """Return the note of each choice of a position, by its notation."""
    view = from_line(position).view(0)
    words = Words("en", "onirim")
    return {
        choice.notation: presenter_for("onirim").describe_effect(choice, view, words)
        for choice in view.legal_actions
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_command_explains_the_current_decision(language: str, home: Path) -> None:
    words = Words(language, "onirim")
    user = resume(recorded(home, *BEFORE_PROPHECY), "h", "H", language=language)
    for page in user.pages[1:3]:
        assert words.text("help.foretell")[:60] in page
        assert words.text("help.several")[:30] not in page
        assert not parse_choices(page)


def test_undo_command_takes_back_decisions_that_revealed_nothing(home: Path) -> None:
    path = recorded(home, *BEFORE_PROPHECY)
    user = resume(path, "1", "1", "u", "u", "u")
    assert "Taken back." in user.pages[3]
    assert parse_choices(user.pages[3]) == parse_choices(user.pages[1])
    assert parse_choices(user.pages[4]) == parse_choices(user.pages[0])
    assert user.pages[5].startswith("There is nothing to take back")
    assert ["u undo" in prompt for prompt in user.prompts] == [
        False,
        True,
        True,
        True,
        *[False] * 2,
    ]
    assert read(path).actions == list(BEFORE_PROPHECY)


def test_undo_command_is_rejected_after_a_reveal(home: Path) -> None:
    path = recorded(home, *HAND)
    saved_actions: list[str] = []

    def remember_and_undo() -> str:
        saved_actions.extend(read(path).actions)
        return "u"

    user = resume(path, "1", remember_and_undo)
    assert user.pages[2].startswith("There is nothing to take back")
    assert read(path).actions == saved_actions
    assert len(saved_actions) >= len(HAND) + 2


@pytest.mark.parametrize(
    "wrong",
    [
        "0",
        "6",
        "-1",
        "1 2",
        "01",
        "1.0",
        "x",
        "help me",
        "²",
        "٣",
        "9" * 5000,
        "\x1b[A",
        "\x00",
    ],
)
def test_invalid_input_prints_one_line_and_changes_nothing(wrong: str, home: Path) -> None:
    path = recorded(home, *BEFORE_PROPHECY)
    user = resume(path, wrong)
    [line] = user.pages[1].splitlines()
    assert "is not possible here. Possible: 1-5, h help, t hint, q leave" in line
    assert len(line) < 120
    assert line.isprintable()
    assert read(path).actions == list(BEFORE_PROPHECY)


def test_enter_alone_repeats_the_prompt(home: Path) -> None:
    path = recorded(home, *BEFORE_PROPHECY)
    assert resume(path, "").pages[1] == ""
    assert read(path).actions == list(BEFORE_PROPHECY)


def test_undecodable_input_is_invalid(home: Path) -> None:
    def broken() -> str:
        return b"\xff".decode()

    user = resume(recorded(home, *BEFORE_PROPHECY), broken)
    assert "“?” is not possible here" in user.pages[1]


@pytest.mark.parametrize("answer", ["", "n", "no", "N"])
def test_warning_is_declined_by_default(answer: str, home: Path) -> None:
    path = recorded(home, *BEFORE_PROPHECY)
    user = resume(path, "4", answer)
    assert "Without this door you cannot win" in user.pages[1]
    assert user.prompts[1] == "Do it all the same? y yes, n no (Enter: no): "
    assert read(path).actions == list(BEFORE_PROPHECY)
    assert user.prompts[2] == user.prompts[0]


@pytest.mark.parametrize("answer", ["y", "yes", " Y "])
def test_warning_can_be_confirmed(answer: str, home: Path) -> None:
    path = recorded(home, *BEFORE_PROPHECY)
    resume(path, "4", answer)
    assert read(path).actions == [*BEFORE_PROPHECY, "prophecy discard red door"]


@pytest.mark.parametrize(("language", "yes"), [("en", "y"), ("ru", "д"), ("de", "j")])
def test_confirmation_is_localized(language: str, yes: str, home: Path) -> None:
    path = recorded(home, *BEFORE_PROPHECY)
    resume(path, "4", yes, language=language)
    assert read(path).actions[-1] == "prophecy discard red door"


def test_invalid_input_to_a_warning_repeats_the_prompt(home: Path) -> None:
    path = recorded(home, *BEFORE_PROPHECY)
    user = resume(path, "4", "4", "maybe", "y")
    assert [page.splitlines() for page in user.pages[2:4]] == [
        ["“4” is not possible here. Possible: y yes, n no"],
        ["“maybe” is not possible here. Possible: y yes, n no"],
    ]
    assert read(path).actions[-1] == "prophecy discard red door"


def test_harmless_choice_needs_no_confirmation(home: Path) -> None:
    user = resume(recorded(home, *BEFORE_PROPHECY), "1")
    assert all("Do it all the same" not in prompt for prompt in user.prompts)


@pytest.mark.parametrize("leaving", ["q", "Q", "leave", EOFError, KeyboardInterrupt])
def test_leaving_saves_the_game_and_prints_the_resume_command(leaving: Answer) -> None:
    user = start("1", leaving)
    path = saved_game_path()
    assert user.last_page().splitlines() == [
        "",
        f"The game is saved in {path}",
        "Continue with: onirium play onirim --resume",
    ]
    assert len(read(path).actions) > len(HAND)


def test_leaving_at_a_warning_does_not_apply_the_choice(home: Path) -> None:
    path = recorded(home, *BEFORE_PROPHECY)
    user = resume(path, "4", EOFError)
    assert "The game is saved" in user.last_page()
    assert f"onirium play onirim --record {path}" in user.last_page()
    assert read(path).actions == list(BEFORE_PROPHECY)


@pytest.mark.parametrize(
    ("platform", "expected"), [("linux", "'{}'"), ("darwin", "'{}'"), ("win32", '"{}"')]
)
def test_resume_command_quotes_the_path_for_the_shell(
    platform: str, expected: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home / "my games"
    folder.mkdir()
    path = recorded(folder, *BEFORE_PROPHECY)
    monkeypatch.setattr(sys, "platform", platform)
    user = resume(path, "q")
    assert f"onirium play onirim --record {expected.format(path)}" in user.last_page()


def test_resume_restores_the_same_board() -> None:
    left = start("1", "2", "q")
    path = saved_game_path()
    actions = read(path).actions
    user = TerminalUser(["q"])
    words = Words("en", "onirim")
    play(GAME, words, resume=latest_unfinished("onirim", words), console=user.console)
    assert str(path) in user.pages[0]
    assert parse_rows(user.pages[0]) == parse_rows(left.pages[2])
    assert parse_choices(user.pages[0]) == parse_choices(left.pages[2])
    assert read(path).actions == actions


def test_record_is_saved_before_output_is_printed() -> None:
    shown: list[list[str]] = []

    def look_and_choose() -> str:
        view = final_state(read(saved_game_path())).view(0)
        shown.append([GAME.notation(choice.action) for choice in view.legal_actions])
        return "1"

    user = start(*[look_and_choose] * 30, seed=3)
    assert len(shown) == 30
    assert [len(saved_actions) for saved_actions in shown] == [
        len(parse_choices(page)) for page in user.pages[:30]
    ]


def test_a_finished_game_is_shown_without_a_change_to_its_file(home: Path) -> None:
    """The record of an earlier release names earlier rules."""
    content = (RECORDS / "onirim-0.1.0-won.json").read_bytes()
    path = home / "finished.json"
    path.write_bytes(content)
    user = resume(path)
    assert "Victory: all eight doors are found!" in user.output()
    assert path.read_bytes() == content


def test_resume_selects_the_latest_unfinished_game() -> None:
    unfinished = [saved_games_folder() / f"onirim-{name}.json" for name in ("b", "c", "a")]
    finished = saved_games_folder() / "onirim-finished.json"
    broken = saved_games_folder() / "onirim-broken.json"
    saved_games_folder().mkdir(parents=True)
    for path in unfinished:
        write(record_of(*HAND), path)
    start(*["1"] * 500, seed=3)
    [whole] = set(saved_games_folder().iterdir()) - set(unfinished)
    whole.rename(finished)
    assert final_state(read(finished)).is_terminal()
    broken.write_text("{")
    for age, path in enumerate([broken, finished, unfinished[1], unfinished[0], unfinished[2]]):
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    assert latest_unfinished("onirim", Words("en", "onirim")) == unfinished[1]
    unfinished[1].unlink()
    assert latest_unfinished("onirim", Words("en", "onirim")) == unfinished[0]


def test_saved_game_that_is_no_file_is_not_listed() -> None:
    path = saved_games_folder() / "onirim-game.json"
    path.parent.mkdir(parents=True)
    write(record_of(*HAND), path)
    path.with_name("onirim-broken.json").symlink_to("nowhere")
    path.with_name("onirim-folder.json").mkdir()
    assert saved_game_paths() == [path]
    assert latest_unfinished("onirim", Words("en", "onirim")) == path


def test_control_characters_in_the_name_of_a_saved_game_are_not_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = "onirim-\x1b[2J\n"
    path = saved_games_folder() / f"{name}.json"
    path.parent.mkdir(parents=True)
    path.write_text("{")
    list_games("en")
    delete_games([name], "en")
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert shown.startswith("onirim-?[2J?\n")
    assert shown.endswith("Deleted: onirim-?[2J?\n")


def test_saved_game_deleted_by_another_process_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved_games_folder() / "onirim-game.json"
    path.parent.mkdir(parents=True)
    write(record_of(*HAND), path)

    def delete_after_the_check(checked: Path) -> bool:
        checked.unlink()
        return True

    monkeypatch.setattr(Path, "is_file", delete_after_the_check)
    list_games("en")
    assert "No such file or directory" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_error_without_a_game_to_resume_is_localized(language: str) -> None:
    words = Words(language, "onirim")
    with pytest.raises(RecordError) as error:
        latest_unfinished("onirim", words)
    assert str(error.value) == words.text("wrong.resume", game=words.text("name"))


def test_record_of_another_game_is_rejected(home: Path) -> None:
    path = home / "hush.json"
    write(new_record(onirium.load("hush"), ["human", "human"]), path)
    with pytest.raises(RecordError, match="record of another game: hush"):
        resume(path)


def test_record_with_an_unknown_bot_is_rejected(home: Path) -> None:
    path = home / "game.json"
    write(new_record(GAME, ["nobot"]), path)
    user = TerminalUser([])
    with pytest.raises(RecordError) as error:
        play(GAME, Words("en", "onirim"), resume=path, console=user.console)
    reason = "onirim has no bot 'nobot'; available: random, greedy, quick, strong, human"
    assert str(error.value) == f"{path}: seats: {reason}"
    assert user.output() == ""


def test_resumed_finished_game_prints_its_ending() -> None:
    start(*["1"] * 500, seed=3)
    user = resume(saved_game_path())
    assert not user.prompts
    assert "Defeat." in user.output()


def test_game_that_cannot_be_saved_can_be_played(home: Path) -> None:
    (home / "data").write_text("a file where a folder should be")
    user = start("1", "q")
    assert all("The game could not be saved: " in page for page in user.pages[:2])
    assert "The game could not be saved: " in user.last_page()
    assert "The game is saved in" not in user.output()


def test_same_seed_deals_the_same_cards() -> None:
    pages = [start("1", "1", seed=seed).pages[:3] for seed in (7, 7, 8)]
    assert pages[0] == pages[1]
    assert pages[0] != pages[2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 80])
def test_lines_wrap_between_words(language: str, width: int, home: Path) -> None:
    user = TerminalUser(["h"], language, width)
    path = recorded(home, *BEFORE_PROPHECY)
    play(GAME, Words(language, "onirim"), resume=path, console=user.console)
    lines = [line for line in user.output().splitlines() if str(path) not in line]
    assert max(map(len, lines)) <= width
    wide = resume(path, "h", language=language).output()
    assert user.output().split() == wide.split()


def lines_of(width: int, show: Callable[[Console], None]) -> list[str]:
    shown = io.StringIO()
    show(Console({}, RichConsole(file=shown, width=width)))
    return shown.getvalue().splitlines()


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (29, ["  1  Play red sun  red 1 of 3"]),
        (28, ["  1  Play red sun", "       red 1 of 3"]),
        (16, ["  1  Play red", "     sun", "       red 1 of", "       3"]),
    ],
)
def test_long_note_is_printed_below_its_choice(width: int, lines: list[str]) -> None:
    choices = [("Play red sun", "red 1 of 3")]
    assert lines_of(width, lambda console: console.print(console.format_choices(choices))) == lines


@pytest.mark.parametrize("width", [1, 4])
def test_game_is_played_on_a_terminal_of_few_columns(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = TerminalUser(["1"], width=width)
    user.console.rich.height = 2
    monkeypatch.setattr(RichConsole, "is_terminal", True)
    play(GAME, Words("en", "onirim"), seed=1, console=user.console)
    assert len(read(saved_game_path()).actions) > len(HAND)


@pytest.mark.parametrize(("language", "columns"), {"en": 3, "ru": 2, "de": 3}.items())
def test_list_longer_than_half_of_the_terminal_is_set_in_columns(
    language: str, columns: int
) -> None:
    game = onirium.load("onirim", expansions=["book"])
    goals = ", ".join(f"{colour} goal" for colour in ("red", "blue", "green", "brown") * 2)
    fields = {"steps": "swap, play", "goals": goals, "hand": "5 red sun", "unknown": "the rest"}
    view, words = game.from_fields(fields).view(0), Words(language, "onirim")
    presenter = presenter_for("onirim")
    swaps = [(presenter.describe_action(one, view, words), "") for one in view.legal_actions]
    assert len(swaps) == 28
    shown = io.StringIO()
    screen = RichConsole(file=shown, force_terminal=True, width=80, height=24)
    console = Console({}, screen)
    console.print(console.format_choices(swaps))
    lines = shown.getvalue().splitlines()
    length = -(-28 // columns)
    assert len(lines) == length
    assert max(map(len, lines)) <= 80
    # A list reads down its columns; a pipe has only one.
    numbers = [str(1 + column * length) for column in range(columns)]
    assert re.findall(r" (\d+)  ", lines[0]) == numbers
    assert len(lines_of(80, lambda console: console.print(console.format_choices(swaps)))) == 28


def test_list_items_are_indented_after_the_dash() -> None:
    rows = [("Fears", "- the dark at night"), ("", "(others: 2 of them)")]
    assert lines_of(18, lambda console: console.print_rows(rows)) == [
        "Fears  - the dark",
        "         at night",
        "       (others: 2",
        "       of them)",
    ]


SMALL = [["aa", "AA"], ["bb", "BB"], ["cc", "CC"]]
LARGE = [["aaaa", "AAAA"], ["bbbb", "BBBB"], ["cccc", "CCCC"]]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (14, ["aaaa bbbb cccc", "AAAA BBBB CCCC"]),
        (13, ["aa bb cc", "AA BB CC"]),
        (8, ["aa bb cc", "AA BB CC"]),
        (7, ["aa bb", "AA BB", "cc", "CC"]),
        (3, ["aa", "AA", "bb", "BB", "cc", "CC"]),
    ],
)
def test_pictures_use_the_largest_size_that_fits(width: int, lines: list[str]) -> None:
    rows: list[Row] = [("Beasts", "3"), ("", Gallery([LARGE, SMALL], "a b c")), ("Others", "0")]
    shown = lines_of(width, lambda console: console.print_rows(rows))
    index = shown.index("Others  0" if width > 8 else "Others")
    assert shown[index - len(lines) - 1 : index] == [*lines, ""]


def test_pictures_of_all_rows_have_the_same_size() -> None:
    rows: list[Row] = [
        ("", Gallery([LARGE[:1], SMALL[:1]], "a")),
        ("", Gallery([LARGE, SMALL], "a b c")),
    ]
    wide = lines_of(14, lambda console: console.print_rows(rows))
    narrow = lines_of(13, lambda console: console.print_rows(rows))
    assert (wide[:2], narrow[:2]) == (["aaaa", "AAAA"], ["aa", "AA"])
    assert lines_of(3, lambda console: console.print_rows(rows[:1]))[:2] == ["aa", "AA"]


@pytest.mark.parametrize(
    ("height", "beasts"), [(7, ["aaaa bbbb cccc", "AAAA BBBB CCCC", ""]), (6, ["  a b c"])]
)
def test_pictures_are_summarised_on_a_terminal_too_low_for_them(
    height: int, beasts: list[str]
) -> None:
    """The board has five lines with pictures, and two more are needed below it."""
    rows: list[Row] = [("Beasts", "3"), ("", Gallery([LARGE, SMALL], "a b c")), ("Others", "0")]
    shown = io.StringIO()
    screen = RichConsole(file=shown, force_terminal=True, width=80, height=height)
    Console({}, screen).print_rows(rows, lines_below=2)
    assert shown.getvalue().splitlines() == ["Beasts  3", *beasts, "Others  0"]


def test_colour_does_not_change_the_text(home: Path) -> None:
    path = recorded(home, *BEFORE_PROPHECY)
    shown = io.StringIO()
    console = RichConsole(file=shown, force_terminal=True, color_system="standard", width=200)
    styles = board_renderer("onirim").styles(Words("en", "onirim"))

    def leave(_: str) -> str:
        raise EOFError

    play(GAME, Words("en", "onirim"), resume=path, console=Console(styles, console, leave))
    coloured = shown.getvalue()
    assert "\x1b[31mred sun\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == resume(path).output()


def test_phrase_is_highlighted_across_a_line_break() -> None:
    shown = io.StringIO()
    console = RichConsole(file=shown, force_terminal=True, color_system="standard", width=12)
    Console({"red sun": "red", "red": "bold"}, console).print("Played: red sun, hundred")
    lines = shown.getvalue().splitlines()
    assert lines == ["Played: \x1b[31mred\x1b[0m", "\x1b[31msun\x1b[0m, hundred"]


def test_phrase_is_highlighted_with_extra_spaces_and_punctuation() -> None:
    shown = io.StringIO()
    console = RichConsole(file=shown, force_terminal=True, color_system="standard", width=40)
    Console({"red  sun.": "red", "moon": "bold"}, console).print(
        "(Red sun.) red   sun. moons redsun."
    )
    assert shown.getvalue() == "(\x1b[31mRed sun.\x1b[0m) \x1b[31mred   sun.\x1b[0m moons redsun.\n"


def test_replay_prints_numbered_steps(home: Path) -> None:
    steps = [*BEFORE_PROPHECY, "prophecy discard nightmare"]
    steps += ["next red sun", "next blue sun", "next blue moon", "play red sun", "reveal"]
    user = TerminalUser([])
    replay(recorded(home, *steps[:15]), "en", console=user.console)
    assert user.output().splitlines() == [
        "Onirim, a record of 15 steps",
        "",
        "   1  Dealt: red key, red sun, red moon, blue sun, green sun",
        "   6  Discarded: red key",
        "   7  Looked at: red door, red sun, blue sun, Nightmare, blue moon",
        "  12  Discarded by the prophecy: Nightmare",
        "  13  Put back on the deck: red sun",
        "  14  Put back on the deck: blue sun",
        "  15  Put back on the deck: blue moon, red door",
        "      Drawn: red sun",
        "Here the record ends; the game is not over.",
    ]


def test_replay_prints_a_decision_without_events(home: Path) -> None:
    path = recorded(home, *HAND, "discard red sun", "nightmare", "reveal", "red sun", "red door")
    user = TerminalUser([])
    replay(path, "en", console=user.console)
    assert user.output().splitlines()[-4:-1] == [
        "   8  Chosen: “Reveal the top 5 cards”",
        "   9  Revealed and discarded: red sun",
        "      Into limbo: red door",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_replay_of_a_finished_game_ends_with_the_result(language: str) -> None:
    played = start(*["1"] * 500, language=language, seed=3)
    user = TerminalUser([], language)
    replay(saved_game_path(), language, console=user.console)
    assert user.output().splitlines()[-1] == played.output().splitlines()[-2]


def test_stepwise_replay_shows_the_board_and_goes_both_ways(home: Path) -> None:
    path = recorded(home, *HAND, "play red sun", "blue moon", "play blue moon", "nightmare")
    user = TerminalUser(["b", "", "", "b", "x", "back", "", "", ""])
    replay(path, "en", step_by_step=True, console=user.console)
    rows = [parse_rows(page).get("Row") for page in user.pages[:9]]
    second, third = "red sun", "red sun, blue moon"
    assert rows == ["nothing", "nothing", second, third, second, None, "nothing", second, third]
    assert "“x” is not possible here. Possible: Enter next, b back, q leave" in user.pages[5]
    assert user.last_page().split("\n")[-2] == "Here the record ends; the game is not over."


@pytest.mark.parametrize("leaving", ["q", EOFError, KeyboardInterrupt])
def test_stepwise_replay_can_be_left(leaving: Answer, home: Path) -> None:
    user = TerminalUser([leaving])
    replay(recorded(home, *HAND), "en", step_by_step=True, console=user.console)
    assert user.last_page().strip() == ""
    assert len(user.prompts) == 1


def test_replay_of_an_empty_record_prints_no_steps(home: Path) -> None:
    for step_by_step in (False, True):
        user = TerminalUser([])
        replay(recorded(home), "en", step_by_step=step_by_step, console=user.console)
        assert "the game is not over" in user.output()
        assert not user.prompts


def test_replay_of_a_damaged_record_raises(home: Path) -> None:
    path = home / "game.json"
    path.write_text("[")
    with pytest.raises(RecordError, match=r"game\.json"):
        replay(path, "en", console=TerminalUser([]).console)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
@pytest.mark.parametrize("terminal", ["xterm-256color", "dumb"])
def test_game_runs_in_a_pseudo_terminal(terminal: str) -> None:
    words = ["play", "onirim", "--language", "ru", "--seed", "1"]
    child = spawn(["-m", "onirium", *words], TERM=terminal)
    child.expect("выход: ")
    child.sendline("п")
    child.expect("Выложите комнату в конец ряда")
    child.expect("выход: ")
    child.sendline("1")
    child.expect("Выложено: ")
    child.expect("выход: ")
    assert "\x1b[3" not in child.before
    interrupt(child, "Партия сохранена")
    assert len(read(saved_game_path()).actions) > len(HAND)
