/** §5.2, where identifiers are short: two organizations may use the same, unless the target counts for all of them together. */
import { expect, it } from "vitest";
import { type Asked, editing, emptying, json, resultOf } from "../skipped.test.support.ts";

const check = "scope.foreign-references";

it.each(["references-of-all", "actor-of-all"])("the leak %s is found under numbers, too", async (mutant) => {
  const { verdict, message } = await resultOf({ check, start: { mutant, variants: ["ids-numbers"] } });
  expect(verdict).toBe("fail");
  expect(message).toMatch(/expected a 4xx for (contextId|actorId) "\d+" of \d+, another organization than the key's/);
});

it("a target that rejects them passes", async () => {
  expect(await resultOf({ check, start: { variants: ["ids-numbers"] } })).toEqual({ verdict: "pass", message: "" });
});

it("nobody is blamed where each organization counts its own, also where some of them are hidden", async () => {
  const start = { variants: ["ids-numbers-apart"] };
  const hidden = (body: unknown, asked: Parameters<ReturnType<typeof emptying>>[1]) =>
    asked.isOther ? emptying(/\/(contexts|actors)$/)(body, asked) : body;
  for (const edit of [undefined, hidden])
    expect(await resultOf({ check, start, ...(edit && { edit }) })).toMatchObject({ verdict: "skip" });
});

it("the status of another's feedback is found under numbers, too", async () => {
  const start = { mutant: "status-of-all", variants: ["ids-numbers"] };
  expect(await resultOf({ check: "scope.foreign-feedback-status", start })).toMatchObject({ verdict: "fail" });
});

it.each(["status-of-all-for-the-first", "submission-of-all-for-the-first"])(
  "%s is found under numbers, too",
  async (mutant) => {
    const check = "scope.other-directions";
    // By itself the check has one submission to look at.
    const options = { only: [check, "submission", "feedback"] };
    expect(await resultOf({ check, start: { mutant, variants: ["ids-numbers"] }, options })).toMatchObject({
      verdict: "fail",
    });
  },
);

it("a key of the first organization that reads the second's feedback is found where no other check submits any there", async () => {
  const result = await resultOf({ check: "scope.other-directions", start: { mutant: "status-of-all-for-the-first" } });
  expect(result).toMatchObject({ verdict: "fail" });
});

it.each([
  ["scope.foreign-products", "product-of-all"],
  ["scope.foreign-submission", "submission-for-all"],
])(
  "%s finds %s also where a product has another name than in its owner's list, unless the reader has one of its own",
  async (check, mutant) => {
    const edit = editing(/\/products\/[^/]+$/, (product: object) => ({ ...product, name: "Another name" }));
    expect(await resultOf({ check, start: { mutant, variants: ["ids-numbers"] }, edit })).toMatchObject({
      verdict: "fail",
    });
    const apart = { variants: ["ids-numbers-apart"] };
    expect((await resultOf({ check, start: apart, edit })).verdict).not.toBe("fail");
  },
);

it.each(["ids-of-feedback-apart", "ids-of-feedback-apart-with-prefix"])(
  "nobody is blamed under %s",
  async (variant) => {
    const check = "scope.foreign-feedback-status";
    const start = { variants: [variant] };
    // By itself the check submits no feedback of the other organization's.
    const options = { only: [check, "scope", "submission", "feedback"] };
    expect(await resultOf({ check, start, options })).toMatchObject({ verdict: "skip" });
  },
);

/** Each organization numbers its own feedback; any number that one of them has is known to both. The other has `others` already. */
function numberedApart(others: number) {
  const issued = { own: 6, other: others };
  return ({ method, path, isOther }: Asked): Response | undefined => {
    const status = { status: "queued", url: "https://example.com", resultUrl: "https://example.com" };
    if (method === "POST" && path.endsWith("/feedback"))
      return json(201, { ...status, feedbackId: String(++issued[isOther ? "other" : "own"]) });
    const [, feedbackId] = /\/feedback\/([^/]+)\/status$/.exec(path) ?? [];
    if (feedbackId === undefined) return undefined;
    return Number(feedbackId) > Math.max(issued.own, issued.other) ? json(404) : json(200, { ...status, feedbackId });
  };
}

it.each([
  ["fail", "has not reached", 2],
  ["skip", "has reached", 7],
])(
  "the verdict is %s where the other organization's own numbers %s the one that it can read",
  async (verdict, _, others) => {
    const result = await resultOf({ check: "scope.foreign-feedback-status", answer: numberedApart(others) });
    expect(result).toMatchObject({ verdict });
  },
);

it("a cache by path is found also where each organization counts its own, so that the paths of two are the same", async () => {
  const start = { mutant: "cache-of-products-by-path", variants: ["ids-numbers-apart"] };
  expect(await resultOf({ check: "scope.foreign-products", start })).toMatchObject({ verdict: "fail" });
});
