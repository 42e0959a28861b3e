import { expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { contract } from "../../conformance/model/exchange.test.support.ts";
import { fails, holds, type Verdict } from "../../conformance/model/verdict.ts";
import { loadReportOf } from "./load-report.ts";

const stopped = "auth: the target stopped answering after 4.1 s: request timeout";

function reportWith(verdict: Verdict) {
  const check = {
    id: "load.latency-of-others",
    clause: "threshold fpk_latency_ratio",
    claim: "It takes about as long",
  };
  const target = { baseUrl: "http://localhost:1/api", credentials: [], rateLimit: null, feedbackGraceSeconds: 5 };
  const judged = [{ check, verdict }];
  const replayOf = () => "fpk load auth";
  const known = { target, contract, seed: 1, clock: virtualClock(0), startedAt: 0, observations: [], exchanges: [] };
  return loadReportOf({ ...known, judged, notes: [], incomplete: [stopped], replayOf }, []);
}

it("says when and why the target stopped answering, also beside a crossed threshold", () => {
  const { exitCode, summary } = reportWith(fails({ expected: "a", actual: "b" }));
  expect(exitCode).toBe(1);
  expect(summary).toMatch(new RegExp(`violates 1 threshold .*; ${stopped}$`));
  expect(reportWith(holds)).toMatchObject({ exitCode: 3, summary: expect.stringContaining(stopped) });
});
