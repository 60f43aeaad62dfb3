"""Interactive play in the terminal."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from onirium.bots.registry import UnknownBot, bot_names
from onirium.core.game import Game
from onirium.core.spelling import suggest
from onirium.i18n.catalog import Words
from onirium.match.match import HUMAN, Match
from onirium.presentation.presenter import presenter_for
from onirium.record import Record, RecordError, read
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.console import Console
from onirium.terminal.saved_games import new_path
from onirium.terminal.terminal_game import TerminalGame


def play(
    game: Game,
    words: Words,
    *,
    seats: Sequence[str] = (),
    seed: int | None = None,
    resume: Path | None = None,
    step: int | None = None,
    budget_ms: float | None = None,
    console: Console | None = None,
) -> bool:
    """Play a game until it ends or a player leaves; the record is saved after every decision.

    Args:
        game: the game; its options apply to a new game only.
        words: the texts of the game.
        seats: occupant of each seat, ``human`` or the name of a bot; all human by default.
        seed: seed of the random number generator; random by default.
        resume: the path of a record to resume; by default a new game begins.
        step: with ``resume``, start a new game from the position before this step of the record,
            counted from 1; the record is not modified.
        budget_ms: time limit of the bot ``strong`` for each decision, in milliseconds.
        console: the console; a new one on the terminal by default.

    Returns:
        Whether the records of all games played are saved.

    Raises:
        RecordError: if the record cannot be read, has no such step or names an unknown bot.
        UnknownBot: if the game has no such bot; the message names those that it has.
        ValueError: if the number of seats does not match the game.
    """
    console = console or Console(board_renderer(game.name).styles(words))
    _check_occupants(seats, game)
    if resume is not None:
        terminal_game = _resume(game, words, console, seed, resume, step)
    else:
        match = Match(game, seats or [HUMAN] * game.seats, seed)
        goal = "\n".join(presenter_for(game.name).describe_goal(game, words))
        console.print(words.text("begin", game=words.text("name"), goal=goal))
        terminal_game = TerminalGame(match, new_path(game.name), words, console)
    terminal_game.match.budget_ms = budget_ms
    are_saved = True
    while terminal_game.play() and terminal_game.ask_to_play_again():
        are_saved &= terminal_game.is_saved
        finished = terminal_game.match
        match = Match(finished.game, finished.record.seats)
        match.budget_ms = budget_ms
        terminal_game = TerminalGame(match, new_path(game.name), words, console)
    return are_saved and terminal_game.is_saved


def _check_occupants(seats: Sequence[str], game: Game) -> None:
    """Check the names before their number: a misspelt bot is the likelier mistake."""
    _check_names(seats, game)
    if seats and len(seats) != game.seats:
        raise ValueError(
            f"{game.name} has {game.seats} seats, not {len(seats)}: repeat --seat for each of them"
        )


def _check_names(seats: Sequence[str], game: Game) -> None:
    if unknown := [name for name in seats if name not in {HUMAN, *bot_names(game)}]:
        suggestion = suggest(unknown[0], [*bot_names(game), HUMAN])
        if ":" in unknown[0]:
            suggestion = (
                "external players play in simulate, study, tournament, evaluate, dataset and bounds"
            )
        raise UnknownBot(f"{game.name} has no bot {unknown[0]!r}; {suggestion}")


def _resume(
    game: Game,
    words: Words,
    console: Console,
    seed: int | None,
    path: Path,
    step: int | None,
) -> TerminalGame:
    name = words.text("name")
    record = read(path)
    if record.game != game.name:
        raise RecordError(words.text("wrong.game", path=path, game=record.game))
    try:
        _check_names(record.seats, game)
    except UnknownBot as error:
        raise RecordError(f"{path}: seats: {error}") from None
    if step is None:
        console.print(words.text("resumed", game=name, path=path))
    else:
        record = _record_before(record, step, path)
        console.print(words.text("varied", game=name, path=path, step=step))
        path = new_path(game.name)
    return TerminalGame(Match.resume(record, seed), path, words, console)


def _record_before(record: Record, step: int, path: Path) -> Record:
    """Return the part of a record before a step, counted from 1."""
    steps = len(record.actions)
    if not 1 <= step <= steps:
        raise RecordError(f"{path}: no step {step}; steps: 1 to {steps}")
    return msgspec.structs.replace(record, actions=record.actions[: step - 1])
