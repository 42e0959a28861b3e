import { afterEach, describe, expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { type RunningReference, startReference } from "../../../reference/start.ts";
import { delayed } from "../../client/delayed.test.support.ts";
import { createTransport, type Transport } from "../../client/transport.ts";
import type { ExchangeRecord } from "../../model/exchange.ts";
import type { Report } from "../../model/report.ts";
import { parseTarget } from "../../target-file/parse.ts";
import { checkTarget } from "../check-target.ts";
import { limiterClauses } from "../limit/limiter-clauses.test.support.ts";
import type { RunOptions } from "../run.ts";

const running: (RunningReference | Transport)[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** Judges a reference whose answers take `latencyMs`. */
async function judged(
  options: Partial<RunOptions> = {},
  start: Parameters<typeof startReference>[0] = {},
  latencyMs = 150,
) {
  const clock = virtualClock();
  // The same tokens, since what replaces a character of one depends on that character.
  const reference = await startReference({ clock, tokenSeed: "cases", ...start });
  const transport = delayed(createTransport({ clock }), clock, latencyMs);
  running.push(reference, transport);
  const target = parseTarget(reference.target, {}, "the reference");
  return checkTarget({ target, transport, clock, seed: 1, ...options });
}

let whole: Promise<Report> | undefined;
/** A whole run, the same for all tests that ask for it. */
const wholeRun = () => {
  whole ??= judged();
  return whole;
};

const ofKeys = ({ exchanges }: Report) => exchanges.filter(({ kind }) => kind === "api-key");
const isBeside = (exchange: ExchangeRecord, other: ExchangeRecord) =>
  exchange !== other && exchange.sentAt < other.receivedAt && other.sentAt < exchange.receivedAt;
const verdictOf = ({ results }: Report, id: string) => results.find((result) => result.id === id);
const statusReads = ({ exchanges }: Report) => exchanges.filter(({ operation }) => operation === "getFeedbackStatus");
const isRejection = ({ response }: ExchangeRecord) => response?.status === 429;

describe("the organizations", () => {
  it("are asked side by side, and each of them one thing after the other", async () => {
    const report = await judged({ only: ["scope.foreign-products", "scope.foreign-organization"] });
    const keys = ofKeys(report);
    const [primaryOrganization] = keys
      .filter(({ intent }) => intent === "foreign-id")
      .map(({ organization }) => organization);
    const primary = keys.filter(({ organization }) => organization === primaryOrganization);
    const foreign = keys.filter(({ organization }) => organization !== primaryOrganization);
    for (const side of [primary, foreign])
      expect(side.filter((exchange) => side.some((other) => isBeside(exchange, other)))).toEqual([]);
    const together = primary.filter((exchange) => foreign.some((other) => isBeside(exchange, other)));
    expect(together.length).toBeGreaterThan(10);
  });

  it("are sent the same requests with the same seed, each caller in the same order", async () => {
    const requests = ({ exchanges }: Report) => {
      const ordered = [...exchanges].sort((a, b) => a.sentAt - b.sentAt);
      const path = (url: string) => url.replace(/^.*\/api\//, "").replace(/(fb|org)_\w+/, "$1");
      const byCaller = new Map<string, string[]>();
      for (const { kind, credential, request } of ordered) {
        const lines = byCaller.get(`${kind} ${credential}`) ?? [];
        lines.push(`${request.method} ${path(request.url)} ${request.body}`);
        byCaller.set(`${kind} ${credential}`, lines);
      }
      return byCaller;
    };
    expect(requests(await wholeRun())).toEqual(requests(await judged()));
  });
});

describe("submissions of each type", () => {
  it("are sent as one burst", async () => {
    const { exchanges } = await judged({ only: ["submission.feedback-types"] });
    const submissions = exchanges.filter(({ operation }) => operation === "submitFeedback");
    expect(submissions).toHaveLength(7);
    const [first, ...burst] = submissions;
    expect(burst.filter((exchange) => first !== undefined && isBeside(first, exchange))).toEqual([]);
    for (const exchange of burst) expect(burst.filter((other) => isBeside(exchange, other))).toHaveLength(5);
  });
});

describe("the first status", () => {
  it("is read before a queue of 150 ms has taken the submission", async () => {
    const only = ["submission.feedback-types", "answers.getFeedbackStatus", "feedback-status.field-types"];
    const report = await judged({ only }, { mutant: "no-result-while-queued" }, 50);
    expect(verdictOf(report, "feedback-status.field-types")).toMatchObject({ verdict: "fail" });
  });
});

describe("the last lane", () => {
  it("looks back once the limit was crossed and the window has been reset, and is never rejected", async () => {
    const report = await wholeRun();
    expect(verdictOf(report, "feedback.no-lost-submissions")).toMatchObject({ verdict: "pass" });
    // At the end the limit is crossed once more.
    const lastRead = statusReads(report).at(-1)?.index;
    const lastRejection = report.exchanges.slice(0, lastRead).findLastIndex(isRejection);
    const later = statusReads(report).filter(({ index, kind }) => index > lastRejection && kind !== "none");
    expect(later.filter(({ intent }) => intent === "valid")).toHaveLength(10);
    for (const { intent, response } of later) expect(response?.status).toBe(intent === "valid" ? 200 : 404);
    expect(report.notes.join()).toMatch(/the status of 8 of \d+ accepted submissions/);
  });

  it("asks again for what was asked for at the beginning", async () => {
    const reads = statusReads(await wholeRun()).filter(({ response }) => response?.status === 200);
    const urls = reads.map(({ request }) => request.url);
    expect(urls.filter((url, at) => urls.indexOf(url) !== at).length).toBeGreaterThanOrEqual(2);
  });

  it("comes right after the others where the limit is not crossed", async () => {
    // With room for all requests: it is the crossing that the last lane waits for.
    const options = { only: ["feedback.no-lost-submissions", "feedback.status-by-id"], skip: limiterClauses };
    const report = await judged(options, { limit: 200 });
    expect(verdictOf(report, "feedback.no-lost-submissions")).toMatchObject({ verdict: "pass" });
    expect(report.exchanges.filter(isRejection)).toEqual([]);
    expect(report.seconds).toBeLessThan(60);
  });

  it("is left out of a run that writes nothing, and says so", async () => {
    const report = await judged({ readOnly: true, only: ["feedback.no-lost-submissions", "answers.listProducts"] });
    expect(verdictOf(report, "feedback.no-lost-submissions")).toMatchObject({ verdict: "skip" });
  });

  it("is not judged where the run was stopped before it", async () => {
    const report = await judged({ maxRequests: 120, skip: ["limit.standard"] });
    const { verdict, message } = verdictOf(report, "feedback.no-lost-submissions") ?? {};
    expect({ verdict, message }).toEqual({
      verdict: "inconclusive",
      message: expect.stringContaining("--max-requests"),
    });
    expect(report.exitCode).toBe(3);
  });

  it("fails again when it alone is run with the same seed", async () => {
    const mutant = "queue-of-three";
    const whole = verdictOf(await judged({}, { mutant }), "feedback.no-lost-submissions");
    const alone = verdictOf(
      await judged({ only: ["feedback.no-lost-submissions"] }, { mutant }),
      "feedback.no-lost-submissions",
    );
    for (const result of [whole, alone]) {
      expect(result).toMatchObject({ verdict: "fail", exchanges: [expect.any(Number), expect.any(Number)] });
    }
  });

  it("says nothing of a status that its caller may not read", async () => {
    const closed = await judged(
      { only: ["feedback.no-lost-submissions"] },
      {
        mutant: {
          id: "status-closed",
          clause: "feedback.identifier",
          fault: "Nobody may read a status",
          change: (parts) => ({
            ...parts,
            credentials: { ...parts.credentials, permits: (_, operation) => operation !== "getFeedbackStatus" },
          }),
        },
      },
    );
    expect(verdictOf(closed, "feedback.no-lost-submissions")).toMatchObject({ verdict: "skip" });
  });
});
