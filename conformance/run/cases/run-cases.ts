/**
 * Runs the cases: first those that read what others need, then the rest, concurrently with those that need no organization's
 * budget; and those that look back, when the limit has been crossed.
 */
import type { SuiteCase } from "../../cases/case.ts";
import { isObject } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import { answerOf } from "../../model/response-text.ts";
import { fails, type Judged, unjudged, type Verdict } from "../../model/verdict.ts";
import type { Discovery } from "../discovery/discover.ts";
import type { OtherApi } from "../discovery/other-api.ts";
import type { Rejected } from "../discovery/rejected-credentials.ts";
import { missingRole, unmetNeed } from "../discovery/roles.ts";
import { unreadBodyOf } from "../report/unread-body.ts";
import type { Run } from "../run.ts";
import { attempt } from "./attempt.ts";
import { type ContextOptions, createContext, readKey } from "./case-context.ts";
import { laneOf } from "./lane.ts";
import { restoreProfile } from "./restore.ts";

/** The cases of a run in two halves. Each half restores what its cases changed, however they ended. */
export class CaseRun {
  readonly #run: Run;
  readonly #discovery: Discovery;
  readonly #shared: Omit<ContextOptions, "client">;
  readonly #restores: (() => Promise<void>)[] = [];
  #done = 0;
  #examined = 0;
  #isUnreadBodyReported = false;

  constructor(run: Run, discovery: Discovery) {
    this.#run = run;
    this.#discovery = discovery;
    this.#shared = {
      ...run,
      cast: discovery.cast,
      restores: this.#restores,
      reads: readsSoFar(run.client.exchanges),
      made: new Map(),
    };
  }

  beforeTheLimit(): Promise<readonly Judged[]> {
    return this.#restoring(async (results) => {
      await this.#runLane("first", results);
      await Promise.all([this.#runLane("anonymous", results), this.#runLane(undefined, results)]);
    });
  }

  /** Once the limit was crossed and the window has been reset, or where it is not crossed. */
  afterTheLimit(): Promise<readonly Judged[]> {
    return this.#restoring(async (results) => {
      await this.#runLane("late", results);
      await this.#runLane("last", results);
    });
  }

  async #restoring(work: (results: Judged[]) => Promise<unknown>): Promise<readonly Judged[]> {
    const results: Judged[] = [];
    try {
      await work(results);
    } finally {
      for (const restore of this.#restores.splice(0).reverse()) await restoreProfile(restore, this.#run);
    }
    return results;
  }

  async #runLane(lane: ReturnType<typeof laneOf>, results: Judged[]): Promise<void> {
    const { cases, progress, selection, findings, client } = this.#run;
    for (const check of cases.filter((each) => laneOf(each, this.#discovery.cast) === lane)) {
      const judged = { check, verdict: await this.#verdictOf(check) };
      results.push(judged);
      await this.#examineConnections();
      if (selection.has(check)) findings.add(judged);
      // What another API answers fails no law.
      if (this.#discovery.kind === "this-api") findings.judge(client.exchanges);
      this.#done += 1;
      if (client.cutBy?.() === undefined) progress?.step({ done: this.#done, total: cases.length, id: check.id });
    }
  }

  /** An answer that is not an error of this API, or a 5xx, may be one to a body that the server left unread before it. */
  async #examineConnections(): Promise<void> {
    const { client, progress } = this.#run;
    const unseen = client.exchanges.slice(this.#examined);
    this.#examined = client.exchanges.length;
    for (const exchange of unseen) if (isOdd(exchange)) await client.examineConnection?.(exchange);
    const [unread] = client.unreadBefore?.values() ?? [];
    if (unread === undefined || this.#isUnreadBodyReported) return;
    this.#isUnreadBodyReported = true;
    progress?.say(`! ${unreadBodyOf(unread)}. From here on a request with a body has a connection of its own`);
  }

  async #verdictOf(check: SuiteCase): Promise<Verdict> {
    const { readOnly, client, senders, selection } = this.#run;
    const discovery = this.#discovery;
    if (discovery.kind === "cut") return unjudged("inconclusive", discovery.reason);
    if (discovery.kind === "other-api") return otherApi(check, discovery, this.#run);
    const rejection = rejectedKind(check, discovery.rejected, this.#run);
    if (rejection !== undefined) return rejection;
    const unmet = unmetNeed(discovery.cast, check.needs, readOnly);
    if (unmet !== undefined) return unjudged("skip", unmet);
    const verdict = await attempt(
      check,
      client,
      (recording, fresh) => createContext({ ...this.#shared, client: recording }, fresh),
      { onSent: (index) => senders.set(index, check.id), isOnlySent: !selection.has(check) },
    );
    // What the case lacked, the reads that were cut might have shown.
    const cutBy = verdict.verdict === "skip" ? client.cutBy?.() : undefined;
    if (cutBy !== undefined) return unjudged("inconclusive", cutBy);
    const { cast } = discovery;
    return verdict.verdict === "skip" && cast.callers.length === 0
      ? unjudged("skip", missingRole(cast, "key"))
      : verdict;
  }
}

const isOdd = (exchange: Exchange) =>
  exchange.status >= 500 ||
  (exchange.status >= 400 && exchange.request.method !== "HEAD" && !isObject(exchange.json()));

/** What discovery has read is not sent again. */
function readsSoFar(exchanges: readonly Exchange[]): Map<string, Promise<Exchange>> {
  const served = exchanges.filter(({ isSuccess, request }) => isSuccess && request.method === "GET");
  return new Map(served.map((read) => [readKey(read.credential, read.operation, {}), Promise.resolve(read)]));
}

/** §5.1: no credential of a kind is served. That fails only if they were issued just now: others may be stale or mistyped. */
function rejectedKind(
  { failsWithout }: SuiteCase,
  rejected: readonly Rejected[],
  { hasFreshTokens = false }: Run,
): Verdict | undefined {
  const ofKind = rejected.filter(({ caller, isWholeKind }) => isWholeKind && caller.kind === failsWithout);
  const [first] = ofKind;
  if (first === undefined) return undefined;
  const labels = ofKind.map(({ caller }) => caller.label).join(" or ");
  const answer = `${first.exchange.request.method} ${pathOf(first.exchange)}: ${answerOf(first.exchange)}`;
  const exchanges = ofKind.map(({ exchange }) => exchange.index);
  if (!hasFreshTokens) {
    const what = failsWithout === "session" ? "session" : "API key";
    const reason = `no ${what} of the target file was served: either ${labels} is wrong, or the server refuses every ${what} (${answer})`;
    return unjudged("inconclusive", reason, exchanges);
  }
  return fails({ expected: `a 2xx with ${labels}`, actual: answer, exchanges, shown: first.exchange.index });
}

/** Something answers, but not this API: nothing else is sent. That fails only if the run itself started the server: another base URL may be mistyped. */
function otherApi(
  { failsWithout }: SuiteCase,
  { reason, skipReason }: OtherApi,
  { client, hasFreshTokens }: Run,
): Verdict {
  if (failsWithout !== "this-api") return unjudged("skip", skipReason);
  const proof = client.exchanges.find(({ operation }) => operation === "listProducts");
  const proofs = proof === undefined ? [] : [proof.index];
  if (!hasFreshTokens) return unjudged("inconclusive", reason, proofs);
  return fails({ expected: "an answer of this API", actual: reason, exchanges: proofs });
}
