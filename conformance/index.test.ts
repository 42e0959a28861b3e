import { afterEach, describe, expect, it } from "vitest";
import { type VirtualClock, virtualClock } from "../clock.ts";
import { type RunningReference, startReference } from "../reference/start.ts";
import { type ConformOptions, conform } from "./index.ts";
import type { Report } from "./model/report.ts";
import { validateReport } from "./reports/schema.ts";
import { limiterClauses } from "./run/limit/limiter-clauses.test.support.ts";

const running: RunningReference[] = [];
afterEach(async () => {
  for (const reference of running.splice(0)) await reference.close();
});

interface Fixture {
  readonly reference: RunningReference;
  readonly clock: VirtualClock;
  judge(change?: Partial<ConformOptions>): Promise<Report>;
}

async function started(options: Parameters<typeof startReference>[0] = {}): Promise<Fixture> {
  const clock = virtualClock();
  const reference = await startReference({ clock, ...options });
  running.push(reference);
  return { reference, clock, judge: (change = {}) => conform({ ...reference.target, clock, seed: 1, ...change }) };
}

const notPassed = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict !== "pass").map(({ id, message }) => `${id}: ${message}`);
const verdictOf = ({ results }: Report, id: string) => results.find((result) => result.id === id)?.verdict;

describe("the reference", () => {
  it("conforms, also strictly, with every check judged and every clause", async () => {
    const { judge } = await started();
    const report = await judge({ strict: true, complete: true });
    expect(notPassed(report)).toEqual([]);
    expect(report).toMatchObject({ conclusion: "conforms", exitCode: 0, clauses: { unjudged: [] } });
    expect(report.summary).toMatch(/^conforms · \d+ checks passed · (\d+) of \1 stated clauses judged$/);
  });

  it("conforms completely also where no error body has issues, which are optional", async () => {
    const { judge } = await started({ variants: ["issues-never"] });
    const report = await judge({ complete: true });
    expect(notPassed(report)).toEqual([expect.stringMatching(/^error.issue-shape: .*; no action is needed$/)]);
    expect(report).toMatchObject({ exitCode: 0, clauses: { unjudged: [{ clause: "error.issues" }] } });
  });

  it("is judged within its rate limit, but for the requests that cross it; its report has the published schema, and no credential", async () => {
    const { judge, reference } = await started();
    const report = await judge();
    const { exchanges, seconds } = report;
    const firstRefusal = exchanges.findIndex(({ response }) => response?.status === 429);
    expect(firstRefusal).toBeGreaterThan(100);
    const { organization } = exchanges[firstRefusal] ?? {};
    const rejected = exchanges.filter((exchange) => exchange.response?.status === 429);
    expect(rejected.filter((exchange) => exchange.organization === organization).length).toBeLessThan(45);
    expect(exchanges.length).toBeLessThanOrEqual(400);
    expect(seconds).toBeLessThan(65);
    expect(validateReport(JSON.parse(JSON.stringify(report)))).toEqual([]);
    const text = JSON.stringify(report);
    for (const { token } of reference.target.credentials) expect(text).not.toContain(token);
  });

  it.each([
    { limit: 20, windowSeconds: 2 },
    { limit: 7, windowSeconds: 1 },
    { limit: 1000, windowSeconds: 60 },
  ])("conforms with $limit requests in $windowSeconds s", async (rateLimit) => {
    const { judge } = await started(rateLimit);
    expect(notPassed(await judge())).toEqual([]);
  });

  it("is not blamed for a limit too small to show sharing", async () => {
    const { judge } = await started({ limit: 5, windowSeconds: 60 });
    const report = await judge();
    expect(report.exitCode).toBe(0);
    const sharing = report.results.find(({ id }) => id === "limit.shared-by-keys");
    expect(sharing).toMatchObject({ verdict: "skip", message: expect.stringContaining("needs a limit of about 40") });
  });

  it.each([
    ["all is well", {}],
    ["updates are judged twice, because the first did not hold", { mutant: "members-cached" }],
  ])("has its profile back after a run where %s", async (_, changes) => {
    const { judge, reference, clock } = await started(changes);
    const session = reference.target.credentials.find(({ kind }) => kind === "session");
    const profile = async () => {
      const answer = await fetch(`${reference.baseUrl}/v1/me`, {
        headers: { authorization: `Bearer ${session?.token}` },
      });
      const { updatedAt: _, ...rest } = JSON.parse(await answer.text());
      return rest;
    };
    const before = await profile();
    await judge({ skip: ["limit.standard"] });
    await clock.sleep(61_000);
    expect(await profile()).toEqual(before);
  });

  it("is sent only GET and HEAD in a read-only run", async () => {
    const { judge } = await started();
    const report = await judge({ readOnly: true });
    expect(new Set(report.exchanges.map(({ request }) => request.method))).toEqual(new Set(["GET", "HEAD"]));
    expect(report.exitCode).toBe(0);
    expect(report.clauses.unjudged.map(({ clause }) => clause)).toContain("endpoint.submitFeedback");
    expect((await judge({ readOnly: true, complete: true })).exitCode).toBe(3);
  });
});

