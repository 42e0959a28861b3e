/**
 * Runs the cases: first those whose reads others need, then the rest (concurrently with those that need no
 * organization's budget), and after the limit was crossed those that look back.
 */
import type { SuiteCase } from "../../cases/case.ts";
import type { Outgoing } from "../../client/outgoing.ts";
import type { Sequence } from "../../laws/sequence-law.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Judged, unjudged, type Verdict } from "../../model/verdict.ts";
import type { Discovery } from "../discovery/discover.ts";
import { missingRole } from "../discovery/roles.ts";
import type { Run } from "../run.ts";
import { attempt } from "./attempt.ts";
import { type ContextOptions, createContext, readKey } from "./case-context.ts";
import { connectionExaminer } from "./examine-connections.ts";
import { laneOf } from "./lane.ts";
import { isPostponed } from "./postponed.ts";
import { repeatFailed, repeatLists } from "./repeat-failed.ts";
import { restoreWithRetries } from "./restore.ts";
import { verdictWithoutRequests } from "./verdict-without-requests.ts";

/** The cases of a run in two halves. Each half restores what its cases changed, however they ended. */
export class CaseRun {
  readonly #run: Run;
  readonly #discovery: Discovery;
  readonly #shared: Omit<ContextOptions, "client" | "id">;
  readonly #examineConnections: () => Promise<void>;
  readonly #sent = new Map<number, Outgoing>();
  readonly #postponed: SuiteCase[] = [];
  #done = 0;

  constructor(run: Run, discovery: Discovery) {
    this.#run = run;
    this.#discovery = discovery;
    this.#shared = {
      ...run,
      cast: discovery.cast,
      restores: new Map(),
      reads: readsSoFar(run.client.exchanges),
      made: new Map(),
    };
    this.#examineConnections = connectionExaminer(run);
  }

  beforeTheLimit(): Promise<readonly Judged[]> {
    return this.#restoring(async (results) => {
      await this.#runLane("first", results);
      await Promise.all([this.#runLane("anonymous", results), this.#runLane(undefined, results)]);
    });
  }

  /** Runs the cases of the later lanes: after the window was reset, or if the limit is not crossed. */
  afterTheLimit(): Promise<readonly Judged[]> {
    return this.#restoring(async (results) => {
      for (const check of this.#postponed) await this.#runCase(check, results);
      await this.#runLane("late", results);
      await this.#runLane("last", results);
    });
  }

  /** Sends again, by themselves, the reads on which cases failed. `results`: of all cases. */
  repeatFailed = (results: readonly Judged[]) => repeatFailed(this.#run, results, this.#sent);

  /** Sends again the lists in which a law misses what a feature refers to. To be called before any law over several exchanges is judged. */
  repeatLists = (sequence: Sequence) => repeatLists(this.#run, sequence, this.#sent);

  async #restoring(work: (results: Judged[]) => Promise<unknown>): Promise<readonly Judged[]> {
    const results: Judged[] = [];
    try {
      await work(results);
    } finally {
      const restores = [...this.#shared.restores.values()];
      this.#shared.restores.clear();
      for (const restore of restores.reverse()) await restoreWithRetries(restore, this.#run);
    }
    return results;
  }

  async #runLane(lane: ReturnType<typeof laneOf>, results: Judged[]): Promise<void> {
    for (const check of this.#run.cases.filter((each) => laneOf(each, this.#discovery.cast) === lane)) {
      if (lane === undefined && isPostponed(check, this.#run, this.#discovery)) this.#postponed.push(check);
      else await this.#runCase(check, results);
    }
  }

  async #runCase(check: SuiteCase, results: Judged[]): Promise<void> {
    const { cases, progress, selection, findings, client } = this.#run;
    const judged = { check, verdict: await this.#verdictOf(check) };
    results.push(judged);
    await this.#examineConnections();
    if (selection.has(check)) findings.add(judged);
    // Another API's responses are no findings.
    if (this.#discovery.kind === "this-api") findings.judge(client.exchanges);
    this.#done += 1;
    if (client.cutBy() === undefined) progress?.step({ done: this.#done, total: cases.length, id: check.id });
  }

  async #verdictOf(check: SuiteCase): Promise<Verdict> {
    const { client, senders, selection, laws } = this.#run;
    const unsent = verdictWithoutRequests(check, this.#discovery, this.#run);
    if (unsent !== undefined) return unsent;
    // A law over many exchanges may look at the second attempt, too.
    const isVerdictUnreported = !selection.has(check) && laws.every(({ kind }) => kind === "law");
    const onSent = (index: number, outgoing: Outgoing) => {
      senders.set(index, check.id);
      this.#sent.set(index, outgoing);
    };
    const verdict = await attempt(
      check,
      client,
      (recording, isFresh) => createContext({ ...this.#shared, id: check.id, client: recording }, isFresh),
      { onSent, isVerdictUnreported },
    );
    if (verdict.verdict !== "skip") return verdict;
    // The case lacked something that the reads after the cut might have shown.
    const cutBy = client.cutBy();
    if (cutBy !== undefined) return unjudged("inconclusive", cutBy);
    const { cast } = this.#discovery;
    return cast.callers.length === 0 ? unjudged("skip", missingRole(cast, "key")) : verdict;
  }
}

/** The reads of discovery, so that no case sends them again. */
function readsSoFar(exchanges: readonly Exchange[]): Map<string, Promise<Exchange>> {
  const served = exchanges.filter(({ isSuccess, request }) => isSuccess && request.method === "GET");
  return new Map(served.map((read) => [readKey(read.credential, read.operation, {}), Promise.resolve(read)]));
}
