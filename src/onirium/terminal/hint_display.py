"""A hint in the terminal: the chance to win behind each choice, better as time goes on."""

from collections.abc import Iterator
from typing import Final

from onirium.bots.advisor import Advisor
from onirium.bots.network.weights import WeightsError
from onirium.core.game import State
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import presenter_for
from onirium.terminal.console import Screen

MOMENT: Final = 0.05
"""So many seconds are thought before it is seen whether a key was hit."""

WORTH_A_LOOK: Final = 4
"""So many times the thought halves what the chances are wrong by; less is not shown anew."""


class Hint:
    """What the choices of one decision promise, as far as it has been thought about.

    Only what the deciding seat may see goes into it, and nothing of the game changes.
    """

    def __init__(self, state: State, words: Words) -> None:
        self._state = state
        self._words = words
        self._advice: Advisor | None = None

    def give(self, screen: Screen) -> None:
        """Show the chances at once, then better ones; another time thought goes on from there."""
        words = self._words
        try:
            # The same position gets the same first hint at every table, whatever its deck hides.
            self._advice = self._advice or Advisor(
                self._state, self._state.current_player(), seed=0
            )
        except WeightsError as error:
            screen.say(words.text("wrong.hint", error=error))
            return
        screen.say()
        screen.say(words.text("hint"), "bold")
        screen.say_better(self._better(self._advice, screen), words.text("hint.thinking"))
        screen.say()

    def _better(self, advice: Advisor, screen: Screen) -> Iterator[str]:
        """Yield the chances in words after each moment of thought, unchanged for most of them."""
        shown, simulations = self._in_words(advice, screen), advice.simulations
        yield shown
        while not advice.complete:
            advice.run_for(MOMENT)
            if advice.complete or advice.simulations >= WORTH_A_LOOK * simulations:
                shown, simulations = self._in_words(advice, screen), advice.simulations
            yield shown

    def _in_words(self, advice: Advisor, screen: Screen) -> str:
        view = self._state.view(self._state.current_player())
        presenter = presenter_for(view.game)
        chances = dict(advice.action_values())
        best_action = advice.best().action
        best = self._words.text("hint.best")
        lines = []
        for number, choice in enumerate(view.legal_actions, start=1):
            chance = f"{100 * chances[choice.action]:3.0f}\N{NO-BREAK SPACE}%"
            remark = f" ({best})" if choice.action == best_action else ""
            label = presenter.describe_action(choice, view, self._words)
            lines.append(screen.choice(number, f"{chance}  {label}{remark}"))
        return "\n".join(lines)
