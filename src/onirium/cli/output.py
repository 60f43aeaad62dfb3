"""The option ``--quiet`` of commands, and the warning of a build without compiled rules."""

import inspect
import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, TypeAlias

import typer

from onirium.core.build import is_compiled

Quiet: TypeAlias = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print results and errors only, no progress.")
]


def with_output_options(command: Callable[..., None], *, has_progress: bool) -> Callable[..., None]:
    """Return a typer command that prepares the output when it runs, but not for ``--help``.

    Args:
        command: the command.
        has_progress: whether it shows progress, and so has an option ``--quiet`` of its own.
    """

    @wraps(command)
    def run(context: typer.Context, *, quiet: bool = False, **arguments: object) -> None:
        prepare_output(quiet=quiet or bool(context.obj))
        command(**arguments)

    # Typer builds the options from the signature.
    keyword = inspect.Parameter.KEYWORD_ONLY
    signature = inspect.signature(command)
    parameters = [
        inspect.Parameter("context", keyword, annotation=typer.Context),
        *(parameter.replace(kind=keyword) for parameter in signature.parameters.values()),
    ]
    if has_progress:
        parameters.append(inspect.Parameter("quiet", keyword, default=False, annotation=Quiet))
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return run


def prepare_output(*, quiet: bool) -> None:
    """Silence progress, or warn of a build without compiled rules."""
    if quiet:
        from onirium.terminal.formatting import progress_console

        progress_console.quiet = True
    elif not is_compiled():
        print("onirium: the rules run as plain Python here, correct but slower", file=sys.stderr)
