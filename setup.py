"""Builds the wheel: the rules and the players compiled by mypyc where a C compiler is found.

``ONIRIUM_COMPILE=0`` builds plain Python. Editable installs are always plain: a compiled module
beside an edited source would win silently.
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup

COMPILED = (
    "kernel/chance.py",
    "kernel/deck.py",
    "kernel/events.py",
    "kernel/game.py",
    "games/nightmarium/abilities.py",
    "games/nightmarium/actions.py",
    "games/nightmarium/box.py",
    "games/nightmarium/choices.py",
    "games/nightmarium/completion.py",
    "games/nightmarium/ending.py",
    "games/nightmarium/exchange.py",
    "games/nightmarium/features.py",
    "games/nightmarium/game.py",
    "games/nightmarium/hands.py",
    "games/nightmarium/options.py",
    "games/nightmarium/placing.py",
    "games/nightmarium/secrets.py",
    "games/nightmarium/seeing.py",
    "games/nightmarium/setup.py",
    "games/nightmarium/state.py",
    "games/nightmarium/terror.py",
    "games/nightmarium/turn.py",
    "games/onirim/actions.py",
    "games/onirim/box.py",
    "games/onirim/choices.py",
    "games/onirim/doors.py",
    "games/onirim/ending.py",
    "games/onirim/expansions/book/box.py",
    "games/onirim/expansions/book/choices.py",
    "games/onirim/expansions/book/doors.py",
    "games/onirim/expansions/book/setup.py",
    "games/onirim/expansions/book/spells.py",
    "games/onirim/expansions/book/turn.py",
    "games/onirim/expansions/premonitions/box.py",
    "games/onirim/expansions/premonitions/choices.py",
    "games/onirim/expansions/premonitions/doors.py",
    "games/onirim/expansions/premonitions/dreams.py",
    "games/onirim/expansions/premonitions/penalties.py",
    "games/onirim/expansions/premonitions/setup.py",
    "games/onirim/expansions/premonitions/turn.py",
    "games/onirim/expansions/steps.py",
    "games/onirim/expansions/towers/box.py",
    "games/onirim/expansions/towers/choices.py",
    "games/onirim/expansions/towers/nightmares.py",
    "games/onirim/expansions/towers/row.py",
    "games/onirim/expansions/towers/turn.py",
    "games/onirim/features.py",
    "games/onirim/game.py",
    "games/onirim/moments.py",
    "games/onirim/nightmares.py",
    "games/onirim/options.py",
    "games/onirim/prophecy.py",
    "games/onirim/secrets.py",
    "games/onirim/seeing.py",
    "games/onirim/setup.py",
    "games/onirim/state.py",
    "games/onirim/turn.py",
    "games/onirim/two_players.py",
    "players/candidates.py",
    "players/evaluator.py",
    "players/net.py",
    "players/one_step.py",
    "players/partners.py",
    "players/pen.py",
    "players/player.py",
    "players/search.py",
    "players/searching.py",
    "players/thinker.py",
    "players/tree.py",
    "players/worlds.py",
    "players/nightmarium/aims.py",
    "players/nightmarium/brisk.py",
    "players/nightmarium/chain.py",
    "players/nightmarium/greedy.py",
    "players/nightmarium/inputs/creatures.py",
    "players/nightmarium/inputs/moment.py",
    "players/nightmarium/inputs/own.py",
    "players/nightmarium/inputs/rivals.py",
    "players/nightmarium/inputs/standing.py",
    "players/nightmarium/inputs/table.py",
    "players/nightmarium/keeping.py",
    "players/nightmarium/plan.py",
    "players/onirim/doors.py",
    "players/onirim/greedy.py",
    "players/onirim/hurdles.py",
    "players/onirim/inputs/colours.py",
    "players/onirim/inputs/deck.py",
    "players/onirim/inputs/expansions.py",
    "players/onirim/inputs/formation.py",
    "players/onirim/inputs/moment.py",
    "players/onirim/inputs/sight.py",
    "players/onirim/inputs/table.py",
    "players/onirim/inputs/wholes.py",
    "players/onirim/needs.py",
    "players/onirim/nightmares.py",
    "players/onirim/partners.py",
    "players/onirim/plan.py",
    "players/onirim/premonitions.py",
    "players/onirim/spells.py",
    "players/onirim/towers.py",
    "players/onirim/turn.py",
    "players/onirim/worth.py",
    "studies/apprentice.py",
    "studies/episodes.py",
    "studies/nightmarium/milestones.py",
    "studies/onirim/milestones.py",
    "studies/playout.py",
    "studies/speed.py",
    "studies/tables.py",
    "studies/watch.py",
)

TUNING = [
    "-fno-semantic-interposition",
    "-fvisibility=hidden",
    "-finline-limit=2000",
    "--param=inline-unit-growth=600",
    "-fno-tree-vectorize",
    "-fno-tree-slp-vectorize",
    "-fno-plt",
]
"""Lets gcc inline small rules into larger ones: half as many games again a second.

Loops over a hand or a few kinds of card are too short to be vectorized, and calls into Python need
no detour: three in a hundred more.
"""

WITHOUT_DEBUGGING = ["-g0"]
"""Nobody steps through the C; without it the wheel has half the size."""


def compiler_works(folder: str) -> bool:
    """Tell whether a C program that includes Python's headers can be compiled."""
    source = Path(folder, "probe.c")
    source.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    include = f"-I{sysconfig.get_path('include')}"
    try:
        subprocess.run(
            [*command, include, "-c", str(source), "-o", str(Path(folder, "probe.o"))],
            check=True,
            capture_output=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def extensions(folder: str) -> list[Extension]:
    """Return the modules to compile, none where that is not wanted or not possible."""
    if os.environ.get("ONIRIUM_COMPILE") == "0" or "editable_wheel" in sys.argv:
        return []
    if not compiler_works(folder):
        print("onirium: no C compiler was found, so the rules are installed as plain Python")
        return []
    from mypyc.build import mypycify

    modules = mypycify(
        [f"src/onirium/{path}" for path in COMPILED], target_dir=folder, group_name="onirium"
    )
    for module in modules:
        if sys.platform == "linux":
            module.extra_compile_args += [*TUNING, *WITHOUT_DEBUGGING]
    return modules


with tempfile.TemporaryDirectory(prefix="build-", dir=".") as absolute:
    # A relative path, which setuptools asks for, in a folder that leaves nothing stale behind.
    scratch = os.path.relpath(absolute)
    setup(ext_modules=extensions(scratch), options={"build": {"build_base": scratch}})