it("reports each failed check when it is found, so that the caller can end the run", async () => {
  const { judge } = await started({ mutant: "expired-key-accepted" });
  const whole = await judge();
  const failed: string[] = [];
  const end = new AbortController();
  const cut = await judge({
    signal: end.signal,
    onFailure({ id, clause }) {
      failed.push(id);
      if (clause === "auth.key-expiry") end.abort(new Error("it was found"));
    },
  });
  expect(failed).toContain("auth.expired-key");
  expect(new Set(failed).size).toBe(failed.length);
  expect(verdictOf(cut, "auth.expired-key")).toBe("fail");
  expect(cut.notes).toContain("it was found");
  expect(cut.requests.total).toBeLessThan(whole.requests.total / 2);
});

describe("a target that lacks something is judged in the rest", () => {
  const cases: readonly [
    string,
    (credentials: ConformOptions["credentials"]) => ConformOptions["credentials"],
    readonly string[],
  ][] = [
    [
      "one key",
      (all) => all.slice(0, 1),
      ["auth.expired-key", "auth.denied-caller", "limit.shared-by-keys", "scope.lists-disjoint"],
    ],
    ["keys of one organization", (all) => all.slice(0, 2), ["limit.other-organization", "auth.session-accepted"]],
    ["a session only", (all) => all.filter(({ kind }) => kind === "session"), ["auth.key-accepted", "limit.recovers"]],
    ["an organization without products", (all) => all.slice(-1), ["answers.getProduct", "answers.submitFeedback"]],
  ];
  it.each(cases)("%s", async (_, choose, skipped) => {
    const { judge, reference } = await started();
    const report = await judge({ credentials: choose(reference.target.credentials) });
    expect(report.results.filter(({ verdict }) => !["pass", "skip"].includes(verdict))).toEqual([]);
    expect(report.exitCode).toBe(0);
    for (const id of skipped) expect([id, verdictOf(report, id)]).toEqual([id, "skip"]);
    // The cases need no second window, and no request of theirs is answered 429.
    expect(report.seconds).toBeLessThanOrEqual(66);
    const { exchanges } = report;
    const first429 = exchanges.findIndex(({ response }) => response?.status === 429);
    const sent = exchanges.slice(0, Math.max(0, first429)).filter(({ organization }) => organization !== undefined);
    if (first429 !== -1) expect(sent.length).toBeGreaterThanOrEqual(100);
    for (const { verdict, message } of report.results)
      if (verdict === "skip")
        expect(message).toMatch(/: .*\b(add|create|declare|give|see|set)\b|; no action is needed$/);
  });

  it("nobody: what is left to judge holds, and is too little for a verdict", async () => {
    const { judge } = await started();
    const report = await judge({ credentials: [] });
    expect(report.results.filter(({ verdict }) => !["pass", "skip"].includes(verdict))).toEqual([]);
    expect(report).toMatchObject({ exitCode: 3, conclusion: "inconclusive" });
    expect(report.summary).toMatch(
      /^inconclusive: no credential is given: too little was judged for a verdict; judged: .* for want of credentials/,
    );
    expect(report.doubts).toEqual([expect.stringContaining("Add an API key: --key env:NAME")]);
    expect((await judge({ credentials: [], only: ["auth.no-credentials"] })).exitCode).toBe(0);
  });

  it("organizations that the target file does not name are found out", async () => {
    const { judge, reference } = await started();
    const credentials = reference.target.credentials.map(({ org: _, ...rest }) => rest);
    const report = await judge({ credentials });
    expect(verdictOf(report, "limit.shared-by-keys")).toBe("pass");
    expect(report.exitCode).toBe(0);
  });

  it("a switched off rate limit skips §8 loudly", async () => {
    const { judge } = await started({ limit: 1_000_000 });
    const report = await judge({ rateLimit: null });
    expect(report.exitCode).toBe(0);
    const section8 = report.results.filter(({ section }) => section === "8");
    expect(new Set(section8.map(({ verdict }) => verdict))).toEqual(new Set(["skip"]));
  });
});

