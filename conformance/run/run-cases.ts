/**
 * Runs the cases: first those that read what others need, then the rest, beside those that need no organization's budget;
 * and those that look back, when the limit has been crossed.
 */
import type { Contract } from "../../spec/contract.ts";
import type { SuiteCase } from "../cases/case.ts";
import type { Client } from "../client/client.ts";
import type { Exchange } from "../model/exchange.ts";
import { answerOf, pathOf } from "../model/response-text.ts";
import { fails, type Judged, unjudged, type Verdict } from "../model/verdict.ts";
import type { ReportedChoice } from "../observations/observer.ts";
import type { Target } from "../target-file/target.ts";
import { attempt } from "./attempt.ts";
import { createContext } from "./case-context.ts";
import type { Discovery } from "./discovery.ts";
import type { Refused } from "./rejected-credentials.ts";
import { putBack } from "./restore.ts";
import { unmetNeed } from "./roles.ts";

export interface FunctionalOptions {
  readonly client: Client;
  readonly contract: Contract;
  readonly target: Target;
  readonly discovery: Discovery;
  readonly cases: readonly SuiteCase[];
  readonly seed: number;
  readonly readOnly: boolean;
  readonly observations: ReportedChoice[];
  readonly notes: string[];
  readonly onDone?: (one: SuiteCase) => void;
}

/** The cases of a run in their two halves. Each tells what came of its cases, and puts back what they changed, however they ended. */
export interface Functional {
  beforeTheLimit(): Promise<readonly Judged[]>;
  /** Once the limit was crossed and the window has turned, or where it is not crossed. */
  afterTheLimit(): Promise<readonly Judged[]>;
}

export function functionalRun(options: FunctionalOptions): Functional {
  const { client, discovery, cases } = options;
  const restores: (() => Promise<void>)[] = [];
  const reads = readsSoFar(client.exchanges);
  const made = new Map<string, Promise<unknown>>();
  const shared = { ...options, cast: discovery.cast, restores, reads, made };

  async function verdictOf(one: SuiteCase): Promise<Verdict> {
    if (discovery.notThisApi !== undefined) return elsewhere(one, discovery.notThisApi, client.exchanges);
    const refusal = refusalOf(one, discovery.refused ?? []);
    if (refusal !== undefined) return refusal;
    const unmet = unmetNeed(discovery.cast, one.needs, options.readOnly);
    if (unmet !== undefined) return unjudged("skip", `needs ${unmet}`);
    return attempt(one, client, (recording, fresh) => createContext({ ...shared, client: recording }, fresh));
  }

  async function runLane(lane: SuiteCase["lane"], results: Judged[]): Promise<void> {
    for (const one of cases.filter((each) => each.lane === lane)) {
      results.push({ check: one, verdict: await verdictOf(one) });
      options.onDone?.(one);
    }
  }

  async function puttingBack(work: (results: Judged[]) => Promise<unknown>): Promise<readonly Judged[]> {
    const results: Judged[] = [];
    try {
      await work(results);
    } finally {
      for (const restore of restores.splice(0).reverse()) await putBack(restore, options);
    }
    return results;
  }

  return {
    beforeTheLimit: () =>
      puttingBack(async (results) => {
        await runLane("first", results);
        await Promise.all([runLane("anonymous", results), runLane(undefined, results)]);
      }),
    afterTheLimit: () => puttingBack((results) => runLane("last", results)),
  };
}

/** What discovery has read already is not sent again: the key that `read` of a context knows it by, and its answer. */
function readsSoFar(exchanges: readonly Exchange[]): Map<string, Promise<Exchange>> {
  const served = exchanges.filter(({ isSuccess, request }) => isSuccess && request.method === "GET");
  return new Map(
    served.map((exchange) => [
      JSON.stringify([exchange.credential, exchange.operation, {}]),
      Promise.resolve(exchange),
    ]),
  );
}

/** §5.1: no credential of a kind is served, although each is declared as valid. One case of the kind says so. */
function refusalOf(one: SuiteCase, refused: readonly Refused[]): Verdict | undefined {
  const kind = { "auth.key-accepted": "api-key", "auth.session-accepted": "session" }[one.id];
  const own = refused.filter(({ caller, isWholeKind }) => isWholeKind && caller.kind === kind);
  const [first] = own;
  if (first === undefined) return undefined;
  const labels = own.map(({ caller }) => caller.label).join(" or ");
  return fails({
    expected: `a 2xx with ${labels}, if the credential is right`,
    actual: `${first.exchange.request.method} ${pathOf(first.exchange)}: ${answerOf(first.exchange)}`,
    exchanges: own.map(({ exchange }) => exchange.index),
    shown: first.exchange.index,
  });
}

/** The target answers, but not as this API: one failure says so, and nothing else is asked. */
function elsewhere(one: SuiteCase, what: string, exchanges: readonly Exchange[]): Verdict {
  if (one.id !== "answers.listProducts") return unjudged("skip", "needs a target that answers as this API");
  const proof = exchanges.filter(({ operation }) => operation === "listProducts").slice(0, 1);
  return fails({ expected: "an answer of this API", actual: what, exchanges: proof.map(({ index }) => index) });
}
