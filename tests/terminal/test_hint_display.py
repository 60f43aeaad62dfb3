"""Hints in the terminal: the win probability of each choice, without effects on the game."""

import io
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pexpect
import pytest
from rich.console import Console as RichConsole

import onirium
from onirium.bots.advisor import ActionValue
from onirium.bots.network.weights import WeightsError
from onirium.core.game import Game, State
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.record import final_state, new_record, read, write
from onirium.terminal import hint_display
from onirium.terminal.commands.play import play
from onirium.terminal.console import Console
from onirium.terminal.hint_display import HintDisplay
from tests.support.onirim.endgame_positions import POSITIONS
from tests.support.slow_advisor import SlowAdvisor
from tests.support.terminal_user import (
    Answer,
    TerminalUser,
    interrupt,
    parse_choices,
    saved_game_path,
    spawn,
)
from tests.terminal.test_shared_keyboard import is_hand_over, names_on, permitted_names

pytestmark = pytest.mark.usefixtures("home")

ONIRIM = onirium.load("onirim")
HAND = ["red key", "red sun", "red moon", "blue sun", "green sun"]
NIGHTMARIUM = onirium.load("nightmarium", seats=2, first=1)
MINE = ["necronaut legs", "homunculus legs", "insektoid legs", "chimerid legs", "necronaut torso"]


def start(*answers: Answer, language: str = "en", width: int = 200) -> TerminalUser:
    user = TerminalUser(answers, language, width)
    play(ONIRIM, Words(language, "onirim"), seed=1, console=user.console)
    return user


def resume(path: Path, game: Game, notations: Iterable[str], *answers: Answer) -> TerminalUser:
    record = new_record(game, ["human", *["greedy"] * (game.seats - 1)])
    record.actions += notations
    write(record, path)
    user = TerminalUser(answers, game=game.name)
    play(game, Words("en", game.name), seed=1, resume=path, console=user.console)
    return user


def parse_hint(page: str) -> list[tuple[str, int, str]]:
    """Return the lines of a hint: each choice, its win probability in percent, and a remark."""
    pattern = r"^ *\d+   *[<>]?(\d+)\xa0?%  (.*?)(?: \((best|beste Wahl|лучший выбор)\))?$"
    matches = re.findall(pattern, page, re.MULTILINE)
    assert len(matches) == len(parse_choices(page))
    return [(label, int(percent), remark) for percent, label, remark in matches]


def labels(page: str) -> list[str]:
    return [choice.partition(" | ")[0] for choice in parse_choices(page)]


@pytest.mark.parametrize(
    ("language", "typed", "best"),
    [
        ("en", "t", "best"),
        ("en", "Hint", "best"),
        ("ru", "с", "лучший выбор"),
        ("ru", "подсказка", "лучший выбор"),
        ("de", "T", "beste Wahl"),
        ("de", "tipp", "beste Wahl"),
    ],
)
def test_hint_shows_each_choice_with_its_win_probability(
    language: str, typed: str, best: str
) -> None:
    user = start(typed, language=language)
    words = Words(language, "onirim")
    assert words.text("hint") in user.pages[1].splitlines()
    estimates = parse_hint(user.pages[1])
    assert [label for label, _, _ in estimates] == labels(user.pages[0])
    assert len(estimates) > 5
    assert all(0 <= percent <= 100 for _, percent, _ in estimates)
    [marked] = [percent for _, percent, remark in estimates if remark]
    assert {remark for _, _, remark in estimates} == {"", best}
    assert marked == max(percent for _, percent, _ in estimates)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_states_how_certain_the_best_value_is(language: str) -> None:
    user = start("t" if language == "en" else "с" if language == "ru" else "T", language=language)
    pattern = re.escape(Words(language, "onirim").text("hint.interval", low="LOW", high="HIGH"))
    percentage = r"(\d+)%" if language == "en" else r"(\d+)\xa0%"
    pattern = pattern.replace("LOW", percentage).replace("HIGH", percentage)
    found = re.search(pattern, user.pages[1])
    assert found
    best = max(percent for _, percent, _ in parse_hint(user.pages[1]))
    assert int(found[1]) <= best <= int(found[2])


