"""numpy where it is installed; where it is not, as in a browser, the little of it that is needed.

The types are numpy's for whoever checks them; at run time they are names.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Ints: TypeAlias = NDArray[np.int64]
    Flags: TypeAlias = NDArray[np.bool_]
    Indices: TypeAlias = np.ndarray[tuple[int], np.dtype[np.intp]]
    RowOfFlags: TypeAlias = np.ndarray[tuple[int], np.dtype[np.bool_]]
else:
    try:
        import numpy as np
    except ImportError:
        from kessel.physics import plain_arrays as np
    Floats = Ints = Flags = Indices = RowOfFlags = Any

__all__ = ["Flags", "Floats", "Indices", "Ints", "RowOfFlags", "dots", "np"]


def dots(a: Floats, b: Floats) -> Floats:
    """Products along the last axis, added first to last: libraries may add them otherwise."""
    products = a * b
    total: Floats = products[..., 0]
    for k in range(1, products.shape[-1]):
        total = total + products[..., k]
    return total
