"""The contract of a game: what every player, record, study and screen relies on."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from onirium.core.events import Event

CHANCE: Final = -1
"""Whose turn it is when the next card comes by chance."""

TERMINAL: Final = -2
"""Whose turn it is when the game is over."""

MAX_ACTIONS: Final[i64] = 512
"""No decision or chance node of any game has more actions or outcomes than this."""

_EMPTY_BUFFER: Final = vec[i64]([0] * 512)


def action_buffer() -> vec[i64]:
    """Return a buffer that holds the actions of any decision, for the forms ending in ``_into``."""
    return _EMPTY_BUFFER[:]


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the state is as it was.

    Attributes:
        action: what was tried.
        legal: what would be legal.
    """

    def __init__(self, message: str, action: int, legal: list[int]) -> None:
        super().__init__(message)
        self.action = action
        self.legal = legal


class OptionError(ValueError):
    """Options that a game does not have or that do not fit together; the text says what would."""


class PositionError(ValueError):
    """A position that cannot be: the text names the place and the reason."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A game at one moment: a chance node, a decision of one seat, or the end.

    Seats and actions are integers. A game's actions form one fixed range, its chance outcomes the
    range behind it; both have a notation. Methods that end in ``_into`` or ``_unchecked`` neither
    allocate nor check: they are for search in compiled code.

    States can be compared, hashed, copied and pickled. Two states are equal when the game, its
    options and everything on the table are; how they came about does not matter.

    Attributes:
        game: the game, with its options.
        log: where events are written while an action is carried out, if anywhere.
        history_node: the history as a linked list, newest first: an action and the node before it,
            or an empty tuple. Copies share the nodes.
    """

    def __init__(self, game: "Game") -> None:
        self.game = game
        self.log: list[Event] | None = None
        self.history_node: tuple[Any, ...] = ()

    @abstractmethod
    def current_player(self) -> i64:
        """Return the seat that decides, ``CHANCE`` or ``TERMINAL``."""

    @abstractmethod
    def legal_actions_into(self, actions: vec[i64]) -> i64:
        """Write the legal actions of a decision, ascending, into a buffer; return their number."""

    @abstractmethod
    def chance_outcomes_into(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        """Write the outcomes of a chance node and their weights; return their number."""

    @abstractmethod
    def sample(self, random: Random) -> i64:
        """Return an outcome of a chance node, drawn by weight; the state is left as it is."""

    @abstractmethod
    def resolve_chance(self, random: Random) -> i64:
        """Draw outcomes until a seat must decide or the game is over; return how many came."""

    @abstractmethod
    def apply_unchecked(self, action: i64) -> None:
        """Go on with a legal action or a possible outcome; it leaves no trace in the history."""

    @abstractmethod
    def returns(self) -> list[float]:
        """Return what each seat has won: 1.0 for a win, 0.0 for a loss or while it goes on."""

    @abstractmethod
    def copy_from(self, other: "State") -> None:
        """Become equal to another state of the same game, history included."""

    @abstractmethod
    def clone(self) -> "State":
        """Return an exact copy, history included."""

    @abstractmethod
    def determinize(self, seat: int, random: Random) -> "State":
        """Return another world that the seat cannot tell from this one.

        Everything that the seat has not seen is dealt anew, each possible deal equally likely. The
        history is left behind, since it tells what the seat may not know.
        """

    @abstractmethod
    def view(self, seat: int) -> Any:
        """Return what a seat may see, as a typed structure of the game.

        The seat ``SPECTATOR`` is that of everybody who only watches.
        """

    @abstractmethod
    def observe_into(self, seat: i64, numbers: vec[i16], start: i64) -> None:
        """Write what a seat may see into a buffer, from a place on, for learners.

        The arrays of ``Game.observation_spec`` follow one another in the buffer. A new buffer must
        hold zeros; it can be reused for any state of the same game, so that entries which are
        always zero need not be written.
        """

    @abstractmethod
    def to_fields(self) -> dict[str, str]:
        """Return the whole state as named, readable texts: what JSON and positions are made of."""

    @abstractmethod
    def to_bytes(self) -> bytes:
        """Return everything on the table as bytes: equal for equal tables, and only for them."""

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.current_player() == TERMINAL

    def is_chance_node(self) -> bool:
        """Tell whether the next card comes by chance."""
        return self.current_player() == CHANCE

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the seat that decides, ascending; else an empty list."""
        if self.current_player() < 0:
            return []
        buffer = action_buffer()
        return [buffer[place] for place in range(self.legal_actions_into(buffer))]

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return the outcomes of a chance node with their integer weights; else an empty list."""
        if self.current_player() != CHANCE:
            return []
        outcomes = action_buffer()
        weights = action_buffer()
        count = self.chance_outcomes_into(outcomes, weights)
        return [(outcomes[place], weights[place]) for place in range(count)]

    def observation(self, seat: int) -> dict[str, list[int]]:
        """Return what a seat may see as named arrays of small integers, for learners."""
        parts = self.game.observation_spec()
        numbers = vec[i16]([0] * sum([length for length, _ in parts.values()]))
        self.observe_into(seat, numbers, 0)
        found: dict[str, list[int]] = {}
        start = 0
        for name, (length, _) in parts.items():
            found[name] = [int(number) for number in numbers[start : start + length]]
            start += length
        return found

    def apply(self, action: int, log: list[Event] | None = None) -> None:
        """Go on with a legal action, or with an outcome at a chance node.

        Args:
            action: one of ``legal_actions()``, or an outcome of ``chance_outcomes()``.
            log: where to write the events that follow, if anywhere.

        Raises:
            IllegalAction: naming the action and the legal ones; the state is then unchanged.
        """
        if not self._allows(action):
            legal = self.legal_actions() or [outcome for outcome, _ in self.chance_outcomes()]
            raise IllegalAction(self._refusal(action, legal), action, legal)
        self.log = log
        self.apply_unchecked(action)
        self.log = None
        self.history_node = (action, self.history_node)

    def history(self) -> list[int]:
        """Return the actions and outcomes given to ``apply`` since the game began."""
        actions: list[int] = []
        past = self.history_node
        while past:
            actions.append(past[0])
            past = past[1]
        actions.reverse()
        return actions

    def to_json(self) -> str:
        """Return the state as one JSON object that ``onirium.from_json`` reads."""
        import json

        return json.dumps(
            {"game": self.game.name, "options": self.game.options, "state": self.to_fields()}
        )

    def _allows(self, action: int) -> bool:
        player = self.current_player()
        if player == TERMINAL or not self.game.is_action(action):
            return False
        buffer = action_buffer()
        if player == CHANCE:
            count = self.chance_outcomes_into(buffer, action_buffer())
        else:
            count = self.legal_actions_into(buffer)
        place: i64
        for place in range(count):
            if buffer[place] == action:
                return True
        return False

    def _refusal(self, action: int, legal: list[int]) -> str:
        tried = self.game.notation(action) if self.game.is_action(action) else f"action {action}"
        if not legal:
            return f"the game is over: {tried!r} cannot be done any more"
        choices = ", ".join([self.game.notation(choice) for choice in legal])
        asked = "can come" if self.is_chance_node() else "are legal"
        return f"{tried!r} is not possible now; these {asked}: {choices}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.game.name == other.game.name
            and self.game.options == other.game.options
            and self.to_bytes() == other.to_bytes()
        )

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self.game, self.to_fields(), self.history()))


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game with its options resolved: it makes states and reads what they write.

    Attributes:
        name: the name by which ``onirium.load`` finds the game.
        rules_version: increases when the same actions would lead to another state.
        options: those that differ from their defaults, as plain values in one canonical form.
        seats: the number of players.
        action_count: how many actions the game has; they are the integers from 0 on.
        outcome_count: how many chance outcomes; they are the integers from ``action_count`` on.
    """

    def __init__(
        self,
        name: str,
        rules_version: int,
        options: Mapping[str, Any],
        seats: int,
        action_count: int,
        outcome_count: int,
    ) -> None:
        self.name = name
        self.rules_version = rules_version
        self.options = dict(options)
        self.seats = seats
        self.action_count = action_count
        self.outcome_count = outcome_count
        self._by_notation: dict[str, int] = {}

    @abstractmethod
    def new_state(self) -> State:
        """Return the state from which a game starts."""

    @abstractmethod
    def from_fields(self, fields: Mapping[str, str]) -> State:
        """Return the state that ``State.to_fields`` has written.

        Raises:
            PositionError: naming the field and what is wrong with it.
        """

    @abstractmethod
    def observation_spec(self) -> dict[str, tuple[int, int]]:
        """Return the arrays of an observation, in order: their lengths and largest numbers."""

    @abstractmethod
    def notation(self, action: int) -> str:
        """Return an action or outcome in words that a player would use."""

    @abstractmethod
    def card_name(self, card: int) -> str:
        """Return the name of a card, as events number them."""

    @abstractmethod
    def decision_kind(self, action: int) -> str:
        """Return the kind of decision that an action is, a code of the game, for statistics."""

    def allows_chat(self) -> bool:
        """Tell whether the players may talk to each other while they play."""
        return True

    def is_competitive(self) -> bool:
        """Tell whether the players play against each other, rather than win or lose together."""
        return True

    def is_action(self, action: int) -> bool:
        """Tell whether an integer, however large, is an action or outcome of the game."""
        return 0 <= action < self.action_count + self.outcome_count

    def parse(self, notation: str) -> int:
        """Return the action or outcome that a notation means.

        Raises:
            ValueError: if the game has no such action.
        """
        if not self._by_notation:
            everything = range(self.action_count + self.outcome_count)
            self._by_notation = {self.notation(action): action for action in everything}
        found = self._by_notation.get(" ".join(notation.split()), -1)
        if found < 0:
            raise ValueError(f"{self.name} knows no action {notation!r}")
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.options,))


def _restore(game: Game, fields: dict[str, str], history: list[int]) -> State:
    state = game.from_fields(fields)
    for action in history:
        state.history_node = (action, state.history_node)
    return state
