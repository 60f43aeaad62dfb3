"""The games of the house as games of OpenSpiel; to import this module registers them.

Their names are ``python_onirim`` and so on, their parameters the options of the game. Of an option
with words and numbers 0 is the word; several values together are joined by ``+``; and what is
called ``seats`` elsewhere is ``players`` here, as in all games of OpenSpiel.
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
from onirium.core.game import Game, State
from onirium.core.options import Option, OptionValue, resolve
from onirium.games.registry import load, names, options
from onirium.record.position import to_line

__all__ = ["Observer", "OniriumGame", "OniriumState", "PlayerBot", "register"]

LONGEST: Final = 1_000_000
"""More decisions than any game will ever have; OpenSpiel asks for a bound."""


class OniriumGame(pyspiel.Game):
    """A game of the house with its options settled, as OpenSpiel asks for it.

    Attributes:
        game: the game as the rest of Onirium knows it.

    >>> import pyspiel
    >>> state = pyspiel.load_game("python_onirim(expansions=towers)").new_initial_state()
    >>> state.action_to_string(state.string_to_action("red tower 3"))
    'red tower 3'
    """

    def __init__(self, name: str, parameters: Mapping[str, Any]) -> None:
        """Settle what OpenSpiel gives as parameters.

        Raises:
            OptionError: if the game has no such value, or if values do not fit together.
        """
        given = {
            option.name: _meant(option, parameters[_parameter(option)])
            for option in options(name)
            if _parameter(option) in parameters
        }
        settled = resolve(name, options(name), given)
        self.game = load(name, **settled)
        super().__init__(
            _type_of(self.game),
            pyspiel.GameInfo(
                num_distinct_actions=self.game.action_count,
                max_chance_outcomes=self.game.outcome_count,
                num_players=self.game.seats,
                min_utility=0.0,
                max_utility=1.0,
                max_game_length=LONGEST,
            ),
            {_parameter(option): _stated(option, settled[option.name]) for option in options(name)},
        )

    def new_initial_state(self) -> "OniriumState":
        """Return the state from which a game starts."""
        return OniriumState(self)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,
        params: Mapping[str, Any] | None = None,
    ) -> "Observer | None":
        """Return what observes for one player, or nothing if another kind of observer is asked for.

        Raises:
            ValueError: if it is given parameters: it has none.
        """
        if params:
            raise ValueError(f"an observer has no parameters; given: {', '.join(params)}")
        if iig_obs_type is None:
            return Observer(self.game, remembers=False)
        single = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (single and iig_obs_type.public_info):
            return None
        return Observer(self.game, remembers=iig_obs_type.perfect_recall)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_load, (str(self),))


class OniriumState(pyspiel.State):
    """A state of the house, as OpenSpiel asks for it.

    OpenSpiel numbers outcomes from 0; in the house they lie behind the actions.

    Attributes:
        state: the state as the rest of Onirium knows it.
        told: what each seat was told since the game began, and last what everybody was.
    """

    def __init__(self, game: OniriumGame) -> None:
        super().__init__(game)
        self.state: State = game.game.new_state()
        self.told = [""] * (game.game.seats + 1)

    def current_player(self) -> int:
        """Return the seat that decides, or what stands for chance or the end."""
        if self.state.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.state.is_chance_node():
            return int(pyspiel.PlayerId.CHANCE)
        return self.state.current_player()

    def _legal_actions(self, _player: int) -> list[int]:
        return self.state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        outcomes = self.state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        shift = self.state.game.action_count
        return [(outcome - shift, weight / total) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        game = self.state.game
        seat = self.state.current_player()
        log: list[Event] = []
        if self.state.is_chance_node():
            self.state.apply(game.action_count + action, log)
        else:
            self.state.apply(action, log)
            self.told[seat] += f"{game.notation(action)}\n"
        for reader, who in enumerate([*range(game.seats), SPECTATOR]):
            self.told[reader] += "".join([_line(event.seen_by(who), game) for event in log])

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.state.game
        chance = player == pyspiel.PlayerId.CHANCE
        return game.notation(game.action_count + action if chance else action)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        """Return 1.0 for each seat that has won, otherwise 0.0."""
        return self.state.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "OniriumState":
        """Return another world that the player cannot tell from this one, nor from what was told.

        It has no history, which would tell what the player may not know; the other players remember
        what everybody was told. Where nothing is hidden it is a copy.

        Args:
            player: the seat.
            sampler: returns numbers between 0 and 1, as OpenSpiel's does.
        """
        if self.state.game.seats == 1:
            alike: OniriumState = self.clone()
            return alike
        world: OniriumState = self.get_game().new_initial_state()
        world.state = self.state.determinize(player, Random(int(sampler() * 2**KEY_BITS)))
        world.told = [self.told[-1]] * len(self.told)
        world.told[player] = self.told[player]
        return world

    def __str__(self) -> str:
        """Return the position, secrets included, as the tools of Onirium read it."""
        return to_line(self.state)


class Observer:
    """What a player knows, as OpenSpiel asks for it: numbers in named arrays, and a text.

    The numbers are those of ``State.observation``. The text of an observation is the view of the
    seat; that of an information state begins with all that the seat has decided and was told.

    Attributes:
        tensor: all numbers.
        dict: the named arrays, which are parts of it.
    """

    def __init__(self, game: Game, *, remembers: bool) -> None:
        lengths = {name: length for name, (length, _) in game.observation_spec().items()}
        self._remembers = remembers
        self._numbers = vec[i16]([0] * sum(lengths.values()))
        self._seen = np.frombuffer(self._numbers, np.int16)  # type: ignore[call-overload]
        self.tensor = np.zeros(len(self._numbers), np.float32)
        self.dict: dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]] = {}
        start = 0
        for name, length in lengths.items():
            self.dict[name] = self.tensor[start : start + length]
            start += length

    def set_from(self, state: OniriumState, player: int) -> None:
        """Write what a player sees into the arrays."""
        state.state.observe_into(player, self._numbers, 0)
        self.tensor[:] = self._seen

    def string_from(self, state: OniriumState, player: int) -> str:
        """Return what a player sees, or remembers and sees, as text."""
        view = msgspec.structs.replace(state.state.view(player), legal_actions=[])
        told = state.told[player] if self._remembers else ""
        return told + msgspec.json.encode(view).decode()


class PlayerBot(pyspiel.Bot):
    """A computer player of Onirium at a table of OpenSpiel.

    >>> import pyspiel
    >>> from onirium.bots.registry import make_bot
    >>> game = pyspiel.load_game("python_nightmarium")
    >>> bots = [PlayerBot(make_bot(name, game.game), 1) for name in ("greedy", "random")]
    >>> pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)
    [1.0, 0.0]
    """

    def __init__(self, player: Bot, seed: int) -> None:
        super().__init__()
        self._player = player
        self._dice = Random(seed)

    def step(self, state: OniriumState) -> int:
        """Return what the player chooses."""
        return self._player.choose(state.state, self._dice)

    def restart_at(self, state: OniriumState) -> None:
        """Begin with another state: players keep nothing in mind."""


def register(name: str) -> None:
    """Tell OpenSpiel of a game of the house."""
    pyspiel.register_game(_type(name, hides=True, shares=False), _Maker(name))


def _load(text: str) -> OniriumGame:
    """Return a game from a pickle; where this is found, the games are registered."""
    game: OniriumGame = pyspiel.load_game(text)
    return game


def _line(event: Event, game: Game) -> str:
    cards = ", ".join(["?" if card is None else game.card_name(card) for card in event.cards])
    way = f" {event.source} > {event.target}" if event.source or event.target else ""
    return f"{event.kind} {event.seat + 1}: {cards}{way}\n"


def _parameter(option: Option) -> str:
    return "players" if option.name == "seats" else option.name


def _stated(option: Option, value: Any) -> OptionValue:
    """Return the value of an option as a parameter, which has one type."""
    if option.multiple:
        return "+".join(value)
    numbered = any(isinstance(other, int) for other in option.values)
    return 0 if numbered and isinstance(value, str) else value


def _meant(option: Option, parameter: OptionValue) -> OptionValue:
    """Return the value of an option that a parameter stands for."""
    if isinstance(parameter, str):
        return parameter.replace("+", ",")
    words = [value for value in option.values if isinstance(value, str)]
    return words[0] if words and parameter == 0 else parameter


def _type_of(game: Game) -> Any:
    alone = game.seats == 1
    return _type(game.name, hides=not alone, shares=not alone and not game.is_competitive())


def _type(name: str, *, hides: bool, shares: bool) -> Any:
    """Return what OpenSpiel wants to know of a game.

    Args:
        name: its name.
        hides: whether players may know what others do not.
        shares: whether they win or lose together; otherwise nothing is said of the sum.
    """
    information = pyspiel.GameType.Information
    utility = pyspiel.GameType.Utility
    seats = _seats(name)
    return pyspiel.GameType(
        short_name=f"python_{name}",
        long_name=name.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION
        ),
        utility=utility.IDENTICAL if shares else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            _parameter(option): _stated(option, option.default) for option in options(name)
        },
    )


def _seats(name: str) -> tuple[OptionValue, ...]:
    """Return how many players a game can have, ascending."""
    for option in options(name):
        if option.name == "seats":
            return option.values
    return (load(name).seats,)


class _Maker:
    """Makes a game when OpenSpiel loads it.

    OpenSpiel lets go of it when Python is gone already. What refers to itself is not freed then.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._itself = self

    def __call__(self, parameters: Mapping[str, Any]) -> OniriumGame:
        return OniriumGame(self._name, parameters)


for _name in names():
    register(_name)
