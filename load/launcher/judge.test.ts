import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callerOf } from "../../conformance/client/caller.ts";
import { type Exchange, type ExchangeRecord, exchangeOf } from "../../conformance/exchange.ts";
import { sequenceLaws } from "../../conformance/laws/index.ts";
import { loadContract } from "../../spec/contract.ts";
import { scenarioNames } from "../in-k6/plans.ts";
import { claims } from "./claims.ts";
import { collect } from "./collect.ts";
import type { ScriptJudgement } from "./console.ts";
import { judge } from "./judge.ts";
import { filesIn } from "./k6-command.ts";
import { k6Progress } from "./k6-progress.ts";
import { shipped } from "./scenario.ts";
import { seriesOf } from "./series.ts";

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

const said = (check: string, verdict: ScriptJudgement["verdict"], more: Partial<ScriptJudgement> = {}) => ({
  check,
  clause: "feedback.identifier",
  verdict,
  ...more,
});

describe("the judgement of what was recorded", () => {
  const exchanges: readonly Exchange[] = [0, 1000].map((at, index) => exchangeOf({ ...record(at), index }));
  const outcome = (id: string, judgements: readonly ScriptJudgement[], instances = 1) =>
    judge({ exchanges, judgements, instances }, loadContract(), rateLimit).find(({ check }) => check.id === id)
      ?.outcome;

  it("is that of the suite's laws; what no exchange shows is left out", () => {
    expect(outcome("limit.headers-present", [])).toMatchObject({ verdict: "pass", judged: 2 });
    expect(outcome("limit.answered-429", [])).toBeUndefined();
  });

  it("what a script found, which has seen whole bodies, stands", () => {
    const found = said("limit.headers-present", "fail", { expected: "three", actual: "two" });
    expect(outcome("limit.headers-present", [found])).toMatchObject({
      verdict: "fail",
      expected: "three",
      actual: "two",
    });
  });

  it("what a script claims, and nobody could judge, is open", () => {
    expect(
      outcome("limit.answered-429", [said("limit.answered-429", "inconclusive", { reason: "too slow" })]),
    ).toMatchObject({
      verdict: "inconclusive",
      message: "too slow",
    });
    expect(outcome("limit.headers-present", [said("limit.headers-present", "inconclusive")])?.verdict).toBe("pass");
  });

  it("one of several processes says nothing of a sequence", () => {
    const found = said("limit.not-early", "fail", { expected: "a", actual: "b" });
    expect(outcome("limit.not-early", [found])?.verdict).toBe("fail");
    expect(outcome("limit.not-early", [found], 2)).toBeUndefined();
    expect(outcome("limit.headers-present", [said("limit.headers-present", "fail")], 2)?.verdict).toBe("fail");
  });

  it("what a run claims and its exchanges do not tell is open, of however many processes", () => {
    const of = (claims: readonly string[], instances: number) =>
      judge({ exchanges, judgements: [], instances, claims }, loadContract(), rateLimit).find(
        ({ check }) => check.id === "limit.shared-by-keys",
      )?.outcome.verdict;
    expect(of(["limit.shared-by-keys"], 1)).toBe("inconclusive");
    expect(of(["limit.shared-by-keys"], 2)).toBe("inconclusive");
    expect(of([], 2)).toBeUndefined();
  });

  it.each(scenarioNames)("%s claims what its script says", (name) => {
    const script = readFileSync(shipped(name).path, "utf8");
    const said = [...script.matchAll(/\bconclude\(client, \[([\s\S]*?)\]\);/g)].map(([, inside = ""]) => inside);
    const ids = said.flatMap((inside) => [...inside.matchAll(/"([a-z]+\.[a-z0-9-]+)"/g)].map(([, id]) => id));
    expect(claims[name].map(({ law }) => law).sort()).toEqual([...new Set(ids)].sort());
    expect(sequenceLaws.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  it("of a scenario's own check the worst counts", () => {
    const own = (...verdicts: readonly ScriptJudgement["verdict"][]) =>
      outcome(
        "load.none-lost",
        verdicts.map((verdict) => said("load.none-lost", verdict)),
      )?.verdict;
    expect(own("pass", "pass")).toBe("pass");
    expect(own("pass", "inconclusive")).toBe("inconclusive");
    expect(own("inconclusive", "fail", "pass")).toBe("fail");
  });
});

describe("what several processes left", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fpk-collect-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const line = (one: ExchangeRecord) => JSON.stringify({ fpk: "exchange", ...one });

  it("is put into one order, with the target's own names, and times that allow for two clocks", async () => {
    const folders = ["a", "b"].map((name) => mkdtempSync(join(folder, name)));
    const lines = [
      [line(record(10)), "hello", '{"fpk":"note","text":"so"}'],
      [line(record(5)), '{"fpk":"exchange","ind'],
    ];
    for (const [at, own] of lines.entries()) writeFileSync(filesIn(folders[at] ?? "").console, own.join("\n"));
    const credential = { label: "ACME", token: "t", kind: "api-key", expired: false, denied: [] } as const;
    const collected = await collect({
      folders,
      roles: { KEY_A: callerOf(credential, "org_1") },
      before: [],
      baseUrl: { inside: "http://inside/api", outside: "http://127.0.0.1/api" },
    });
    expect(collected.exchanges.map(({ index, sentAt, receivedAt }) => [index, sentAt, receivedAt])).toEqual([
      [0, 5, 16],
      [1, 10, 21],
    ]);
    expect(collected.exchanges[0]).toMatchObject({ credential: "ACME", organization: "org_1" });
    expect(collected.exchanges[0]?.request.url).toBe("http://127.0.0.1/api/v1/products");
    expect(collected.said).toEqual(["hello"]);
    expect(collected.notes).toEqual(["so", "left out: 1 of k6's lines, which could not be read"]);
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
    const series = seriesOf(records.map((one, index) => exchangeOf({ ...one, index })));
    expect(series).toEqual([
      {
        second: 0,
        requests: 4,
        limited: 1,
        unanswered: 1,
        remaining: [{ organization: "A", remaining: 90 }],
        latency: { p50: 10, p95: 181 },
      },
      {
        second: 2,
        requests: 1,
        limited: 0,
        unanswered: 0,
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
    const stream = { isTTY, columns: 40, write: (one: string) => (text += one) };
    let at = 0;
    const progress = k6Progress(
      stream,
      (one) => one.replace("TOKEN", "$KEY"),
      () => times[at++] ?? 0,
    );
    for (const line of k6Says) progress.line(line);
    progress.end();
    return text;
  }

  it("is sparse where nobody looks on, and holds no token", () => {
    expect(shown(false, [0, 0, 1000])).toBe("  execution: local\nrunning (1s), 1/1 VUs\nkey is $KEY\n");
  });

  it("is one line that is rewritten on a terminal", () => {
    expect(shown(true, [])).toBe(
      "  execution: local\n\r\u001b[Krunning (1s), 1/1 VUs\r\u001b[Krunning (2s)\r\u001b[Kkey is $KEY\n",
    );
  });
});
