"""Environments for learners: a game behind the interfaces that the field uses.

Importing this tells Gymnasium and PettingZoo, where they are installed, which environments there
are: for each game there is ``onirium/<Game>-v0``.
"""

from importlib.util import find_spec

from onirium.games.registry import names

IDS = {name: f"onirium/{name.capitalize()}-v0" for name in names()}
"""The name of each game's environments."""


def _register_with_gymnasium() -> None:
    from gymnasium import register  # noqa: PLC0415  it may not be installed

    for name, place in IDS.items():
        register(
            place,
            entry_point="onirium.envs.gymnasium:SoloEnv",
            vector_entry_point="onirium.envs.vector:BatchEnv",
            kwargs={"game": name},
        )


def _register_with_pettingzoo() -> None:
    from pettingzoo import register  # noqa: PLC0415

    for name, place in IDS.items():
        register("aec", place, "onirium.envs.pettingzoo:env", kwargs={"game": name})
        register("parallel", place, "onirium.envs.pettingzoo:parallel_env", kwargs={"game": name})


if find_spec("gymnasium"):
    _register_with_gymnasium()
if find_spec("pettingzoo"):
    _register_with_pettingzoo()
