"""Numbers, percentages and intervals as text in a language."""


def format_number(number: float, style: str, language: str) -> str:
    r"""Return a number as text in a language, with a minus sign, but without one before zero.

    Args:
        number: the number.
        style: a format specification of Python with a precision.
        language: Russian and German have a decimal comma, and a no-break space before %.

    >>> format_number(-0.0521, "+.2%", "en"), format_number(-0.0521, "+.2%", "de")
    ('−5.21%', '−5,21\xa0%')
    >>> format_number(-0.0002, ".1%", "en"), format_number(3, "+.1f", "ru")
    ('0.0%', '+3,0')
    """
    text = format(number, style.replace(".", "z.")).replace("-", "−")
    if language == "en":
        return text
    return text.replace(".", ",").replace("%", "\N{NO-BREAK SPACE}%")


def format_probability(probability: float, language: str) -> str:
    r"""Return a win probability in whole percent: 0 or 100 only if the result is certain.

    >>> [format_probability(each, "en") for each in (1.0, 0.998, 0.25, 0.002, 0.0)]
    ['100%', '>99%', '25%', '<1%', '0%']
    """
    text = format_number(probability, ".0%", language)
    if probability < 1.0 and text == format_number(1.0, ".0%", language):
        return ">" + format_number(0.99, ".0%", language)
    if probability > 0.0 and text == format_number(0.0, ".0%", language):
        return "<" + format_number(0.01, ".0%", language)
    return text


def format_interval(low: float, high: float, style: str, language: str) -> str:
    """Return the ends of an interval as text, with one unit; arguments as in ``format_number``.

    >>> format_interval(0.25, 0.5, ".0%", "en")
    '25 – 50%'
    """
    lowest, highest = (format_number(end, style, language) for end in (low, high))
    return f"{lowest.removesuffix('%').rstrip()} – {highest}"


def format_points(difference: float, language: str) -> str:
    """Return a difference of shares in percentage points, with a sign unless it is rounded to 0.

    >>> format_points(-0.012, "en"), format_points(0.25, "de"), format_points(-0.00001, "ru")
    ('−1.20', '+25,00', '0,00')
    """
    text = format_number(100 * difference, "+.2f", language)
    return text if round(100 * difference, 2) else text.removeprefix("+")
