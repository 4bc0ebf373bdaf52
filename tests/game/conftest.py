"""Tables solved by these tests go to a folder of their own, not to the user's cache."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KESSEL_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
