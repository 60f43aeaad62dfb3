"""Games in progress, from the beginning or from the beginning of a turn."""

from collections.abc import Callable

from tests.games.nightmarium.reference.asking import Game, Over, Question
from tests.games.nightmarium.reference.table import Happening, Table


class Playing:
    """A game in progress: its table, the pending question, and the result."""

    def __init__(self, table: Table, begin: Callable[[Table], Game]) -> None:
        self.table = table
        self.game = begin(table)
        self.question: Question | None = None
        self.ending = ""
        self._go_on(None)

    def answers(self) -> list[str]:
        return self.question.answers if self.question else []

    def answer(self, answer: str) -> list[Happening]:
        """Answer the question; return the happenings that follow."""
        assert answer in self.answers()
        self.table.happened = []
        self._go_on(answer)
        return self.table.happened

    def _go_on(self, answer: str | None) -> None:
        try:
            self.question = next(self.game) if answer is None else self.game.send(answer)
        except Over as over:
            self.question = None
            self.ending = str(over)
