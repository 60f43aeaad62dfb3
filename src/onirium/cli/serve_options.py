"""Builds the options of ``onirium serve`` from the declared settings."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from onirium.web.config.setting_specs import ENV_PREFIX, SettingSpec, declared_settings

HOSTING_PANEL: Final = "For a server on the internet"


def settings_command(
    command: Callable[[Mapping[str, object], Path | None], None],
) -> Callable[..., None]:
    """Return a typer command with one option for each setting, and ``--config``.

    Args:
        command: receives the values by setting, ``None`` if not given, and the path of the file.
    """

    @wraps(command)
    def run(config: Path | None = None, **flags: object) -> None:
        command(flags, config)

    # Typer builds the options from the signature.
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            *(_parameter(s.name, s.value_type, _option(s)) for s in _SETTINGS.values()),
            _parameter("config", Path, _CONFIG_OPTION),
        ]
    )
    return run


def _parameter(name: str, value_type: type[object], option: object) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[value_type | None, option],
    )


def _option(setting: SettingSpec) -> object:
    names = [setting.flag]
    if setting.value_type is bool:
        names = [f"{setting.flag}/--no-{setting.flag.removeprefix('--')}"]
    default = "" if setting.default == "none" else f" Default: {setting.default}."
    return typer.Option(
        *names,
        min=setting.value_range.minimum,
        max=setting.value_range.maximum,
        metavar=setting.doc.metavar,
        help=setting.doc.text + default,
        rich_help_panel=HOSTING_PANEL if setting.doc.is_public else None,
    )


_SETTINGS: Final = {setting.name: setting for setting in declared_settings()}

_CONFIG_OPTION: Final = typer.Option(
    metavar="FILE", help=f"TOML file with settings. Default: the value of {ENV_PREFIX}CONFIG."
)
_DATA_DIR_OPTION: Final = _option(_SETTINGS["data_dir"])

Config: TypeAlias = Annotated[Path | None, _CONFIG_OPTION]
DataDir: TypeAlias = Annotated[Path | None, _DATA_DIR_OPTION]
