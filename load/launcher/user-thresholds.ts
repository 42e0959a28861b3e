/** A user's own thresholds on what a scenario sends: `--latency p95=200ms`, `--latency listProducts:p95=200ms`, `--max-errors 1%`. */
import { nearest } from "../../cli/nearest-name.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import { listed } from "../../conformance/model/in-words.ts";
import { percentile } from "../../conformance/model/percentile.ts";
import { fails, holds, type Judged, unjudged, type Verdict } from "../../conformance/model/verdict.ts";
import { isOperationId, type OperationId, operationIds } from "../../spec/read-contract.ts";
import { failedRequests, type SentByScenario } from "./expected-rejections.ts";
import { latenciesOf } from "./latencies.ts";
import type { Scenario } from "./scenario.ts";
import type { RunSettings } from "./script-environment.ts";

export interface LatencyThreshold {
  /** As the user wrote it: `p95=200ms`. */
  readonly text: string;
  /** Undefined: on the responses of all operations. */
  readonly operation: OperationId | undefined;
  readonly percent: number;
  readonly maxMs: number;
}

export interface UserThresholds {
  readonly latencies: readonly LatencyThreshold[];
  /** The largest share of requests that may fail, in percent; undefined if the user does not limit it. */
  readonly maxErrorPercent: number | undefined;
  /** In requests a second; undefined if the user demands none. */
  readonly minCapacity?: number | undefined;
}

const namedPercents: Readonly<Record<string, number>> = { max: 100, med: 50 };

/** Each text holds one threshold or several, separated by commas. Throws `UsageError` for other forms than `p95=200ms`, `max=2s` and `listProducts:p95=200ms`. */
export function parseLatencies(texts: readonly string[]): readonly LatencyThreshold[] {
  return texts
    .flatMap((text) => text.split(","))
    .map((text) => {
      const [, operation, percentText, name, value, unit] =
        /^\s*(?:(\w+):)?(?:p\(?(\d+(?:\.\d+)?)\)?|(max|med))\s*[=<]=?\s*(\d+(?:\.\d+)?)(ms|s)\s*$/.exec(text) ?? [];
      const percent = name === undefined ? Number(percentText) : namedPercents[name];
      // If the text does not match, `percent` is NaN.
      if (percent === undefined || !(percent <= 100)) {
        throw new UsageError(
          `--latency takes thresholds such as p95=200ms, max=2s or listProducts:p95=200ms, not ${text}`,
        );
      }
      const maxMs = Number(value) * (unit === "s" ? 1000 : 1);
      return { text: text.trim(), operation: parseOperation(operation), percent, maxMs };
    });
}

function parseOperation(name: string | undefined): OperationId | undefined {
  if (name === undefined || isOperationId(name)) return name;
  const near = nearest(name, operationIds);
  const hint = near === undefined ? `there are ${operationIds.join(", ")}` : `did you mean ${near}?`;
  throw new UsageError(`--latency: the contract has no operation ${name}; ${hint}`);
}

/** `1%`. Throws `UsageError` for another form. */
export function parseMaxErrors(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = Number(/^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(text)?.[1]);
  if (percent < 100) return percent;
  throw new UsageError(`--max-errors takes a share of the requests below 100%, such as 1% or 0.1%, not ${text}`);
}

/** Throws `UsageError` for a threshold on an operation that none of these scenarios sends. What a user's script sends is not known. */
export function requireSent(latencies: readonly LatencyThreshold[], scenarios: readonly Scenario[]): void {
  const unsent = latencies.find(({ operation }) => !scenarios.some((scenario) => maySend(scenario, operation)));
  if (unsent === undefined) return;
  const sent = scenarios.map(({ name, plan }) => `${name} sends ${listed(plan?.sends ?? [])}`);
  throw new UsageError(
    `--latency ${unsent.text}: no scenario of this run sends ${unsent.operation}; ${sent.join("; ")}`,
  );
}

/** Says which of several scenarios does not send an operation on which there is a threshold. */
export const unsentBy = (
  latencies: readonly LatencyThreshold[],
  scenarios: readonly Pick<Scenario, "name" | "plan">[],
): readonly string[] =>
  latencies.flatMap(({ text, operation }) =>
    scenarios
      .filter((scenario) => !maySend(scenario, operation))
      .map(({ name }) => `${name} does not send ${operation}: --latency ${text} is not judged in it`),
  );

/** What a user's script sends is not known. */
export const maySend = ({ plan }: Pick<Scenario, "plan">, operation: OperationId | undefined) =>
  operation === undefined || plan === undefined || plan.sends.includes(operation);

