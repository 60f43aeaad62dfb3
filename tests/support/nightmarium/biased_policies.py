"""Ways of playing that lead games to all there is; chance is led along."""

from collections.abc import Callable
from random import Random

from tests.games.nightmarium.reference import LEGIONS, Playing, card_placed

Choose = Callable[[Playing], str]
Wish = Callable[[Playing, str], float]

WHIM = 0.05
"""How often anything goes."""


def at_random(seed: int) -> Choose:
    dice = Random(seed)
    return lambda playing: dice.choice(playing.answers())


def with_a_wish(wish: Wish, seed: int, whim: float = WHIM) -> Choose:
    """Answer with what is wished for most, now and then with anything."""
    dice = Random(seed)

    def choose(playing: Playing) -> str:
        if dice.random() < whim:
            return dice.choice(playing.answers())
        return max(playing.answers(), key=lambda answer: (wish(playing, answer), dice.random()))

    return choose


def hoards(_: Playing, answer: str) -> float:
    """Draw as long as there is anything to draw, and let go of nothing."""
    return {"place": -1, "exchange": 0, "done": 1}.get(answer.split(maxsplit=1)[0], 2)


def builds(_: Playing, answer: str) -> float:
    """Place what can be placed, the higher the better."""
    if answer.startswith("place"):
        return 3 if " on " in answer else 2
    return 1 if answer in {"draw", "done"} else 0


def fond_of(*abilities: str) -> Wish:
    """Place what can be placed, and some abilities before all others."""

    def wish(playing: Playing, answer: str) -> float:
        has_one = card_placed(answer).endswith(abilities)
        return builds(playing, answer) + has_one

    return wish


def purely(playing: Playing, answer: str) -> float:
    """Build creatures of one legion, that of the place; place nothing else."""
    if not answer.startswith("place"):
        return builds(playing, answer)
    creatures = playing.table.places[playing.table.mover]
    empty = next((creature.place for creature in creatures if not creature.cards), 0)
    place = int(answer.split(" on ")[1]) if " on " in answer else empty
    return 3 if card_placed(answer).startswith(LEGIONS[place % len(LEGIONS)]) else -1


HABITS: dict[str, Wish] = {
    "builds": builds,
    "sings": fond_of("singer"),
    "repeats": fond_of("mocker", "devourer", "weeper"),
    "harms": fond_of("executioner", "scavenger"),
    "purely": purely,
}
