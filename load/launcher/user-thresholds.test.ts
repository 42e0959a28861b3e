import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { shippedScenario } from "./scenario.ts";
import { judgeUserThresholds, parseLatencies, parseMaxErrors, requireSent, unsentBy } from "./user-thresholds.ts";

const taking = (operation: Exchange["operation"], ms: number) => exchangeWith({ operation, sentAt: 0, receivedAt: ms });

const judged = (
  exchanges: readonly Exchange[],
  latency: readonly string[],
  maxErrors?: string,
  scenario: "spike" | "auth" = "spike",
) =>
  judgeUserThresholds(
    { latencies: parseLatencies(latency), maxErrorPercent: parseMaxErrors(maxErrors) },
    shippedScenario(scenario),
    { exchanges, scenario },
  ).map(({ check, verdict }) => ({ ...check, ...verdict }));

it("a threshold on an operation is judged on its responses only", () => {
  const exchanges = [taking("listProducts", 10), taking("submitFeedback", 500), taking("submitFeedback", 700)];
  expect(judged(exchanges, ["listProducts:p95=200ms,submitFeedback:max=0.6s", "p50=1s"])).toMatchObject([
    { id: "latency.listProducts.p95", clause: "--latency listProducts:p95=200ms", verdict: "pass" },
    {
      id: "latency.submitFeedback.p100",
      claim: "Your own threshold: all responses to submitFeedback come within 600 ms",
      verdict: "fail",
      actual: "max is 700 ms, of 2 responses to submitFeedback",
    },
    { id: "latency.p50", verdict: "pass" },
  ]);
});

it("the latency is k6's own, without connecting and waiting for k6", () => {
  const slowToConnect = exchangeWith({ sentAt: 0, receivedAt: 90, durationMs: 12 });
  expect(judged([slowToConnect], ["max=12ms"])).toMatchObject([{ verdict: "pass" }]);
  expect(judged([slowToConnect], ["max=11ms"])).toMatchObject([{ verdict: "fail" }]);
});

it("a threshold on an operation that got no response is inconclusive", () => {
  const lost = exchangeWith({ operation: "submitFeedback", status: 0, failure: "EOF" });
  expect(judged([taking("listProducts", 10), lost], ["submitFeedback:p95=1s"])).toMatchObject([
    { verdict: "inconclusive", reason: "no responses to submitFeedback were recorded" },
  ]);
});

it("the share of failed requests counts what k6 does: requests without an answer, and each status except 2xx and 429", () => {
  const failed = [
    exchangeWith({ status: 503, headers: { "Retry-After": "1" } }),
    exchangeWith({ status: 0, failure: "EOF" }),
    exchangeWith({ status: 401 }),
    exchangeWith({ status: 401 }),
  ];
  const others = [...Array.from({ length: 195 }, () => exchangeWith({ status: 200 })), exchangeWith({ status: 429 })];
  const exchanges = [...others, ...failed];
  expect(judged(exchanges, [], "2%")).toMatchObject([{ id: "errors", verdict: "pass" }]);
  expect(judged(exchanges, [], "1.9%")).toMatchObject([
    {
      clause: "--max-errors 1.9%",
      verdict: "fail",
      actual: "4 of 200 requests (2%): 1 answered 503, 1 not answered, 2 answered 401",
    },
  ]);
  expect(judged([], [], "1%")).toMatchObject([{ verdict: "inconclusive" }]);
});

it("the share of failed requests leaves out what the scenario expects to be rejected", () => {
  const served = Array.from({ length: 8 }, () => exchangeWith({ status: 200 }));
  const foreign = [
    exchangeWith({ status: 404, operation: "getFeedbackStatus" }),
    exchangeWith({ status: 403, operation: "listFeatures", intent: "foreign-id" }),
  ];
  expect(judged([...served, ...foreign], [], "0.1%", "spike")).toMatchObject([{ verdict: "pass" }]);
  const rejected = exchangeWith({ status: 404, operation: "listFeatures" });
  expect(judged([...served, ...foreign, rejected], [], "0.1%")).toMatchObject([
    { verdict: "fail", actual: "1 of 11 requests (9.09%): 1 answered 404" },
  ]);
});

it("a threshold on an operation that no scenario sends is refused; those that do not send it are named", () => {
  const [steady, flow] = [shippedScenario("steady"), shippedScenario("flow")];
  const latencies = parseLatencies(["submitFeedback:p95=1s"]);
  expect(() => requireSent(latencies, [steady])).toThrow(
    "--latency submitFeedback:p95=1s: no scenario of this run sends submitFeedback; steady sends listProducts",
  );
  requireSent(latencies, [steady, flow]);
  expect(unsentBy(latencies, [steady, flow])).toEqual([
    "steady does not send submitFeedback: --latency submitFeedback:p95=1s is not judged in it",
  ]);
});

it.each([["listProduct:p95=1s", "the contract has no operation listProduct; did you mean listProducts?"]])(
  "%s names the nearest operation",
  (text, why) => {
    expect(() => parseLatencies([text])).toThrow(why);
  },
);

it.each(["1", "100%", "-1%", "x%"])("--max-errors %s is refused", (text) => {
  expect(() => parseMaxErrors(text)).toThrow("--max-errors takes a share of the requests below 100%");
});
