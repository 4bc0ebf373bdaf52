"""Lets MuJoCo Warp 3.14 skip what dice do not need; what it works out stays the same.

A die's inertia is that of a ball, so it is constant and diagonal and no spin bends it: inertia and
forces without contacts are set once. Worlds in which nothing touches have no contact forces to
solve for.
"""

from typing import Any

import numpy as np
import warp as wp  # type: ignore[import-not-found,unused-ignore]
from mujoco_warp._src import (  # type: ignore[import-not-found,unused-ignore]
    forward,
    io,
    island,
    smooth,
    solver,
)

from kessel.physics.numbers import Floats

CONVEX_THREADS, CHOLESKY_THREADS = 128, 32
"""In a block of the kernels that find contacts and factor Hessians: quickest on an H200."""


_side_of_tiles = io._nvmax_pad
LARGEST_TILE = 32
"""Rows of a Hessian that is factored in one piece."""


@wp.kernel  # type: ignore[untyped-decorator,unused-ignore]
def _only_touched(rows: wp.array[int], done: wp.array[bool], solving: wp.array[int]) -> None:
    world = wp.tid()
    if rows[world] == 0:
        done[world] = True
    else:
        wp.atomic_add(solving, 0, 1)


@wp.kernel  # type: ignore[untyped-decorator,unused-ignore]
def _divided(
    inertia: wp.array2d[float],
    place: wp.array2d[int],
    force: wp.array2d[float],
    acceleration: wp.array2d[float],
) -> None:
    world, dof = wp.tid()
    awake = place[world, dof] >= 0
    acceleration[world, dof] = wp.where(awake, force[world, dof] / inertia[world, dof], 0.0)


def _solve(model: Any, data: Any, context: Any, compact: bool = False) -> None:
    """As MuJoCo Warp's, for Newton without a warm start, but only where something touches."""
    wp.launch(
        solver._solve_init_dof(False, model.is_sparse),
        (data.nworld, model.nv),
        [data.nefc, data.qacc_warmstart, data.qacc_smooth],
        [data.qacc, data.qfrc_constraint],
    )
    solver.init_context(model, data, context, grad=False, compact=compact)
    solving = wp.zeros(1, dtype=int)
    wp.launch(_only_touched, data.nworld, [data.nefc], [context.done, solving])
    solver._update_gradient(model, data, context, compact=compact)
    wp.capture_while(
        solving,
        while_body=solver._solver_iteration,
        m=model,
        d=data,
        ctx=context,
        nsolving=solving,
        compact=compact,
    )


def _without_contacts(model: Any, data: Any) -> None:
    """Accelerations from weight and inertia alone."""
    wp.launch(
        _divided,
        (data.nworld, model.nv),
        [data.M, data.dof_cdof, data.qfrc_smooth],
        [data.qacc_smooth],
    )


def _side(wanted: int) -> int:
    """Rows of a Hessian: MuJoCo Warp leaves room for tiles also where it uses none."""
    rounded = -(-wanted // 8) * 8
    return rounded if rounded <= LARGEST_TILE else _side_of_tiles(wanted)


def _nothing(*_: object) -> None:
    """In place of work whose result is known, or read by nobody."""


def for_dice() -> None:
    """Models and graphs made from now on are for dice."""
    solver._solve = _solve
    solver.smooth_solve_compact = _without_contacts
    smooth.crb = _nothing  # `set_constants` has the inertia
    forward.fwd_velocity = _nothing  # and the weight
    island.compute_island_mapping = _nothing  # for a solver that is not used here
    io._nvmax_pad = _side


def set_constants(model: Any, data: Any, inertia: Floats, weight: Floats) -> None:
    """What `for_dice` no longer works out, by degree of freedom."""
    for each, constant in ((data.M, inertia), (data.qfrc_bias, weight)):
        each.assign(np.tile(constant.astype(np.float32), (data.nworld, 1)))
    model.block_dim.convex_ccd = CONVEX_THREADS
    model.block_dim.update_gradient_cholesky = CHOLESKY_THREADS
