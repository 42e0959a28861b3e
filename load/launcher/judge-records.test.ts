import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callerOf } from "../../conformance/client/caller.ts";
import { createRecorder } from "../../conformance/client/recorder.ts";
import { Sequence } from "../../conformance/laws/sequence-law.ts";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { type Exchange, type ExchangeRecord, exchangeOf } from "../../conformance/model/exchange.ts";
import { fails } from "../../conformance/model/verdict.ts";
import { loadContract } from "../../spec/contract.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { collectRecords } from "./collect-records.ts";
import { judgeByLaws, judgeByScript } from "./judge-records.ts";
import { beforeUnrecorded } from "./judge-run.ts";
import { filesIn } from "./k6-command.ts";
import { k6Progress } from "./k6-progress.ts";
import { unlessLocked } from "./locked-address.ts";
import { readConsole, type ScriptJudgement } from "./read-console.ts";
import { timeSeries } from "./time-series.ts";

const rateLimit = { limit: 100, windowSeconds: 60 };

function record(sentAt: number, more: Partial<ExchangeRecord> = {}, remaining = "90"): ExchangeRecord {
  return {
    index: 0,
    operation: "listProducts",
    intent: "valid",
    request: { method: "GET", url: "http://inside/api/v1/products", headers: [], body: "" },
    response: {
      status: 200,
      headers: [
        ["Content-Type", "application/json"],
        ["X-Ratelimit-Limit", "100"],
        ["X-Ratelimit-Remaining", remaining],
        ["X-Ratelimit-Reset", "60"],
      ],
      body: '{"data":[]}',
      isUtf8: true,
      isCut: false,
    },
    kind: "api-key",
    credential: "KEY_A",
    organization: "A",
    sentAt,
    receivedAt: sentAt + 10,
    ...more,
  };
}

const judgement = (check: string, verdict: ScriptJudgement["verdict"], more: Partial<ScriptJudgement> = {}) => ({
  check,
  clause: "feedback.identifier",
  verdict,
  ...more,
});

describe("a 429 beside requests with rejected credentials", () => {
  const rejectedWith = (status: number, remaining: string | undefined) => {
    const { response: answer } = record(0, {}, remaining);
    const headers = answer?.headers.filter(([name]) => remaining !== undefined || !name.startsWith("X-Ratelimit"));
    return answer && { response: { ...answer, status, headers: headers ?? [], body: '{"error":"no"}' } };
  };
  const unknownToken = { kind: "unknown", credential: "unknown", organization: undefined } as const;
  /** Both organizations are served, and after the rejected requests A is answered 429. */
  const judged = (remaining: string | undefined, rejected: number) => {
    const records = [
      record(0),
      record(50, { credential: "KEY_B", organization: "B" }),
      ...Array.from({ length: rejected }, (_, at) =>
        record(100 + at * 10, { ...unknownToken, ...rejectedWith(401, "9") }),
      ),
      record(1000, rejectedWith(429, remaining)),
    ];
    const exchanges = records.map((each, index) => exchangeOf({ ...each, index }));
    const claims = ["limit.not-early"];
    return judgeByLaws(new Sequence(exchanges, rateLimit), { instances: 1, claims }, loadContract(), rateLimit);
  };
  const verdicts = (remaining: string | undefined, rejected: number) =>
    judged(remaining, rejected).flatMap(({ check, verdict }) => (check.id === "limit.not-early" ? [verdict] : []));

  it("is not proof if it may be a lock on the address", () => {
    expect(verdicts("80", 10)).toEqual([
      expect.objectContaining({
        verdict: "inconclusive",
        reason: expect.stringContaining(
          "after 10 requests with rejected credentials: a gateway may have locked this address",
        ),
      }),
    ]);
  });

  it("nor is it proof that a scenario's reads were rejected within the limit", () => {
    const of = (count: number) => {
      const records = [
        ...Array.from({ length: count }, (_, at) => record(at, { ...unknownToken, ...rejectedWith(401, "9") })),
        record(1000, rejectedWith(429, "80")),
      ];
      const exchanges = records.map((each, index) => exchangeOf({ ...each, index }));
      const verdict = fails({ expected: "", actual: "", exchanges: [count] });
      return unlessLocked({ check: scenarioChecks.neverRejected, verdict }, exchanges).verdict.verdict;
    };
    expect([of(9), of(10)]).toEqual(["fail", "inconclusive"]);
  });

  it("without the headers of the rate limit fails only the law about these", () => {
    const failed = judged(undefined, 10).filter(({ verdict }) => verdict.verdict === "fail");
    expect(failed.map(({ check }) => check.id)).toEqual(["limit.headers-present"]);
    expect(verdicts(undefined, 10)).toMatchObject([{ verdict: "inconclusive" }]);
  });

  it.each([
    ["80", 9],
    ["0", 10],
  ])("fails with X-RateLimit-Remaining: %s after %i of them", (remaining, rejected) => {
    expect(verdicts(remaining, rejected)).toMatchObject([{ verdict: "fail" }]);
  });
});

