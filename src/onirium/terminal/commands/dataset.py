"""A data set of games, in the terminal."""

from pathlib import Path

from onirium.i18n.catalog import Words, format_count
from onirium.studies.datasets.writer import CARD_FILE, write_dataset
from onirium.studies.simulation.simulate import SimulationConfig
from onirium.terminal.formatting import make_console, progress_bar


def run(config: SimulationConfig, folder: Path, words: Words) -> int:
    """Write a data set, with progress on standard error and its card's path on standard output.

    Returns:
        The number of games, fewer than configured after an interrupt.

    Raises:
        OutputError: if the folder is not empty or cannot be written.
        ValueError: if the number of workers is invalid.
    """
    with progress_bar(words.text("simulate.playing")) as update:
        games = write_dataset(
            config, folder, lambda played: update(min(played, config.games), config.games)
        )
    text = words.text("dataset.written", games=format_count(games), card=folder / CARD_FILE)
    make_console().print(text)
    return games
