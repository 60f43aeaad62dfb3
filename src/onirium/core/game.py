"""The interface of a game, implemented by all games and used by all other packages."""

import operator
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Final, SupportsIndex

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from onirium.core.buffers import borrow_buffers, return_buffers
from onirium.core.events import SPECTATOR, Event
from onirium.core.formatting import format_game
from onirium.core.notebook import draw
from onirium.core.outcome_pairs import share_weight_pairs

CHANCE: Final = -1
"""The current player of a chance node."""

TERMINAL: Final = -2
"""The current player of a terminal state."""

MAX_WRITTEN_BITS: Final = 128
"""The size of the largest numbers that error messages write out."""


class IllegalAction(ValueError):
    """Raised for an action that is not legal. The state is unchanged.

    Attributes:
        action: the rejected action.
        legal: the legal actions, or at a chance node the possible outcomes.

    >>> import onirium
    >>> state = onirium.load("onirim").new_state()
    >>> try:
    ...     state.apply(0)
    ... except IllegalAction as error:
    ...     error.action, error.legal == [outcome for outcome, _ in state.chance_outcomes()]
    (0, True)
    """

    def __init__(self, message: str, action: int, legal: list[int]) -> None:
        super().__init__(message)
        self.action = action
        self.legal = legal

    def __reduce__(self) -> tuple[type["IllegalAction"], tuple[str, int, list[int]]]:
        """Return the arguments, with which another process creates an equal error."""
        return IllegalAction, (str(self), self.action, self.legal)


class OptionError(ValueError):
    """Raised for an unknown option or value, or for options that cannot be combined."""


