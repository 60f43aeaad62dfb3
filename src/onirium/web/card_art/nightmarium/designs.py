"""The thirty-six monsters, nine a legion, each of one design."""

from typing import Final, NamedTuple


class Head(NamedTuple):
    """Design of a head.

    Attributes:
        shape: a key of ``heads.SHAPES``.
        eyes: the kinds of its eyes, one to five, from the outer ones to the middle.
        mood: the expression of the lids.
        mouth: a key of ``mouths.MOUTHS``.
        wears: horns, hats and similar, from back to front.
        collar: a key of ``trims.TRIMS``.
    """

    shape: str
    eyes: tuple[str, ...]
    mood: str
    mouth: str
    wears: tuple[str, ...]
    collar: str


class Torso(NamedTuple):
    """Design of a torso: shape, both arms, details of chest and back, hem."""

    shape: str
    left: str
    right: str
    chest: str
    back: str
    hem: str


class Legs(NamedTuple):
    """Design of legs: left, right, and the tail behind them."""

    left: str
    right: str
    tail: str = ""


class Reach(NamedTuple):
    """Half the width of each part, including everything it wears and holds."""

    head: int
    torso: int
    legs: int


class Monster(NamedTuple):
    """Design of a monster; ``tone`` is the colour of its skin."""

    head: Head
    torso: Torso
    legs: Legs
    tone: int
    reach: Reach


_NECRONAUTS: Final = (
    Monster(
        Head("skull", ("socket",) * 2, "wide", "teeth", ("bicorne",), "ruff"),
        Torso("vee", "hook", "bone", "ribs", "cape", "belt"),
        Legs("boot", "peg"),
        0,
        Reach(82, 119, 79),
    ),
    Monster(
        Head("egg", ("ball",) * 2, "mad", "grin", ("dome",), "ring"),
        Torso("block", "glove", "glove", "gauge", "tank", "ring"),
        Legs("boot", "boot"),
        1,
        Reach(85, 125, 79),
    ),
    Monster(
        Head("bulb", ("bead",) * 4, "wide", "beard", ("bandana",), "rope"),
        Torso("barrel", "tentacle", "tentacle", "anchor", "", "rags"),
        Legs("tentacles", "tentacles"),
        2,
        Reach(104, 137, 123),
    ),
    Monster(
        Head("wide", ("ball",), "angry", "grin", ("fins", "lure"), "scales"),
        Torso("pear", "flipper", "flipper", "scales", "sail", "scales"),
        Legs("fin", "fin"),
        0,
        Reach(139, 126, 84),
    ),
    Monster(
        Head("long", ("swirl",) * 2, "sleepy", "stitch", ("candle",), "rags"),
        Torso("slim", "lantern", "bone", "ribs", "", "rope"),
        Legs("bone", "bone"),
        2,
        Reach(53, 131, 79),
    ),
    Monster(
        Head("brick", ("porthole",), "wide", "teeth", ("bolts", "valve"), "ring"),
        Torso("hunch", "pincer", "glove", "porthole", "", "belt"),
        Legs("boot", "boot", "chain"),
        1,
        Reach(88, 142, 126),
    ),
    Monster(
        Head("bell", ("socket",) * 2, "wide", "whistle", ("hood",), "rags"),
        Torso("bellow", "sleeve", "sleeve", "chain", "", "rags"),
        Legs("wisp", "wisp"),
        0,
        Reach(74, 105, 86),
    ),
    Monster(
        Head("jaw", ("stitched", "ball"), "angry", "sneer", ("bandana", "earring"), "rope"),
        Torso("barrel", "bone", "hook", "heart", "", "belt"),
        Legs("peg", "bone"),
        2,
        Reach(91, 119, 79),
    ),
    Monster(
        Head("wide", ("slit",) * 3, "sad", "roar", ("fins", "crown"), "ruff"),
        Torso("pear", "tentacle", "lantern", "scales", "shell", "rope"),
        Legs("tentacles", "fin", "fluke"),
        1,
        Reach(139, 139, 147),
    ),
)

