/** Judges each exchange shortly after it has passed the proxy, and prints failures. At the end judges all exchanges together. */
import type { Progress } from "../../cli/progress.ts";
import type { Contract } from "../../spec/contract.ts";
import { createLawContext } from "../laws/apply.ts";
import { limitIsDeclared } from "../laws/rate-limit-headers.ts";
import { byOperation, type Law, type LawContext } from "../model/check.ts";
import type { Exchange, ExchangeRecord } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import type { Report } from "../model/report.ts";
import { Findings } from "../run/findings.ts";
import { rateLimitsOf } from "../target-file/rate-limits.ts";
import type { Target } from "../target-file/target.ts";
import { judgeTraffic, lawsOfSingleExchanges, type Traffic } from "../traffic/judge-traffic.ts";
import type { Recorded } from "../traffic/recorded.ts";
import { TrafficCounts } from "../traffic/traffic-counts.ts";
import { TrafficReader } from "../traffic/traffic-reader.ts";

interface LiveJudgeOptions {
  readonly target: Target;
  readonly contract: Contract;
  readonly strict: boolean;
  readonly baseline?: Traffic["baseline"] | undefined;
  readonly failFast: boolean;
  /** Whether exchanges that are not judged are kept, too. */
  readonly isRecording: boolean;
  readonly progress: Pick<Progress, "found">;
  /** The command that judges the traffic again. */
  readonly again: string;
}

/** How many exchanges are kept for the report. Later ones are judged only by the laws over single exchanges. */
const maxKept = 100_000;

/**
 * Exchanges are judged in batches of this time: judging each immediately, between other work of the proxy, takes twice as much processor
 * time, and those that wait longer cost more garbage collection.
 */
const batchMs = 25;

export class LiveJudge {
  readonly #options: LiveJudgeOptions;
  readonly #reader: TrafficReader;
  readonly #findings: Findings;
  readonly #context: LawContext;
  readonly #counts = new TrafficCounts();
  readonly #exchanges: Exchange[] = [];
  /** The exchanges that are not judged, for the recording. */
  readonly #others: ExchangeRecord[] = [];
  /** Those that have not failed. */
  #laws: readonly Law[];
  #lawsFor: (operation: Exchange["operation"]) => readonly Law[];
  #notKept = 0;
  #waiting: Recorded[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LiveJudgeOptions) {
    const { target, contract, failFast, progress } = options;
    this.#options = options;
    this.#reader = new TrafficReader(target, contract);
    const found = (line: string) => progress.found(this.#reader.redactText(line));
    this.#findings = new Findings({ ...options, progress: { found }, laws: [], bail: failFast ? 1 : undefined });
    this.#context = createLawContext(contract, rateLimitsOf(target, []));
    // Whether an organization has another tier is known only at the end.
    this.#laws = lawsOfSingleExchanges(target, contract).filter((law) => law !== limitIsDeclared);
    this.#lawsFor = byOperation(this.#laws, (law) => law);
  }

  /** Aborted at the first failure with `failFast`. */
  get signal(): AbortSignal {
    return this.#findings.signal;
  }

  /** The exchange is judged soon, and before `conclude` returns. */
  add(recorded: Recorded): void {
    this.#waiting.push(recorded);
    this.#timer ??= setTimeout(() => this.#judgeWaiting(), batchMs);
  }

  #judgeWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const recorded of waiting) this.#judgeOne(recorded);
  }

  #judgeOne(recorded: Recorded): void {
    this.#reader.learn(recorded);
    const read = this.#reader.read(recorded, this.#exchanges.length);
    this.#counts.add(recorded, read);
    if (typeof read === "string") {
      if (this.#options.isRecording && this.#others.length < maxKept)
        this.#others.push(this.#reader.recordOf(recorded, 0));
      return;
    }
    if (this.#exchanges.length < maxKept) this.#exchanges.push(read);
    else this.#notKept += 1;
    for (const law of this.#lawsFor(read.operation)) this.#judge(law, read);
    read.forget?.();
  }

  #judge(law: Law, exchange: Exchange): void {
    const verdict = law.judge(exchange, this.#context);
    if (verdict.verdict !== "fail") return;
    this.#laws = this.#laws.filter((other) => other !== law);
    this.#lawsFor = byOperation(this.#laws, (each) => each);
    this.#findings.add(
      { check: law, verdict },
      `${exchange.request.method} ${pathOf(exchange)} → ${exchange.status}: `,
    );
  }

  /** Returns the redacted report, and all exchanges with their bodies. */
  conclude(): { readonly report: Report; readonly recording: Report } {
    this.#judgeWaiting();
    const { target, contract, strict, baseline, again } = this.#options;
    const exchanges = [...this.#exchanges].sort((a, b) => a.sentAt - b.sentAt);
    const { foundCredentials } = this.#reader;
    const notKept =
      this.#notKept === 0 ? [] : [`${this.#notKept} more were judged one by one only, and are not in the report`];
    const notes = [...this.#counts.notes(), ...notKept];
    const report = judgeTraffic({
      target,
      contract,
      strict,
      baseline,
      foundCredentials,
      exchanges,
      notes,
      failed: this.#counts.failed,
      incomplete: exchanges.length > 0 ? [] : [this.#counts.whyNothing()],
      replayOf: () => again,
    });
    const others = this.#others.map((record, at) => ({ ...record, index: exchanges.length + at }));
    const passed = [...exchanges.map((exchange) => ({ ...exchange })), ...others].sort((a, b) => a.sentAt - b.sentAt);
    const recording = { ...report, exchanges: passed };
    return { report: this.#reader.redact(report), recording: this.#reader.redact(recording) };
  }
}
