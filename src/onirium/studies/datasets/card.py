"""The card of a data set: its content, its columns and its origin, as on data hubs."""

import shlex
from collections.abc import Iterator
from typing import Final

from onirium.core.formatting import format_game
from onirium.studies.provenance import HASHED_FILES, Provenance
from onirium.studies.simulation.simulate import SimulationConfig

TEMPLATE = """\
---
license: apache-2.0
pretty_name: "{title}"
task_categories:
- reinforcement-learning
tags:
- card-game
- imperfect-information
- onirium
configs:
- config_name: decisions
  data_files: decisions.parquet
- config_name: games
  data_files: games.parquet
---

# {title}

{games:,} games of {game} with {decisions:,} decisions, played by {players}{rotation}.

| file | content |
|---|---|
| `decisions.parquet` | a row for each decision |
| `games.parquet` | a row for each game: deal, length, player and return of each seat |
| `records.jsonl` | a record for each game, which `onirium.record.loads` reads |
| `provenance.json` | program, weights, players and machine |

## Decisions

| column | meaning |
|---|---|
| `game` | the number of the game, from 0 on, as in the other files |
| `decision` | the number of the decision in the game, from 0 on |
| `seat`, `player` | the seat to decide, from 0 on, and its player |
| `observation` | {observation_size} integers that the seat observes: {observation} |
| `legal_actions` | the legal actions, of {actions} in all |
| `action` | the chosen one; `onirium.load("{game_name}").notation(action)` names it |
| `return` | the return of the seat at the end of the game: 1 for a win, otherwise 0 |

Observations and legal actions contain nothing that the seat cannot know. Records do: they name the
hidden cards.

## Games

| column | meaning |
|---|---|
| `game` | the number of the game |
| `deal` | the number of its deal, from 0 on |
| `rotation` | by how many seats the players have moved |
| `decisions` | the number of decisions of all seats |
| {players_by_seat} | the player of each seat |
| {returns_by_seat} | its return |

## Splits

All games are one split, for training: no deal is one of the held-out deals of `onirium evaluate`.
Split off a validation set by `deal`, never by decision: the decisions of a game share its return,
and the games of a deal its cards.

## Origin

    {command}

repeats the games, with onirium {version}, commit {commit}. Hashes: {hashes}.
"""


REPEATED_FOLDER: Final = "games"
"""The folder in the command that repeats the games."""


def render_card(
    config: SimulationConfig, games: int, decisions: int, provenance: Provenance
) -> str:
    """Return the card of the games of a simulation.

    Args:
        config: the simulation.
        games: the number of games.
        decisions: the number of decisions.
        provenance: the program, the players and the machine.
    """
    game = config.game
    spec = game.observation_spec()
    name = format_game(game.name, game.options)
    return TEMPLATE.format(
        title=f"Games of {name}",
        games=games,
        game=f"`{name}`",
        game_name=game.name,
        decisions=decisions,
        players=", ".join(f"`{player}`" for player in config.players),
        rotation="; each deal is played from every seat" if config.rotate else "",
        observation_size=sum(length for length, _ in spec.values()),
        observation=", ".join(f"{length} `{array}`" for array, (length, _) in spec.items()),
        actions=game.action_count,
        players_by_seat=_list_columns("player", game.seats),
        returns_by_seat=_list_columns("return", game.seats),
        command=format_command(config),
        version=provenance.version,
        commit=provenance.commit or "unknown",
        hashes=", ".join(f"{name} `{text}`" for name, text in _hashes(provenance)),
    )


def _list_columns(name: str, seats: int) -> str:
    """Return the names of the columns with a value for each seat."""
    return ", ".join(f"`{name}_{seat + 1}`" for seat in range(seats))


def _hashes(provenance: Provenance) -> Iterator[tuple[str, str]]:
    """Yield the names and hashes of the parts of the program, then those of external players."""
    for part in HASHED_FILES:
        yield part, getattr(provenance, part)
    for player in provenance.players:
        if player.hash is not None:
            yield player.name, player.hash


def format_command(config: SimulationConfig) -> str:
    """Return the command that repeats the games of a data set."""
    game = config.game
    words = ["onirium", "dataset", game.name, "--games", str(config.games)]
    words += ["--seed", str(config.seed), *(["--rotate"] if config.rotate else [])]
    for option in format_game(game.name, game.options).split(" ")[1:]:
        words += ["-o", option]
    for player in config.players:
        words += ["--seat", player]
    return shlex.join([*words, "--folder", REPEATED_FOLDER])
