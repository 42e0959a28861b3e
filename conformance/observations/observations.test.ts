import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { loadVariants } from "../../reference/changes/variants/index.ts";
import { type RunningReference, startReference } from "../../reference/start.ts";
import { operationIds } from "../../spec/contract.ts";
import { loadClauses } from "../../spec/ledger.ts";
import { type ConformOptions, conform } from "../index.ts";
import type { Report } from "../model/report.ts";
import { renderTerminal } from "../reports/terminal.ts";
import { observe, observers } from "./index.ts";
import { inOrder, observed, properties } from "./observed.test.support.ts";

describe("the observers", () => {
  it("are one for each open clause, and for no other", () => {
    const open = loadClauses().filter(({ kind }) => kind === "open");
    expect(observers.map(({ clause }) => clause).sort()).toEqual(open.map(({ id }) => id).sort());
  });

  it("report every open clause, in the ledger's order: a choice, or why none was seen", () => {
    const observations = observe([], properties, []);
    expect(observations.map(({ clause }) => clause)).toEqual(
      loadClauses()
        .filter(({ kind }) => kind === "open")
        .map(({ id }) => id),
    );
    for (const { clause, choice, choices, unobserved = "" } of observations) {
      expect([clause, choice === "", choices.length === 0]).toEqual([clause, unobserved !== "", unobserved !== ""]);
    }
  });

  it("throw on no exchange, report the same again, and stay short", () => {
    const text = fc.oneof(
      fc.constantFrom("queued", "api", "__proto__", "x".repeat(5000), ""),
      fc.string({ unit: "binary" }),
    );
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text);
    const item = fc.dictionary(
      fc.constantFrom("id", "feedbackId", "status", "role", "config", "issues", "__proto__"),
      value,
    );
    const issues = fc.array(fc.record({ code: value, path: fc.oneof(value, fc.array(text)) }));
    const json = fc.oneof(value, item, fc.array(item), fc.record({ data: fc.array(item) }), fc.record({ issues }));
    const overrides = fc.record({
      operation: fc.constantFrom(...operationIds),
      intent: fc.constantFrom("valid", "invalid", "unknown-id", "foreign-id" as const),
      kind: fc.constantFrom("api-key", "session", "expired", "none" as const),
      status: fc.constantFrom(0, 200, 201, 204, 400, 403, 404, 413, 429, 500, 999),
      json,
      requestBody: fc.oneof(
        text,
        item.map((resource) => JSON.stringify(resource)),
      ),
      headers: fc.record({ "X-RateLimit-Reset": fc.oneof(text, fc.constantFrom("7", "1e400", "-3")), Sunset: text }),
      path: fc.oneof(text, fc.constant("/v1/products/1")),
    });
    fc.assert(
      fc.property(fc.array(overrides, { maxLength: 20 }), (many) => {
        const before = observe(inOrder(many), properties, []);
        expect(observe(inOrder(structuredClone(many)), properties, [])).toEqual(before);
        for (const { choices, contradiction = "" } of before) {
          for (const sentence of [...choices, contradiction]) expect(sentence.length).toBeLessThan(3000);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("are reported by cases for open clauses alone", () => {
    const folder = new URL("../cases/", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const texts = files.map((name) => readFileSync(new URL(name, folder), "utf8"));
    const named = texts.flatMap((text) => [...text.matchAll(/\bobserve\(\s*"([^"]+)"/g)].map(([, clause]) => clause));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((clause) => observers.every((observer) => observer.clause !== clause))).toEqual([]);
  });

  it("add the choices that a case reported to the observed ones, each once", () => {
    const reported = [
      { clause: "limit.other-tiers", choice: "a null character is answered 400" },
      { clause: "limit.other-tiers", choice: "a null character is answered 400" },
      { clause: "endpoint.query", choice: "reported" },
    ];
    expect(observed("limit.other-tiers", [{}], reported).choices).toEqual([
      "X-RateLimit-Limit 100",
      reported[0]?.choice,
    ]);
    expect(observed("endpoint.query", [], reported)).toEqual({
      clause: "endpoint.query",
      section: "4",
      choice: "reported",
      choices: ["reported"],
    });
  });
});

describe("at the door", () => {
  const running: RunningReference[] = [];
  afterEach(async () => {
    for (const reference of running.splice(0)) await reference.close();
  });

  async function judged(id: string | undefined, options: Partial<ConformOptions> = {}): Promise<Report> {
    const clock = virtualClock();
    const variants = (await loadVariants()).filter((variant) => variant.id === id);
    // More than the cases need: what is left of the limit, the run uses for requests that it has sent before.
    const reference = await startReference({ clock, variants, tokenSeed: "observations", limit: 120 });
    running.push(reference);
    return conform({ ...reference.target, clock, seed: 1, ...options });
  }
  const choiceOf = ({ observations }: Report, clause: string) =>
    observations.find((observation) => observation.clause === clause)?.choice;
  const contradicted = ({ observations }: Report) =>
    observations.filter(({ contradiction }) => contradiction !== undefined).map(({ clause }) => clause);

  it("the reference is observed as its ledger says, and contradicts itself nowhere", async () => {
    const report = await judged(undefined);
    expect(contradicted(report)).toEqual([]);
    expect(choiceOf(report, "endpoint.success-codes")).toMatch(
      /^200; (?=.*202 submitFeedback)(?=.*201 createOrganization)(?=.*204 inviteMember)/,
    );
    expect(choiceOf(report, "auth.key-prefix")).toBe("fpk_key_");
    expect(choiceOf(report, "limit.reset-unit")).toBe("seconds since the epoch");
    expect(choiceOf(report, "state.feedback-transitions")).toContain("queued → ");
    expect(choiceOf(report, "feedback-status.status")).toContain("queued");
    expect(choiceOf(report, "error.statuses")).toContain("an unknown identifier: 404");
    const silent = report.observations.filter(({ unobserved }) => unobserved !== undefined).map(({ clause }) => clause);
    expect(silent).toEqual(expect.arrayContaining(["endpoint.query", "auth.session", "events.none"]));
    expect(silent.length).toBeLessThan(9);
  });

  it("a target that contradicts itself conforms, also strictly, and is warned", async () => {
    const report = await judged("success-in-turn", { strict: true });
    expect(report).toMatchObject({ conclusion: "conforms", exitCode: 0 });
    expect(contradicted(report)).toEqual(["endpoint.success-codes"]);
    const text = renderTerminal(report, { colour: false, width: 100 });
    expect(text).toMatch(
      /\n! §4 endpoint\.success-codes: the target contradicts itself: submitFeedback answered the same/,
    );
  });

  it("one who knows a submission again contradicts nothing", async () => {
    const report = await judged("submission-repeated-is-200");
    expect(contradicted(report)).toEqual([]);
    expect(choiceOf(report, "endpoint.success-codes")).toMatch(/^200 \(submitFeedback too\); 202 submitFeedback/);
  });
});
