import { expect, it } from "vitest";
import { shrink } from "./shrink.ts";

it.each([[["b", "d"]], [["c"]], [["a", "b", "c", "d"]]])(
  "of a, b, c and d, of which %j are needed, nothing else is left",
  async (needed) => {
    const holds = async (fewer: readonly string[]) => needed.every((item) => fewer.includes(item));
    expect(await shrink(["a", "b", "c", "d"], holds)).toEqual(needed);
  },
);

it("where none is needed, one is left", async () => {
  expect(await shrink(["a", "b"], async () => true)).toEqual(["b"]);
});
