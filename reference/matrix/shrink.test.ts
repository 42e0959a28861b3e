import { expect, it } from "vitest";
import { smallest } from "./shrink.ts";

it.each([[["b", "d"]], [["c"]], [["a", "b", "c", "d"]]])(
  "of a, b, c and d, of which %j are needed, nothing else is left",
  async (needed) => {
    const holds = async (fewer: readonly string[]) => needed.every((item) => fewer.includes(item));
    expect(await smallest(["a", "b", "c", "d"], holds)).toEqual(needed);
  },
);

it("where none is needed, one is left", async () => {
  expect(await smallest(["a", "b"], async () => true)).toEqual(["b"]);
});
