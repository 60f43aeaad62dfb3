"""Hints in the terminal: the win probability of each choice, refined while the search runs."""

from collections.abc import Iterator
from typing import Final

from onirium.bots.advisor import Advisor
from onirium.bots.network.weights import WeightsError
from onirium.core.game import State
from onirium.i18n.catalog import Words
from onirium.i18n.numbers import format_probability
from onirium.presentation.presenter import presenter_for
from onirium.terminal.console import Console

SEARCH_SLICE_S: Final = 0.05
"""Seconds of search between checks for a key press."""

REDRAW_FACTOR: Final = 4
"""Redraw when the number of simulations has grown by this factor, which halves the error."""


class HintDisplay:
    """Shows the win probability of each choice of one decision.

    The search uses only the information of the deciding seat and does not change the game. Later
    calls of ``show`` continue it.
    """

    def __init__(self, state: State, words: Words) -> None:
        self._state = state
        self._words = words
        self._advisor: Advisor | None = None

    def show(self, console: Console) -> None:
        """Show the estimates and refine them until a key is pressed."""
        words = self._words
        try:
            # A fixed seed: states that differ only in hidden cards get equal first estimates.
            self._advisor = self._advisor or Advisor(
                self._state, self._state.current_player(), seed=0
            )
        except WeightsError as error:
            console.print(words.text("wrong.hint", error=error))
            return
        console.print()
        console.print(words.text("hint"), "bold")
        console.update_live(self._refinements(self._advisor, console), words.text("hint.thinking"))
        console.print()

    def _refinements(self, advisor: Advisor, console: Console) -> Iterator[str]:
        """Yield the estimates as text after each slice of search; it often stays the same."""
        text, simulations = self._describe(advisor, console), advisor.simulations
        yield text
        while not advisor.complete:
            advisor.run_for(SEARCH_SLICE_S)
            if advisor.complete or advisor.simulations >= REDRAW_FACTOR * simulations:
                text, simulations = self._describe(advisor, console), advisor.simulations
            yield text

    def _describe(self, advisor: Advisor, console: Console) -> str:
        view = self._state.view(self._state.current_player())
        presenter = presenter_for(view.game)
        values = advisor.action_values()
        win_probabilities = {value.action: value.win_probability for value in values}
        best_action = advisor.best().action
        best = self._words.text("hint.best")
        width = len(self._percentage(1.0))
        choices = []
        for choice in view.legal_actions:
            percentage = self._percentage(win_probabilities[choice.action]).rjust(width)
            remark = f" ({best})" if choice.action == best_action else ""
            label = presenter.describe_action(choice, view, self._words)
            choices.append((f"{percentage}  {label}{remark}", ""))
        lines = [console.format_choices(choices)]
        if values[0].is_exact:
            lines.append(self._words.text("hint.exact"))
        elif interval := advisor.best().interval:
            low, high = map(self._percentage, interval)
            # Ends with the same text add nothing.
            if low != high:
                lines.append(self._words.text("hint.interval", low=low, high=high))
        return "\n".join(lines)

    def _percentage(self, probability: float) -> str:
        return format_probability(probability, self._words.language)
