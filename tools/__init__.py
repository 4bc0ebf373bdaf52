"""Generators: each module writes files that are made from something else; none is shipped."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # some play at the tables of the tests
