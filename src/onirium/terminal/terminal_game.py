"""A game in the terminal: its prompts and output."""

from collections.abc import Sequence
from pathlib import Path

from onirium.core.view import ActionInfo, View
from onirium.i18n.catalog import Words
from onirium.match.match import HUMAN, Match
from onirium.presentation.presenter import presenter_for
from onirium.record import RecordError
from onirium.record.narration import narrate
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.choice_input import (
    combinable_numbers,
    combined_actions,
    default_number,
    describe_input,
    parse_choices,
)
from onirium.terminal.console import Console, is_command, sanitize
from onirium.terminal.formatting import quote_argument
from onirium.terminal.hint_display import HintDisplay
from onirium.terminal.narration import print_narration
from onirium.terminal.saved_games import new_path, read_bytes, save, saved_games_folder


class TerminalGame:
    """The loop of prompts and output for one match, shared by all humans at one keyboard.

    Attributes:
        match: the match.
        is_saved: whether the record holds all decisions.
    """

    def __init__(self, match: Match, path: Path, words: Words, console: Console) -> None:
        self.match = match
        self.is_saved = False
        self._path = path
        self._stored = read_bytes(path)
        self._words = words
        self._console = console
        self._board = board_renderer(match.game.name)
        self._presenter = presenter_for(match.game.name)
        self._human_seats = [
            seat for seat, occupant in enumerate(match.record.seats) if occupant == HUMAN
        ]
        self._seat = self._human_seats[0] if self._human_seats else 0
        self._last_decision_length: dict[int, int] = {}
        self._visible_view: View | None = None

    def play(self) -> bool:
        """Play until the game ends or a player leaves (command, end of input or interrupt).

        Returns:
            Whether the game has ended now, and not before.
        """
        # The record of a finished game is the file that was read.
        self.is_saved = was_over = self.match.state.is_terminal()
        try:
            if not was_over:
                self.match.advance()
                self._save()
            while not self.match.state.is_terminal():
                self._switch_seat(self.match.state.current_player())
                self._decide()
            self._print_events()
            self._print_ending()
        except (EOFError, KeyboardInterrupt):
            self._leave()
            return False
        return not was_over

    def ask_to_play_again(self) -> bool:
        """Ask the people at the keyboard whether they play again; leaving means no."""
        if not self._human_seats:
            return False
        words = self._words
        yes, no = words.text("command.yes"), words.text("command.no")
        try:
            answer = self._console.prompt(words.text("again", yes=yes, no=no))
        except (EOFError, KeyboardInterrupt):
            self._console.print()
            return False
        return is_command(answer, yes)

    def _switch_seat(self, seat: int) -> None:
        """Print the events that the next player has missed, and announce a change of players.

        Private information is hidden while the keyboard changes hands.
        """
        player = self._words.text("player", number=seat + 1)
        is_change = self.match.game.seats > 1 and (self._visible_view is None or seat != self._seat)
        views = self._visible_view, self.match.state.view(seat)
        is_private = any(map(self._is_private, views))
        if is_change and is_private:
            self._hand_over(player)
        self._seat = seat
        self._print_events()
        if is_change and not is_private:
            self._console.print()
            self._console.print(self._words.text("turn", player=player), "bold")

    def _is_private(self, view: View | None) -> bool:
        is_shared = len(self._human_seats) > 1
        return is_shared and view is not None and self._presenter.is_private(view, self.match.game)

    def _hand_over(self, player: str) -> None:
        self._console.clear()
        *lines, prompt = self._words.text("handover", player=player).split("\n")
        for line in lines:
            self._console.print(line, "bold")
        if is_command(self._console.prompt(prompt), self._words.text("command.leave")):
            raise EOFError

    def _print_events(self) -> None:
        """Print the events since the last decision of a human, or the whole game of bots."""
        if not self._human_seats:
            print_narration(self.match.record, self._seat, self._words, self._console)
            return
        self._console.print()
        events = self.match.events_since(self._seat, self._last_decision_length.get(self._seat, 1))
        for sentence in narrate(events, self._seat, self._words, self.match.game):
            self._console.print(sentence, indent=2)

    def _decide(self) -> None:
        """Prompt for a decision or takebacks, and apply it.

        The game is saved before new information is printed: leaving cannot undo a revealed card.
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
        self._last_decision_length[self._seat] = len(actions)
        self.match.advance()
        self._save()

    def _show(self, view: View) -> None:
        console, words, presenter = self._console, self._words, self._presenter
        self._visible_view = view
        choices = console.format_choices(
            [
                (
                    presenter.describe_action(choice, view, words),
                    presenter.describe_effect(choice, view, words),
                )
                for choice in view.legal_actions
            ]
        )
        console.print()
        # Below the board: the choices, and lines for a blank, the question and the prompt.
        console.print_rows(self._board.rows(view, words), choices.count("\n") + 1 + 3)
        console.print()
        console.print(words.text(f"step.{view.step}"), "bold")
        console.print(choices)

    def _ask(self, view: View) -> list[int]:
        """Prompt until the input is valid.

        Returns:
            The chosen actions, or an empty list to take back the last decision.
        """
        words = self._words
        choices: Sequence[ActionInfo] = view.legal_actions
        options = self._describe_options(choices)
        hint = HintDisplay(self.match.state, words)
        while True:
            answer = self._console.prompt(f"{options}:") or default_number(choices)
            if is_command(answer, words.text("command.leave")):
                raise EOFError
            if is_command(answer, words.text("command.help")):
                self._print_help(view)
            elif is_command(answer, words.text("command.hint")):
                hint.show(self._console)
            elif is_command(answer, words.text("command.undo")):
                if self.match.can_undo():
                    return []
                self._console.print(words.text("wrong.undo"))
            elif not (selected := parse_choices(answer, choices)):
                self._reject(answer, options)
            elif not (actions := combined_actions(selected, self.match.state)):
                self._reject(answer, " ".join(combinable_numbers(choices)), "wrong.together")
            elif all(map(self._confirm, selected)):
                return actions

    def _describe_options(self, choices: Sequence[ActionInfo]) -> str:
        """Return the accepted numbers and commands, for the prompt."""
        undo = ["undo"] if self.match.can_undo() else []
        names = ["help", "hint", *undo, "leave"]
        commands = [self._words.text(f"command.{name}") for name in names]
        return ", ".join([describe_input(choices, self._words), *commands])

    def _confirm(self, action: ActionInfo) -> bool:
        """Return whether the action has no warning or the player confirms it."""
        if not action.warning:
            return True
        words = self._words
        yes, no = words.text("command.yes"), words.text("command.no")
        self._console.print(words.text(f"warning.{action.warning}"), "bold")
        while True:
            answer = self._console.prompt(words.text("confirm", yes=yes, no=no))
            if is_command(answer, yes):
                return True
            if not answer or is_command(answer, no):
                return False
            self._reject(answer, f"{yes}, {no}")

    def _print_help(self, view: View) -> None:
        self._console.print()
        for text in self._presenter.explain_decision(view, self._words):
            self._console.print(text)
        if combinable_numbers(view.legal_actions):
            self._console.print(self._words.text("help.several"))
        self._console.print(self._words.text("help.commands"))
        self._console.print()

    def _reject(self, answer: str, options: str, reason: str = "wrong.answer") -> None:
        """Print why an input is invalid; Enter alone only repeats the prompt."""
        if not answer:
            return
        self._console.print(self._words.text(reason, answer=sanitize(answer), answers=options))

    def _save(self) -> None:
        """Save the record; if that fails, print the error and continue the game.

        A file that another program has changed stays: the game continues in a new one.
        """
        self.is_saved = False
        if read_bytes(self._path) not in {None, self._stored}:
            self._path = new_path(self.match.game.name)
            self._console.print(self._words.text("saved.elsewhere", path=self._path), "bold")
        try:
            save(self.match.record, self._path)
        except RecordError as error:
            self._console.print(self._words.text("wrong.save", error=error), "bold")
        else:
            self.is_saved = True
            self._stored = read_bytes(self._path)

    def _leave(self) -> None:
        self._console.print()
        self._save()
        if self.is_saved:
            command = self._resume_command()
            self._console.print(self._words.text("left", path=self._path, command=command))

    def _print_ending(self) -> None:
        view = self.match.state.view(self._seat)
        self._console.print()
        self._console.print_rows(self._board.rows(view, self._words))
        self._console.print()
        self._console.print(self._presenter.describe_ending(view, self._words), "bold")
        if self.is_saved:
            self._console.print(self._words.text("record", path=self._path))

    def _resume_command(self) -> str:
        command = f"onirium play {self.match.game.name}"
        if self._path.parent == saved_games_folder():
            return f"{command} --resume"
        return f"{command} --record {quote_argument(str(self._path))}"