class PositionError(ValueError):
    """Raised for an impossible or malformed position; the message names the field."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A state of a game: a decision of one seat, a chance node, or terminal.

    Seats are integers from 0. The actions of a game are the integers from 0 to
    ``game.action_count - 1``, its chance outcomes follow them; both have a notation. Methods whose
    names end in ``_into`` or ``_unchecked`` neither allocate nor validate; they are meant for
    search in compiled code.

    States can be compared, hashed, copied and pickled. Equality covers the game, its options and
    the position, but not the history.

    Attributes:
        game: the game, with its options.
        log: the list to which events are appended while an action is applied, or ``None``.
        history_node: the history as a linked list, newest first: an action and the node before it,
            or an empty tuple. Copies share the nodes.

    >>> import onirium
    >>> state, rng = onirium.load("onirim").new_state(), onirium.Random(1)
    >>> while not state.is_terminal():
    ...     if state.is_chance_node():
    ...         action = state.sample(rng)
    ...     else:
    ...         action = state.legal_actions()[0]
    ...     state.apply(action)
    >>> state, state.returns()
    (<State of onirim: terminal>, [0.0])
    """

    def __init__(self, game: "Game") -> None:
        self.game = game
        self.log: list[Event] | None = None
        self.history_node: tuple[Any, ...] = ()

    @abstractmethod
    def current_player(self) -> i64:
        """Return the seat to decide, ``CHANCE`` or ``TERMINAL``."""

    @abstractmethod
    def legal_actions_into(self, actions: vec[i64]) -> i64:
        """Write the legal actions of a decision into a buffer, ascending; return their number."""

    @abstractmethod
    def chance_outcomes_into(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        """Write the outcomes and weights of a chance node into buffers; return their number."""

    def _is_possible(self, outcome: i64) -> bool:
        """Return whether an outcome of a chance node is possible."""
        buffers = borrow_buffers()
        count = self.chance_outcomes_into(buffers.actions, buffers.weights)
        is_possible = _contains(buffers.actions, count, outcome)
        return_buffers(buffers)
        return is_possible

    @abstractmethod
    def sample(self, rng: Random) -> i64:
        """Return an outcome of a chance node, sampled by weight, without applying it.

        Raises:
            ValueError: if the state is not a chance node.
        """

    @abstractmethod
    def resolve_chance(self, rng: Random) -> i64:
        """Sample and apply outcomes up to a decision or the end; return the number of outcomes."""

    @abstractmethod
    def apply_unchecked(self, action: i64) -> None:
        """Apply a legal action or possible outcome, without validation and without history."""

    @abstractmethod
    def returns(self) -> list[float]:
        """Return the return of each seat: 1.0 for a win.

        It is 0.0 for a loss, a draw or an unfinished game.
        """

    @abstractmethod
    def copy_from(self, other: "State") -> None:
        """Copy another state of the same game into this one, including its history."""

    @abstractmethod
    def clone(self) -> "State":
        """Return a copy, including the history."""

    @abstractmethod
    def determinize(self, seat: SupportsIndex, rng: Random) -> "State":
        """Return a random state with the same view and observation for a seat.

        Hidden cards are resampled uniformly from all deals consistent with them
        (``resample_from_infostate`` in OpenSpiel), which need not agree with conclusions from
        earlier decisions. The history is empty, because it could reveal hidden cards.

        Args:
            seat: the seat whose information is kept; ``SPECTATOR`` is not supported.
            rng: the random number generator.

        Raises:
            ValueError: if the game has no such seat.

        >>> import onirium
        >>> state, rng = onirium.load("nightmarium").new_state(), onirium.Random(1)
        >>> _ = state.resolve_chance(rng)
        >>> other = state.determinize(0, rng)
        >>> other.view(0) == state.view(0), other.view(1) == state.view(1)
        (True, False)
        """

    @abstractmethod
    def view(self, seat: SupportsIndex) -> Any:
        """Return the view of a seat or of ``SPECTATOR``.

        It is an instance of the game's subclass of ``View``.

        Raises:
            ValueError: if the game has no such seat.
        """

    def seat_view(self, seat: int, other: Any) -> Any:
        """Return the view of a seat, which may share public parts with that of another.

        Args:
            seat: the seat.
            other: the view of another seat or of ``SPECTATOR`` in this state.
        """
        del other
        return self.view(seat)

    @abstractmethod
    def observe_into(self, seat: i64, numbers: vec[i16], start: i64) -> None:
        """Write the observation of a seat into a buffer, starting at an index.

        The arrays of ``Game.observation_spec`` follow one another in the buffer. A new buffer must
        hold zeros; it can be reused for any state of the same game, so that entries which are
        always zero need not be written.
        """

    @abstractmethod
    def to_fields(self) -> dict[str, str]:
        """Return the complete state as named, readable texts, for JSON and positions."""

    @abstractmethod
    def to_bytes(self) -> bytes:
        """Return the position as bytes, which are equal exactly if two positions are equal."""

    def current_step(self) -> i64:
        """Return a number for the current step of the rules; 0 if the game does not number them."""
        return 0

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == TERMINAL

    def is_chance_node(self) -> bool:
        """Return whether chance decides next."""
        return self.current_player() == CHANCE

    def legal_actions(self) -> list[int]:
        """Return the legal actions of a decision, ascending; for other states an empty list."""
        if self.current_player() < 0:
            return []
        buffers = borrow_buffers()
        count = self.legal_actions_into(buffers.actions)
        actions = [int(number) for number in buffers.actions[:count]]
        return_buffers(buffers)
        return actions

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return the outcomes of a chance node with integer weights; otherwise an empty list.

        >>> import onirium
        >>> state = onirium.load("onirim").new_state()
        >>> outcome, weight = state.chance_outcomes()[0]
        >>> state.game.notation(outcome), weight
        ('red sun', 9)
        """
        if self.current_player() != CHANCE:
            return []
        buffers = borrow_buffers()
        count = self.chance_outcomes_into(buffers.actions, buffers.weights)
        outcomes = self.game.weight_pairs.list_pairs(buffers, count)
        return_buffers(buffers)
        return outcomes

    def observation(self, seat: SupportsIndex) -> dict[str, list[int]]:
        """Return the observation of a seat as named arrays, for learning agents.

        Raises:
            ValueError: if the game has no such seat.

        >>> import onirium
        >>> state = onirium.load("nightmarium").new_state()
        >>> _ = state.resolve_chance(onirium.Random(1))
        >>> observation = state.observation(0)
        >>> sum(observation["hand"]), observation["deck_size"]
        (5, [98])
        """
        number = check_seat(self.game, seat)
        spec = self.game.observation_spec()
        numbers = vec[i16]([0] * sum([length for length, _ in spec.values()]))
        self.observe_into(number, numbers, 0)
        arrays: dict[str, list[int]] = {}
        start = 0
        for name, (length, _) in spec.items():
            arrays[name] = [int(number) for number in numbers[start : start + length]]
            start += length
        return arrays

    def apply(self, action: SupportsIndex, log: list[Event] | None = None) -> None:
        """Apply a legal action, or an outcome at a chance node, and append it to the history.

        Args:
            action: one of ``legal_actions()``, or an outcome of ``chance_outcomes()``, as an
                integer of Python or numpy.
            log: a list to which the resulting events are appended.

        Raises:
            IllegalAction: if the action is not legal; the state is unchanged.

        >>> import onirium
        >>> state, log = onirium.load("onirim").new_state(), []
        >>> state.apply(state.game.parse("blue key"), log)
        >>> log
        [Event('deal', 0, (5,), 'deck', 'hand', 1)]
        """
        number = action if isinstance(action, int) else operator.index(action)
        if not self._is_legal(number):
            legal = self.legal_actions() or [outcome for outcome, _ in self.chance_outcomes()]
            raise IllegalAction(self._describe_illegal(number, legal), number, legal)
        self.log = log
        self.apply_unchecked(number)
        self.log = None
        self.history_node = (number, self.history_node)

    def history(self) -> list[int]:
        """Return the actions and outcomes passed to ``apply`` since the game began."""
        actions: list[int] = []
        node = self.history_node
        while node:
            actions.append(node[0])
            node = node[1]
        actions.reverse()
        return actions

    def to_json(self) -> str:
        """Return the state as a JSON object, which ``onirium.from_json`` reads."""
        import json

        return json.dumps(
            {"game": self.game.name, "options": self.game.options, "state": self.to_fields()}
        )

    def _is_legal(self, action: int) -> bool:
        player = self.current_player()
        if player == TERMINAL or not self.game.is_action(action):
            return False
        if player == CHANCE:
            return self._is_possible(action)
        buffers = borrow_buffers()
        count = self.legal_actions_into(buffers.actions)
        is_legal = _contains(buffers.actions, count, action)
        return_buffers(buffers)
        return is_legal

    def _describe_illegal(self, action: int, legal: list[int]) -> str:
        name = self.game.notation(action) if self.game.is_action(action) else _format_number(action)
        if not legal:
            return f"{name!r} is illegal: the game is over"
        kind = "chance outcomes" if self.is_chance_node() else "legal actions"
        return f"{name!r} is illegal; {kind}: {', '.join(map(self.game.notation, legal))}"

    def __repr__(self) -> str:
        """Return the game and whose decision it is; ``to_fields`` has the cards."""
        player = self.current_player()
        node = {CHANCE: "chance node", TERMINAL: "terminal"}.get(
            player, f"decision of seat {player}"
        )
        return f"<State of {format_game(self.game.name, self.game.options)}: {node}>"

    def _repr_svg_(self) -> str | None:
        """Return the cards that the seat to decide sees as an SVG file, which notebooks show."""
        return draw("state_to_svg", self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> "State":
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (self.game, self.to_fields(), self.history()))


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game with resolved options: creates states, and parses the notation of actions.

    Games are equal if they have the same name, options and version of the rules.

    Attributes:
        name: the name of the game, as accepted by ``onirium.load``.
        rules_version: the version of the rules. It increases whenever the same actions would lead
            to another state.
        options: a copy of the options that differ from their defaults, as JSON values.
        seats: the number of players.
        action_count: the number of actions, which are the integers from 0 on.
        outcome_count: the number of chance outcomes, the integers from ``action_count`` on.
        weight_pairs: the pairs of outcomes and weights, which similar games share.

    >>> import onirium
    >>> game = onirium.load("onirim", expansions="towers")
    >>> game, game.options
    (<Game onirim expansions=towers>, {'expansions': ['towers']})
    >>> game.notation(game.parse("play red sun"))
    'play red sun'
    """

    def __init__(
        self,
        name: str,
        rules_version: int,
        options: Mapping[str, object],
        seats: int,
        action_count: int,
        outcome_count: int,
    ) -> None:
        self.name = name
        self.rules_version = rules_version
        self._options: dict[str, Any] = dict(options)
        self.seats = seats
        self.action_count = action_count
        self.outcome_count = outcome_count
        self._by_notation: dict[str, int] = {}
        self.weight_pairs = share_weight_pairs(action_count, outcome_count)

    @property
    def options(self) -> dict[str, Any]:  # noqa: D102 - an attribute of the class
        return {
            name: value.copy() if isinstance(value, list) else value
            for name, value in self._options.items()
        }

    @abstractmethod
    def new_state(self) -> State:
        """Return a new initial state."""

    @abstractmethod
    def from_fields(self, fields: Mapping[str, str]) -> State:
        """Parse the result of ``State.to_fields``.

        Raises:
            PositionError: if a field is malformed or no game can reach the position.
        """

    @abstractmethod
    def observation_spec(self) -> dict[str, tuple[int, int]]:
        """Return the length and the largest value of each array of an observation, in order.

        >>> import onirium
        >>> onirium.load("nightmarium").observation_spec()["hand"]
        (58, 6)
        """

    def categorical_arrays(self) -> frozenset[str]:
        """Return the arrays of an observation that hold identities, such as kinds, not counts."""
        return frozenset()

    @abstractmethod
    def notation(self, action: SupportsIndex) -> str:
        """Return the notation of an action or outcome."""

    @abstractmethod
    def card_name(self, card: int) -> str:
        """Return the name of a card of an event.

        Raises:
            ValueError: if the game has no such card.
        """

    @abstractmethod
    def decision_kind(self, action: int) -> str:
        """Return the kind of decision of an action: a code of the game, for statistics."""

    def allows_chat(self) -> bool:
        """Return whether the rules allow the players to communicate."""
        return True

    def phrases(self) -> tuple[str, ...]:
        """Return the phrases about this game that players may say, as keys of the catalogues."""
        return ()

    def is_competitive(self) -> bool:
        """Return whether several players compete, instead of winning or losing together."""
        return self.seats > 1

    def under_rules(self, version: int) -> "Game":  # noqa: ARG002 - for games with earlier rules
        """Return the game under an earlier version of the rules, for replaying its records."""
        return self

    def is_action(self, action: int) -> bool:
        """Return whether an integer of any size is an action or outcome of the game."""
        return 0 <= action < self.action_count + self.outcome_count

    def parse(self, notation: str) -> int:
        """Return the action or outcome of a notation.

        Raises:
            ValueError: if the game has no such action or outcome.
        """
        if not self._by_notation:
            numbers = range(self.action_count + self.outcome_count)
            self._by_notation = {self.notation(number): number for number in numbers}
        action = self._by_notation.get(" ".join(notation.split()), -1)
        if action < 0:
            raise ValueError(f"{self.name} has no action {notation!r}")
        return action

    def __repr__(self) -> str:
        """Return the name and the options."""
        return f"<Game {format_game(self.name, self._options)}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (
            self.name == other.name
            and self.rules_version == other.rules_version
            and self._options == other._options
        )

    def __hash__(self) -> int:
        return hash(repr(self))

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self._options,))


