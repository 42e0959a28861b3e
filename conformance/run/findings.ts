/** Reports each failed check immediately, and cuts the run after `bail` failures. */
import { plural } from "../../cli/plural.ts";
import type { Progress } from "../../cli/progress.ts";
import type { Contract } from "../../spec/contract.ts";
import { boundLevel, isBinding } from "../../spec/level.ts";
import type { Baseline } from "../baseline/read-baseline.ts";
import { createLawContext, judgeLaw, judgeSequence } from "../laws/apply.ts";
import type { Sequence, SequenceLaw } from "../laws/sequence-law.ts";
import type { Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Judged, messageOf } from "../model/verdict.ts";
import { rateLimitsOf } from "../target-file/rate-limits.ts";
import type { Target } from "../target-file/target.ts";
import { clauseOf, type Ids } from "./checks/registry.ts";

interface FindingsOptions {
  readonly target: Target;
  readonly contract: Contract;
  readonly strict?: boolean;
  readonly baseline?: Baseline | undefined;
  /** Cuts the run after this many failures. */
  readonly bail?: number | undefined;
  /** Called with each check that fails, also for an implied clause. */
  readonly onFailure?: ((check: Ids) => void) | undefined;
  readonly progress?: Pick<Progress, "found">;
  /** The laws over single exchanges. */
  readonly laws: readonly Law[];
}

export class Findings {
  readonly #options: FindingsOptions;
  readonly #found = new Set<string>();
  readonly #cut = new AbortController();
  #failed = 0;
  #judged = 0;

  constructor(options: FindingsOptions) {
    this.#options = options;
  }

  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  /** How many checks have failed. Implied clauses count only in a strict run; known failures do not count. */
  get failed(): number {
    return this.#failed;
  }

  /** Reports a failure, only once for each check. `where`: the exchange on which it failed, with a colon and a blank; empty if the message shows it. */
  add({ check, verdict }: Judged, where = ""): void {
    if (verdict.verdict !== "fail" || this.#found.has(check.id)) return;
    this.#found.add(check.id);
    const { strict = false, baseline, bail, progress, onFailure } = this.#options;
    onFailure?.(check);
    const { level, section } = clauseOf(check);
    // Only at the end of the run is it known whether the baseline lists every failure of a law.
    const isListed = baseline?.known.some((known) => known.check === check.id) === true;
    const isWarning = isListed || (!isBinding(boundLevel(level)) && !strict);
    progress?.found(`${isWarning ? "⚠" : "✗"} ${check.id} §${section}: ${where}${messageOf(verdict)}`);
    if (isWarning) return;
    this.#failed += 1;
    if (this.#failed === bail) {
      this.#cut.abort(new Error(`the run was stopped after ${plural(bail, "failure")} (--bail ${bail})`));
    }
  }

  /** Applies the laws to the exchanges that are new since the last call. `exchanges`: all so far. */
  judge(exchanges: readonly Exchange[]): void {
    if (!this.#isAwaited) return;
    const { laws, contract, target } = this.#options;
    const unseen = exchanges.slice(this.#judged);
    this.#judged = exchanges.length;
    if (unseen.length === 0) return;
    const context = createLawContext(contract, rateLimitsOf(target, exchanges));
    for (const law of laws) if (!this.#found.has(law.id)) this.add(judgeLaw(law, unseen, context));
  }

  /** Applies laws over several exchanges to all that was sent so far; the end of the run may show more, or explain a failure. */
  judgeSequence(laws: readonly SequenceLaw[], sequence: () => Sequence): void {
    if (!this.#isAwaited) return;
    const sent = sequence();
    for (const law of laws) this.add(judgeSequence(law, sent));
  }

  /** Whether anybody learns of a failure before the end of the run. */
  get #isAwaited(): boolean {
    const { progress, bail, onFailure } = this.#options;
    return (progress ?? bail ?? onFailure) !== undefined;
  }
}
