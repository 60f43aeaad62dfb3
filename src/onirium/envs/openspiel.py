"""The games of Onirium as games of OpenSpiel, registered when this module is imported.

The names are ``python_onirim`` and ``python_nightmarium``. The parameters are the options of the
game, with three differences, since a parameter of OpenSpiel has one type: the option ``seats`` is
the parameter ``players``, several values are joined by ``+``, and in an option of numbers and one
word, 0 stands for the word. Chance is explicit; with the parameter ``rng_seed``, as in OpenSpiel's
own games with sampled chance, the game samples the outcomes up to the next decision itself. The
parameter ``observation`` is the form of the tensors.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel
from librt.vecs import vec
from mypy_extensions import i16

from onirium.bots.base import Bot
from onirium.core.chance import KEY_BITS, Random
from onirium.core.events import SPECTATOR, Event
from onirium.core.game import CHANCE, TERMINAL, Game, State
from onirium.core.options import OptionValue
from onirium.envs.arguments import validate_choice
from onirium.envs.list_builder import EXPLICIT_CHANCE, ListBuilder
from onirium.envs.one_hot import OneHotEncoder
from onirium.envs.openspiel_types import (
    FORM_PARAMETER,
    SEED_PARAMETER,
    TENSOR_FORMS,
    parameters_for,
    registered_type,
    resolve_options,
    type_of_game,
)
from onirium.envs.spaces import observation_slices, shared_array
from onirium.games.registry import load, names
from onirium.record.position import to_line

__all__ = ["Observer", "OniriumBot", "OniriumGame", "OniriumState", "register"]

PLAYER_IDS: Final = {
    CHANCE: int(pyspiel.PlayerId.CHANCE),
    TERMINAL: int(pyspiel.PlayerId.TERMINAL),
}
"""The player ids of OpenSpiel for the states in which no seat decides."""

MAX_GAME_LENGTH: Final = 20_000
"""A bound that OpenSpiel requires: over twenty times the longest of thousands of random games.

