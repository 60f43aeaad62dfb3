"""Help of commands that names the values of parameters, not their types in Python."""

from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup


class ReadableCommand(TyperCommand):
    """A command with readable help."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, with readable values."""
        return _with_readable_values(super().get_params(ctx))

    def get_short_help_str(self, limit: int = 0) -> str:
        """Return the first line of the help, whole: typer would cut it off."""
        del limit
        return (self.help or "").partition("\n")[0]


class ReadableGroup(TyperGroup):
    """A group of commands with readable help."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, with readable values."""
        return _with_readable_values(super().get_params(ctx))


def _with_readable_values(parameters: list[Any]) -> list[Any]:
    """Name the values of options without a name: nothing for a switch, else a number.

    An argument is named by its value already; typer adds the type and has no option for that.
    """
    for parameter in parameters:
        if isinstance(parameter, TyperArgument):
            parameter.display_type_rich = _no_text  # type: ignore[method-assign]
        elif parameter.metavar is None:
            parameter.metavar = "" if parameter.is_flag else "NUMBER"
    return parameters


def _no_text(ctx: Any) -> str:
    del ctx
    return ""
