"""Training curricula: the games from which a network learns, in phases with their settings."""

from typing import Final

import msgspec

EXPERT_ONLY: Final = 1.0
"""The advantage margin at which the expert takes every decision."""

FINAL_LR_FRACTION: Final = 0.05
"""The learning rate of the last iteration, as a fraction of that of the first."""


class Scenario(msgspec.Struct, frozen=True):
    """A kind of game from which a network learns.

    Attributes:
        options: options of the game.
        games: games per iteration.
        opponents: name of the bot in all seats but one; empty for self-play.
    """

    options: dict[str, object]
    games: int
    opponents: str = ""


class Phase(msgspec.Struct, frozen=True, kw_only=True):
    """Consecutive iterations with the same training settings.

    Attributes:
        iterations: number of iterations.
        expert: name of the bot to imitate; empty for none.
        advantage_margin: the excess in win probability over the expert's action above which
            another action is played, in the first iteration of the phase. It falls linearly
            towards 0, except for ``EXPERT_ONLY``, which stays constant.
        simulations: search simulations per decision; 0 for one-ply lookahead.
        game_fraction: fraction of the games of each scenario to play.
        epochs: passes over the decisions of an iteration.
        epsilon: probability of a uniformly random action (epsilon-greedy exploration).
        td_lambda: lambda of the TD(lambda) targets.
        lr_scale: factor of the curriculum's learning rate.
    """

    iterations: int
    expert: str = ""
    advantage_margin: float = 0.0
    simulations: int = 0
    game_fraction: float = 1.0
    epochs: int = 2
    epsilon: float = 0.02
    td_lambda: float = 0.9
    lr_scale: float = 1.0

    def margin_at(self, index: int) -> float:
        """Return the advantage margin of the iteration with an index in this phase, from 0."""
        if self.advantage_margin == EXPERT_ONLY:
            return self.advantage_margin
        return self.advantage_margin * (1 - index / self.iterations)


class Curriculum(msgspec.Struct, frozen=True, kw_only=True):
    """The training schedule of one network: imitation of an expert, then self-play.

    Attributes:
        game: name of the game.
        network: name of the network.
        scenarios: the games of each iteration.
        phases: the training phases, in order.
        hidden_units: size of the hidden layer.
        learning_rate: learning rate of the first iteration; it falls linearly to
            ``FINAL_LR_FRACTION`` of that in the last.
        ema_horizon: the playing weights are an exponential moving average over about this many
            batches; 1 disables averaging.
    """

    game: str
    network: str
    scenarios: tuple[Scenario, ...]
    phases: tuple[Phase, ...]
    hidden_units: int = 36
    learning_rate: float = 0.003
    ema_horizon: int = 1

    @property
    def iterations(self) -> int:
        """The number of iterations of all phases."""
        return sum(phase.iterations for phase in self.phases)

    def phase_at(self, number: int) -> tuple[Phase, int]:
        """Return the phase of an iteration, and the index of the iteration in it, from 0.

        Args:
            number: the number of the iteration, counted from 1.

        Raises:
            IndexError: if the curriculum has fewer iterations.
        """
        index = number - 1
        for phase in self.phases:
            if index < phase.iterations:
                return phase, index
            index -= phase.iterations
        raise IndexError(number)

    def learning_rate_at(self, number: int) -> float:
        """Return the learning rate of an iteration, counted from 1."""
        phase, _ = self.phase_at(number)
        progress = (number - 1) / max(self.iterations - 1, 1)
        return phase.lr_scale * self.learning_rate * (1 - progress * (1 - FINAL_LR_FRACTION))
