"""Names for the array types that all solvers use."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

AnyArray: TypeAlias = NDArray[Any]
Values: TypeAlias = NDArray[np.float64]
"""Chances to win, probabilities, weights."""
Ints: TypeAlias = NDArray[np.intp]
"""Numbers of rows and columns."""
Bools: TypeAlias = NDArray[np.bool_]
Actions: TypeAlias = NDArray[np.int8]
"""Numbers of actions."""