def hint_page(monkeypatch: pytest.MonkeyPatch, probability: float) -> str:
    """Return a hint in which every choice has the same win probability."""

    class EvenAdvisor(SlowAdvisor):
        def action_values(self) -> list[ActionValue]:
            return [ActionValue(action, probability, error=0.3) for action in self._actions]

    monkeypatch.setattr(hint_display, "Advisor", EvenAdvisor)
    return start("t").pages[1]


@pytest.mark.parametrize(
    ("probability", "text"), [(1.0, "100%"), (0.999, ">99%"), (0.001, "<1%"), (0.0, "0%")]
)
def test_only_a_certain_result_is_shown_as_0_or_100_percent(
    probability: float, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = hint_page(monkeypatch, probability)
    shown = re.findall(r"^ *\d+ +(\S+%)  ", page, re.MULTILINE)
    assert len(shown) == len(parse_choices(page))
    assert set(shown) == {text}


@pytest.mark.parametrize(("probability", "count"), [(0.5, 1), (0.9999, 0)])
def test_interval_between_equal_percentages_is_not_shown(
    probability: float, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ends are rounded to 25 and 75 % in the first case, and above 99 % in the second."""

    page = hint_page(monkeypatch, probability)
    expected = Words("en", "onirim").text("hint.interval", low="25%", high="75%")
    assert page.count(expected) == page.count("very likely") == count


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompt_and_help_mention_hints(language: str) -> None:
    words = Words(language, "onirim")
    user = start("h", language=language)
    assert f", {words.text('command.hint')}, " in user.prompts[0]
    name = words.text("command.hint").split()[-1]
    assert name.casefold() in user.pages[1].casefold()


def test_hint_changes_no_state_and_adds_nothing_to_undo() -> None:
    plain = start("1", "2", "1")
    path = saved_game_path()
    actions = read(path).actions
    path.unlink()
    user = start("t", "1", "t", "t", "2", "t", "1")
    pages = [page for index, page in enumerate(user.pages) if index not in {1, 3, 4, 6}]
    assert pages[:-1] == plain.pages[:-1]
    assert [prompt for index, prompt in enumerate(user.prompts) if index not in {1, 3, 4, 6}] == (
        plain.prompts
    )
    assert read(saved_game_path()).actions == actions


def test_hint_keeps_the_undo_history(home: Path) -> None:
    peeked = ["red door", "red sun", "blue sun", "nightmare", "blue moon"]
    foretelling = [*HAND, "discard red key", *peeked]
    path = home / "game.json"
    user = resume(path, ONIRIM, foretelling, "1", "t", "u", "t", "u")
    assert "Taken back." in user.pages[3]
    assert user.pages[5].startswith("There is nothing to take back")
    assert read(path).actions == foretelling


@pytest.mark.parametrize("answer", ["hints", "t 1", "1 t", "tt"])
def test_similar_input_is_not_a_hint(answer: str) -> None:
    assert "is not possible here" in start(answer).pages[1]


def test_hint_does_not_depend_on_hidden_hands(home: Path) -> None:
    theirs = [
        ["homunculus head", "homunculus head", "chimerid torso", "insektoid torso"],
        ["necronaut legs", "chimerid legs", "homunculus legs", "insektoid legs"],
    ]
    pages = []
    for hand in theirs:
        dealt = zip(MINE, [*hand, "necronaut torso"], strict=True)
        notations = [card for pair in dealt for card in pair]
        user = resume(home / "game.json", NIGHTMARIUM, notations, "t")
        pages.append(user.pages[:2])
    assert parse_hint(pages[0][1])
    assert pages[0] == pages[1]


@pytest.mark.long
def test_hint_names_no_hidden_card() -> None:
    game = onirium.load("onirim", seats=2, first=1)
    named: list[tuple[set[str], set[str]]] = []
    user: TerminalUser

    def ask_for_a_hint() -> str:
        if is_hand_over(user.prompts[-1]):
            return ""
        return "t"

    def look_and_choose() -> str:
        if is_hand_over(user.prompts[-1]):
            return ""
        record = read(saved_game_path())
        seat = final_state(record).current_player()
        named.append((names_on(user.pages[-2]), permitted_names(record, seat)))
        return "1"

    user = TerminalUser([ask_for_a_hint, look_and_choose] * 25)
    play(game, Words("en", "onirim"), seed=1, console=user.console)
    assert len(named) > 15
    assert all(shown <= allowed for shown, allowed in named)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_fits_a_narrow_terminal(language: str) -> None:
    user = start("t", language=language, width=40)
    assert max(map(len, user.pages[1].splitlines())) <= 40
    assert user.pages[1].split() == start("t", language=language).pages[1].split()


class RecordingConsole(Console):
    """A console that records every update, and the percentage of its first choice."""

    def __init__(self, updates: int) -> None:
        super().__init__({}, RichConsole(file=io.StringIO()))
        self.updates: list[str] = []
        self.percents: list[int] = []
        self._update_count = updates

    def update_live(self, updates: Iterable[str], remark: str) -> None:
        del remark
        for _, update in zip(range(self._update_count), updates, strict=False):
            self.updates.append(update)
            self.percents.append(parse_hint(update)[0][1])


def test_hint_is_updated_after_four_times_the_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """And when complete. A second hint continues the search of the first."""
    monkeypatch.setattr(hint_display, "Advisor", SlowAdvisor)
    state = ONIRIM.new_state()
    for card in HAND:
        state.apply(ONIRIM.parse(card))
    hint = HintDisplay(state, Words("en", "onirim"))
    for updates, percents in [(5, [1, 1, 1, 4, 4]), (9, [5, 5, 5, 5, 9]), (9, [9])]:
        console = RecordingConsole(updates)
        hint.show(console)
        assert console.percents == percents


def test_hint_of_a_solved_decision_is_exact() -> None:
    words, console = Words("en", "onirim"), RecordingConsole(1)
    HintDisplay(POSITIONS["last door"].engine_state(), words).show(console)
    assert console.updates[0].splitlines()[-1] == words.text("hint.exact")


@pytest.mark.parametrize("language", LANGUAGES)
def test_missing_weights_do_not_stop_the_game(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: State, **__: int) -> None:
        raise WeightsError("solo.weights: weights file not found")

    monkeypatch.setattr(hint_display, "Advisor", fail)
    user = start("t", "1", "t", language=language)
    message = Words(language).text("wrong.hint", error="solo.weights: weights file not found")
    assert [user.pages[1], user.pages[3]] == [f"{message}\n"] * 2
    assert len(read(saved_game_path()).actions) > len(HAND)


@pytest.mark.parametrize(("live_timeout_s", "shown"), [(0, "first\n"), (1_000, "at\nlast\n")])
def test_terminal_without_cursor_shows_only_the_last_update(
    live_timeout_s: float, shown: str
) -> None:
    file = io.StringIO()
    console = Console({}, RichConsole(file=file), live_timeout_s=live_timeout_s)
    console.update_live(iter(["first", "better", "at\nlast"]), "any key")
    assert file.getvalue() == shown


def spawn_in_terminal(terminal: str, before: str = "") -> Any:
    program = f"{before}from onirium.cli.main import main; main()"
    words = ["play", "onirim", "--language", "en", "--seed", "1"]
    return spawn(["-c", program, *words], TERM=terminal)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_any_key_stops_the_hint_and_has_no_other_effect() -> None:
    endless = (
        "from tests.support.slow_advisor import *; from onirium.terminal import hint_display; "
    )
    child = spawn_in_terminal("xterm-256color", f"{endless}hint_display.Advisor = EndlessAdvisor; ")
    child.expect("q leave: ")
    child.sendline("t")
    for percent in (1, 4):
        child.expect(f" {percent}%  Play .* \\(best\\)")
        child.expect("Any key stops")
    for key in ("\r", "q"):
        child.send(key)
        child.expect("q leave: ")
        child.sendline("t")
        child.expect("Any key stops")
    child.send("1")
    child.expect(r"\(best\)")
    child.expect("q leave: ")
    assert "Any key stops" not in child.before
    child.sendline("1")
    child.expect("Played: ")
    child.expect("q leave: ")
    child.sendline("q")
    child.expect("The game is saved")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_dumb_terminal_shows_a_hint_once() -> None:
    child = spawn_in_terminal("dumb")
    child.expect("q leave: ")
    child.sendline("t")
    child.expect("q leave: ")
    assert child.before.count("The chance of winning") == 1
    assert child.before.count("(best)") == 1
    assert "Any key" not in child.before
    assert "\x1b[" not in child.before
    interrupt(child, "The game is saved")
