/** The box is one piece: no hole between its parts, no seam where the way round it ends. */

import type { BufferGeometry } from "three";
import { describe, expect, test } from "vitest";
import { LOOKS } from "../../../src/arena/looks";
import { bowlShapes, PER_METRE } from "../../../src/arena/solid/bowl";
import { BOXES } from "../../../src/arena/stage";
import type { LookName } from "../../../src/arena/types";

const NAMES: readonly LookName[] = ["strike", "impact", "wizards"];

function shapes(name: LookName, rough = LOOKS[name].rough) {
  return bowlShapes(BOXES[name], rough);
}

/** The points of an attribute, row by row along the profile. */
function rows(shape: BufferGeometry, attribute: "position" | "normal" | "uv"): number[][][] {
  const { array, itemSize, count } = shape.getAttribute(attribute);
  const us = Array.from(shape.getAttribute("uv").array).filter((_, i) => i % 2 === 0);
  const around = us.indexOf(0, 1) > 0 ? us.indexOf(0, 1) : count;
  const points = Array.from({ length: count }, (_, i) => [
    ...array.slice(i * itemSize, (i + 1) * itemSize),
  ]);
  return Array.from({ length: count / around }, (_, i) =>
    points.slice(i * around, (i + 1) * around),
  );
}

describe.each(NAMES)("%s", (name) => {
  const { wall, rim, outside } = shapes(name);

  test("each part begins where the one before it ends", () => {
    expect(rows(wall, "position").at(-1)).toEqual(rows(rim, "position")[0]);
    expect(rows(rim, "position").at(-1)).toEqual(rows(outside, "position")[0]);
  });

  test("where the way round ends, it goes on as it began", () => {
    for (const shape of [wall, rim, outside]) {
      for (const attribute of ["position", "normal"] as const)
        for (const row of rows(shape, attribute)) expect(row.at(-1)).toEqual(row[0]);
    }
    for (const shape of [wall, outside]) {
      const [row = []] = rows(shape, "uv");
      const painted = (row.at(-1)?.[0] ?? 0) * PER_METRE.wall;
      expect(painted).toBeGreaterThan(1);
      expect(Math.abs(painted / 2 - Math.round(painted / 2)), "a mirrored pair").toBeLessThan(1e-5);
    }
  });
});

test("control: rough stone does wander between its edges", () => {
  const [smooth, hewn] = [shapes("impact", 0), shapes("impact", 5)];
  const inner = (of: typeof smooth) => rows(of.wall, "position")[3];
  expect(inner(hewn)).not.toEqual(inner(smooth));
});
