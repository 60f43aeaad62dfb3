"""Tables as files: CSV, or Parquet with the types of the columns."""

import csv
import io
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, TypeAlias

from onirium.studies.output import OutputError, check_output_path, write_file

Cell: TypeAlias = str | int | float | bool | None
TableRow: TypeAlias = dict[str, Cell]
"""The cells of a row by the names of their columns; pandas and polars read a list of rows."""

SUFFIXES: Final = (".csv", ".parquet")
"""The suffixes of table files, which determine the format."""


def check_table_path(path: Path) -> None:
    """Check that a table file has a known suffix and can be written.

    Raises:
        OutputError: if it does not, or cannot.
    """
    if path.suffix not in SUFFIXES:
        raise OutputError(f"{path}: the name of a table ends in {' or '.join(SUFFIXES)}")
    check_output_path(path)


def write_table(path: Path, rows: Sequence[TableRow]) -> None:
    """Write a table with at least one row atomically, in the format of the suffix.

    Raises:
        OutputError: if the suffix is unknown or the file cannot be written.
    """
    check_table_path(path)
    write_file(path, _encode_csv(rows) if path.suffix == ".csv" else _encode_parquet(rows))


def _encode_csv(rows: Sequence[TableRow]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _encode_parquet(rows: Sequence[TableRow]) -> bytes:
    # pyarrow belongs to an extra, and importing it takes long.
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    content = io.BytesIO()
    parquet.write_table(arrow.Table.from_pylist(list(rows)), content)
    return content.getvalue()
