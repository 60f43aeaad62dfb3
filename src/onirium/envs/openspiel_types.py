"""The types and parameters of OpenSpiel for the games and their options."""

from collections.abc import Mapping
from typing import Any, Final

import pyspiel

from onirium.core.game import Game
from onirium.core.options import Option, OptionValue, resolve
from onirium.envs.list_builder import EXPLICIT_CHANCE
from onirium.games.registry import load, options

SEED_PARAMETER: Final = "rng_seed"
"""The parameter with the seed of sampled chance outcomes."""

FORM_PARAMETER: Final = "observation"
"""The parameter with the form of the tensors."""

TENSOR_FORMS: Final = ("flat", "one_hot")
"""The forms of tensors: card identities as numbers, or as one-hot vectors."""


def resolve_options(name: str, parameters: Mapping[str, OptionValue]) -> dict[str, Any]:
    """Return the values of all options of a game for the parameters of OpenSpiel.

    Raises:
        OptionError: if a value does not exist, or values cannot be combined.

    >>> resolve_options("nightmarium", {"players": 3, "first": 0})["seats"]
    3
    """
    values = {
        option.name: _option_value(option, parameters[_parameter(option)])
        for option in options(name)
        if _parameter(option) in parameters
    }
    return resolve(name, options(name), values)


def parameters_for(
    name: str, resolved: Mapping[str, Any], seed: int, form: str
) -> dict[str, OptionValue]:
    """Return the parameters of OpenSpiel for a game.

    Args:
        name: the name of the game.
        resolved: the values of all its options.
        seed: the seed of sampled chance outcomes, or ``EXPLICIT_CHANCE``.
        form: one of ``TENSOR_FORMS``.

    >>> resolved = resolve_options("onirim", {"expansions": "book+towers"})
    >>> parameters_for("onirim", resolved, EXPLICIT_CHANCE, "flat")["expansions"]
    'book+towers'
    """
    parameters = {
        _parameter(option): _parameter_value(option, resolved[option.name])
        for option in options(name)
    }
    return {**parameters, SEED_PARAMETER: seed, FORM_PARAMETER: form}


def registered_type(name: str) -> pyspiel.GameType:
    """Return the type under which a game is registered, before its options are known."""
    return _make_type(
        name,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
    )


def type_of_game(game: Game, *, is_chance_explicit: bool) -> pyspiel.GameType:
    """Return the type of a game with its options.

    Args:
        game: the game.
        is_chance_explicit: whether programs sample the chance outcomes, instead of the game.
    """
    modes = pyspiel.GameType.ChanceMode
    information = pyspiel.GameType.Information
    utility = pyspiel.GameType.Utility
    is_solo = game.seats == 1
    return _make_type(
        game.name,
        chance_mode=modes.EXPLICIT_STOCHASTIC if is_chance_explicit else modes.SAMPLED_STOCHASTIC,
        information=(
            information.PERFECT_INFORMATION if is_solo else information.IMPERFECT_INFORMATION
        ),
        utility=utility.GENERAL_SUM if is_solo or game.is_competitive() else utility.IDENTICAL,
    )


def _make_type(
    name: str,
    *,
    chance_mode: pyspiel.GameType.ChanceMode,
    information: pyspiel.GameType.Information,
    utility: pyspiel.GameType.Utility,
) -> pyspiel.GameType:
    seats = _seats(name)
    defaults = {option.name: option.default for option in options(name)}
    return pyspiel.GameType(
        short_name=f"python_{name}",
        long_name=name.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=information,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_for(name, defaults, EXPLICIT_CHANCE, TENSOR_FORMS[0]),
    )


def _parameter(option: Option) -> str:
    return "players" if option.name == "seats" else option.name


def _parameter_value(option: Option, value: OptionValue | tuple[OptionValue, ...]) -> OptionValue:
    """Return the parameter of OpenSpiel for the value of an option."""
    if isinstance(value, tuple):
        return "+".join(map(str, value))
    numbered = any(isinstance(other, int) for other in option.values)
    return 0 if numbered and isinstance(value, str) else value


def _option_value(option: Option, parameter: OptionValue) -> OptionValue:
    """Return the value of an option for a parameter of OpenSpiel."""
    if isinstance(parameter, str):
        return parameter.replace("+", ",")
    words = [value for value in option.values if isinstance(value, str)]
    return words[0] if words and parameter == 0 else parameter


def _seats(name: str) -> tuple[OptionValue, ...]:
    """Return the possible numbers of players, ascending."""
    for option in options(name):
        if option.name == "seats":
            return option.values
    return (load(name).seats,)
