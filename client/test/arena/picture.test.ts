/** The flat picture as it is drawn: compared with pictures that were looked at (`vitest run -u` draws them anew). */

import { expect, test } from "vitest";
import { FlatStage } from "../../src/arena/flat/stage";
import { aimOf } from "../../src/arena/flick";
import { boxSight, restingPose } from "../../src/arena/seats";
import { BOXES } from "../../src/arena/stage";
import type { LookName } from "../../src/arena/types";
import { type Fake, stubDocument } from "../dom";

const LOOKS: readonly LookName[] = ["strike", "impact", "wizards"];

test.each(LOOKS)("%s, with dice that lie, fly and shine, at night", async (name) => {
  stubDocument();
  const { edge } = BOXES[name].die;
  const stage = new FlatStage();
  stage.dress(name);
  stage.spread("rings");
  stage.resize(400, 500);
  stage.view.frame(boxSight(BOXES[name]), { top: 40, right: 0, bottom: 90, left: 10 }, edge);
  stage.light(0.9);
  stage.showArrows(true);
  stage.turnArrows(0.4);
  stage.dice.draw([
    { pose: restingPose(0, 0, edge / 2, 3) },
    { pose: restingPose(0.03, 0.02, edge / 2, 8, 1), finish: "brass", glow: "#f00", amount: 1 },
    { pose: [-0.04, 0.03, 0.06, 0.8, 0.4, 0.2, 0.4], veil: 0.5 },
  ]);
  stage.guide.show(aimOf(BOXES[name], 0.01, 0.02, -1.2, 0.5), BOXES[name], "#fa0");
  stage.render();
  const picture = stage.picture as unknown as Fake;
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg"); // whoever opens the file sees it
  await expect(picture.markup()).toMatchFileSnapshot(`pictures/${name}.svg`);
});
