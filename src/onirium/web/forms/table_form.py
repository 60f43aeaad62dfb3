"""The form that sets up a table: options of the game and occupants of the seats."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from onirium.bots.registry import bot_names as all_bots
from onirium.bots.registry import runs_in_worker
from onirium.core.game import Game, OptionError
from onirium.core.options import Option, OptionValue
from onirium.games import registry
from onirium.i18n.catalog import Words
from onirium.match.match import HUMAN
from onirium.presentation.readings import describe_reading

ME: Final = "me"
SAME_DEVICE: Final = "here"
"""Another person on the same device."""
FRIEND: Final = "friend"
"""A person who joins by invitation."""

PEOPLE: Final = (ME, SAME_DEVICE, FRIEND)
"""Occupants that are not bots."""

SEATS: Final = "seats"
"""The option for the number of seats."""

READINGS: Final = "readings"
"""The option for readings of the rules; the form folds it and shows the printed wordings."""


class InvalidForm(ValueError):
    """A combination of options or occupants that is not allowed.

    Attributes:
        field: name of the invalid option; ``seats`` if an occupant is invalid.
    """

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class FormOption(msgspec.Struct, frozen=True):
    """A value of a form field.

    Attributes:
        value: the value that the form submits.
        label: text on screen.
        hint: explanation on screen, or empty.
        printed: the printed rule that a reading follows, or empty.
        is_selected: whether it is selected.
    """

    value: str
    label: str
    hint: str
    printed: str
    is_selected: bool


class FormField(msgspec.Struct, frozen=True):
    """An option of a game as a field of the form.

    Attributes:
        name: name of the option.
        title: text on screen.
        hint: explanation on screen, or empty.
        is_multiple: whether several values can be selected.
        is_folded: whether the field is folded at first.
        options: the available values.
    """

    name: str
    title: str
    hint: str
    is_multiple: bool
    is_folded: bool
    options: list[FormOption]


class TableForm(msgspec.Struct, frozen=True):
    """A submitted form, which may be invalid.

    Attributes:
        game: name of the game.
        options: values by option.
        seats: the occupant of each seat, one of ``PEOPLE`` or a bot.
    """

    game: str
    options: dict[str, object]
    seats: list[str]


def default_form(game: str) -> TableForm:
    """Return a form with the default options and the default bot in every seat but the first.

    >>> default_form("nightmarium").seats == ["me", default_bot("nightmarium")]
    True
    """
    return _fill_seats(game, {}, [])


def parse(game: str, values: Mapping[str, Sequence[str]]) -> TableForm:
    """Return the form for submitted values, by field; missing values are replaced by defaults."""
    options: dict[str, object] = {}
    for option in registry.options(game):
        submitted = values.get(f"option.{option.name}")
        if submitted:
            options[option.name] = list(submitted) if option.multiple else submitted[-1]
    return _fill_seats(game, options, _submitted_seats(values))


def drop_unavailable(form: TableForm) -> TableForm:
    """Return a form without the values that its number of seats excludes."""
    seat_count = len(form.seats)
    available = {
        option.name: {str(value) for value in _available_values(option, seat_count)}
        for option in registry.options(form.game)
    }
    options: dict[str, object] = {}
    for name, value in form.options.items():
        if isinstance(value, list):
            options[name] = [part for part in value if str(part) in available[name]]
        elif str(value) in available[name]:
            options[name] = value
    return TableForm(form.game, options, form.seats)


def validate(form: TableForm) -> Game:
    """Return the game with the options of a form.

    Raises:
        InvalidForm: if the options conflict, an occupant is unknown, or no seat has a person.
    """
    try:
        game = registry.load(form.game, **form.options)
    except OptionError as error:
        raise InvalidForm(str(error).partition(":")[0]) from None
    occupants = set(form.seats)
    if not occupants <= {*PEOPLE, *all_bots(game)} or not occupants & set(PEOPLE):
        raise InvalidForm(SEATS)
    return game


def assign_seats(form: TableForm, user_id: str) -> tuple[list[str], list[str]]:
    """Return the occupant and the owner id of each seat, for a table of this user."""
    occupants = [HUMAN if seat in PEOPLE else seat for seat in form.seats]
    owner_ids = [user_id if seat in {ME, SAME_DEVICE} else "" for seat in form.seats]
    return occupants, owner_ids


def from_previous(
    game: str, options: Mapping[str, object], occupants: Sequence[str], own_seats: Sequence[int]
) -> TableForm:
    """Return the form that would create the same table again.

    Args:
        game: name of the game.
        options: options of the table.
        occupants: occupant of each seat.
        own_seats: the seats of the user.

    >>> from_previous("nightmarium", {}, ["human", "human", "greedy"], [0]).seats
    ['me', 'friend', 'greedy']
    """

    def form_value(seat: int, occupant: str) -> str:
        if occupant != HUMAN:
            return occupant
        if seat not in own_seats:
            return FRIEND
        return SAME_DEVICE if seat > own_seats[0] else ME

    seats = [form_value(seat, occupant) for seat, occupant in enumerate(occupants)]
    return TableForm(game, {**options, SEATS: len(seats)}, seats)


def build_fields(form: TableForm, words: Words) -> list[FormField]:
    """Return the fields for the options of a game, except the number of seats."""
    fields = []
    for option in registry.options(form.game):
        values = _available_values(option, len(form.seats))
        has_alternatives = len(values) > (0 if option.multiple else 1)
        if option.name != SEATS and has_alternatives and not option.for_study:
            fields.append(_build_field(form, option, values, words))
    return fields


def reading_names(game: str) -> list[str]:
    """Return the readings of the rules that a game offers.

    >>> reading_names("nightmarium")[0]
    'first'
    """
    return [
        str(value)
        for option in registry.options(game)
        if option.name == READINGS
        for value in option.values
    ]


def seat_counts(game: str) -> list[int]:
    """Return the supported numbers of seats.

    >>> seat_counts("nightmarium")
    [2, 3, 4, 5]
    """
    return [
        value
        for option in registry.options(game)
        if option.name == SEATS
        for value in option.values
        if isinstance(value, int)
    ]


def bot_names(game: str) -> list[str]:
    """Return the bots of a game, strongest first.

    >>> bot_names("onirim")[-1]
    'random'
    """
    return all_bots(registry.load(game))[::-1]


def default_bot(game: str) -> str:
    """Return the strongest bot that does not need a worker process."""
    return next(name for name in bot_names(game) if not runs_in_worker(name))


def describe_options(game: str, options: Mapping[str, object], words: Words) -> str:
    r"""Return a short description of the chosen options; the name of the game if they are invalid.

    They may have been valid only in an earlier release.

    >>> from onirium.web.config.i18n import page_words
    >>> words = page_words("en", "onirim")
    >>> describe_options("onirim", {"expansions": ["book"]}, words)
    '1\xa0player ·\xa0Book\xa0of\xa0Steps'
    >>> describe_options("onirim", {"expansions": ["another"]}, words)
    'Onirim'
    """
    try:
        validated = registry.load(game, **options)
    except OptionError:
        return words.text("name")
    parts = [words.count("page.players", validated.seats)]
    for name, value in validated.options.items():
        if name != SEATS:
            values = value if isinstance(value, list) else [value]
            parts += [_short_label(game, name, item, words) for item in values]
    return join_parts(parts)


def join_parts(parts: Iterable[str]) -> str:
    r"""Join the parts of a description, or of several: a dot stands before all but the first.

    Lines break before a dot, and after the commas of a list.

    >>> join_parts(["1 player ·\xa0The Towers", "with Greedy, Random"])
    '1\xa0player ·\xa0The\xa0Towers ·\xa0with\xa0Greedy, Random'
    """
    joined = "\xa0·\xa0".join(parts).replace(" ", "\xa0")
    return joined.replace("\xa0·", " ·").replace(",\xa0", ", ")


def _submitted_seats(values: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the occupants in order of seats, up to the first missing one."""
    occupants: list[str] = []
    while submitted := values.get(f"seat.{len(occupants) + 1}"):
        occupants.append(submitted[-1])
    return occupants


