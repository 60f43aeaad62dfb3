"""Reinforcement learning environments: Gymnasium, PettingZoo, a vector environment, OpenSpiel.

Importing this package registers ``onirium/<Game>-v0`` for each game with Gymnasium and PettingZoo,
as far as they are installed.
"""

from importlib.util import find_spec

from onirium.games.registry import names

IDS = {name: f"onirium/{name.capitalize()}-v0" for name in names()}
"""The environment id of each game."""


def _register_with_gymnasium() -> None:
    from gymnasium import register  # noqa: PLC0415 - an optional dependency

    for name, env_id in IDS.items():
        register(
            env_id,
            entry_point="onirium.envs.gymnasium:SoloEnv",
            vector_entry_point="onirium.envs.vector:BatchEnv",
            kwargs={"game": name},
        )


def _register_with_pettingzoo() -> None:
    from pettingzoo import register  # noqa: PLC0415 - an optional dependency

    for name, env_id in IDS.items():
        register("aec", env_id, "onirium.envs.pettingzoo:env", kwargs={"game": name})
        register("parallel", env_id, "onirium.envs.pettingzoo:parallel_env", kwargs={"game": name})


if find_spec("gymnasium"):
    _register_with_gymnasium()
if find_spec("pettingzoo"):
    _register_with_pettingzoo()
