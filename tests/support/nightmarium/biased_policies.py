"""Policies for the reference model that reach rare situations; they choose chance outcomes too."""

from collections.abc import Callable
from random import Random

from tests.games.nightmarium.reference import LEGIONS, Playing, card_placed

Choose = Callable[[Playing], str]
Preference = Callable[[Playing, str], float]

RANDOM_SHARE = 0.05
"""The default share of random answers."""


def random_policy(seed: int) -> Choose:
    """Return a policy that answers at random."""
    rng = Random(seed)
    return lambda model: rng.choice(model.answers())


def preference_policy(
    preference: Preference, seed: int, random_share: float = RANDOM_SHARE
) -> Choose:
    """Return a policy that takes the preferred answer, or a random one with a probability."""
    rng = Random(seed)

    def choose(model: Playing) -> str:
        if rng.random() < random_share:
            return rng.choice(model.answers())
        return max(model.answers(), key=lambda answer: (preference(model, answer), rng.random()))

    return choose


def hoard(_: Playing, answer: str) -> float:
    """Prefer drawing, and keep all cards."""
    return {"place": -1, "exchange": 0, "done": 1}.get(answer.split(maxsplit=1)[0], 2)


def build_up(_: Playing, answer: str) -> float:
    """Prefer placements, on top of a creature first."""
    if answer.startswith("place"):
        return 3 if " on " in answer else 2
    return 1 if answer in {"draw", "done"} else 0


def prefer_abilities(*abilities: str) -> Preference:
    """Prefer placements, of cards with some abilities first."""

    def preference(model: Playing, answer: str) -> float:
        has_one = card_placed(answer).endswith(abilities)
        return build_up(model, answer) + has_one

    return preference


def build_pure(model: Playing, answer: str) -> float:
    """Build creatures of one legion, determined by the slot; place nothing else."""
    if not answer.startswith("place"):
        return build_up(model, answer)
    creatures = model.table.slots[model.table.mover]
    empty = next((creature.slot for creature in creatures if not creature.cards), 0)
    slot = int(answer.split(" on ")[1]) if " on " in answer else empty
    return 3 if card_placed(answer).startswith(LEGIONS[slot % len(LEGIONS)]) else -1


POLICIES: dict[str, Preference] = {
    "builds": build_up,
    "sings": prefer_abilities("singer"),
    "repeats": prefer_abilities("mocker", "devourer", "weeper"),
    "harms": prefer_abilities("executioner", "scavenger"),
    "purely": build_pure,
}
