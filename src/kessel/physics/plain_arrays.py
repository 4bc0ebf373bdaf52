"""As much of numpy as the physics needs, in plain Python: for browsers, which have no numpy.

Arrays are flat lists with a shape. A part of an array is a copy, never a view, so code for both
writes through an index (`a[3:] *= 2`) and not into a part that it kept. `numbers.py` chooses.
"""

import math
import operator
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import accumulate
from typing import Any

inf = math.inf
int64 = int

Shape = tuple[int, ...]


class ndarray:  # noqa: N801 - numpy's own name
    """Numbers in rows and columns."""

    __slots__ = ("flat", "shape")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, flat: list[Any], shape: Shape) -> None:
        self.flat, self.shape = flat, shape

    # --- the whole ------------------------------------------------------------------------------

    @property
    def T(self) -> "ndarray":  # noqa: N802
        """Rows as columns."""
        return self.transpose(*range(len(self.shape))[::-1])

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(self.shape[0]))

    def copy(self) -> "ndarray":
        """The same numbers once more."""
        return ndarray(self.flat[:], self.shape)

    def astype(self, kind: Callable[[Any], Any]) -> "ndarray":
        """The same as numbers of another kind."""
        return ndarray(list(map(kind, self.flat)), self.shape)

    def tolist(self) -> Any:
        """Nested lists."""
        nested: list[Any] = self.flat[:]
        for n in self.shape[:0:-1]:
            nested = [nested[k : k + n] for k in range(0, len(nested), n)]
        return nested

    def ravel(self) -> "ndarray":
        """All in one row."""
        return ndarray(self.flat[:], (len(self.flat),))

    def reshape(self, *shape: int) -> "ndarray":
        """The same numbers in other rows; -1 is as many as there are."""
        rest = math.prod(n for n in shape if n >= 0)
        return ndarray(self.flat[:], tuple(len(self.flat) // rest if n < 0 else n for n in shape))

    def transpose(self, *axes: int) -> "ndarray":
        """Axes in another order."""
        strides = _strides(self.shape)
        places = _places([range(0, self.shape[a] * strides[a], strides[a]) for a in axes])
        return ndarray([self.flat[k] for k in places], tuple(self.shape[a] for a in axes))

    # --- parts ----------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        if type(key) is int and len(self.shape) == 1:
            return self.flat[key]
        if type(key) is int or (type(key) is slice and key.step in (None, 1)):
            return self._rows(key)
        places, shape = _named(self.shape, key)
        flat = self.flat
        return ndarray([flat[k] for k in places], shape) if shape else flat[next(iter(places))]

    def _rows(self, key: int | slice) -> "ndarray":
        width = math.prod(self.shape[1:])
        if isinstance(key, int):
            at = range(self.shape[0])[key] * width
            return ndarray(self.flat[at : at + width], self.shape[1:])
        first, end, _ = key.indices(self.shape[0])
        end = max(first, end)
        return ndarray(self.flat[first * width : end * width], (end - first, *self.shape[1:]))

    def __setitem__(self, key: Any, value: Any) -> None:
        places, shape = _named(self.shape, key)
        if isinstance(value, ndarray | list | tuple):
            for k, one in zip(places, _spread(asarray(value), shape), strict=True):
                self.flat[k] = one
        else:
            for k in places:
                self.flat[k] = value

    # --- along an axis --------------------------------------------------------------------------

    def _along(self, work: Callable[[list[Any]], Any], axis: int | None, keepdims: bool) -> Any:
        if axis is None:
            return work(self.flat)
        count, inner = self.shape[axis], math.prod(self.shape[axis + 1 :])
        width, flat = count * inner, self.flat
        found = [
            work(flat[start + k : start + width : inner])
            for start in range(0, len(flat), width or 1)
            for k in range(inner)
        ]
        kept = (1,) if keepdims else ()
        return ndarray(found, (*self.shape[:axis], *kept, *self.shape[axis + 1 :]))

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Any:
        """Added up, first to last."""
        return self._along(lambda some: reduce(operator.add, some, 0), axis, keepdims)

    def max(self, axis: int | None = None) -> Any:
        """The largest."""
        return self._along(max, axis, False)

    def any(self, axis: int | None = None) -> Any:
        """Whether one is not zero."""
        return self._along(any, axis, False)

    def all(self, axis: int | None = None) -> Any:
        """Whether none is zero."""
        return self._along(all, axis, False)

    def argmax(self) -> int:
        """The place of the largest."""
        return self.flat.index(max(self.flat))

    def argmin(self) -> int:
        """The place of the smallest."""
        return self.flat.index(min(self.flat))

    def nonzero(self) -> tuple["ndarray"]:
        """The places in a row of what is not zero."""
        return (flatnonzero(self),)

    # --- arithmetic -----------------------------------------------------------------------------

    def __invert__(self) -> "ndarray":
        """Of flags only."""
        return _each(operator.not_, self)


def _with(work: Callable[[Any, Any], Any]) -> Callable[[ndarray, Any], ndarray]:
    return lambda a, b: _both(work, a, b)


def _turned(work: Callable[[Any, Any], Any]) -> Callable[[ndarray, Any], ndarray]:
    return lambda a, b: _both(lambda x, y: work(y, x), a, b)


for _name in ("add", "sub", "mul", "truediv", "floordiv"):
    _work = getattr(operator, f"__{_name}__")
    setattr(ndarray, f"__{_name}__", _with(_work))
    setattr(ndarray, f"__r{_name}__", _turned(_work))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(ndarray, f"__{_name}__", _with(getattr(operator, f"__{_name}__")))


def _each(work: Callable[[Any], Any], a: ndarray) -> ndarray:
    return ndarray(list(map(work, a.flat)), a.shape)


def _both(work: Callable[[Any, Any], Any], a: ndarray, b: Any) -> ndarray:
    if not isinstance(b, ndarray):
        return ndarray([work(one, b) for one in a.flat], a.shape)
    if a.shape == b.shape:
        return ndarray(list(map(work, a.flat, b.flat)), a.shape)
    shape = _joined(a.shape, b.shape)
    return ndarray(list(map(work, _spread(a, shape), _spread(b, shape))), shape)


# --- shapes and places --------------------------------------------------------------------------


def _strides(shape: Shape) -> list[int]:
    return [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]


def _places(axes: Iterable[Iterable[int]]) -> list[int]:
    """Every sum of one number from each axis, the last axis changing fastest."""
    places = [0]
    for axis in axes:
        steps = list(axis)
        places = [at + step for at in places for step in steps]
    return places


def _joined(a: Shape, b: Shape) -> Shape:
    """The shape to which both are spread; where one has 1, the other counts."""
    size = max(len(a), len(b))
    pairs = zip((1,) * (size - len(a)) + a, (1,) * (size - len(b)) + b, strict=True)
    return tuple(n if m == 1 else m for m, n in pairs)


def _spread(a: ndarray, shape: Shape) -> list[Any]:
    if a.shape == shape:
        return a.flat
    old = (1,) * (len(shape) - len(a.shape)) + a.shape
    strides = [0 if n == 1 else stride for n, stride in zip(old, _strides(old), strict=True)]
    steps = [[k * stride for k in range(n)] for n, stride in zip(shape, strides, strict=True)]
    return [a.flat[k] for k in _places(steps)]


def _named(shape: Shape, key: Any) -> tuple[list[int], Shape]:
    """The places that a key names, and the shape in which they stand."""
    if isinstance(key, ndarray) and key.shape == shape and _are_flags(key):
        chosen = [k for k, flag in enumerate(key.flat) if flag]
        return chosen, (len(chosen),)
    keys = list(key) if isinstance(key, tuple) else [key]
    given = sum(one is not None and one is not ... for one in keys)
    whole = [slice(None)] * (len(shape) - given)
    dots = next((k for k, one in enumerate(keys) if one is ...), None)
    keys = keys + whole if dots is None else keys[:dots] + whole + keys[dots + 1 :]
    axes, named = [], []
    sizes = iter(zip(shape, _strides(shape), strict=True))
    for one in keys:
        if one is None:
            named.append(1)
            continue
        size, stride = next(sizes)
        chosen = _chosen(one, size)
        axes.append([k * stride for k in chosen])
        if not isinstance(one, int):
            named.append(len(chosen))
    return _places(axes), tuple(named)


def _chosen(key: Any, size: int) -> list[int]:
    if isinstance(key, slice):
        return list(range(size)[key])
    if isinstance(key, int):
        return [range(size)[key]]
    return [range(size)[k] for k in key.flat]


def _are_flags(a: ndarray) -> bool:
    return bool(a.flat) and isinstance(a.flat[0], bool)


# --- as functions -------------------------------------------------------------------------------


def array(values: Any) -> ndarray:
    """An array of nested lists, or of rows."""
    rows = [one.tolist() if isinstance(one, ndarray) else one for one in values]
    shape: list[int] = []
    probe: Any = rows
    while isinstance(probe, list | tuple):
        shape.append(len(probe))
        probe = probe[0] if probe else None
    flat: list[Any] = rows
    for _ in shape[1:]:
        flat = [one for row in flat for one in row]
    return ndarray(flat, tuple(shape))


def asarray(values: Any) -> ndarray:
    """The same, and an array as it is."""
    return values if isinstance(values, ndarray) else array(values)


def frombuffer(data: bytes) -> ndarray:
    """The doubles in these bytes."""
    numbers = memoryview(data).cast("d").tolist()
    return ndarray(numbers, (len(numbers),))


def empty(shape: int | Shape, dtype: Callable[[], Any] = float) -> ndarray:
    """Zeros."""
    sizes = shape if isinstance(shape, tuple) else (shape,)
    return ndarray([dtype()] * math.prod(sizes), sizes)


def concatenate(parts: Iterable[Any], axis: int = 0) -> ndarray:
    """One behind the other."""
    arrays = [asarray(part) for part in parts]
    shape = list(arrays[0].shape)
    shape[axis] = sum(one.shape[axis] for one in arrays)
    widths = [math.prod(one.shape[axis:]) for one in arrays]
    flat: list[Any] = []
    for row in range(math.prod(shape[:axis])):
        for one, width in zip(arrays, widths, strict=True):
            flat += one.flat[row * width : (row + 1) * width]
    return ndarray(flat, tuple(shape))


def repeat(a: ndarray, count: int, axis: int) -> ndarray:
    """One row, many times."""
    assert axis == 0
    assert len(a) == 1
    return ndarray(a.flat * count, (count, *a.shape[1:]))


def diff(a: ndarray, axis: int = 0) -> ndarray:
    """Each row less the one before."""
    assert axis == 0
    later, earlier = a[1:], a[:-1]
    return ndarray(list(map(operator.sub, later.flat, earlier.flat)), later.shape)


def cumprod(a: ndarray, axis: int) -> ndarray:
    """Each row times all before it."""
    assert axis == 0
    rows = accumulate(a, lambda x, y: _both(operator.mul, x, y))
    return ndarray([one for row in rows for one in row.flat], a.shape)


def where(flags: ndarray, yes: float, no: float) -> ndarray:
    """One of two numbers for each flag."""
    return ndarray([yes if flag else no for flag in flags.flat], flags.shape)


def flatnonzero(a: ndarray) -> ndarray:
    """The places in a row of what is not zero."""
    places = [k for k, one in enumerate(a.flat) if one]
    return ndarray(places, (len(places),))


def abs(a: ndarray) -> ndarray:  # noqa: A001 - numpy's own name
    """Without signs."""
    return _each(operator.abs, a)


def rint(a: ndarray) -> ndarray:
    """Rounded to whole numbers, halves to even ones."""
    return _each(lambda one: float(round(one)), a)


def sqrt(a: ndarray) -> ndarray:
    """Square roots."""
    return _each(math.sqrt, a)


def maximum(a: ndarray, b: float) -> ndarray:
    """The larger of each and a number."""
    return _both(max, a, b)
