/** §4, endpoint 12: values that a target shows differently, such as a name of digits, which converters read as a number. */
import { expect, it } from "vitest";
import { replace } from "../../../reference/changes/seams/replace.ts";
import { editing, json, reportOf, resultOf } from "../skipped.test.support.ts";

const check = "profile.update-kept";

it("a first name of digits that becomes a number is found at one of two seeds", async () => {
  const mutant = {
    id: "test",
    clause: "profile.kept",
    fault: "A first name loses its leading zeros",
    change: replace("profile", ({ keep }) => ({
      keep: (user, { firstName = user.firstName, ...others }, updatedAt) =>
        keep(user, { ...others, firstName: firstName.replace(/^0+/, "") }, updatedAt),
    })),
  };
  const found: unknown[] = [];
  for (const seed of [1, 2]) found.push(await resultOf({ check, start: { mutant }, options: { seed } }));
  expect(found).toContainEqual(expect.objectContaining({ message: expect.stringContaining('firstName is "7"') }));
});

it.each([1, 2])("a name may need letters (seed %i)", async (seed) => {
  const result = await resultOf({
    check,
    options: { seed },
    answer: ({ method, body }) => (method === "PUT" && /"firstName":"\d/.test(body) ? json(422) : undefined),
  });
  expect(result.verdict).toBe("pass");
});

it("preferences that are shown as text are found with one entry alone, and none of the text's letters is taken for an entry", async () => {
  const edit = editing(/\/me$/, (user: { preferences: object }) => ({
    ...user,
    preferences: JSON.stringify(user.preferences),
  }));
  const { results, notes, causes } = await reportOf({ edit, options: { only: ["profile", "user"], seed: 4 } });
  const result = results.find(({ id }) => id === check);
  expect(result?.message).toMatch(/^expected \/preferences to be \{[^,]{1,80}\}, as it was sent/);
  expect(result?.curl?.length).toBeLessThan(700);
  expect(JSON.stringify(causes)).toContain("/preferences is ");
  expect(notes.join()).not.toContain("preferences that this run added");
});
