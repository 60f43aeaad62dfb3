"""A game played in the terminal."""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Any

import msgspec

from onirium.core.game import Game
from onirium.core.view import ActionInfo
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import presenter_for
from onirium.record import Record, RecordError, read
from onirium.record.narration import narrate
from onirium.tables import HUMAN, Match
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.choice_input import (
    combinable_numbers,
    combined_actions,
    default_number,
    describe_input,
    parse_choices,
)
from onirium.terminal.console import Console, is_command, printable
from onirium.terminal.hint_display import HintDisplay
from onirium.terminal.saved_games import latest_unfinished, new_path, save, saved_games_folder


def play(
    game: Game,
    words: Words,
    *,
    seats: Sequence[str] = (),
    seed: int | None = None,
    resume: Path | bool = False,
    step: int | None = None,
    budget_ms: float | None = None,
    console: Console | None = None,
) -> None:
    """Play a game to its end, or until a player leaves; either way it is saved.

    Args:
        game: the game, if a new one begins.
        words: its words.
        seats: who plays each seat, ``human`` or a computer player; all human if nothing is said.
        seed: a number that makes chance repeatable; otherwise it is drawn.
        resume: go on with the game left last, or with the game in a record, as it was begun.
        step: go another way from this step of it on, counted from 1; the record stays as it is.
        budget_ms: for how many milliseconds ``strong`` thinks at most; otherwise as long as usual.
        console: the console; a new one on the terminal by default.

    Raises:
        RecordError: if there is no game to go on with, its record cannot be read or has no such
            step.
        UnknownBot: if the game has no such computer player.
        ValueError: if the number of seats is not that of the game.
    """
    console = console or Console(board_renderer(game.name).styles(words))
    if resume:
        path = latest_unfinished(game.name) if resume is True else resume
        sitting = _sit_down_again(game, words, console, seed, path, step)
    else:
        match = Match(game, seats or [HUMAN] * game.seats, seed)
        goal = "\n".join(presenter_for(game.name).describe_goal(game, words))
        console.print(words.text("begin", game=words.text("name"), goal=goal))
        sitting = GameLoop(match, new_path(game.name), words, console)
    sitting.match.budget_ms = budget_ms
    sitting.play()


