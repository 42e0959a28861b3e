import { describe, expect, it } from "vitest";
import type { ExchangeOverrides } from "../model/exchange.test.support.ts";
import { uniqueFeedbackIds } from "./feedback-unique-ids.ts";
import { judgeAll } from "./judged.test.support.ts";
import { parentResolves, releaseResolves } from "./references-resolve.ts";

const features = (product: string, items: readonly object[], more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "listFeatures",
  path: `/v1/products/${product}/features`,
  json: { data: items },
  ...more,
});
const releases = (product: string, ids: readonly string[], more: ExchangeOverrides = {}): ExchangeOverrides => ({
  operation: "listReleases",
  path: `/v1/products/${product}/releases`,
  json: { data: ids.map((id) => ({ id })) },
  ...more,
});
/** A list longer than the others: a page has room for more than they hold. */
const longer = features(
  "other",
  [..."abcdefgh"].map((id) => ({ id })),
);

describe("parentResolves", () => {
  const child = (parentId: unknown) => [
    { id: "a", parentId: null },
    { id: "b", parentId },
  ];

  it("holds where the list holds the parent", () => {
    expect(judgeAll(parentResolves, features("p", child("a")), longer).verdict).toBe("pass");
    expect(judgeAll(parentResolves, features("p", child("b")), longer).verdict).toBe("pass");
  });

  it("fails where a whole list does not hold it, and names that list after the longer one, by which it is whole", () => {
    const judgement = judgeAll(parentResolves, longer, features("p", child("z")));
    expect(judgement).toMatchObject({
      verdict: "fail",
      exchanges: [0, 1],
      actual: 'parentId "z", which is in no list',
    });
  });

  it("fails for a list that leaves the parent out, if only a later read of it shows the parent", () => {
    const at = (ms: number) => ({ sentAt: ms, receivedAt: ms + 1 });
    const [without, whole] = [child("z"), [...child("z"), { id: "z" }]];
    const first = features("p", without, at(10));
    expect(judgeAll(parentResolves, longer, first, features("p", whole, at(20)))).toMatchObject({
      verdict: "fail",
      exchanges: [0, 1, 2],
      expected: '"z" in the list, as in a later read of it (exchange 2)',
      shown: 1,
    });
    const held = [features("p", whole, at(0)), features("q", [{ id: "z" }], at(20))];
    for (const other of held) expect(judgeAll(parentResolves, longer, first, other).verdict).toBe("pass");
    // The release may have been created after the first list of releases, and before the feature.
    const of = features("p", [{ id: "a", releaseId: "r" }], at(20));
    const reads = [releases("p", ["1", "2", "3"], at(10)), releases("p", ["1", "2", "3", "r"], at(30))];
    expect(judgeAll(releaseResolves, of, ...reads).verdict).toBe("pass");
  });

  it("passes over items that are no objects", () => {
    const holed = [...child("z"), null, 7, "z"] as readonly object[];
    expect(judgeAll(parentResolves, longer, features("p", holed)).verdict).toBe("fail");
    expect(judgeAll(parentResolves, longer, features("p", [...holed, { id: "z" }])).verdict).toBe("pass");
  });

  it("says nothing of a field of that name in another list, which is the server's own", () => {
    const ofProblems = { ...features("p", child("z")), operation: "listProblems" } as const;
    const longerOne = { ...longer, operation: "listProblems" } as const;
    expect(judgeAll(parentResolves, longerOne, ofProblems, longer).verdict).toBe("not-applicable");
  });

  it("holds where the list shows the parent, although it may be a first page", () => {
    expect(judgeAll(parentResolves, features("p", child("a"))).verdict).toBe("pass");
    expect(judgeAll(parentResolves, features("p", [...child("a"), { id: "c", parentId: "z" }])).verdict).not.toBe(
      "pass",
    );
  });

  it("holds for a release that a list shows, whatever is not listed, and says so where no list is answered", () => {
    const of = (releaseId: string) => [{ id: "a", releaseId }];
    const unlisted = features("q", of("s"));
    expect(judgeAll(releaseResolves, features("p", of("r")), releases("p", ["r"]), unlisted).verdict).toBe("pass");
    const ofOtherShape = releases("q", [], { json: [{ id: "s" }] });
    for (const lists of [[], [ofOtherShape]])
      expect(judgeAll(releaseResolves, unlisted, ...lists)).toMatchObject({
        verdict: "not-applicable",
        reason:
          'releaseId "s" was not looked for, since no list of its product was read: see answers.listReleases and resource.lists-wrapped',
      });
  });

  it("says why where no feature has a parent, and nothing where the list may be a first page, or a part that was asked for", () => {
    expect(judgeAll(parentResolves, features("p", child(null)))).toMatchObject({
      verdict: "not-applicable",
      reason:
        "needs a feature with a parentId: add one to a product, or let a larger page show it; where features have none, no action is needed",
    });
    expect(judgeAll(parentResolves, features("p", child("z"))).verdict).toBe("not-applicable");
    expect(judgeAll(parentResolves, features("p", child("z")), features("q", child(null))).verdict).toBe(
      "not-applicable",
    );
    const second = features("p", child("z"), { path: "/v1/products/p/features?page=2" });
    expect(judgeAll(parentResolves, second, longer).verdict).toBe("not-applicable");
  });

  it("says nothing of null, of other types, of what a bad request got, and of failures", () => {
    for (const parentId of [null, undefined, 7, {}]) {
      expect(judgeAll(parentResolves, features("p", child(parentId)), longer).verdict).toBe("not-applicable");
    }
    for (const more of [
      { status: 500 },
      { status: 0 },
      { intent: "foreign-id" },
    ] satisfies readonly ExchangeOverrides[]) {
      expect(judgeAll(parentResolves, features("p", child("z"), more), longer).verdict).toBe("not-applicable");
    }
    expect(judgeAll(parentResolves).verdict).toBe("not-applicable");
  });
});

