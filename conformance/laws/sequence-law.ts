/** Laws over more than one exchange. Laws import this file, also inside k6: no npm. */
import type { AnyLaw, Needs } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import type { RateLimits } from "../model/rate-limit.ts";
import { unjudged, type Verdict } from "../model/verdict.ts";
import { historiesOf } from "./limiter/histories.ts";
import type { History } from "./limiter/history.ts";

/** What a run needs, so that the law finds something to judge. */
export interface SequenceNeeds extends Needs {
  /** The rate limit of an organization is exceeded on purpose. */
  readonly limitExceeded?: true;
  /** The credential belongs to the organization whose limit is exceeded. */
  readonly sameOrganization?: true;
  /** There are two other organizations, and one of them sends a read now and then. */
  readonly thirdOrganization?: true;
  /** The key that exceeds the limit may submit feedback. */
  readonly submissions?: true;
}

/** A law over all exchanges of a run. */
export interface SequenceLaw extends AnyLaw {
  readonly needs?: SequenceNeeds;
  /** The fault of a target that fails the law, as a sentence. Laws with the same sentence fail for the same cause. */
  readonly fault?: string;
  /** If one of these laws fails, it explains why this law fails or is inconclusive, which is then not reported. */
  readonly explainedBy?: readonly SequenceLaw[];
  /** A failure names the exchanges that prove it. */
  judge(sequence: Sequence): Verdict;
}

/** A credential's label, and the operations that are declared as denied to it. */
export interface DeclaredCaller {
  readonly label: string;
  readonly denied: readonly string[];
}

/** All exchanges of a run. What several laws need of them is computed once. */
export class Sequence {
  readonly exchanges: readonly Exchange[];
  readonly #rateLimit: RateLimits | null;
  readonly #denied: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #verdicts = new Map<SequenceLaw, Verdict>();
  #histories: readonly History[] | undefined;

  /** `callers`: what the target file declares as denied to each caller. */
  constructor(exchanges: readonly Exchange[], rateLimit: RateLimits | null, callers: readonly DeclaredCaller[] = []) {
    this.exchanges = exchanges;
    this.#rateLimit = rateLimit;
    this.#denied = new Map(callers.map(({ label, denied }) => [label, new Set<string>(denied)]));
  }

  /** Whether the target file declares that the caller may not use the operation (§5.8). */
  isDenied({ credential, operation }: Exchange): boolean {
    return operation !== undefined && this.#denied.get(credential)?.has(operation) === true;
  }

  /** One for each organization whose limit is known; none if the target has no rate limit. */
  get histories(): readonly History[] {
    this.#histories ??= this.#rateLimit === null ? [] : historiesOf(this.exchanges, this.#rateLimit);
    return this.#histories;
  }

  /** `not-applicable` if the failure of another law explains this one's. Each law is judged once. */
  verdictOf(law: SequenceLaw): Verdict {
    const known = this.#verdicts.get(law);
    if (known !== undefined) return known;
    const judged = law.judge(this);
    const isOpen = judged.verdict === "fail" || judged.verdict === "inconclusive";
    const explanation = isOpen ? this.explanationOf(law) : undefined;
    const verdict = explanation === undefined ? judged : unjudged("not-applicable", explanation);
    this.#verdicts.set(law, verdict);
    return verdict;
  }

  /** The reason for a verdict that the failure of another law explains. */
  explanationOf({ explainedBy }: SequenceLaw): string | undefined {
    const cause = explainedBy?.find((other) => this.verdictOf(other).verdict === "fail");
    return cause && explainedByFailureOf(cause);
  }
}

/** The reason why a law is not judged while another one fails. */
export const explainedByFailureOf = ({ id }: SequenceLaw) => `what fails ${id} shows here, too: fix that first`;
