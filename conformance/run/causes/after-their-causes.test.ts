import { expect, it } from "vitest";
import { afterTheirCauses } from "./after-their-causes.ts";

const named = (check: string, explanation?: string) => ({ checks: [check], explanation });
const order = (...causes: ReturnType<typeof named>[]) => afterTheirCauses(causes).flatMap(({ checks }) => checks);

it("a consequence comes after what it follows from, and else the order stays", () => {
  expect(order(named("a"), named("b", "d"), named("c"), named("d", "e"), named("e"))).toEqual([
    "a",
    "e",
    "d",
    "b",
    "c",
  ]);
  expect(order(named("a", "none of these"), named("b", "a"))).toEqual(["a", "b"]);
});

it("causes that are called a consequence of each other stay in their order", () => {
  expect(order(named("a", "b"), named("b", "a")).toSorted()).toEqual(["a", "b"]);
});