describe("a run that is cut", () => {
  it("at a number of requests judges what it has, and says so", async () => {
    const { judge } = await started();
    const report = await judge({ maxRequests: 30 });
    expect(report.requests.total).toBeLessThanOrEqual(31);
    expect(report).toMatchObject({ conclusion: "inconclusive", exitCode: 3 });
    expect(report.results.find(({ verdict }) => verdict === "inconclusive")?.message).toContain("--max-requests");
  });

  it("before it began is inconclusive", async () => {
    const { judge } = await started();
    const report = await judge({ signal: AbortSignal.abort(new Error("the run was interrupted")) });
    expect(report).toMatchObject({ exitCode: 3, requests: { total: 0 } });
  });
});

describe("a choice of checks", () => {
  it("runs these alone", async () => {
    const { judge } = await started();
    const report = await judge({ only: ["auth.expired-key"] });
    expect(report.results.map(({ id }) => id)).toEqual(["auth.expired-key"]);
    expect(report.requests.total).toBeLessThan(40);
  });

  it("by the clause of a law, is judged on a whole run, so that what it found is found again", async () => {
    const { judge } = await started();
    const report = await judge({ only: ["limit.per-organization"] });
    expect(notPassed(report)).toEqual([]);
    expect(new Set(report.results.map(({ clause }) => clause))).toEqual(new Set(["limit.per-organization"]));
    expect(report.exchanges.some(({ response }) => response?.status === 429)).toBe(true);
    const without = await judge({ only: ["error.body"], skip: limiterClauses });
    expect(without.exchanges.some(({ response }) => response?.status === 429)).toBe(false);
  });

  it("that names nothing is refused", async () => {
    const { judge } = await started();
    await expect(judge({ only: ["auth.expird"] })).rejects.toThrow(
      'no check and no clause that is judged is called "auth.expird"',
    );
  });
});