describe("releaseResolves", () => {
  const longer = releases("other", [..."abcdefgh"]);
  const referring = features("p", [{ id: "a", releaseId: "r" }]);

  it("says nothing where only a list of another kind is longer: its page may be larger", () => {
    const manyFeatures = features(
      "other",
      [..."abcdefgh"].map((id) => ({ id })),
    );
    expect(judgeAll(releaseResolves, referring, releases("p", ["x"]), manyFeatures).verdict).toBe("not-applicable");
  });

  it("holds or fails by the releases that the caller's lists hold", () => {
    expect(judgeAll(releaseResolves, referring, releases("p", ["r"]), longer).verdict).toBe("pass");
    expect(judgeAll(releaseResolves, referring, releases("p", ["x"]), longer)).toMatchObject({
      verdict: "fail",
      exchanges: [2, 1, 0],
    });
  });

  it("takes a release of another product for one, which the document does not exclude, but not another organization's", () => {
    const elsewhere = releases("q", ["r"]);
    expect(judgeAll(releaseResolves, referring, elsewhere, releases("p", ["x"]), longer).verdict).toBe("pass");
    const theirs = releases("q", ["r"], { credential: "KEY_B", organization: "org_2" });
    expect(judgeAll(releaseResolves, referring, theirs, releases("p", ["x"]), longer).verdict).toBe("fail");
  });

  it("says nothing before the lists of all products were read that the caller is shown, by any key of the organization", () => {
    const products = { operation: "listProducts", json: { data: [{ id: "p" }, { id: "a/b" }] } } as const;
    const read = [products, referring, releases("p", ["x"]), longer];
    expect(judgeAll(releaseResolves, ...read)).toMatchObject({
      verdict: "not-applicable",
      reason: expect.stringContaining("not those of all products"),
    });
    const second = releases("a%2Fb", ["y"], { credential: "KEY_A2" });
    expect(judgeAll(releaseResolves, ...read, second).verdict).toBe("fail");
  });

  it("takes no list for whole that says that more follows", () => {
    const verdictOf = (more: ExchangeOverrides) =>
      judgeAll(releaseResolves, referring, releases("p", [], more)).verdict;
    const data = ["x", "y", "z"].map((id) => ({ id }));
    for (const more of [{ hasMore: true }, { nextCursor: "abc" }, { meta: { total: 4 } }, { links: { next: "/2" } }])
      expect(verdictOf({ json: { data, ...more } }), JSON.stringify(more)).toBe("not-applicable");
    for (const all of [{ hasMore: false }, { nextCursor: null }, { meta: { total: 3, page: 1 } }, { links: {} }])
      expect(verdictOf({ json: { data, ...all } }), JSON.stringify(all)).toBe("fail");
    const headers = { link: '</v1/products/p/releases?page=2>; rel="next"' };
    expect(verdictOf({ json: { data }, headers })).toBe("not-applicable");
  });

  it("takes a list for whole that is empty, or of a size that no page has", () => {
    const verdictOfSize = (size: number) =>
      judgeAll(releaseResolves, referring, releases("p", [..."abcdefghijklmnopqxyz".slice(0, size)])).verdict;
    for (const size of [0, 3, 6, 7, 9, 11, 13]) expect(verdictOfSize(size), `${size}`).toBe("fail");
    for (const size of [1, 2, 4, 5, 8, 10, 12, 20]) expect(verdictOfSize(size), `${size}`).toBe("not-applicable");
    const whole = releases("p", [..."abc"]);
    expect(judgeAll(releaseResolves, referring, whole)).toMatchObject({ verdict: "fail", exchanges: [1, 0] });
  });

  it("says nothing without a whole list of the releases, read by the same organization", () => {
    for (const list of [
      releases("q", ["x"]),
      releases("p", ["x"], { credential: "KEY_B", organization: "org_2" }),
      releases("p", ["x"], { status: 404 }),
      releases("p", [..."abcdefgh"]),
      releases("p", ["x"], { path: "/v1/products/p/releases?status=draft" }),
    ]) {
      expect(judgeAll(releaseResolves, referring, list, longer).verdict).toBe("not-applicable");
    }
    const none = features("p", [{ id: "a", releaseId: null }]);
    expect(judgeAll(releaseResolves, none, releases("p", []), longer).verdict).toBe("not-applicable");
  });
});

