"""Trains the network that values states after chance outcomes, for luck.

    python -m tools.train_outcomes play FOLDER [--games N] [--workers N]
    python -m tools.train_outcomes fit FOLDER [--device cuda]

``play`` records base games of ``quick`` with few simulations: the active features of every state
after a chance outcome or before one. ``fit`` fits two networks to them by TD(lambda), with a
lambda that falls from epoch to epoch: later ones follow the results less and the next states more,
which are less noisy. The networks err in different ways, so their mean is more accurate. Both are
written into the package as one network. Run ``play`` with a compiled build; ``fit`` needs torch.
"""

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

import onirium
from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.network.weights import write_network
from onirium.bots.registry import make_bot
from onirium.bots.search_registry import count_features, search_config_for, weights_path
from onirium.core.chance import Random, derive_key
from onirium.studies.compute.processes import run_in_order
from onirium.studies.training.optimizer import quantize_weights

Weights = dict[str, NDArray[np.float32]]

GAME: Final = onirium.load("onirim")
SIMULATIONS: Final = 6
"""Simulations per decision. They take a sixteenth of the time of ``quick``, whose win rate is one
point higher."""

SEED: Final = 9002
GAMES_PER_JOB: Final = 500
BATCH_SIZE: Final = 65_536
FINAL_LR_FRACTION: Final = 0.03
ADAM_BETAS: Final = (0.9, 0.99)
EMA_DECAY: Final = 0.998
INITIAL_DEVIATION: Final = 0.05

ROUNDING: Final = 32
"""Embedding weights are rounded to multiples of 1/32, which makes the file smaller by 40 %."""


CALIBRATION: Final = 0.3
"""Added to the log-odds, since ``quick`` wins more often than with few simulations: its mean
estimate over 1,000 games then is its result."""


class Member(NamedTuple):
    """One of the networks whose mean is used.

    Attributes:
        hidden_units: the size of its hidden layer.
        learning_rate: the step size of Adam at first; it falls linearly.
        lambdas: the lambda of the targets in each epoch.
    """

    hidden_units: int
    learning_rate: float
    lambdas: tuple[float, ...]


MEMBERS: Final = (
    Member(72, 0.003, (1.0, 0.9, 0.7, 0.5, 0.3, 0.3)),
    Member(192, 0.004, (1.0, 0.97, 0.95, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9)),
)


class Job(NamedTuple):
    """Consecutive games, with the file of their states."""

    path: Path
    first: int
    games: int


class States(NamedTuple):
    """The states of all games in order.

    Attributes:
        features: for each state its active features, padded with the number of features.
        games: the index of the game of each state.
        results: the result of each game.
    """

    features: Tensor
    games: Tensor
    results: Tensor


