"""Plane outlines of mats: convex polygons, counter-clockwise, and their parallel offsets.

Pure geometry: knows neither dice nor MuJoCo.
"""

import math
from functools import lru_cache

from kessel.throws.arithmetic import atan2, cos, length, sin

Point = tuple[float, float]
Outline = tuple[Point, ...]


def oval(half_x: float, half_y: float, edges: int) -> Outline:
    """An ellipse as a polygon whose edges all turn by the same angle.

    Equal turns keep the mitres of an offset small where the ellipse bends most.
    """
    turns = (math.tau * (k + 0.5) / edges for k in range(edges))
    return tuple(_on_ellipse(half_x, half_y, turn) for turn in turns)


def rounded_polygon(corners: tuple[Point, ...], radius: float, arc_edges: int) -> Outline:
    """A convex polygon with each corner replaced by an arc of `arc_edges` edges."""
    points: list[Point] = []
    count = len(corners)
    for k, corner in enumerate(corners):
        points += _arc(corners[k - 1], corner, corners[(k + 1) % count], radius, arc_edges)
    return tuple(points)


@lru_cache(maxsize=256)
def offset_ring(outline: Outline, offset: float) -> Outline:
    """Every edge moved outward by `offset`, corners where the moved edges meet.

    Edges stay parallel, so a wall between an outline and its offset is made of flat faces.
    """
    count = len(outline)
    return tuple(
        _mitre(outline[k - 1], outline[k], outline[(k + 1) % count], offset) for k in range(count)
    )


def distance_inside(outline: Outline, point: Point) -> float:
    """Distance to the nearest edge's line; negative outside (exact inside, enough outside)."""
    x, y = point
    return min([far - east * x - north * y for east, north, far in edge_lines(outline)])


def distance_along(outline: Outline, point: Point, direction: Point) -> float:
    """How far a point can go in a direction before it leaves the outline; negative outside."""
    (x, y), (u, v) = point, direction
    return min(
        (far - east * x - north * y) / (east * u + north * v)
        for east, north, far in edge_lines(outline)
        if east * u + north * v > 1e-12
    )


@lru_cache(maxsize=256)
def edge_lines(outline: Outline) -> tuple[tuple[float, float, float], ...]:
    """Outward unit normal of each edge, and how far along it the edge lies."""
    lines = []
    for k, start in enumerate(outline):
        angle = _normal_angle(start, outline[(k + 1) % len(outline)])
        east, north = cos(angle), sin(angle)
        lines.append((east, north, east * start[0] + north * start[1]))
    return tuple(lines)


def _on_ellipse(half_x: float, half_y: float, normal_angle: float) -> Point:
    """The point of the ellipse whose outward normal has the given angle."""
    x, y = half_x * half_x * cos(normal_angle), half_y * half_y * sin(normal_angle)
    far = length(half_x * cos(normal_angle), half_y * sin(normal_angle))
    return x / far, y / far


def _arc(before: Point, corner: Point, after: Point, radius: float, edges: int) -> list[Point]:
    start, end = _normal_angle(before, corner), _normal_angle(corner, after)
    turn = (end - start) % math.tau
    inset = radius / cos(turn / 2)
    middle = start + turn / 2
    centre = corner[0] - inset * cos(middle), corner[1] - inset * sin(middle)
    angles = (start + turn * k / edges for k in range(edges + 1))
    return [(centre[0] + radius * cos(a), centre[1] + radius * sin(a)) for a in angles]


def _normal_angle(start: Point, end: Point) -> float:
    return atan2(start[0] - end[0], end[1] - start[1])


def _mitre(before: Point, corner: Point, after: Point, offset: float) -> Point:
    first, second = _normal_angle(before, corner), _normal_angle(corner, after)
    half_turn = ((second - first + math.pi) % math.tau - math.pi) / 2
    middle, far = first + half_turn, offset / cos(half_turn)
    return corner[0] + far * cos(middle), corner[1] + far * sin(middle)
