"""Command help that shows metavars instead of Python types."""

from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup


class ReadableCommand(TyperCommand):
    """A command whose help shows metavars."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, with metavars."""
        return _with_metavars(super().get_params(ctx))

    def get_short_help_str(self, limit: int = 0) -> str:
        """Return the first line of the help, whole: typer would cut it off."""
        del limit
        return (self.help or "").partition("\n")[0]


class ReadableGroup(TyperGroup):
    """A group whose help shows metavars."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, with metavars."""
        return _with_metavars(super().get_params(ctx))


def _with_metavars(parameters: list[Any]) -> list[Any]:
    """Set the metavar of each option without one: empty for a flag, otherwise ``NUMBER``.

    Arguments have metavars already, but typer appends their type, and no setting prevents that.
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
