"""Which games a series plays: `make series SEED=7` plays others than the last time."""

import os

SEED = int(os.environ.get("SEED", "0"))