Nightmarium ends by its rules after 1,000 turns, Onirim when its deck is empty.
"""


class OniriumGame(pyspiel.Game):
    """A game with its options, behind the interface of OpenSpiel.

    Attributes:
        game: the wrapped game.
        encoder: makes card identities in tensors one-hot vectors; otherwise None.
        lists: builds the observations, masks and chance outcomes of its states, or samples these.

    >>> import pyspiel
    >>> state = pyspiel.load_game("python_onirim(expansions=towers)").new_initial_state()
    >>> state.action_to_string(state.string_to_action("red tower 3"))
    'red tower 3'
    """

    def __init__(self, name: str, parameters: Mapping[str, OptionValue]) -> None:
        """Load a game with the parameters of OpenSpiel.

        Raises:
            OptionError: if a value does not exist, or values cannot be combined.
            ValueError: if the form of the tensors does not exist.
        """
        seed = int(parameters.get(SEED_PARAMETER, EXPLICIT_CHANCE))
        form = str(parameters.get(FORM_PARAMETER, TENSOR_FORMS[0]))
        validate_choice(TENSOR_FORMS, FORM_PARAMETER, form)
        resolved = resolve_options(name, parameters)
        self.game = load(name, **resolved)
        self.encoder = OneHotEncoder(self.game) if form == "one_hot" else None
        categorical = self.game.categorical_arrays() if self.encoder else frozenset()
        self.lists = ListBuilder(self.game, seed, categorical)
        super().__init__(
            type_of_game(self.game, is_chance_explicit=seed == EXPLICIT_CHANCE),
            pyspiel.GameInfo(
                num_distinct_actions=self.game.action_count,
                max_chance_outcomes=self.lists.outcome_count,
                num_players=self.game.seats,
                min_utility=0.0,
                max_utility=1.0,
                max_game_length=MAX_GAME_LENGTH,
            ),
            parameters_for(name, resolved, seed, form),
        )

    def new_initial_state(self) -> "OniriumState":
        """Return the initial state."""
        return OniriumState(self)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,
        params: Mapping[str, object] | None = None,
    ) -> "Observer | None":
        """Return the observer of a single player, or None for another kind of observer.

        Raises:
            ValueError: if there are parameters: the observer has none.
        """
        if params:
            raise ValueError(f"the observer has no parameters, but got {', '.join(params)}")
        if iig_obs_type is None:
            return Observer(self, perfect_recall=False)
        single = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (single and iig_obs_type.public_info):
            return None
        return Observer(self, perfect_recall=iig_obs_type.perfect_recall)

    def __reduce__(self) -> tuple[object, ...]:
        return (_load, (str(self),))


class OniriumState(pyspiel.State):
    """A state, behind the interface of OpenSpiel.

    OpenSpiel numbers chance outcomes from 0, Onirium after the actions.

    OpenSpiel calls the methods of a game in Python through C++, which takes longer than the rules.
    The methods that Python programs call in every step are therefore overridden, to bypass C++.
    Collecting events takes as long as the rules, and most programs never need them, so logs are
    rebuilt by replaying the history.

    Attributes:
        lists: builds observations, masks and chance outcomes.
        state: the wrapped state.
        start: the state at the start, or when it was resampled, without a history.
        earlier_logs: the text log of each seat before ``start``; that of spectators is last.
    """

    def __init__(self, game: OniriumGame) -> None:
        super().__init__(game)
        self.lists = game.lists
        self.start: State = game.game.new_state()
        self.state = self.start.clone()
        self.earlier_logs = [""] * (game.game.seats + 1)

    def current_player(self) -> int:
        """Return the seat that decides, or the player id for chance or the end."""
        player = self.state.current_player()
        return player if player >= 0 else PLAYER_IDS[player]

    def is_chance_node(self) -> bool:
        """Return whether chance decides next."""
        return self.state.is_chance_node()

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.state.is_terminal()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a player, by default of the one to decide."""
        state = self.state
        if player is not None and player != state.current_player():
            return []
        return self.lists.legal_actions(state)

    def _legal_actions(self, _player: int) -> list[int]:
        return self.state.legal_actions()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return 1 for each legal action of a player, by default of the one to decide, else 0."""
        mask = self.lists.mask(self.state, player)
        if mask is not None:
            return mask
        of_chance = self.state.is_chance_node() and (player is None or player < 0)
        mask = [0] * (self.lists.outcome_count if of_chance else self.state.game.action_count)
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Return the observation of a player, by default of the one to decide."""
        tensor = self.lists.tensor(self.state, player)
        if tensor is None:  # raises the error of OpenSpiel
            tensor = super().observation_tensor(self.current_player() if player is None else player)
        return tensor

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Return the observation of a player: the history behind it has no bounded length."""
        tensor = self.lists.tensor(self.state, player)
        if tensor is None:  # raises the error of OpenSpiel
            seat = self.current_player() if player is None else player
            tensor = super().information_state_tensor(seat)
        return tensor

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        return self.lists.chance_outcomes(self.state)

    def _apply_action(self, action: int) -> None:
        self.lists.apply(self.state, action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.state.game
        if player != pyspiel.PlayerId.CHANCE:
            return game.notation(action)
        is_explicit = self.lists.outcome_count > 1
        return game.notation(game.action_count + action) if is_explicit else "chance"

    def _to_struct(self) -> dict[str, Any]:
        """Return the position, including hidden information, as ``onirium.from_json`` reads it."""
        position: dict[str, Any] = msgspec.json.decode(self.state.to_json())
        return position

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        """Return the view of a player: the observation string as a structure."""
        view: dict[str, Any] = msgspec.json.decode(_view_as_json(self.state, player))
        return view

    def _action_to_struct(self, player: int, action: int) -> dict[str, str]:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: Mapping[str, str]) -> list[int]:
        return [self.string_to_action(struct["action"])]

    def returns(self) -> list[float]:
        """Return 1.0 for each winner, otherwise 0.0."""
        return self.state.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "OniriumState":
        """Return a random state consistent with the information state of a player.

        It has no history, which would reveal hidden information. The logs of the other players
        contain public events only. Without hidden information the result is a copy.

        Args:
            player: the seat.
            sampler: returns random numbers from 0 to 1.
        """
        if self.state.game.seats == 1:
            copy: OniriumState = self.clone()
            return copy
        resampled: OniriumState = self.get_game().new_initial_state()
        resampled.start = self.state.determinize(player, Random(int(sampler() * 2**KEY_BITS)))
        resampled.state = resampled.start.clone()
        resampled.earlier_logs = [self.log_of(SPECTATOR)] * len(self.earlier_logs)
        resampled.earlier_logs[player] = self.log_of(player)
        return resampled

    def log_of(self, seat: int) -> str:
        """Return the decisions of a seat, or of none for ``SPECTATOR``, and its visible events."""
        lines = [self.earlier_logs[-1 if seat == SPECTATOR else seat]]
        game, state = self.state.game, self.start.clone()
        for action in self.state.history():
            if state.current_player() == seat:
                lines.append(f"{game.notation(action)}\n")
            events: list[Event] = []
            state.apply(action, events)
            lines += [_event_line(event.seen_by(seat), game) for event in events]
        return "".join(lines)

    def __str__(self) -> str:
        """Return the position, including hidden information."""
        return to_line(self.state)

    def __reduce__(self) -> tuple[object, ...]:
        # OpenSpiel pickles the random number generator of a game; one in Python cannot provide it.
        return (_restore, (self.get_game(), self.serialize()))


class Observer:
    """Observer of a single player: a tensor with named parts, and a string.

    The tensor holds the numbers of ``State.observation``, or card identities as one-hot vectors,
    according to the form of the game. The string is the view of the seat as
    JSON; with perfect recall the log of the seat precedes it.

    Attributes:
        tensor: the whole tensor.
        dict: the named parts, which share its memory.
    """

    def __init__(self, game: OniriumGame, *, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self._encoder = game.encoder
        spec = game.game.observation_spec().values()
        self._numbers = vec[i16]([0] * sum(length for length, _ in spec))
        self._integers = shared_array(self._numbers, np.int16)
        slices = self._encoder.slices if self._encoder else observation_slices(game.game)
        self.tensor = np.zeros(max(part.stop for part in slices.values()), np.float32)
        self.dict = {name: self.tensor[part] for name, part in slices.items()}

    def set_from(self, state: OniriumState, player: int) -> None:
        """Write the observation of a player into the tensor."""
        state.state.observe_into(player, self._numbers, 0)
        integers = self._integers
        self.tensor[...] = self._encoder.encode(integers) if self._encoder else integers

    def string_from(self, state: OniriumState, player: int) -> str:
        """Return the observation or information state of a player as text."""
        log = state.log_of(player) if self._perfect_recall else ""
        return log + _view_as_json(state.state, player)


class OniriumBot(pyspiel.Bot):
    """A bot of Onirium as a bot of OpenSpiel.

    >>> import pyspiel
    >>> from onirium.bots.registry import make_bot
    >>> game = pyspiel.load_game("python_nightmarium")
    >>> bots = [OniriumBot(make_bot(name, game.game), 1) for name in ("greedy", "random")]
    >>> pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)
    [1.0, 0.0]
    """

    def __init__(self, bot: Bot, seed: int) -> None:
        super().__init__()
        self._bot = bot
        self._rng = Random(seed)

    def step(self, state: OniriumState) -> int:
        """Return the action chosen by the bot."""
        return self._bot.choose(state.state, self._rng)

    def restart_at(self, state: OniriumState) -> None:
        """Do nothing: bots keep no state between decisions."""


def register(name: str) -> None:
    """Register a game with OpenSpiel."""
    pyspiel.register_game(registered_type(name), _GameFactory(name))


def _load(text: str) -> OniriumGame:
    """Load a game from a pickle; importing this module has registered the games."""
    game: OniriumGame = pyspiel.load_game(text)
    return game


def _restore(game: OniriumGame, text: str) -> OniriumState:
    state: OniriumState = game.deserialize_state(text)
    return state


def _view_as_json(state: State, player: int) -> str:
    view = msgspec.structs.replace(state.view(player), legal_actions=[])
    return msgspec.json.encode(view).decode()


def _event_line(event: Event, game: Game) -> str:
    cards = ", ".join(["?" if card is None else game.card_name(card) for card in event.cards])
    route = f" {event.source} > {event.target}" if event.source or event.target else ""
    return f"{event.kind} {event.seat + 1}: {cards}{route}\n"


class _GameFactory:
    """Creates a game when OpenSpiel loads it.

    OpenSpiel releases the factory after Python has shut down, which would crash. The reference
    cycle keeps the factory alive until then.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._self = self

    def __call__(self, parameters: Mapping[str, OptionValue]) -> OniriumGame:
        return OniriumGame(self._name, parameters)


for _name in names():
    register(_name)
