import { expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { contract, exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { type Exchange, exchangeOf } from "../../conformance/model/exchange.ts";
import { fails, holds, type Judged, unjudged, type Verdict } from "../../conformance/model/verdict.ts";
import { type ScenarioCheck, scenarioChecks } from "../in-k6/scenario-checks.ts";
import type { LeftOpen } from "./left-open-by-limit.ts";
import { loadReportOf } from "./load-report.ts";
import type { ScenarioRun } from "./load-run.ts";

const stopped = "auth: the target stopped answering after 4.1 s: request timeout";

const latency = { ...scenarioChecks.latency, claim: "It takes about as long" };

function reportWith(verdict: Verdict, check: ScenarioCheck = latency, exchanges: readonly Exchange[] = []) {
  const target = { baseUrl: "http://localhost:1/api", credentials: [], rateLimit: null, feedbackGraceSeconds: 5 };
  const judged = [{ check, verdict }];
  const replayOf = () => "fpk load auth";
  const assembly = { target, contract, seed: 1, clock: virtualClock(0), startedAt: 0, observations: [], exchanges };
  return loadReportOf({ ...assembly, judged, notes: [], incomplete: [stopped], replayOf }, []);
}

it("says when and why the target stopped answering, also beside a crossed threshold", () => {
  const { exitCode, summary } = reportWith(fails({ expected: "a", actual: "b" }));
  expect(exitCode).toBe(1);
  expect(summary).toMatch(new RegExp(`violates 1 threshold of the scenario; .*; ${stopped}$`));
  expect(reportWith(holds)).toMatchObject({ exitCode: 3, summary: expect.stringContaining(stopped) });
});

it("shows no command for one request where only many show the capacity", () => {
  const verdict = fails({ expected: "a", actual: "b", exchanges: [0] });
  const curlOf = (id: string) =>
    reportWith(verdict, { ...latency, id, clause: "--min-capacity 90" }, [exchangeWith()]).results[0]?.curl;
  expect(curlOf("other")).toBeDefined();
  expect(curlOf("capacity")).toBeUndefined();
});

it("says in its last line which check could not be judged, and why, if there is only one", () => {
  const lost = unjudged("inconclusive", "no answer to 1 of 10 requests (submitFeedback: EOF)");
  const summaryOf = (...own: readonly Judged[]) => reportOfLoad([[10, 5]], undefined, holds, [], false, own).summary;
  const answered = { check: scenarioChecks.answered, verdict: lost };
  expect(summaryOf(answered)).toMatch(
    /: inconclusive: load\.answered could not be judged: no answer to 1 of 10 requests \(submitFeedback: EOF\); --max-errors sets how many may fail; 1 clause of/,
  );
  const other = {
    check: scenarioChecks.noneLost,
    verdict: unjudged("inconclusive", "no status was read. Only of one it was"),
  };
  expect(summaryOf(other)).toContain(
    "inconclusive: load.none-lost could not be judged: no status was read; 1 clause of",
  );
  expect(summaryOf(answered, other)).toContain("inconclusive: 2 checks could not be judged; 1 clause of");
});

it("says in its last line which thresholds of the user's hold", () => {
  const judged = ["--latency p95=200ms", "--min-capacity 90"].map((clause) => ({
    check: { id: clause, clause, claim: "" },
    verdict: holds,
  }));
  const summaryOf = (...own: typeof judged) => reportOfLoad([[10, 5]], undefined, holds, [], false, own).summary;
  expect(summaryOf()).toMatch(/; latency was not judged \(--latency\)$/);
  expect(summaryOf(...judged.slice(0, 1))).toMatch(/; a threshold of your own holds: --latency p95=200ms$/);
  expect(summaryOf(...judged)).toMatch(/; thresholds of your own hold: --latency p95=200ms and --min-capacity 90$/);
});

it("says in its last line what the scenario claims, and was not judged", () => {
  const judged = [
    {
      check: { id: "limit.shared-by-sessions", clause: "limit.sessions", claim: "" },
      verdict: unjudged("inconclusive", ""),
    },
    { check: { id: "limit.limit-declared", clause: "limit.limit", claim: "" }, verdict: holds },
  ];
  const target = { baseUrl: "http://localhost:1/api", credentials: [], rateLimit: null, feedbackGraceSeconds: 5 };
  const reportOf = (leftOpen: readonly LeftOpen[], claims: readonly string[], incompleteParts?: readonly string[]) => {
    const assembly = {
      target,
      contract,
      seed: 1,
      clock: virtualClock(0),
      startedAt: 0,
      observations: [],
      exchanges: [],
    };
    return loadReportOf({ ...assembly, judged, notes: [], incomplete: [], replayOf: () => "" }, [], {
      claims,
      leftOpen,
      incompleteParts,
    });
  };
  const open = [{ what: "whether more is served", remedy: "--duration 60", note: "" }];
  const ofClaims = ["limit.shared-by-sessions"];
  expect(reportOf(open, ofClaims)).toMatchObject({
    exitCode: 0,
    summary: expect.stringMatching(
      /: conforms · .*; claimed, but not judged: limit\.shared-by-sessions, whether more is served \(--duration 60 would judge it\)$/,
    ),
  });
  expect(reportOf([], []).summary).not.toContain("claimed");
  // With --complete.
  expect(reportOf(open, ofClaims, ["what limit judges with a session"])).toMatchObject({
    exitCode: 3,
    summary: expect.stringContaining(
      "inconclusive: --complete needs every claim of the scenarios, and not judged: limit.shared-by-sessions, whether more is served (--duration 60 would judge it), what limit judges with a session; 1 clause",
    ),
  });
  expect(reportOf([], [], [])).toMatchObject({ exitCode: 0, summary: expect.stringContaining(": conforms") });
});

/** The report of a load in whose seconds so many requests are sent, with these latencies in ms. */
function reportOfLoad(
  seconds: readonly (readonly [requests: number, ms: number])[],
  machine?: ScenarioRun["result"]["machine"],
  verdict: Verdict = holds,
  incomplete: readonly string[] = [],
  isOfSeveral = false,
  own: readonly Judged[] = [],
) {
  const exchanges = seconds.flatMap(([requests, ms], second) =>
    Array.from({ length: requests }, (_, at) => {
      const sentAt = 1000 * second + (1000 * at) / requests;
      return exchangeWith({ sentAt, receivedAt: sentAt + ms });
    }),
  );
  const target = { baseUrl: "http://localhost:1/api", credentials: [], rateLimit: null, feedbackGraceSeconds: 5 };
  const judged = [{ check: { id: "limit.limit-declared", clause: "limit.limit", claim: "" }, verdict }, ...own];
  const assembly = { target, contract, seed: 1, clock: virtualClock(0), startedAt: 0, observations: [], exchanges };
  const result = { scenario: "spike", exchanges, begunAt: 0, machine };
  const run = { scenario: { name: "spike" }, result } as unknown as ScenarioRun;
  const purpose = { claims: [], leftOpen: [], shape: "--stages 10s:100/s", isOfSeveral };
  return loadReportOf({ ...assembly, judged, notes: [], incomplete, replayOf: () => "" }, [run], purpose);
}

it("says whether the scenarios sent their whole plan", () => {
  expect(reportOfLoad([[10, 5]]).load).toMatchObject({ reachedEnd: true });
  expect(reportOfLoad([[10, 5]], undefined, holds, ["the target stopped answering"]).load).not.toHaveProperty(
    "reachedEnd",
  );
});

it("has figures by scenario, as the notes are, if only one of several was started", () => {
  const { load } = reportOfLoad([[10, 5]], undefined, holds, [], true);
  expect(load).toMatchObject({ requests: 10, scenarios: [{ scenario: "spike", requests: 10 }] });
});

it("says right after the verdict, which it does not change, that the target got slow", () => {
  const rising = (slowFrom: number) =>
    Array.from({ length: 10 }, (_, second) => [10 * (second + 1), second < slowFrom ? 5 : 80] as const);
  const slow = reportOfLoad(rising(6));
  expect(slow).toMatchObject({
    exitCode: 0,
    summary: expect.stringMatching(
      /^load run \(spike\): conforms · up to 60 requests a second as at the beginning; at 70, from second 7 on, responses were slow, only of listProducts · 1 check passed · .*; latency was not judged \(--latency\)$/,
    ),
    load: {
      slowdown: expect.stringMatching(/^up to 60 .*; at 70, from second 7 on/),
      latencyNotes: [expect.stringContaining("from second 7 on")],
    },
  });
  expect(reportOfLoad(rising(10)).summary).not.toContain("slow");
  expect(reportOfLoad(rising(6), undefined, fails({ expected: "a", actual: "b" }))).toMatchObject({
    exitCode: 1,
    summary: expect.stringMatching(
      /: violates 1 stated clause.* · up to 60 requests a second as at the beginning; at 70, from second 7 on, responses were slow, only of listProducts$/,
    ),
  });
  const busy = Array.from({ length: 11 }, (_, second) => ({ at: 1000 * second, idle: 0, total: second }));
  expect(reportOfLoad(rising(6), busy).summary).toContain(
    ": conforms · as the load rose, at 70 requests a second, responses were slow, only of listProducts (see the notes) · ",
  );
  const leak = Array.from({ length: 20 }, (_, second) => [20, 10 + 10 * second] as const);
  expect(reportOfLoad(leak).summary).toContain(": conforms · the latency was still rising at the end · ");
});

it("repeats by hand the submission that was lost only if every one was", () => {
  const url = "https://dev.example.com/api/v1/feedback";
  const submission = exchangeWith({ operation: "submitFeedback", json: { feedbackId: "fb_1" } });
  const statusOf = (index: number, id: string, status: number) => {
    const request = { method: "GET", url: `${url}/${id}/status`, headers: [], body: "" };
    return exchangeOf({ ...exchangeWith({ index, operation: "getFeedbackStatus", status, json: {} }), request });
  };
  const lost = statusOf(2, "fb_1", 404);
  const curlOf = (...exchanges: readonly Exchange[]) =>
    reportWith(fails({ expected: "a", actual: "b", exchanges: [2] }), scenarioChecks.noneLost, exchanges).results[0]
      ?.curl;
  expect(curlOf(submission, lost)).toMatch(/^FEEDBACK=/);
  expect(curlOf(submission, statusOf(1, "fb_0", 200), lost)).toBeUndefined();
});

it("shows no request by hand for a 5xx that only some of the same requests are answered", () => {
  const answered = (index: number, status: number) => exchangeWith({ index, operation: "getMe", status });
  const curlOf = (...exchanges: readonly Exchange[]) =>
    reportWith(fails({ expected: "a", actual: "b", exchanges: [1] }), scenarioChecks.answered, exchanges).results[0]
      ?.curl;
  expect(curlOf(answered(0, 503), answered(1, 503))).toMatch(/^curl /);
  expect(curlOf(answered(0, 200), answered(1, 503))).toBeUndefined();
});