describe("the judgement of what was recorded", () => {
  const exchanges: readonly Exchange[] = [0, 1000].map((at, index) => exchangeOf({ ...record(at), index }));
  const outcome = (
    id: string,
    judgements: readonly ScriptJudgement[],
    { instances = 1, claims }: { readonly instances?: number; readonly claims?: readonly string[] } = {},
  ) => {
    const byLaws = judgeByLaws(new Sequence(exchanges, rateLimit), { instances, claims }, loadContract(), rateLimit);
    const found = [...byLaws, ...judgeByScript(judgements, exchanges)].find(({ check }) => check.id === id);
    return found && { ...found.verdict, judged: found.judged };
  };

  it("is that of the suite's laws, without those for which no exchange shows anything", () => {
    expect(outcome("limit.headers-present", [])).toMatchObject({ verdict: "pass", judged: 2 });
    expect(outcome("limit.answered-429", [])).toBeUndefined();
  });

  it("ignores what a script says of a law", () => {
    const failed = judgement("limit.headers-present", "fail", { expected: "three", actual: "two" });
    expect(outcome("limit.headers-present", [failed])?.verdict).toBe("pass");
    expect(outcome("limit.not-early", [judgement("limit.not-early", "fail")])).toEqual(outcome("limit.not-early", []));
  });

  it("says which other failure explains what the run claims", () => {
    const reason = "what fails limit.remaining-falls shows here, too: fix that first";
    const explained = Object.assign(new Sequence(exchanges, rateLimit), {
      verdictOf: () => ({ verdict: "not-applicable", reason }) as const,
    });
    const claims = ["limit.shared-by-keys"];
    expect(judgeByLaws(explained, { instances: 1, claims }, loadContract(), rateLimit)).toContainEqual(
      expect.objectContaining({ verdict: { verdict: "inconclusive", reason, exchanges: [] } }),
    );
  });

  it("is inconclusive if its exchanges do not show what the run claims, however many processes sent them", () => {
    const claims = ["limit.shared-by-keys"];
    for (const instances of [1, 2]) {
      expect(outcome("limit.shared-by-keys", [], { instances, claims })?.verdict).toBe("inconclusive");
    }
    expect(outcome("limit.shared-by-keys", [], { instances: 1, claims })).toMatchObject({
      reason: expect.stringContaining("a lower limit or a longer window"),
    });
    expect(outcome("limit.shared-by-keys", [], { instances: 2, claims: [] })).toBeUndefined();
    expect(outcome("limit.shared-by-keys", [])).toBeUndefined();
  });

  it("says that 429 is missing, and asks for no other limit, where requests get no answer once nothing remains", () => {
    const reasonWith = (remaining: string) => {
      const sent = [record(0, {}, remaining), ...[20, 40].map((at) => record(at, { response: undefined }))];
      const sequence = new Sequence(
        sent.map((each, index) => exchangeOf({ ...each, index })),
        rateLimit,
      );
      const claims = ["limit.answered-429"];
      const judged = judgeByLaws(sequence, { instances: 1, claims }, loadContract(), rateLimit);
      return judged.find(({ check }) => check.id === "limit.answered-429")?.verdict;
    };
    expect(reasonWith("0")).toMatchObject({ reason: expect.stringContaining("let them be answered 429 first") });
    expect(reasonWith("1")).toMatchObject({ reason: expect.stringContaining("a lower limit or a longer window") });
  });

  it("says that the target stopped answering, and asks for no other limit", () => {
    const lost = { response: undefined, failure: "connection refused" };
    const sent = [record(0), ...[20, 40, 60].map((at) => record(at, lost))];
    const all = sent.map((each, index) => exchangeOf({ ...each, index }));
    const stopped =
      "the target stopped answering after 0.0 s: connection refused; the last 3 of 4 requests were not answered";
    const claims = ["limit.answered-429", "limit.not-early", "feedback.unique-ids"];
    const run = { instances: 1, claims, stopped };
    const byLaws = judgeByLaws(new Sequence(all, rateLimit), run, loadContract(), rateLimit);
    const open = [...byLaws, ...judgeByScript([], all)].filter(({ verdict }) => verdict.verdict === "inconclusive");
    expect(open.map(({ check: { id } }) => id).sort()).toEqual([...claims, "load.answered"].sort());
    for (const { verdict } of open) expect(verdict).toMatchObject({ reason: stopped });
  });

  it("does not blame the limiter if requests that were sent are not recorded", () => {
    const sent = [record(0, {}, "90"), record(20, {}, "88")].map((each, index) => exchangeOf({ ...each, index }));
    const verdictWith = (cut: string | undefined) =>
      judgeByLaws(new Sequence(sent, rateLimit), { instances: 1, claims: [], cut }, loadContract(), rateLimit).find(
        ({ check }) => check.id === "limit.remaining-falls",
      )?.verdict;
    expect(verdictWith(undefined)).toMatchObject({ verdict: "fail" });
    expect(verdictWith("one is missing")).toMatchObject({ verdict: "inconclusive", reason: "one is missing" });
  });

  it("blames a limiter that serves too many, though requests that were sent are not recorded", () => {
    const served = Array.from({ length: 150 }, (_, at) => record(20 * at, {}, "90"));
    const sequence = new Sequence(
      served.map((each, index) => exchangeOf({ ...each, index })),
      rateLimit,
    );
    const run = { instances: 1, claims: [], cut: "one is missing" };
    expect(
      judgeByLaws(sequence, run, loadContract(), rateLimit).find(
        ({ check }) => check.id === "limit.refused-when-exceeded",
      ),
    ).toMatchObject({ verdict: { verdict: "fail" } });
  });

  it("says of each virtual user how many of its submissions failed", () => {
    const lost = (share: string) => judgement("load.none-lost", "fail", { expected: "a status", actual: "404", share });
    const judgements = [lost("2 of 30 submissions of KEY_A"), lost("1 of 30 submissions of KEY_B")];
    expect(outcome("load.none-lost", judgements)).toMatchObject({
      actual: "404; 2 of 30 submissions of KEY_A, 1 of 30 submissions of KEY_B",
    });
  });

  it("says to how many of all requests a 5xx came, whichever virtual users saw it", () => {
    const failing = [200, 500, 429, 500].map((status, index) => exchangeWith({ index, sentAt: index, status }));
    const failed = judgement("load.answered", "fail", {
      expected: "a status below 500",
      actual: "500",
      proof: [[1, 1]],
    });
    const [found] = judgeByScript([failed], failing);
    expect(found?.verdict).toMatchObject({ actual: "500; a 5xx to 2 of 4 requests" });
  });

  it("says to how many of all requests no answer came, of which each virtual user reports its first", () => {
    const lost = { status: 0, response: undefined, failure: "request timeout" };
    const answers = [{}, lost, {}, lost].map((each, index) => exchangeWith({ index, sentAt: index, ...each }));
    const open = judgement("load.answered", "inconclusive", { reason: "a request was not answered: request timeout" });
    const [found] = judgeByScript([open, open], [...answers, exchangeWith({ index: 4, sentAt: 4 })]);
    expect(found?.verdict).toMatchObject({
      reason: "no answer to 2 of 5 requests (listProducts: request timeout, listProducts: request timeout)",
    });
  });

  it("takes the worst verdict on a scenario's check", () => {
    const worst = (...verdicts: readonly ScriptJudgement["verdict"][]) =>
      outcome(
        "load.none-lost",
        verdicts.map((verdict) => judgement("load.none-lost", verdict)),
      )?.verdict;
    expect(worst("pass", "pass")).toBe("pass");
    expect(worst("pass", "inconclusive")).toBe("inconclusive");
    expect(worst("inconclusive", "fail", "pass")).toBe("fail");
  });

  it("names the exchanges that prove a failure of a scenario's check", () => {
    const failed = judgement("load.none-lost", "fail", {
      proof: [
        [1000, 1010],
        [1000, 1011],
      ],
    });
    expect(outcome("load.none-lost", [failed])?.exchanges).toEqual([1]);
  });
});

