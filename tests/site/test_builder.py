"""The builder of a site: its result depends on nothing but the sources."""

from pathlib import Path

import pytest

from onirium.site.builder import SiteOptions, build_site
from onirium.site.downloads import Downloads


@pytest.mark.nightly
def test_same_sources_give_the_same_files(tmp_path: Path, downloads: Downloads) -> None:
    """Browsers keep the files of a site that is built again."""
    for name in ("first", "second"):
        build_site(tmp_path / name, downloads, SiteOptions())
    first, second = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("first", "second")
    )
    assert first == second
