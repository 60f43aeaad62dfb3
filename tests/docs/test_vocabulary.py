"""The glossary holds: one term for each concept, units in names, prose without free relatives."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "onirium"
GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"
MODULES = {path: ast.parse(path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
DOCUMENTS = [
    *(ROOT / "README.md", ROOT / "CONTRIBUTING.md"),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "benchmarks").rglob("*.md")),
]
GAMES = ("onirim", "nightmarium")

FREE_RELATIVE = re.compile(
    r"\bwhat (is|was|are|has|a|it|they|the|each|comes?|came|can|may|will|would|lies|stands?|happens"
    r"|others|\w+ (has|have|is|are|was|were))\b",
    re.IGNORECASE,
)
MAX_FREE_RELATIVES_PER_1000_WORDS = 2

RULEBOOK_WORDS = {"limbo", "prophecy", "labyrinth", "nightmare", "legion", "terror", "creature"}
RULEBOOK_PACKAGES = {"games", "presentation"}

DURATION = re.compile(r"(^|_)(TIMEOUT|INTERVAL|DELAY|BUDGET|PERIOD|DEADLINE|LEASE|AGE|PAUSE)(_|$)")
UNIT_OF_TIME = re.compile(r"_(US|MS|S|MINUTES|HOURS|DAYS)$")
NUMBERS_OF_ONE_WORD = {
    *("CHANCE", "TERMINAL", "SPECTATOR", "EVERYONE", "HIDDEN"),  # as in OpenSpiel; sets of seats
    *("EXPLORATION", "ROOT", "SCALE", "LANES", "FORMAT"),  # as in texts on search; of weight files
    *("TOLERANCE", "VARIANTS", "WIDTH", "HEIGHT"),
}
"""Numbers whose meaning one word gives; all others need at least two."""


def rejected_words() -> dict[str, str]:
    """Return the rejected words of the glossary, each with the term that replaces it."""
    text = GLOSSARY.read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \|[^|]+\| (\w[^|]*) \|$", text, re.MULTILINE)
    return {
        word.strip(): term.strip()
        for term, words in rows
        for word in re.sub(r"\([^)]*\)", "", words).split(",")
        if word.strip() != "not"
    }


def of_a_game(path: Path) -> bool:
    """Return whether a module belongs to one game or draws or words its cards."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0] in RULEBOOK_PACKAGES or not set(GAMES).isdisjoint(parts)


def defined_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names of the classes, functions, parameters and module constants of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def words_of(name: str) -> set[str]:
    """Return the words of an identifier: ``_TableView`` is made of table and view."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_classes_have_names_of_their_own() -> None:
    """The two games are twins: their modules of one name may hold classes of one name."""
    modules = defaultdict(set)
    for path, tree in MODULES.items():
        module = re.sub("|".join(GAMES), "GAME", path.relative_to(PACKAGE).as_posix())
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                modules[node.name.lstrip("_")].add(module)
    assert not {name: sorted(found) for name, found in modules.items() if len(found) > 1}


def test_no_name_is_a_rejected_word_of_the_glossary() -> None:
    rejected = rejected_words()
    assert {"nonce", "dice", "visitor"} <= rejected.keys()
    found = {
        f"{path.relative_to(PACKAGE)}: {name}: {rejected[name.strip('_').lower()]}"
        for path, tree in MODULES.items()
        if not of_a_game(path)
        for name in defined_names(tree)
        if name.strip("_").lower() in rejected
    }
    assert not found


def test_words_of_the_rulebooks_stay_with_the_games() -> None:
    found = {
        f"{path.relative_to(PACKAGE)}: {name}"
        for path, tree in MODULES.items()
        if not of_a_game(path)
        for name in defined_names(tree)
        if not RULEBOOK_WORDS.isdisjoint(words_of(name))
    }
    assert not found


def public_numbers() -> Iterator[tuple[Path, str]]:
    """Yield the numeric constants of all modules but those of one game and its rulebook."""
    for path, tree in MODULES.items():
        for node in tree.body if not of_a_game(path) else ():
            if not (isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)):
                continue
            value = node.value.operand if isinstance(node.value, ast.UnaryOp) else node.value
            is_number = isinstance(value, ast.Constant) and type(value.value) in {int, float}
            if is_number and not node.target.id.startswith("_"):
                yield path.relative_to(PACKAGE), node.target.id


def test_durations_carry_their_unit() -> None:
    names = list(public_numbers())
    durations = [(path, name) for path, name in names if DURATION.search(name)]
    assert len(durations) > 5
    assert [each for each in durations if not UNIT_OF_TIME.search(each[1])] == []


def test_numbers_carry_their_meaning() -> None:
    assert {name for _, name in public_numbers() if "_" not in name} == NUMBERS_OF_ONE_WORD


def docstrings() -> str:
    """Return all strings that stand alone: docstrings of modules, classes, functions, constants."""
    return "\n".join(
        node.value.value
        for tree in MODULES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def documents() -> str:
    """Return the text of all documents."""
    return "\n".join(path.read_text("utf-8") for path in DOCUMENTS)


@pytest.mark.parametrize("text", [docstrings(), documents()], ids=["docstrings", "documents"])
def test_prose_names_things_instead_of_paraphrasing_them(text: str) -> None:
    words = len(re.findall(r"\b\w+\b", text))
    found = len(FREE_RELATIVE.findall(text))
    assert found * 1000 / words <= MAX_FREE_RELATIVES_PER_1000_WORDS