/** Sends everything on, but for what `change` answers itself. */
const through =
  (change: (url: URL, init: RequestInit, count: number) => Response | undefined): typeof globalThis.fetch =>
  async (input, init = {}) => {
    const url = new URL(String(input));
    const key = `${init.method} ${url.pathname}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return change(url, init, counts.get(key) ?? 0) ?? fetch(input, init);
  };
const counts = new Map<string, number>();
afterEach(() => counts.clear());

const json = (status: number, body: unknown) => Response.json(body, { status, headers: limits });
const limits = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "90", "x-ratelimit-reset": "1" };

describe("a server with a fault", () => {
  it("that is half built fails at the missing endpoint, and what rests on it is skipped", async () => {
    const { judge } = await started();
    const missing = (url: URL) => (url.pathname.endsWith("/products") ? json(404, { error: "not found" }) : undefined);
    const report = await judge({
      fetch: through(missing),
      only: ["section-4", "endpoint.listProducts", "endpoint.getProduct"].slice(1),
    });
    expect(verdictOf(report, "answers.listProducts")).toBe("fail");
    expect(report.results.find(({ id }) => id === "answers.getProduct")).toMatchObject({
      verdict: "skip",
      message: expect.stringContaining(
        '/v1/products was answered 404 with {"error":"not found"}: see answers.listProducts',
      ),
    });
  });

  it("that shows only once is unsteady: inconclusive, and exit 3", async () => {
    const { judge } = await started();
    const once = (url: URL, _: RequestInit, count: number) =>
      url.pathname.endsWith("/contexts") && count === 1 ? json(500, { error: "once" }) : undefined;
    const report = await judge({ fetch: through(once), only: ["endpoint.listContexts"] });
    expect(report.results).toMatchObject([{ verdict: "inconclusive", message: expect.stringContaining("unsteady") }]);
    expect(report.exitCode).toBe(3);
  });

  it("that answers as something else is asked about once, with a sentence, and not judged", async () => {
    const page = () => new Response("<html>It works!</html>", { headers: { "content-type": "text/html" } });
    const report = await conform({
      baseUrl: "http://localhost/api",
      credentials: [],
      fetch: async () => page(),
      clock: virtualClock(),
    });
    expect(report.exitCode).toBe(3);
    expect(report.requests.total).toBeLessThan(10);
    expect(report.results.find(({ id }) => id === "answers.listProducts")?.message).toContain(
      "does not answer as this API",
    );
  });

  it("that answers 401 with another body asks for a credential first, where none is given", async () => {
    const { doubts, results } = await conform({
      baseUrl: "http://localhost/api",
      credentials: [],
      fetch: async () => new Response('{"detail":"Not authenticated"}', { status: 401 }),
      clock: virtualClock(),
    });
    expect(doubts).toEqual([expect.stringMatching(/was answered 401 .*no credential is given\. Add an API key \(/)]);
    const reasons = results.flatMap(({ verdict, message }) => (verdict === "skip" ? [message] : []));
    expect(new Set(reasons)).toEqual(new Set([expect.stringContaining("add an API key first (--key env:NAME)")]));
  });

  it("that answers as something else has no failure while it is judged, either", async () => {
    const failed: string[] = [];
    await conform({
      baseUrl: "http://localhost/api",
      credentials: [],
      fetch: async () => new Response("no", { status: 404 }),
      clock: virtualClock(),
      onFailure: ({ id }) => failed.push(id),
    });
    expect(failed).toEqual([]);
  });

  it("without authentication fails also where no credentials are given", async () => {
    const { judge } = await started({ mutant: "authorization-forgotten-on-contexts" });
    const report = await judge({ credentials: [] });
    expect(verdictOf(report, "auth.no-credentials")).toBe("fail");
    expect(report.exitCode).toBe(1);
  });

  it("that breaks as it creates an organization is sent that once", async () => {
    const { judge } = await started({ mutant: "slug-check-inverted" });
    const report = await judge({ only: ["endpoint.createOrganization", "organization.kept"] });
    expect(report.exchanges.filter(({ operation }) => operation === "createOrganization")).toHaveLength(1);
    expect(verdictOf(report, "answers.createOrganization")).toBe("fail");
  });

  it("that forbids an organization by its plan is not blamed", async () => {
    const { judge } = await started();
    const forbidden = (url: URL, { method }: RequestInit) =>
      method === "POST" && url.pathname.endsWith("/organizations") ? json(402, { error: "upgrade" }) : undefined;
    const report = await judge({ fetch: through(forbidden), only: ["endpoint.createOrganization"] });
    expect(report.results).toMatchObject([{ verdict: "skip", message: expect.stringContaining("was answered 402") }]);
  });

  it("that is not there is distinguished from one that fails", async () => {
    const nobody = async () =>
      Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } }));
    await expect(
      conform({ baseUrl: "http://localhost/api", credentials: [], fetch: nobody, clock: virtualClock() }),
    ).rejects.toThrow(/refused/);
  });

  it("that loses a connection now and then is not blamed", async () => {
    const { judge } = await started();
    const lost = (url: URL, _: RequestInit, count: number) => {
      if (url.pathname.endsWith("/actors") && count === 1)
        throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });
      return undefined;
    };
    const report = await judge({ fetch: through(lost), only: ["endpoint.listActors"] });
    expect(report.results).toMatchObject([{ verdict: "pass" }]);
  });
});
