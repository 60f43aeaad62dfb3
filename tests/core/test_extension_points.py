"""Every game provides the modules that the layers above it load by its name.

The mappings below import the modules by hand and assign them to the protocols: mypy then checks
every signature, and the tests check that the loaders return exactly these modules.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import polib
import pytest

import onirium
import onirium.bots.nightmarium.greedy
import onirium.bots.nightmarium.search_config
import onirium.bots.onirim.greedy
import onirium.bots.onirim.search_config
import onirium.games.nightmarium.game
import onirium.games.onirim.game
import onirium.notebook.nightmarium
import onirium.notebook.onirim
import onirium.presentation.nightmarium
import onirium.presentation.onirim
import onirium.studies.calibration.nightmarium
import onirium.studies.calibration.onirim
import onirium.studies.evaluation.nightmarium
import onirium.studies.evaluation.onirim
import onirium.studies.simulation.nightmarium
import onirium.studies.simulation.onirim
import onirium.studies.training.nightmarium
import onirium.studies.training.onirim
import onirium.terminal.nightmarium.board
import onirium.terminal.onirim.board
import onirium.web.card_art.nightmarium
import onirium.web.card_art.onirim
from onirium.bots.registry import _RULE_BASED_BOTS, BotModule
from onirium.bots.search_registry import SEARCH_CONFIGS, SearchConfig
from onirium.core.extension_point import ExtensionPoint
from onirium.games.nightmarium.view import NightmariumView
from onirium.games.onirim.view import OnirimView
from onirium.games.registry import GameModule
from onirium.i18n.catalog import LANGUAGES
from onirium.notebook.board import BOARDS as PICTURES
from onirium.notebook.board import BoardModule
from onirium.presentation.presenter import PRESENTERS, Presenter
from onirium.studies.calibration.kinds import KIND_MODULES, KindModule
from onirium.studies.evaluation.tasks import TASK_MODULES, TaskModule
from onirium.studies.experiments.run import PROGRESS_MEASURES, ProgressMeasureModule
from onirium.studies.training.registry import CURRICULA, CurriculumModule
from onirium.terminal.board_registry import BOARDS, BoardRenderer
from onirium.web.bundles import preloads
from onirium.web.card_art import CARD_ART, CardArt
from onirium.web.client_modules import load_style

PACKAGE = Path(onirium.__file__).parent
ROOT = Path(__file__).parents[2]
GAMES: Mapping[str, GameModule] = {
    "onirim": onirium.games.onirim.game,
    "nightmarium": onirium.games.nightmarium.game,
}
GREEDY_BOTS: Mapping[str, BotModule] = {
    "onirim": onirium.bots.onirim.greedy,
    "nightmarium": onirium.bots.nightmarium.greedy,
}
ONIRIM_PRESENTER: Presenter[OnirimView] = onirium.presentation.onirim
NIGHTMARIUM_PRESENTER: Presenter[NightmariumView] = onirium.presentation.nightmarium
PRESENTER_MODULES: Mapping[str, object] = {
    "onirim": ONIRIM_PRESENTER,
    "nightmarium": NIGHTMARIUM_PRESENTER,
}
ONIRIM_BOARD: BoardRenderer[OnirimView] = onirium.terminal.onirim.board
NIGHTMARIUM_BOARD: BoardRenderer[NightmariumView] = onirium.terminal.nightmarium.board
BOARD_MODULES: Mapping[str, object] = {
    "onirim": ONIRIM_BOARD,
    "nightmarium": NIGHTMARIUM_BOARD,
}
ONIRIM_PICTURE: BoardModule[OnirimView] = onirium.notebook.onirim
NIGHTMARIUM_PICTURE: BoardModule[NightmariumView] = onirium.notebook.nightmarium
PICTURE_MODULES: Mapping[str, object] = {
    "onirim": ONIRIM_PICTURE,
    "nightmarium": NIGHTMARIUM_PICTURE,
}
CARD_ART_MODULES: Mapping[str, CardArt] = {
    "onirim": onirium.web.card_art.onirim,
    "nightmarium": onirium.web.card_art.nightmarium,
}
SEARCH_CONFIG_MODULES: Mapping[str, SearchConfig] = {
    "onirim": onirium.bots.onirim.search_config,
    "nightmarium": onirium.bots.nightmarium.search_config,
}
CURRICULUM_MODULES: Mapping[str, CurriculumModule] = {
    "onirim": onirium.studies.training.onirim,
    "nightmarium": onirium.studies.training.nightmarium,
}
PROGRESS_MEASURE_MODULES: Mapping[str, ProgressMeasureModule] = {
    "onirim": onirium.studies.simulation.onirim,
    "nightmarium": onirium.studies.simulation.nightmarium,
}
TASK_MODULES_OF_GAMES: Mapping[str, TaskModule] = {
    "onirim": onirium.studies.evaluation.onirim,
    "nightmarium": onirium.studies.evaluation.nightmarium,
}
KIND_MODULES_OF_GAMES: Mapping[str, KindModule] = {
    "onirim": onirium.studies.calibration.onirim,
    "nightmarium": onirium.studies.calibration.nightmarium,
}
POINTS: Sequence[tuple[ExtensionPoint[object], Mapping[str, object]]] = [
    (_RULE_BASED_BOTS["greedy"], GREEDY_BOTS),
    (PRESENTERS, PRESENTER_MODULES),
    (BOARDS, BOARD_MODULES),
    (CARD_ART, CARD_ART_MODULES),
    (PICTURES, PICTURE_MODULES),
    (SEARCH_CONFIGS, SEARCH_CONFIG_MODULES),
    (CURRICULA, CURRICULUM_MODULES),
    (PROGRESS_MEASURES, PROGRESS_MEASURE_MODULES),
    (TASK_MODULES, TASK_MODULES_OF_GAMES),
    (KIND_MODULES, KIND_MODULES_OF_GAMES),
]
FILES = (
    *(f"games/{{game}}/booklet/{language}.md" for language in LANGUAGES),
    *(f"games/{{game}}/rules/{language}.md" for language in LANGUAGES),
    *(f"games/{{game}}/words/{language}.po" for language in LANGUAGES),
    "web/client/{game}/game_view.js",
    "web/client/{game}/scene.css",
    "web/client/{game}/scene.js",
    "web/client/{game}/{game}.css",
    "web/templates/{game}/props.html",
    "web/templates/{game}/standing.html",
    "web/templates/{game}/vista.html",
    "web/tutorials/{game}/basics.json",
)
"""The parts of a game that are no Python modules."""
PAGE_TEXTS = ("about.{game}", "progress.{game}", "statistics.scores.{game}", "ending.{game}.own")
"""The messages of the page about each game, by their key without ``page``."""


@pytest.mark.parametrize("game", onirium.names())
def test_every_game_has_all_its_parts(game: str) -> None:
    missing = [point.template for point, _ in POINTS if not point.is_provided(game)]
    missing += [file for file in FILES if not (PACKAGE / file.format(game=game)).exists()]
    words = polib.pofile(str(PACKAGE / "web" / "words" / "en.po"))
    keys = [f"page.{text}".format(game=game) for text in PAGE_TEXTS]
    missing += [key for key in keys if words.find(key) is None]
    assert not missing, f"{game} has no {', '.join(missing)}".replace("{game}", game)


def test_pages_without_a_table_show_the_horizon_of_every_game() -> None:
    modules = preloads("dream.js")
    missing = {*onirium.names()} - {"hush"} - {path.split("/")[0] for path in modules}
    assert not missing, f"import the scenes of {missing} in dream.js"


@pytest.mark.parametrize("sheet", ["arch", "booklet", "lobby", "scene", "static_pages"])
def test_the_style_sheets_of_pages_without_a_table_name_no_game(sheet: str) -> None:
    style = load_style(f"style/{sheet}.css")
    assert [game for game in onirium.names() if game in style] == []


def test_the_modules_of_every_game_are_type_checked_here() -> None:
    missing = set(onirium.names()) - {"hush"} - set(GAMES)
    assert not missing, f"assign the modules of {missing} to the protocols in this file"


def test_the_layers_name_every_game() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = {c["type"]: c for c in project["tool"]["importlinter"]["contracts"]}
    listed = {*contracts["forbidden"]["forbidden_modules"]} & {
        *contracts["independence"]["modules"]
    }
    games = {f"onirium.games.{name}" for name in onirium.names()} - {"onirium.games.hush"}
    assert listed == games, "list every game in the contracts of pyproject.toml"


@pytest.mark.parametrize(("point", "modules"), POINTS, ids=[point.template for point, _ in POINTS])
def test_an_extension_point_loads_the_module_of_each_game(
    point: ExtensionPoint[object], modules: Mapping[str, object]
) -> None:
    assert list(modules) == list(GAMES)
    for game, module in modules.items():
        assert point.load(game) is module


def test_an_extension_point_rejects_a_game_without_a_module() -> None:
    assert not PRESENTERS.is_provided("chess")
    with pytest.raises(ModuleNotFoundError):
        PRESENTERS.load("chess")
