import { describe, expect, it } from "vitest";
import { bodyOf, type ExchangeOverrides, exchangeWith, samples } from "../model/exchange.test.support.ts";
import { bareLists, wrappedLists } from "../model/resources.ts";
import { dateTimes, identifierStrings, zonedDateTimes } from "./common-fields.ts";
import { context, verdictOf } from "./judged.test.support.ts";
import { listsBare, listsWrapped, uniqueInList } from "./lists.ts";

const { Product, Feature, Member, Installation, FeedbackAcceptance } = samples;
const features = (change: object): ExchangeOverrides => ({
  operation: "listFeatures",
  json: { data: [Feature, { ...Feature, id: "feat_2", ...change }] },
});

describe("identifierStrings", () => {
  const verdict = (overrides: ExchangeOverrides) => verdictOf(identifierStrings, overrides);

  it("holds for strings, and for null where the document allows it", () => {
    expect(verdict({ json: { data: [Product] } })).toBe("pass");
    expect(verdict(features({ parentId: null, releaseId: "rel_1" }))).toBe("pass");
    expect(verdict(features({ id: "" }))).toBe("pass");
  });

  it.each([
    ["an id", features({ id: 7 })],
    ["a parentId", features({ parentId: 7 })],
    ["a releaseId", features({ releaseId: ["rel_1"] })],
    ["a userId", { operation: "listMembers", json: [{ ...Member, userId: 7 }] }],
    ["an orgId", { operation: "getInstallation", json: { ...Installation, orgId: null } }],
    ["an integrationId", { operation: "getInstallation", json: { ...Installation, integrationId: 7 } }],
    ["a feedbackId", { operation: "submitFeedback", json: { ...FeedbackAcceptance, feedbackId: 7 } }],
  ] satisfies readonly (readonly [string, ExchangeOverrides])[])("fails for %s that is none", (_name, overrides) => {
    expect(verdict(overrides)).toBe("fail");
  });

  it("leaves an identifier that is not there to others", () => {
    const { id: _, ...noId } = { ...Product };
    expect(verdict({ json: { data: [noId] } })).toBe("pass");
  });

  it("says nothing where no resource is shown, and of other fields", () => {
    expect(verdict({ json: { data: [] } })).toBe("not-applicable");
    expect(verdict({ status: 404, json: { error: "x", id: 7 } })).toBe("not-applicable");
    expect(verdict(features({ name: 7 }))).toBe("pass");
    expect(verdict({ operation: "updateMe", json: { id: 7 } })).toBe("not-applicable");
  });
});

describe("uniqueInList", () => {
  const verdict = (overrides: ExchangeOverrides) => verdictOf(uniqueInList, overrides);
  const members = (...ids: readonly unknown[]): ExchangeOverrides => ({
    operation: "listMembers",
    json: ids.map((userId) => ({ ...Member, id: "same", userId })),
  });

  it("judges the identifier that the resource has", () => {
    expect(verdict(members("a", "b"))).toBe("pass");
    expect(verdict(members("a", "b", "a"))).toBe("fail");
    expect(verdict(features({ id: "feat_1" }))).toBe("fail");
    expect(verdict(features({}))).toBe("pass");
  });

  it("says nothing of fewer than two items, and leaves what is not a string to others", () => {
    expect(verdict(members("a"))).toBe("not-applicable");
    expect(verdict({ operation: "getProduct", json: Product })).toBe("not-applicable");
    expect(verdict(members(7, 7))).toBe("pass");
    expect(verdict({ operation: "listMembers", json: [null, null] })).toBe("pass");
  });

  it("does not take a name of the prototype for one that was there", () => {
    expect(verdict(members("constructor", "__proto__", "toString"))).toBe("pass");
  });
});

describe("dateTimes and zonedDateTimes", () => {
  const both = (createdAt: unknown) => {
    const overrides = features({ createdAt });
    return [verdictOf(dateTimes, overrides), verdictOf(zonedDateTimes, overrides)];
  };

  it("hold for RFC 3339", () => expect(both("2026-01-01T00:00:00.5+01:00")).toEqual(["pass", "pass"]));
  it("fail for the zone alone where there is none", () =>
    expect(both("2026-01-01T00:00:00")).toEqual(["pass", "fail"]));

  it("fail for what is not a date-time", () => {
    for (const value of ["2026-01-01", "now", 1795254041, null]) expect(both(value)[0]).toBe("fail");
  });

  it("say nothing where no resource is shown", () => {
    for (const law of [dateTimes, zonedDateTimes]) {
      expect(verdictOf(law, { json: { data: [] } })).toBe("not-applicable");
      expect(verdictOf(law, { status: 400, json: { error: "x", createdAt: 7 } })).toBe("not-applicable");
    }
  });
});

describe("listsWrapped and listsBare", () => {
  it.each(wrappedLists)("%s must be { data: [...] }", (operation) => {
    const verdict = (json: unknown) => verdictOf(listsWrapped, { operation, json });
    expect(verdict({ data: [], more: true })).toBe("pass");
    for (const json of [[], {}, { data: {} }, { data: null }, { items: [] }, null, 7])
      expect(verdict(json)).toBe("fail");
    expect(verdictOf(listsBare, { operation, json: [] })).toBe("not-applicable");
  });

  it.each(bareLists)("%s must be a bare array", (operation) => {
    const verdict = (json: unknown) => verdictOf(listsBare, { operation, json });
    expect(verdict([])).toBe("pass");
    for (const json of [{ data: [] }, {}, null, "[]"]) expect(verdict(json)).toBe("fail");
    expect(verdictOf(listsWrapped, { operation, json: {} })).toBe("not-applicable");
  });

  it("say nothing of errors, single resources, and what is not JSON", () => {
    for (const law of [listsWrapped, listsBare]) {
      for (const operation of ["listProducts", "listMembers", "getProduct", "updateMe"] as const) {
        expect(verdictOf(law, { operation, status: 500, json: 7 })).toBe("not-applicable");
        expect(verdictOf(law, { operation, text: "<p>" })).toBe("not-applicable");
      }
      expect(verdictOf(law, { operation: "getProduct", json: bodyOf("getProduct", Product) })).toBe("not-applicable");
    }
  });

  it("say which shape the value has", () => {
    const actual = (json: unknown) => listsWrapped.judge(exchangeWith({ json }), context);
    expect(actual([])).toMatchObject({ actual: "a bare array" });
    expect(actual({ items: [], total: 0 })).toMatchObject({ actual: 'an object with "items", "total"' });
    expect(actual({})).toMatchObject({ actual: "an object with nothing in it" });
    expect(actual(null)).toMatchObject({ actual: "null" });
    expect(actual("x")).toMatchObject({ actual: "a string" });
  });
});