describe("uniqueFeedbackIds", () => {
  const submitted = (feedbackId: unknown, requestBody: string, more: ExchangeOverrides = {}): ExchangeOverrides => ({
    operation: "submitFeedback",
    status: 202,
    json: { feedbackId },
    requestBody,
    ...more,
  });

  it("holds for identifiers of their own, and fails for one that comes twice", () => {
    expect(judgeAll(uniqueFeedbackIds, submitted("a", "1"), submitted("b", "2")).verdict).toBe("pass");
    expect(judgeAll(uniqueFeedbackIds, submitted("a", "1"), submitted("b", "2"), submitted("a", "3"))).toMatchObject({
      verdict: "fail",
      exchanges: [0, 2],
    });
    const byOther = submitted("a", "2", { credential: "KEY_A2", kind: "session" });
    expect(judgeAll(uniqueFeedbackIds, submitted("a", "1"), byOther).verdict).toBe("fail");
  });

  it("lets two organizations count on their own, and a submission that is sent again be the same", () => {
    const foreign = submitted("a", "2", { organization: "org_2" });
    expect(judgeAll(uniqueFeedbackIds, submitted("a", "1"), foreign).verdict).not.toBe("fail");
    expect(judgeAll(uniqueFeedbackIds, submitted("a", "1"), submitted("a", "1")).verdict).not.toBe("fail");
  });

  it("takes the status of a submission for no submission", () => {
    const status: ExchangeOverrides = { operation: "getFeedbackStatus", json: { feedbackId: "a" } };
    expect(judgeAll(uniqueFeedbackIds, submitted("a", "1"), status, submitted("b", "2"), status).verdict).toBe("pass");
  });

  it("lets what says the same be the same, whatever else it carries, and nothing else", () => {
    const saying = (content: unknown, more: object = {}) => JSON.stringify({ productId: "p", content, ...more });
    const first = submitted("a", saying({ body: "It is slow" }));
    const again = submitted("a", saying({ body: "It is slow" }, { feedbackType: "bug", notes: "more" }));
    expect(judgeAll(uniqueFeedbackIds, first, again).verdict).not.toBe("fail");
    const other = submitted("a", saying({ body: "It is slower" }));
    expect(judgeAll(uniqueFeedbackIds, first, other)).toMatchObject({ verdict: "fail", exchanges: [0, 1] });
  });

  it("says nothing of fewer than two, of rejections, and of what is not a string", () => {
    expect(judgeAll(uniqueFeedbackIds, submitted("a", "1")).verdict).toBe("not-applicable");
    const silent = [submitted("a", "2", { status: 400 }), submitted(7, "3"), submitted(7, "4"), submitted(null, "5")];
    expect(judgeAll(uniqueFeedbackIds, submitted("a", "1"), ...silent).verdict).toBe("not-applicable");
  });
});
