/** §2.2: parentId is the id of a parent feature. So the chain of a feature's parents ends. */
import { listItems, quoted } from "../model/body.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

export const parentsEnd: SequenceLaw = {
  id: "feature.parents-end",
  clause: "feature.parent",
  claim: "No feature is its own parent, nor a parent of one of its parents",
  skipReason: "no feature was listed with its parent: see feature.parent-resolves",
  dependsOn: ["listFeatures"],
  judge({ exchanges }) {
    let isJudged = false;
    for (const list of exchanges) {
      if (list.operation !== "listFeatures" || list.intent !== "valid") continue;
      const parents = new Map(listItems(list).map(({ id, fields }) => [id, fields.parentId]));
      for (const [id, parent] of parents) {
        isJudged ||= typeof parent === "string" && parents.has(parent);
        const circle = circleFrom(id, parents);
        if (circle === undefined) continue;
        return fails({
          expected: `parents of ${quoted(id)} that end at a feature without a parent in the list`,
          actual: `GET ${pathOf(list)}: ${circle.map(quoted).join(", whose parent is ")}`,
          exchanges: [list.index],
        });
      }
    }
    return isJudged ? holds : notApplicable;
  },
};

/** A circle of parents that begins at a feature; undefined if the chain ends. */
function circleFrom(id: string, parents: ReadonlyMap<string, unknown>): readonly string[] | undefined {
  const path = new Set([id]);
  for (let parent = parents.get(id); typeof parent === "string"; parent = parents.get(parent)) {
    if (path.has(parent)) return [...path, parent];
    path.add(parent);
  }
  return undefined;
}