def check_chance_node(state: State) -> None:
    """Check that chance decides next.

    Raises:
        ValueError: if it does not.
    """
    if not state.is_chance_node():
        raise ValueError(f"{state!r} is not a chance node: it has no outcomes to sample")


def check_seat(game: Game, seat: SupportsIndex) -> int:
    """Return the number of a seat, given as an integer of Python or numpy.

    Raises:
        ValueError: if the game has no such seat.
    """
    number = operator.index(seat)
    if not 0 <= number < game.seats:
        raise ValueError(f"seat {number}: {game.name} has the seats 0 to {game.seats - 1}")
    return number


def check_viewer(game: Game, seat: SupportsIndex) -> int:
    """Return the number of a seat that can have a view: one of the game, or ``SPECTATOR``.

    Raises:
        ValueError: if it is neither.
    """
    number = operator.index(seat)
    return number if number == SPECTATOR else check_seat(game, number)


def _contains(numbers: vec[i64], count: i64, number: i64) -> bool:
    """Return whether a number is among the first entries of a buffer."""
    index: i64 = 0
    while index < count and numbers[index] != number:
        index += 1
    return index < count


def _format_number(action: int) -> str:
    """Return the number of an action as text; of a huge one the size, as Python limits digits."""
    bits = action.bit_length()
    return f"action {action}" if bits <= MAX_WRITTEN_BITS else f"action of {bits} bits"


def _restore(game: Game, fields: dict[str, str], history: list[int]) -> State:
    state = game.from_fields(fields)
    for action in history:
        state.history_node = (action, state.history_node)
    return state
