import { describe, expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import type { Report, Result } from "../../model/report.ts";
import { sampleReport } from "../sample.test.report.ts";
import { type Concern, concernOf, placeChecks, type Row } from "./check-places.ts";

function idsIn(report: Report, row: Row, concern: Concern): readonly string[] {
  const placed = placeChecks(report).get(row)?.get(concern) ?? [];
  return placed.map(({ result, verdict }) => `${result.id} ${verdict}`);
}

const withResult = (of: Partial<Result>): Report => {
  const [first] = sampleReport.results;
  if (first === undefined) throw new Error("the sample has no result");
  return { ...sampleReport, results: [{ ...first, ...of }] };
};

it.each([
  ["auth.expired-key", "5.3", "authentication"],
  ["scope.lists-disjoint", "5.2", "scope"],
  ["error.names-error", "2.14", "errors"],
  ["limit.not-early", "7.2", "limits"],
  ["product.field-types", "2.1", "schema"],
  ["body.is-json", "0", "schema"],
  ["answers.getMe", "4", "flow"],
] as const)("%s is about %s", (id, section, concern) => {
  expect(concernOf({ id, section })).toBe(concern);
});

describe("a check stands on the operations that it is about", () => {
  it("a law is at the operations on which it judged something, and failed only at those on which it failed", () => {
    const report = withResult({
      id: "body.is-json",
      section: "0",
      verdict: "fail",
      exchanges: [2],
      judged: 3,
      failed: 1,
    });
    expect(idsIn(report, "listFeatures", "schema")).toEqual(["body.is-json fail"]);
    expect(idsIn(report, "listProducts", "schema")).toEqual(["body.is-json pass"]);
    expect(idsIn(report, "submitFeedback", "schema")).toEqual([]);
  });

  it("a law is at no operation whose responses never show what it judges", () => {
    const products = exchangeWith({ operation: "listProducts", json: { data: [{ id: "prod_1" }] } });
    const features = exchangeWith({ operation: "listFeatures", json: { data: [{ id: "feat_1" }] } });
    const of = { id: "feature.field-types", section: "2.2", judged: 1, failed: 0 };
    const report = { ...withResult(of), exchanges: [products, features] };
    expect(idsIn(report, "listFeatures", "schema")).toEqual(["feature.field-types pass"]);
    expect(idsIn(report, "listProducts", "schema")).toEqual([]);
  });

  it("a law over many exchanges is at those of its operations that the run sent", () => {
    const report = withResult({ id: "feature.release-resolves", section: "2.2", exchanges: [] });
    expect(idsIn(report, "listFeatures", "schema")).toEqual(["feature.release-resolves pass"]);
    expect(idsIn(report, "listReleases", "schema")).toEqual([]);
  });

  it("a case is at the operations that it sent, or at the one whose response it fails on", () => {
    const of = { id: "auth.no-credentials", section: "4", exchanges: [0, 2] };
    expect(idsIn(withResult({ ...of, verdict: "pass" }), "listProducts", "authentication")).toHaveLength(1);
    expect(idsIn(withResult({ ...of, verdict: "fail" }), "listProducts", "authentication")).toEqual([]);
    expect(idsIn(withResult({ ...of, verdict: "fail" }), "listFeatures", "authentication")).toHaveLength(1);
  });

  it("a request with a query belongs to no operation, and its response is at the endpoint that answered it", () => {
    const { operation: _, ...exchange } = exchangeWith({ operation: "listProducts", path: "/v1/products?orgId=org_2" });
    const report = withResult({ id: "scope.foreign-products", section: "5.2", verdict: "fail", exchanges: [0] });
    expect(idsIn({ ...report, exchanges: [exchange] }, "listProducts", "scope")).toEqual([
      "scope.foreign-products fail",
    ]);
  });

  it("a check of an operation's clause is at that operation, even if it was skipped", () => {
    const report = withResult({ id: "answers.getMe", clause: "endpoint.getMe", section: "4", verdict: "skip" });
    expect(idsIn(report, "getMe", "flow")).toEqual(["answers.getMe skip"]);
  });

  it("a check of the rate limit is at the whole API", () => {
    const report = withResult({ id: "limit.not-early", section: "7.2", verdict: "fail", exchanges: [0] });
    expect(idsIn(report, "whole API", "limits")).toEqual(["limit.not-early fail"]);
    expect(idsIn(report, "listProducts", "limits")).toEqual([]);
  });

  it("a failure that names no exchange, as a load scenario's, is at its clause's operation or the whole API, and failed there", () => {
    const lost = {
      id: "load.none-lost",
      clause: "feedback.identifier",
      section: "4",
      verdict: "fail" as const,
      exchanges: [],
    };
    expect(idsIn(withResult(lost), "whole API", "flow")).toEqual(["load.none-lost fail"]);
    const answered = { ...lost, id: "load.answered", clause: "endpoint.listProducts" };
    expect(idsIn(withResult(answered), "listProducts", "flow")).toEqual(["load.answered fail"]);
  });

  it("a threshold of a script is at no operation", () => {
    const places = placeChecks(withResult({ section: "" }));
    expect([...places.values()].every((cells) => cells.size === 0)).toBe(true);
  });
});