class GameLoop:
    """People at a table, from the moment they sit down until they leave or the game is over.

    Attributes:
        match: what they play.
    """

    def __init__(self, match: Match, path: Path, words: Words, console: Console) -> None:
        self.match = match
        self._path = path
        self._words = words
        self._console = console
        self._table = board_renderer(match.game.name)
        self._presenter = presenter_for(match.game.name)
        self._people = [seat for seat, who in enumerate(match.record.seats) if who == HUMAN]
        self._seat = self._people[0] if self._people else 0
        self._decisions: dict[int, int] = {}
        self._on_screen: Any = None

    def play(self) -> None:
        """Play until the game is over or a player leaves, by whatever way."""
        try:
            self.match.advance()
            self._save()
            while not self.match.state.is_terminal():
                self._turn_to(self.match.state.current_player())
                self._tell_news()
                self._decide()
            self._tell_news()
            self._end()
        except (EOFError, KeyboardInterrupt):
            self._leave()

    def _turn_to(self, seat: int) -> None:
        """Let the person of a seat come to the keyboard, and see nothing of the others' secrets."""
        if self.match.game.seats == 1 or (self._on_screen is not None and seat == self._seat):
            return
        player = self._words.text("player", number=seat + 1)
        if self._is_private(self._on_screen) or self._is_private(self.match.state.view(seat)):
            self._hand_over(player)
        else:
            self._console.print()
            self._console.print(self._words.text("turn", player=player), "bold")
        self._seat = seat

    def _is_private(self, view: Any) -> bool:
        several = len(self._people) > 1
        return several and view is not None and self._presenter.is_private(view, self.match.game)

    def _hand_over(self, player: str) -> None:
        self._console.clear()
        *lines, prompt = self._words.text("handover", player=player).split("\n")
        for line in lines:
            self._console.print(line, "bold")
        if is_command(self._console.prompt(prompt), self._words.text("command.leave")):
            raise EOFError

    def _tell_news(self) -> None:
        self._console.print()
        news = self.match.events_since(self._seat, self._decisions.get(self._seat, 1))
        for sentence in narrate(news, self._seat, self._words, self.match.game):
            self._console.print(sentence, indent=2)

    def _decide(self) -> None:
        """Let a person decide, or take back what was decided until nothing can be.

        The game is kept before anything is shown, so that nothing seen can be lost.
        """
        while True:
            view = self.match.state.view(self._seat)
            self._show(view)
            if actions := self._ask(view):
                break
            self.match.undo()
            self._save()
            self._console.print()
            self._console.print(self._words.text("undone"))
        for action in actions:
            self.match.apply(action)
        self._decisions[self._seat] = len(actions)
        self.match.advance()
        self._save()

    def _show(self, view: Any) -> None:
        console, words, presenter = self._console, self._words, self._presenter
        self._on_screen = view
        console.print()
        console.print_rows(self._table.rows(view, words))
        console.print()
        console.print(words.text(f"step.{view.step}"), "bold")
        labels = [presenter.describe_action(choice, view, words) for choice in view.legal_actions]
        width = max(map(len, labels))
        for number, (choice, label) in enumerate(
            zip(view.legal_actions, labels, strict=True), start=1
        ):
            console.print_choice(
                number, label, presenter.describe_effect(choice, view, words), width
            )

    def _ask(self, view: Any) -> list[int]:
        """Ask until something is chosen.

        Returns:
            The actions that do it, or none where the last decision is to be undone.
        """
        words = self._words
        choices: Sequence[ActionInfo] = view.legal_actions
        answers = self._answers(choices)
        hint = HintDisplay(self.match.state, words)
        while True:
            answer = self._console.prompt(f"{answers}:") or default_number(choices)
            if is_command(answer, words.text("command.leave")):
                raise EOFError
            if is_command(answer, words.text("command.help")):
                self._help(view)
            elif is_command(answer, words.text("command.hint")):
                hint.show(self._console)
            elif is_command(answer, words.text("command.undo")):
                if self.match.can_undo():
                    return []
                self._console.print(words.text("wrong.undo"))
            elif not (together := parse_choices(answer, choices)):
                self._refuse(answer, answers)
            elif not (actions := combined_actions(together, self.match.state)):
                self._refuse(answer, " ".join(combinable_numbers(choices)), "wrong.together")
            elif all(map(self._is_meant, together)):
                return actions

    def _answers(self, choices: Sequence[ActionInfo]) -> str:
        """Return what can be answered to a question with numbered choices."""
        undo = ["undo"] if self.match.can_undo() else []
        names = ["help", "hint", *undo, "leave"]
        commands = [self._words.text(f"command.{name}") for name in names]
        return ", ".join([describe_input(choices, self._words), *commands])

    def _is_meant(self, choice: ActionInfo) -> bool:
        """Warn of what cannot be mended, and ask once more."""
        if not choice.warning:
            return True
        words = self._words
        yes, no = words.text("command.yes"), words.text("command.no")
        self._console.print(words.text(f"warning.{choice.warning}"), "bold")
        while True:
            answer = self._console.prompt(words.text("confirm", yes=yes, no=no))
            if is_command(answer, yes):
                return True
            if not answer or is_command(answer, no):
                return False
            self._refuse(answer, f"{yes}, {no}")

    def _help(self, view: Any) -> None:
        self._console.print()
        for text in self._presenter.explain_decision(view, self._words):
            self._console.print(text)
        if combinable_numbers(view.legal_actions):
            self._console.print(self._words.text("help.several"))
        self._console.print(self._words.text("help.commands"))
        self._console.print()

    def _refuse(self, answer: str, answers: str, reason: str = "wrong.answer") -> None:
        self._console.print(self._words.text(reason, answer=printable(answer), answers=answers))

    def _save(self) -> bool:
        """Keep the game; where that fails, say so and let play go on."""
        try:
            save(self.match.record, self._path)
        except RecordError as error:
            self._console.print(self._words.text("wrong.save", error=error), "bold")
            return False
        return True

    def _leave(self) -> None:
        self._console.print()
        if self._save():
            command = self._resume_command()
            self._console.print(self._words.text("left", path=self._path, command=command))

    def _end(self) -> None:
        view = self.match.state.view(self._seat)
        self._console.print()
        self._console.print_rows(self._table.rows(view, self._words))
        self._console.print()
        self._console.print(self._presenter.describe_ending(view, self._words), "bold")
        self._console.print(self._words.text("record", path=self._path))

    def _resume_command(self) -> str:
        command = f"onirium play {self.match.game.name}"
        if self._path.parent == saved_games_folder():
            return f"{command} --resume"
        return f"{command} --record {quote(str(self._path))}"


def _sit_down_again(
    game: Game,
    words: Words,
    console: Console,
    seed: int | None,
    path: Path | None,
    step: int | None,
) -> GameLoop:
    name = words.text("name")
    if path is None:
        raise RecordError(words.text("wrong.resume", game=name))
    record = read(path)
    if record.game != game.name:
        raise RecordError(words.text("wrong.game", path=path, game=record.game))
    if step is None:
        console.print(words.text("resumed", game=name, path=path))
    else:
        console.print(words.text("varied", game=name, path=path, step=step))
        record, path = _beginning(record, step, path), new_path(game.name)
    return GameLoop(Match.resume(record, seed), path, words, console)


def _beginning(record: Record, step: int, path: Path) -> Record:
    """Return the record of what came before a step."""
    steps = len(record.actions)
    if not 1 <= step <= steps:
        raise RecordError(f"{path}: there is no step {step}; steps: 1 to {steps}")
    return msgspec.structs.replace(record, actions=record.actions[: step - 1])
