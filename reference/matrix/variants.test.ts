/** Every legal variant, alone and combined with others, conforms: whatever fails on one is a false positive. */
import { describe, expect, it } from "vitest";
import { loadVariants } from "../changes/variants/index.ts";
import { judgeBefore } from "./judge-before.test.support.ts";
import { planOf } from "./plan.ts";

const variants = await loadVariants();
const ids = variants.map(({ id }) => id);
const seed = Number(process.env.FPK_SEED ?? Date.now() % 2 ** 31);
const combinations = (await planOf([], seed)).subjects.map(({ id }) => id).filter((id) => id.includes("+"));
const together = `legal variants of different groups conform together (FPK_SEED=${seed})`;

const matrix = judgeBefore((chosen) => {
  const some = ids.filter((id) => chosen.has(`${id} conforms`));
  const only = [...some, ...(chosen.has(together) ? combinations : [])];
  return { only: only.length > 0 ? only : ids.slice(0, 1), seed };
});

describe("a legal variant", () => {
  it.each(ids)("%s conforms", (id) => {
    expect(matrix().variants.find((row) => row.id === id)).toMatchObject({ verdict: "conforms", against: [] });
  });

  it("that is not strict, or leaves a clause unjudged, says why", () => {
    for (const { id, strict, reason, unjudged = {} } of variants) {
      expect(strict === false, id).toBe(reason !== undefined);
      for (const why of [reason ?? "—", ...Object.values(unjudged)]) expect(why, id).not.toBe("");
    }
  });
});

it(together, () => {
  const rows = matrix().variants.filter(({ id }) => combinations.includes(id));
  expect(rows).toHaveLength(combinations.length);
  expect(rows.filter(({ verdict }) => verdict !== "conforms")).toEqual([]);
});
