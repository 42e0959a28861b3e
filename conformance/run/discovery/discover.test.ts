import { afterEach, describe, expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { type RunningReference, startReference } from "../../../reference/start.ts";
import { createTransport } from "../../client/transport.ts";
import { conform } from "../../index.ts";
import { validateReport } from "../../reports/schema.ts";
import { checkTarget, unreachableReport } from "../check-target.ts";
import { Unreachable } from "../first-requests.ts";
import type { RunOptions } from "../run.ts";

const running: RunningReference[] = [];
afterEach(async () => {
  for (const reference of running.splice(0)) await reference.close();
});

describe("a base URL that answers with a redirect to another origin", () => {
  it.each([
    ["https://dev.example.com/api/v1/products", "is that the base URL?"],
    [
      "https://example.com/login",
      "does another server, such as a sign-in page, answer before the API? Is the base URL right?",
    ],
  ])("to %s is reported with the Location", async (location, question) => {
    const report = await conform({
      baseUrl: "http://dev.example.com/api",
      credentials: [{ token: "fpk_key_of_a", org: "org_1" }],
      fetch: async () => new Response(null, { status: 301, headers: { location, "x-ratelimit-limit": "100" } }),
      clock: virtualClock(),
    });
    const asked = report.results.filter(({ id }) => id === "answers.listProducts");
    expect(asked).toMatchObject([
      {
        verdict: "inconclusive",
        message: `http://dev.example.com/api/v1/products was answered 301, Location "${location}": ${question}`,
      },
    ]);
    expect(report.exitCode).toBe(3);
  });
});

describe("a target that does not answer", () => {
  it("has a report that judges nothing", async () => {
    const clock = virtualClock();
    const fetch = async () =>
      Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } }));
    const options: RunOptions = {
      target: { baseUrl: "http://localhost/api", credentials: [], rateLimit: null, feedbackGraceSeconds: 5 },
      transport: createTransport({ clock, fetch }),
      clock,
      seed: 1,
    };
    const error = await checkTarget(options).catch((thrown: unknown) => thrown);
    if (!(error instanceof Unreachable)) throw error;
    const report = unreachableReport(options, error);
    expect(report).toMatchObject({ exitCode: 3, conclusion: "inconclusive", results: [], requests: { total: 1 } });
    expect(report.summary).toMatch(/^inconclusive: the target did not answer/);
    expect(report.notes).toEqual([expect.stringContaining("connection refused")]);
    expect(validateReport(JSON.parse(JSON.stringify(report)))).toEqual([]);
  });
});

describe("a key whose organization the target does not show", () => {
  /** Neither the installation nor the list of organizations is a key's to read. */
  function closedTo(tokens: readonly string[]): typeof globalThis.fetch {
    const remaining = new Map(tokens.map((token) => [`Bearer ${token}`, "100"]));
    return async (input, init) => {
      const key = new Headers(init?.headers).get("authorization") ?? "";
      const left = remaining.get(key);
      if (left !== undefined && /\/(installations\/me|organizations)$/.test(new URL(String(input)).pathname)) {
        const headers = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": left, "x-ratelimit-reset": "1" };
        return Response.json({ error: "no" }, { status: 403, headers });
      }
      const response = await fetch(input, init);
      if (left !== undefined) remaining.set(key, response.headers.get("x-ratelimit-remaining") ?? left);
      return response;
    };
  }

  async function judged(count: number, mutant?: string) {
    const clock = virtualClock();
    const reference = await startReference({ clock, mutant });
    running.push(reference);
    const credentials = reference.target.credentials.slice(0, count).map(({ token }) => ({ token }));
    const report = await conform({
      ...reference.target,
      credentials,
      clock,
      seed: 1,
      fetch: closedTo(credentials.map(({ token }) => token)),
    });
    const verdictOf = (id: string) => report.results.find((result) => result.id === id)?.verdict;
    return { report, verdictOf };
  }

  it("is judged by its own limit, where it is the only one", async () => {
    const { report, verdictOf } = await judged(1);
    expect(report.results.filter(({ verdict }) => verdict === "inconclusive" || verdict === "broken")).toEqual([]);
    for (const id of ["limit.refused-when-exceeded", "limit.answered-429", "limit.recovers"])
      expect([id, verdictOf(id)]).toEqual([id, "pass"]);
    expect(verdictOf("limit.shared-by-keys")).toBe("skip");
    expect(report.exitCode).toBe(0);
  });

  it.each(["limit-one-too-many", "limit-one-too-many-reported"])("is found to be exceeded: %s", async (mutant) => {
    const { report, verdictOf } = await judged(1, mutant);
    expect(verdictOf("limit.refused-when-exceeded")).toBe("fail");
    expect(report.exitCode).toBe(1);
  });

  it("is not, where another may share it: that asks for their organizations", async () => {
    const { report, verdictOf } = await judged(2);
    expect(verdictOf("limit.refused-when-exceeded")).toBe("skip");
    expect(report.exitCode).toBe(0);
  });
});