/** Whether a result is of such a threshold, which has its option in place of a clause of the document. */
export const isUserThreshold = ({ clause }: { readonly clause: string }) => clause.startsWith("--");

/** The thresholds in k6's notation, by metric, if k6 is to end the run at them; otherwise none. */
export function abortThresholdsOf({
  latencies,
  maxErrorPercent,
  abortOnFail,
}: UserThresholds & Pick<RunSettings, "abortOnFail">): Readonly<Record<string, readonly string[]>> {
  const thresholds: Record<string, readonly string[]> = {};
  if (abortOnFail !== true) return thresholds;
  for (const { operation, percent, maxMs } of latencies) {
    const metric = operation === undefined ? "http_req_duration" : `http_req_duration{name:${operation}}`;
    thresholds[metric] = [...(thresholds[metric] ?? []), `${percent === 100 ? "max" : `p(${percent})`}<=${maxMs}`];
  }
  return maxErrorPercent === undefined ? thresholds : { ...thresholds, fpk_failed: [`rate<=${maxErrorPercent / 100}`] };
}

/**
 * `sent`: by this scenario. A threshold on an operation is judged in each scenario that sends it. `missing`: the share of requests that
 * were not sent, which count as slower than any other.
 */
export function judgeUserThresholds(
  { latencies, maxErrorPercent }: UserThresholds,
  scenario: Scenario,
  sent: SentByScenario,
  missing = 0,
): readonly Judged[] {
  const { exchanges } = sent;
  return [
    ...latencies
      .filter(({ operation }) => maySend(scenario, operation) || exchanges.some((each) => each.operation === operation))
      .map((threshold) => judgeLatency(threshold, exchanges, missing)),
    ...(maxErrorPercent === undefined ? [] : [judgeErrors(maxErrorPercent, sent)]),
  ];
}

function judgeLatency(threshold: LatencyThreshold, exchanges: readonly Exchange[], missing: number): Judged {
  const { text, operation, percent, maxMs } = threshold;
  const ofOperation = exchanges.filter((exchange) => (operation ?? exchange.operation) === exchange.operation);
  const latencies = latenciesOf(ofOperation);
  const unsent = Math.round((latencies.length * missing) / (1 - missing));
  const responses = operation === undefined ? "responses" : `responses to ${operation}`;
  const claim = `Your own threshold: ${percent === 100 ? "all" : `${percent} of 100`} ${responses} come within ${maxMs} ms`;
  const id = ["latency", ...(operation === undefined ? [] : [operation]), `p${percent}`].join(".");
  const verdict = verdictOf(
    threshold,
    [...latencies, ...Array<number>(unsent).fill(Number.POSITIVE_INFINITY)],
    responses,
  );
  return { check: { id, clause: `--latency ${text}`, claim }, verdict };
}

function verdictOf({ percent, maxMs }: LatencyThreshold, latencies: readonly number[], responses: string): Verdict {
  if (latencies.length === 0) return unjudged("inconclusive", `no ${responses} were recorded`);
  const actual = percentile(latencies, percent);
  if (actual <= maxMs) return holds;
  const name = percent === 100 ? "max" : `p${percent}`;
  const shown = `${name} is ${Math.round(actual * 10) / 10} ms, of ${latencies.length} ${responses}`;
  return fails({ expected: `${name} of at most ${maxMs} ms`, actual: shown });
}

/** `maxPercent`: how many of 100 requests may have failed. */
export function judgeErrors(maxPercent: number, sent: SentByScenario): Judged {
  const check = {
    id: "errors",
    clause: `--max-errors ${maxPercent}%`,
    claim: `Your own threshold: at most ${maxPercent}% of the requests are answered otherwise than with a 2xx or a 429, or not at all`,
  };
  return { check, verdict: verdictOfErrors(maxPercent, failedRequests(sent), sent.exchanges.length) };
}

export const howAnswered = ({ status }: Exchange) => (status === 0 ? "not answered" : `answered ${status}`);

function verdictOfErrors(maxPercent: number, failed: readonly Exchange[], requests: number): Verdict {
  if (requests === 0) return unjudged("inconclusive", "no requests were recorded");
  const percent = (100 * failed.length) / requests;
  if (percent <= maxPercent) return holds;
  const counts = groupBy(failed, howAnswered).map((alike) => `${alike.length} ${alike.map(howAnswered)[0]}`);
  const actual = `${failed.length} of ${requests} requests (${Number(percent.toPrecision(3))}%): ${counts.join(", ")}`;
  return fails({ expected: `at most ${maxPercent}% failed requests`, actual, exchanges: [failed[0]?.index ?? 0] });
}
