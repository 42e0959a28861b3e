/** §4, endpoint 5, on a target with exactly two products. */
import { expect, it } from "vitest";
import { type Asked, editing, resultOf } from "../skipped.test.support.ts";

const firstOf = (count: number) => (body: { data: unknown[] }) => ({ data: body.data.slice(0, count) });
const twoProducts = (body: unknown, asked: Asked) =>
  editing(/\/problems$/, firstOf(1))(editing(/\/products$/, firstOf(2))(body, asked), asked);

it("is judged where each of two products lists one problem, since another list is longer", async () => {
  const own = { check: "consistency.own-problems", edit: twoProducts };
  expect(await resultOf(own)).toEqual({ verdict: "pass", message: "" });
  const start = { mutant: "problem-through-any-product" };
  expect(await resultOf({ ...own, start })).toMatchObject({ verdict: "warn" });
});

it("is judged in the organization that has two products, if the other has one", async () => {
  const oneOfOther = (body: unknown, asked: Asked) =>
    asked.isOther ? editing(/\/products$/, firstOf(1))(body, asked) : body;
  const own = { check: "consistency.own-problems", edit: oneOfOther };
  expect(await resultOf(own)).toEqual({ verdict: "pass", message: "" });
  const start = { mutant: "problem-through-any-product" };
  expect(await resultOf({ ...own, start })).toMatchObject({ verdict: "warn" });
});

it("is judged where a third product's list is shorter than two of one length", async () => {
  const [seen, seenByOther] = [new Set<string>(), new Set<string>()];
  const oneShorter = (body: unknown, asked: Asked) => {
    if (!/\/(features|problems|releases|contexts|actors)$/.test(asked.path)) return body;
    const own = asked.isOther ? seenByOther : seen;
    if (asked.path.endsWith("/problems")) own.add(asked.path);
    const isThird = [...own].indexOf(asked.path) > 1;
    return editing(/./, firstOf(isThird ? 0 : 1))(body, asked);
  };
  const asked = { check: "consistency.own-problems", edit: oneShorter };
  expect(await resultOf(asked)).toEqual({ verdict: "pass", message: "" });
});
