/** §5.2: a key cannot read another organization's product under any name. */
import { expect, it } from "vitest";
import { editing, resultOf } from "../skipped.test.support.ts";

const onlyFirst = editing(/\/products$/, ({ data }: { readonly data: readonly unknown[] }) => ({
  data: data.slice(0, 1),
}));

it.each([1, 2, 3, 4])(
  "a product is asked for by its slug, too, where an organization has only one (seed %d)",
  async (seed) => {
    const check = "scope.foreign-products";
    const asked = { check, edit: onlyFirst, options: { seed } };
    expect(await resultOf({ ...asked, start: { mutant: "product-by-slug-of-all" } })).toMatchObject({
      verdict: "fail",
    });
    expect(await resultOf(asked)).toMatchObject({ verdict: "pass" });
  },
);

it("a list that is shown without a query, too, is reported without it", async () => {
  // This seed reads the list with a query.
  const asked = { check: "scope.foreign-products", start: { mutant: "actors-of-all" }, options: { seed: 3 } } as const;
  expect(await resultOf(asked)).toMatchObject({
    verdict: "fail",
    message: expect.stringMatching(/actual GET [^?]+\/actors: 200/),
  });
});
