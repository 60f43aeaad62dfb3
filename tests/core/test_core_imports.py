"""Rules, records and bots need three packages, whatever else is installed."""

import subprocess
import sys

PACKAGES = {"onirium", "onirium__mypyc", "librt", "msgspec", "mypy_extensions"}
OPTIONAL = {"typing_extensions"}  # msgspec imports it where it is installed

PROGRAM = """
import sys
from importlib.metadata import packages_distributions

before = set(sys.modules)
import onirium
from onirium.bots.registry import make_bot
from onirium.record import dumps, new_record

for name in onirium.names():
    game = onirium.load(name)
    state, rng, bot = game.new_state(), onirium.Random(1), make_bot("greedy", game)
    state.resolve_chance(rng)
    state.apply(bot.choose(state, rng))
    dumps(new_record(game, ["greedy"] * game.seats))
imported = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(imported & set(packages_distributions())))
"""


def test_core_imports_three_packages() -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert set(result.stdout.split()) <= PACKAGES | OPTIONAL
    assert {"librt", "msgspec"} <= set(result.stdout.split())
