import { describe, expect, it } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { configurationOf, withExamples } from "./configuration.ts";
import { forecast } from "./forecast.ts";
import { requireForwardable } from "./forwarded-args.ts";
import type { HookInput } from "./hook-input.ts";
import type { Generation } from "./options.ts";
import { disabledChecks } from "./schemathesis-checks.ts";

const generation: Generation = { maxExamples: 30, seed: 7, stateful: false, excluded: [], only: [] };
const contract = loadContract();

describe("the configuration", () => {
  it("switches on our laws and the one check that sends requests, and no other", () => {
    const on = [...configurationOf(generation).matchAll(/^\[checks\.(\w+)\]\nenabled = true/gm)].map(
      ([, name]) => name,
    );
    expect(on).toEqual(["laws", "ignored_auth"]);
    for (const [name, why] of Object.entries(disabledChecks)) expect(why.length, name).toBeGreaterThan(20);
  });

  it("generates less for operations that create something, and has no key twice", () => {
    const text = configurationOf(generation);
    expect(text).toMatch(/max-examples = 30\n/);
    expect(text).toMatch(/include-operation-id = "inviteMember"\ngeneration = \{ max-examples = 8 \}/);
    expect(text).toMatch(/include-operation-id = "createOrganization"\ngeneration = \{ mode = "negative" \}/);
    expect(text).toMatch(/^request-retries = 0$/m);
    expect(text).toMatch(/^rate-limit = "auto"$/m);
  });

  it("leaves out the excluded operations, and ends after the given time", () => {
    const text = configurationOf({ ...generation, excluded: ["updateMe"], time: 12.5, stateful: true });
    expect(text).toMatch(/include-operation-id = "updateMe"\nenabled = false/);
    expect(text).toMatch(/^max-time = 13$/m);
    expect(text).toMatch(/\[phases\.stateful\]\nenabled = true/);
  });

  it("hides credentials in whatever is written", () => {
    expect(configurationOf(generation)).toMatch(/\[output\.sanitization\]\nenabled = true/);
  });
});

describe("the contract that Schemathesis is given", () => {
  const bodies = { org_1: { submitFeedback: { productId: "p" }, inviteMember: { email: "a@example.com" } } };
  const hookInput = { bodies } as unknown as HookInput;

  it("has a body for each write that should be taken", () => {
    const given = withExamples(contract, hookInput);
    const { components } = given;
    expect(components.requestBodies?.FeedbackSubmission).toMatchObject({
      content: { "application/json": { example: { productId: "p" } } },
    });
    // Those of the contract are of no resource that the target has.
    expect(JSON.stringify(given).match(/"examples?":/g)).toHaveLength(2);
    expect(components.requestBodies?.NewOrganization).not.toHaveProperty(["content", "application/json", "examples"]);
  });

  it("links lists to details and a submission to its status, by parameters that those have", () => {
    const links = Object.values(contract.document.components.responses ?? {}).flatMap((response) =>
      Object.values((response.links ?? {}) as Record<string, { operationId: string; parameters?: object }>),
    );
    const named = links.map(({ operationId }) => operationId);
    expect(named).toEqual(expect.arrayContaining(["getProduct", "getProblem", "getFeedbackStatus", "listMembers"]));
    for (const { operationId, parameters = {} } of links) {
      const operation = contract.operations.find(({ id }) => id === operationId);
      expect(operation?.parameters, operationId).toEqual(Object.keys(parameters));
    }
  });
});

describe("the forecast", () => {
  const limit = { limit: 100, windowSeconds: 60 };
  const of = { generation, contract, operations: contract.operations, rateLimit: null, organizations: 1, latencyMs: 4 };

  it("says how many requests are sent, and how long they take", () => {
    const { requests, seconds } = forecast(of);
    expect(requests).toBeGreaterThan(400);
    expect(seconds).toBeLessThan(15);
    expect(forecast({ ...of, generation: { ...generation, stateful: true } }).requests).toBeGreaterThan(requests);
  });

  it("counts only what can be sent in the given time", () => {
    const within = (time: number, rateLimit: typeof limit | null) =>
      forecast({ ...of, rateLimit, generation: { ...generation, time } });
    expect(within(2, null).seconds).toBe(2);
    expect(within(60, null).requests).toBeGreaterThan(20 * within(2, null).requests);
    expect(within(30, limit)).toEqual({ requests: 100, seconds: 30 });
  });

  it("counts the windows that are waited for, fewer with more organizations", () => {
    const { requests, seconds } = forecast({ ...of, rateLimit: limit });
    expect(seconds).toBeGreaterThan((Math.floor(requests / 100) - 1) * 60);
    expect(forecast({ ...of, rateLimit: limit, organizations: 3 }).seconds).toBeLessThan(seconds / 2);
  });
});

describe("a forwarded argument", () => {
  it.each(["--url", "-u", "--config-file", "--report=har", "--output-sanitize", "--auth", "--workers"])(
    "is not %s",
    (arg) =>
      expect(() => requireForwardable(["--mode", "positive", arg, "x"])).toThrow(
        /cannot be forwarded to Schemathesis: /,
      ),
  );

  it("holds no credential", () => {
    expect(() => requireForwardable(["-H", "authorization: Bearer x"])).toThrow(/no place on a command line/);
    expect(() => requireForwardable(["--header=Authorization: Bearer x"])).toThrow(/no place on a command line/);
  });

  it("may be anything else", () => {
    expect(() => requireForwardable(["--mode", "positive", "-H", "X-Trace: 1", "--no-shrink"])).not.toThrow();
  });
});