_HOMUNCULI: Final = (
    Monster(
        Head("bulb", ("ball",) * 2, "mad", "stitch", ("brain",), "ring"),
        Torso("flask", "blob", "glove", "window", "", "ring"),
        Legs("stump", "stump"),
        1,
        Reach(76, 105, 79),
    ),
    Monster(
        Head("brick", ("ball",) * 2, "sleepy", "sneer", ("fringe", "bolts"), "rags"),
        Torso("block", "fist", "glove", "seam", "", "belt"),
        Legs("boot", "boot"),
        0,
        Reach(88, 125, 79),
    ),
    Monster(
        Head("flask", ("ball",), "wide", "tongue", ("cork",), "drip"),
        Torso("pear", "blob", "blob", "bubbles", "", "drip"),
        Legs("puddle", "puddle"),
        1,
        Reach(73, 115, 116),
    ),
    Monster(
        Head("wide", ("ball",) * 5, "wide", "roar", ("warts",), "studs"),
        Torso("hunch", "fist", "blob", "mouth", "", "rags"),
        Legs("stump", "stump"),
        2,
        Reach(94, 141, 79),
    ),
    Monster(
        Head("egg", ("stitched", "ball"), "angry", "zip", ("scar", "tuft"), "belt"),
        Torso("slim", "syringe", "fist", "buttons", "", "rags"),
        Legs("stump", "wheel"),
        0,
        Reach(69, 108, 79),
    ),
    Monster(
        Head("jaw", ("star", "star"), "wide", "tusks", ("key", "bolts"), "ring"),
        Torso("barrel", "wrench", "glove", "gauge", "key", "ring"),
        Legs("spring", "spring"),
        2,
        Reach(78, 136, 79),
    ),
    Monster(
        Head("bell", ("swirl",), "wide", "grin", ("stalks",), "drip"),
        Torso("bellow", "blob", "tentacle", "eye", "", "drip"),
        Legs("puddle", "puddle", "drops"),
        1,
        Reach(80, 125, 116),
    ),
    Monster(
        Head("egg", ("ball",) * 2, "sad", "fangs", ("curl", "ears"), "ruff"),
        Torso("pear", "blob", "blob", "heart", "", "belt"),
        Legs("stump", "stump", "imp"),
        1,
        Reach(88, 115, 132),
    ),
    Monster(
        Head("long", ("bead",) * 3, "wide", "lamprey", ("tuft",), "studs"),
        Torso("vee", "tentacle", "syringe", "seam", "tank", "ring"),
        Legs("wheel", "wheel"),
        2,
        Reach(53, 137, 79),
    ),
)

_INSEKTOIDS: Final = (
    Monster(
        Head("tri", ("facet",) * 2, "wide", "mandibles", ("feelers",), "plates"),
        Torso("wasp", "scythe", "scythe", "segments", "veils", "plates"),
        Legs("stilts", "stilts"),
        0,
        Reach(93, 138, 102),
    ),
    Monster(
        Head("egg", ("facet",) * 2, "wide", "proboscis", ("bristles",), "fur"),
        Torso("barrel", "thin", "thin", "stripes", "veils", "fur"),
        Legs("thin", "thin"),
        2,
        Reach(69, 138, 79),
    ),
    Monster(
        Head("wide", ("ball",) * 2, "angry", "mandibles", ("stag",), "plates"),
        Torso("hunch", "pincer", "pincer", "segments", "wingcase", "plates"),
        Legs("stilts", "stilts"),
        1,
        Reach(98, 142, 102),
    ),
    Monster(
        Head("jaw", ("bead",) * 5, "wide", "fangs", ("bristles",), "studs"),
        Torso("wasp", "thin", "thin", "skull", "", "plates"),
        Legs("spider", "spider"),
        2,
        Reach(73, 119, 124),
    ),
    Monster(
        Head("bulb", ("slit",) * 2, "angry", "grin", ("elbows",), "plates"),
        Torso("bellow", "scythe", "thin", "stripes", "", "plates"),
        Legs("hopper", "hopper"),
        1,
        Reach(105, 122, 101),
    ),
    Monster(
        Head("egg", ("ball",) * 2, "sad", "whistle", ("plumes",), "fur"),
        Torso("pear", "thin", "thin", "fluff", "moth", "fur"),
        Legs("thin", "thin"),
        0,
        Reach(105, 143, 79),
    ),
    Monster(
        Head("long", ("swirl",), "sleepy", "tongue", ("elbows",), "scales"),
        Torso("pear", "nubs", "nubs", "segments", "", "scales"),
        Legs("grub", "grub"),
        1,
        Reach(87, 102, 79),
    ),
    Monster(
        Head("tri", ("star",) * 2, "wide", "sneer", ("feelers", "crown"), "ruff"),
        Torso("wasp", "thin", "sting", "stripes", "veils", "fur"),
        Legs("hopper", "hopper", "stinger"),
        0,
        Reach(93, 138, 120),
    ),
    Monster(
        Head("brick", ("ball",) * 2, "angry", "tusks", ("rhino",), "plates"),
        Torso("block", "pincer", "scythe", "segments", "wingcase", "plates"),
        Legs("spider", "spider"),
        2,
        Reach(68, 136, 124),
    ),
)

