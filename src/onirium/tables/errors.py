"""The error that a table raises for a command it rejects."""


class CommandRejected(Exception):
    """A command that is not possible at a table now; nothing has changed.

    Attributes:
        code: the reason; the catalogues have its text under ``rejected.<code>``.
        values: the values of the placeholders in that text.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