def _fill_seats(game: str, options: dict[str, object], occupants: list[str]) -> TableForm:
    """Return a form with one occupant per seat: excess ones dropped, missing ones added."""
    counts = seat_counts(game)
    submitted = str(options.get(SEATS, counts[0]))
    count = int(submitted) if submitted in map(str, counts) else counts[0]
    default_occupants = [ME] + [default_bot(game)] * count
    seated = occupants[:count]
    return TableForm(game, options, [*seated, *default_occupants[len(seated) : count]])


def _build_field(
    form: TableForm, option: Option, values: list[OptionValue], words: Words
) -> FormField:
    title, _, hint = words.text(f"option.{option.name}").partition("; ")
    current = form.options.get(option.name, option.default)
    selected = {
        str(value) for value in (current if isinstance(current, list | tuple) else [current])
    }
    options = [
        FormOption(
            str(value),
            *_label_and_hint(form.game, option, value, words),
            words.text(f"printed.{value}") if option.name == READINGS else "",
            str(value) in selected,
        )
        for value in values
    ]
    return FormField(
        option.name,
        title[:1].upper() + title[1:],
        hint,
        option.multiple,
        option.name == READINGS,
        options,
    )


def _label_and_hint(game: str, option: Option, value: OptionValue, words: Words) -> tuple[str, str]:
    if isinstance(value, int):
        return str(value), ""
    text = words.text(f"option.{option.name}.{value}")
    label, colon, hint = text.partition(": ")
    if colon:
        return label, hint
    has_numbers = any(isinstance(other, int) for other in option.values)
    return _short_label(game, option.name, value, words), "" if has_numbers else text


def _short_label(game: str, name: str, value: OptionValue, words: Words) -> str:
    if name == READINGS:
        return describe_reading(str(value), words)
    if isinstance(value, int):
        return words.text(f"page.option.{game}.{name}", value=value)
    return words.text(f"page.option.{game}.{name}.{value}")


def _available_values(option: Option, seat_count: int) -> list[OptionValue]:
    """Return the values of an option that are allowed for a number of seats."""
    return [value for value in option.values if option.is_available(value, SEATS, seat_count)]