_CHIMERIDS: Final = (
    Monster(
        Head("jaw", ("slit",) * 2, "angry", "muzzle", ("points", "cheeks"), "fur"),
        Torso("vee", "paw", "paw", "fluff", "", "fur"),
        Legs("paw", "paw", "brush"),
        0,
        Reach(83, 130, 139),
    ),
    Monster(
        Head("egg", ("owl",) * 2, "wide", "beak", ("tufts",), "feathers"),
        Torso("pear", "wing", "wing", "plumage", "", "feathers"),
        Legs("talon", "talon", "fan"),
        2,
        Reach(77, 125, 117),
    ),
    Monster(
        Head("long", ("ball",) * 2, "sleepy", "tongue", ("ram",), "fur"),
        Torso("barrel", "paw", "hoof", "stripes", "", "fur"),
        Legs("hoof", "hoof", "brush"),
        1,
        Reach(93, 130, 139),
    ),
    Monster(
        Head("egg", ("slit",), "angry", "roar", ("mane", "points"), "fur"),
        Torso("hunch", "paw", "wing", "fluff", "", "scales"),
        Legs("paw", "talon", "serpent"),
        0,
        Reach(99, 147, 141),
    ),
    Monster(
        Head("skull", ("ball",) * 3, "sad", "muzzle", ("antlers", "flops"), "fur"),
        Torso("slim", "hoof", "hoof", "spots", "", "rags"),
        Legs("hoof", "hoof", "bob"),
        1,
        Reach(121, 107, 96),
    ),
    Monster(
        Head("jaw", ("slit",) * 2, "wide", "grin", ("crest", "horns"), "scales"),
        Torso("pear", "paw", "paw", "scales", "bat", "scales"),
        Legs("talon", "talon", "lizard"),
        2,
        Reach(77, 150, 127),
    ),
    Monster(
        Head("bulb", ("ball",) * 2, "mad", "beak", ("comb", "wattle"), "feathers"),
        Torso("barrel", "wing", "hoof", "plumage", "", "feathers"),
        Legs("talon", "talon", "fan"),
        1,
        Reach(76, 137, 117),
    ),
    Monster(
        Head("wide", ("star",) * 2, "wide", "fangs", ("bats", "cheeks"), "fur"),
        Torso("slim", "membrane", "membrane", "fluff", "", "fur"),
        Legs("paw", "paw", "lizard"),
        2,
        Reach(123, 117, 127),
    ),
    Monster(
        Head("brick", ("slit",) * 4, "angry", "tusks", ("horns", "tuft"), "studs"),
        Torso("hunch", "paw", "tentacle", "mouth", "quills", "scales"),
        Legs("hoof", "paw", "serpent"),
        0,
        Reach(85, 150, 141),
    ),
)

MONSTERS: Final = {
    "necronaut": _NECRONAUTS,
    "homunculus": _HOMUNCULI,
    "insektoid": _INSEKTOIDS,
    "chimerid": _CHIMERIDS,
}