describe("what several processes left", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fpk-collect-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const line = (exchange: ExchangeRecord) => JSON.stringify({ fpk: "exchange", ...exchange });

  it("is put into one order, with the target's own names", async () => {
    const folders = ["a", "b"].map((name) => mkdtempSync(join(folder, name)));
    const lines = [
      [line(record(10)), "hello"],
      [line(record(5)), '{"fpk":"note","text":"2.0 times"}', '{"fpk":"exchange","ind'],
    ];
    for (const [at, printed] of lines.entries()) writeFileSync(filesIn(folders[at] ?? "").console, printed.join("\n"));
    const credential = { label: "ACME", token: "t", kind: "api-key", expired: false, denied: [] } as const;
    const collected = await collectRecords({
      recorder: createRecorder([]),
      folders,
      roles: { KEY_A: callerOf(credential, "org_1") },
      firstIndex: 0,
      baseUrl: { inside: "http://inside/api", outside: "http://127.0.0.1/api" },
      graceMs: 5000,
    });
    expect(collected.exchanges.map(({ index, sentAt, receivedAt }) => [index, sentAt, receivedAt])).toEqual([
      [0, 5, 15],
      [1, 10, 20],
    ]);
    expect(collected.exchanges[0]).toMatchObject({ credential: "ACME", organization: "org_1" });
    expect(collected.exchanges[0]?.request.url).toBe("http://127.0.0.1/api/v1/products");
    expect(collected.otherLines).toEqual(["hello"]);
    expect(collected.notes).toEqual(["process 2: 2.0 times"]);
    expect(collected.unreadable).toBe(1);
  });
});

