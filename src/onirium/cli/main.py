"""The command line interface: assembles the commands of all groups."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Final

import typer

from onirium.cli.completion import complete_in_bash
from onirium.cli.evaluation import dataset, evaluate
from onirium.cli.help import ReadableCommand, ReadableGroup
from onirium.cli.hosting import backup, restore, serve, site
from onirium.cli.output import Quiet, prepare_output, with_output_options
from onirium.cli.playing import options, play, replay, saved
from onirium.cli.studies import analyse, bounds, simulate, skill, study, tournament
from onirium.cli.termination import exit_on_sigterm
from onirium.cli.training import train

STUDY_GROUP: Final = "Study"

COMMAND_GROUPS: Final[dict[str, tuple[Callable[..., None], ...]]] = {
    "Play": (play, saved, replay, options),
    "Host": (serve, site, backup, restore),
    STUDY_GROUP: (analyse, skill, simulate, study, tournament, evaluate, dataset, bounds, train),
}

COMPLETION: Final = "_ONIRIUM_COMPLETE"
"""The variable with which a shell requests completions; the name is Typer's."""

EPILOG: Final = (
    "Help is in English; output follows the language of the system, or `--language`. "
    "Exit status: 0 success; 1 output could not be written; 2 wrong command, option or file, "
    "or a player or worker that failed; 130 interrupted with Ctrl+C before there was a result; "
    "143 terminated (SIGTERM)."
)

app = typer.Typer(pretty_exceptions_enable=False)
for _group, _commands in COMMAND_GROUPS.items():
    for _command in _commands:
        _is_study = _group == STUDY_GROUP
        _ends_cleanly = _is_study or _command in (play, replay)  # They hide the cursor.
        app.command(cls=ReadableCommand, rich_help_panel=_group)(
            with_output_options(
                exit_on_sigterm(_command) if _ends_cleanly else _command,
                has_progress=_is_study or _command is site,
            )
        )


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        print(f"onirium {version('onirium')}")
        raise typer.Exit


@app.callback(cls=ReadableGroup, invoke_without_command=True, epilog=EPILOG)
def onirium(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            "-V",
            callback=_print_version,
            is_eager=True,
            help="Print the version and exit.",
        ),
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Two card games about dreams: to play, to host and to study.

    Without a command both games open in the browser, like `onirium serve --browser`.
    """
    del version
    context.obj = quiet
    if context.invoked_subcommand is None:
        prepare_output(quiet=quiet)
        serve(browser=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; print errors of users and of the system in one line.

    Args:
        arguments: the command line without the program name; ``sys.argv[1:]`` by default.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    _open_missing_streams()
    _replace_unprintable_characters()
    _ignore_zero_terminal_size()
    try:
        with _adapt_to_shell():
            sys.exit(app(words, prog_name="onirium", standalone_mode=False) or 0)
    except typer.TyperException as error:
        problem = error.format_message().rstrip(".")
        see = " See" if problem.endswith("?") else "; see"
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "onirium"
        print(f"onirium: {problem}{see} `{command} --help`", file=sys.stderr)
        sys.exit(error.exit_code)
    except ValueError as error:
        print(f"onirium: {error}", file=sys.stderr)
        sys.exit(1 if _is_disk_failure(error.__context__) else 2)
    except OSError as error:
        location = f"{error.filename}: " if error.filename else ""
        print(f"onirium: {location}{error.strerror or error}", file=sys.stderr)
        sys.exit(1)


def _adapt_to_shell() -> AbstractContextManager[None]:
    """Return a context for the command, which may be a completion for a shell."""
    return complete_in_bash() if os.environ.get(COMPLETION) == "complete_bash" else nullcontext()


def _open_missing_streams() -> None:
    """Connect closed standard streams to the null device.

    Python sets them to ``None``, and the next file that is opened would get their descriptor.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - stays open
            setattr(sys, name, stream)


def _replace_unprintable_characters() -> None:
    """Print a question mark for a character that the encoding of the output lacks."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _ignore_zero_terminal_size() -> None:
    """Remove sizes of 0 from the environment, with which rich would print nothing."""
    for name in ("COLUMNS", "LINES"):
        if os.environ.get(name) == "0":
            del os.environ[name]


def _is_disk_failure(error: BaseException | None) -> bool:
    """Return whether output failed for a reason that no other command line would avoid."""
    return isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EIO}
