/** §5.2: where two organizations list the same items under short identifiers, which may be copies or a leak. */
import { expect, it } from "vitest";
import { editing, reportOf } from "../skipped.test.support.ts";

const time = "2024-01-01T00:00:00Z";
const release = (id: string) => ({ id, name: `Release ${id}`, description: "", createdAt: time, updatedAt: time });

/** Whether auth.scope is judged if both organizations list releases 1 and 2, and the second these, too. */
async function isScopeJudged(further: readonly string[]) {
  const releases = (ids: readonly string[]) => editing(/\/releases$/, () => ({ data: ids.map(release) }));
  const { results, clauses } = await reportOf({
    edit: (body, asked) => releases(asked.isOther ? ["1", "2", ...further] : ["1", "2"])(body, asked),
    options: { only: ["scope.lists-disjoint", "scope.foreign-products"] },
  });
  expect(results.map(({ verdict }) => verdict).sort()).toEqual(["pass", "skip"]);
  return !clauses.unjudged.some(({ clause }) => clause === "auth.scope");
}

it("the clause stays open where both are shown the very same list, and is judged where one has an item of its own", async () => {
  expect(await isScopeJudged([])).toBe(false);
  expect(await isScopeJudged(["3"])).toBe(true);
});