describe("the lines of a script", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fpk-console-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const response = (sentAt: number, body: object) => {
    const { request } = record(sentAt);
    const headers = { "Content-Type": "application/json", "X-Ratelimit-Limit": "100" };
    const sent = { operation: "listProducts", credential: "SESSION_A", request, sentAt, receivedAt: sentAt + 1 };
    return JSON.stringify({ fpk: "response", ...sent, status: 200, headers, ...body });
  };
  const read = (...lines: readonly string[]) => {
    const path = join(folder, "console.txt");
    writeFileSync(path, lines.join("\n"));
    return readConsole(path, createRecorder([]));
  };

  it("a body that was written before is only named", async () => {
    const { records, identity, unreadable } = await read(
      '{"fpk":"scenario","name":"steady","seed":"7","instances":3}',
      response(1, { bodyName: "1-1", body: "[]" }),
      response(2, { bodyName: "1-1" }),
      response(3, { bodyName: "2-1" }),
      response(4, { bodyName: "1-1", headers: { a: 1 } }),
    );
    expect(records.map(({ response }) => response?.body)).toEqual(["[]", "[]"]);
    expect(records[1]).toMatchObject({ kind: "session", organization: "A", credential: "SESSION_A", intent: "valid" });
    expect(records[1]?.response?.headers).toContainEqual(["X-Ratelimit-Limit", "100"]);
    expect(unreadable).toBe(2);
    expect(identity).toEqual({ scenario: "steady", seed: "7", instances: 3 });
  });
});

describe("the series", () => {
  it("has each second in which something was sent", () => {
    const { response: _, ...lost } = record(1500);
    const refused = { ...record(1400), response: { ...record(0).response, status: 429 } } as ExchangeRecord;
    const records = [
      record(1000, {}, "9"),
      record(1200, { receivedAt: 1400 }, "7"),
      refused,
      lost,
      record(3999, {}, "3"),
    ];
    const series = timeSeries(records.map((entry, index) => exchangeOf({ ...entry, index })));
    expect(series).toEqual([
      {
        second: 0,
        requests: 4,
        limited: 1,
        unanswered: 1,
        statuses: { 200: 2, 429: 1 },
        remaining: [{ organization: "A", remaining: 90 }],
        latency: { p50: 10, p95: 181 },
      },
      {
        second: 2,
        requests: 1,
        limited: 0,
        unanswered: 0,
        statuses: { 200: 1 },
        remaining: [{ organization: "A", remaining: 3 }],
        latency: { p50: 10, p95: 10 },
      },
    ]);
  });
});

describe("k6's progress", () => {
  const k6Says = [
    "  /\\  Grafana  /‾‾/",
    "",
    "  execution: local",
    "running (1s), 1/1 VUs",
    "a  [ 33% ] 1/1 VUs",
    "running (2s)",
    "key is TOKEN",
  ];
  function shown(isTTY: boolean, times: readonly number[]) {
    let text = "";
    const stream = { isTTY, columns: 40, write: (written: string) => (text += written) };
    let at = 0;
    const progress = k6Progress(
      stream,
      (line) => line.replace("TOKEN", "$KEY"),
      () => times[at++] ?? 0,
    );
    for (const line of k6Says) progress.line(line);
    progress.end();
    return text;
  }

  it("is sparse without a terminal, and holds no token", () => {
    expect(shown(false, [0, 0, 1000])).toBe("  execution: local\nrunning (1s), 1/1 VUs\nkey is $KEY\n");
  });

  it("is one line that is rewritten on a terminal", () => {
    expect(shown(true, [])).toBe(
      "  execution: local\n\r\u001b[Krunning (1s), 1/1 VUs\r\u001b[Krunning (2s)\r\u001b[Kkey is $KEY\n",
    );
  });
});

it("of a run that ended before its time, the sequence is judged without what was sent while unrecorded requests may have been in flight", () => {
  const sent = [
    [0, 5],
    [50, 150],
    [800, 903],
    [850, 853],
    [902, 904],
    [951, 955],
  ].map(([sentAt = 0, receivedAt = 0]) => exchangeWith({ sentAt, receivedAt }));
  expect(beforeUnrecorded(sent).map(({ sentAt }) => sentAt)).toEqual([0, 50, 800, 850]);
});