def play(folder: Path, games: int, workers: int) -> None:
    """Play games and write their states, in a file for each job; existing files are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [
        Job(folder / f"{first}.npz", first, min(GAMES_PER_JOB, games - first))
        for first in range(0, games, GAMES_PER_JOB)
    ]
    missing = [job for job in jobs if not job.path.exists()]
    for win_rate in run_in_order(record, missing, workers):
        print(win_rate, flush=True)


def record(job: Job) -> float:
    """Play the games of a job, write their states, and return the win rate."""
    bot = make_bot("quick", GAME, SIMULATIONS)
    encoder, writer = search_config_for(GAME.name).make_encoder(), FeatureWriter()
    features: list[int] = []
    row_ends: list[int] = []
    indices: list[int] = []
    results: list[float] = []
    for number in range(job.first, job.first + job.games):
        deck = Random(derive_key(SEED, f"deck {number}"))
        rng = Random(derive_key(SEED, f"bots {number}"))
        state = GAME.new_state()
        while not state.is_terminal():
            after_chance = state.is_chance_node()
            state.apply_unchecked(state.sample(deck) if after_chance else bot.choose(state, rng))
            if not state.is_terminal() and (after_chance or state.is_chance_node()):
                encoder.encode(state, 0, writer)
                features += list(writer.indices)[: writer.count]
                row_ends.append(len(features))
                indices.append(number - job.first)
        results.append(state.returns()[0])
    unfinished = job.path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(
            file,
            features=np.array(features, np.uint16),
            row_ends=np.array(row_ends),
            games=np.array(indices),
            results=np.array(results, np.float32),
        )
    unfinished.replace(job.path)
    return sum(results) / len(results)


def load_states(folder: Path, feature_count: int, device: str) -> States:
    """Read the states of all games."""
    parts = [dict(np.load(path)) for path in sorted(folder.glob("*.npz"))]
    width = max(int(np.diff(part["row_ends"], prepend=0).max()) for part in parts)
    rows = [torch.from_numpy(_pad(part, width, feature_count)).to(device) for part in parts]
    ends = np.cumsum([0, *(len(part["results"]) for part in parts)])
    games = [part["games"] + first for part, (first, _) in zip(parts, pairwise(ends), strict=True)]
    results = np.concatenate([part["results"] for part in parts])
    return States(
        torch.cat(rows),
        torch.from_numpy(np.concatenate(games)).to(device),
        torch.from_numpy(results).to(device),
    )


def _pad(part: dict[str, NDArray[Any]], width: int, filler: int) -> NDArray[np.int16]:
    """Return the features of each state as a row of equal width."""
    ends = part["row_ends"]
    counts = np.diff(ends, prepend=0)
    row = np.repeat(np.arange(len(ends)), counts)
    padded = np.full((len(ends), width), filler, np.int16)
    padded[row, np.arange(ends[-1]) - (ends - counts)[row]] = part["features"]
    return padded


class OutcomeNetwork(nn.Module):
    """The architecture of the networks of the package, with float weights."""

    def __init__(self, feature_count: int, hidden_units: int) -> None:
        super().__init__()
        rows = torch.randn(feature_count + 1, hidden_units) * INITIAL_DEVIATION
        rows[feature_count] = 0
        self.embedding = nn.Parameter(rows)
        self.bias = nn.Parameter(torch.zeros(hidden_units))
        self.output = nn.Linear(hidden_units, 1)

    def forward(self, features: Tensor) -> Tensor:
        """Return the log-odds of a win."""
        filler = len(self.embedding) - 1
        rows = functional.embedding_bag(
            features.int(), self.embedding, mode="sum", padding_idx=filler
        )
        logits: Tensor = self.output(torch.relu(rows + self.bias))
        return logits.squeeze(1)


def fit(folder: Path, device: str) -> None:
    """Fit the networks to the games of a folder, and write their mean into the package."""
    config = search_config_for(GAME.name)
    feature_count = count_features(GAME, config.make_encoder())
    states = load_states(folder, feature_count, device)
    networks = [fit_member(states, feature_count, member) for member in MEMBERS]
    weights = join(networks, find_active(states.features, feature_count))
    path = weights_path(GAME.name, str(config.outcome_network_name(GAME)))
    write_network(path, quantize_weights(weights), feature_count)


def fit_member(states: States, feature_count: int, member: Member) -> Weights:
    """Return the averaged weights of one network."""
    torch.manual_seed(0)
    network = OutcomeNetwork(feature_count, member.hidden_units).to(states.games.device)
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(EMA_DECAY)
    )
    optimizer = torch.optim.Adam(network.parameters(), lr=member.learning_rate, betas=ADAM_BETAS)
    batches = len(member.lambdas) * -(-len(states.games) // BATCH_SIZE)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, FINAL_LR_FRACTION, batches)
    for td_lambda in member.lambdas:
        targets = find_targets(states, predict(average, states.features), td_lambda)
        for batch in torch.randperm(len(targets)).to(targets.device).split(BATCH_SIZE):
            logits = network(states.features[batch])
            loss = functional.binary_cross_entropy_with_logits(logits, targets[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            average.update_parameters(network)
        print(f"lambda {td_lambda}: loss {loss.item():.5f}", flush=True)
    return {name: values.cpu().numpy() for name, values in average.module.state_dict().items()}


def predict(network: nn.Module, features: Tensor) -> Tensor:
    """Return the win probability in each state."""
    with torch.no_grad():
        return torch.cat([torch.sigmoid(network(part)) for part in features.split(BATCH_SIZE)])


def find_targets(states: States, estimates: Tensor, td_lambda: float) -> Tensor:
    """Return the TD(lambda) target of each state, from the end of the games backwards."""
    targets = torch.empty_like(estimates)
    starts = torch.searchsorted(states.games, torch.arange(len(states.results)).to(states.games))
    lengths = torch.diff(starts, append=torch.tensor([len(estimates)]).to(starts))
    last = starts + lengths - 1
    targets[last] = states.results
    for steps in range(1, int(lengths.max())):
        at = last[lengths > steps] - steps
        targets[at] = td_lambda * targets[at + 1] + (1 - td_lambda) * estimates[at + 1]
    return targets


def find_active(features: Tensor, feature_count: int) -> NDArray[np.bool_]:
    """Return which features were ever active; the rows of the others still are random."""
    active = np.zeros(feature_count + 1, np.bool_)
    active[features.unique().long().cpu().numpy()] = True
    return active[:-1]


def join(networks: list[Weights], active: NDArray[np.bool_]) -> Weights:
    """Return a network whose log-odds are the mean of those of several."""
    rows = np.hstack([network["embedding"][:-1] for network in networks]) * active[:, None]
    outputs = np.concatenate([network["output.weight"][0] for network in networks])
    return {
        "embedding": np.rint(rows * ROUNDING) / ROUNDING,
        "bias": np.concatenate([network["bias"] for network in networks]),
        "output_weights": outputs / len(networks),
        "output_bias": np.mean([network["output.bias"] for network in networks], axis=0)
        + CALIBRATION,
    }


def main() -> None:
    """Play games, or fit the network to them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("command", choices=("play", "fit"))
    parser.add_argument("folder", type=Path, help="folder of the recorded games")
    parser.add_argument("--games", type=int, default=138_000, help="number of games to play")
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    parser.add_argument("--device", default="cpu", help="device of torch that fits")
    arguments = parser.parse_args()
    if arguments.command == "play":
        play(arguments.folder, arguments.games, arguments.workers)
    else:
        fit(arguments.folder, arguments.device)


if __name__ == "__main__":
    main()
