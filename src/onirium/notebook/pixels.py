"""Pictures as pixels, for videos and for programs without SVG; needs the extra ``render``."""

from importlib import import_module
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray


def to_png(svg: str) -> bytes:
    """Return an SVG file as a PNG file of the same size.

    Raises:
        ModuleNotFoundError: if the extra ``render`` is not installed.
    """
    # The packages belong to an extra.
    png: bytes = import_module("resvg_py").svg_to_bytes(svg_string=svg)
    return bytes(png)


def to_pixels(svg: str) -> NDArray[np.uint8]:
    """Return an SVG file as an array: rows, columns, and red, green and blue from 0 to 255.

    Raises:
        ModuleNotFoundError: if the extra ``render`` is not installed.
    """
    image: Any = import_module("PIL.Image").open(BytesIO(to_png(svg)))
    return np.asarray(image.convert("RGB"), np.uint8)
