/** A target: the implementation that is judged. `parse.ts` makes it from a file or from options. */
import type { OperationId } from "../../spec/contract.ts";
import type { RateLimit } from "../model/rate-limit.ts";

/** The target file that is used where no other target is named. */
export const defaultTargetFile = "fpk.target.json";

export interface Credential {
  /** Replaces the token in reports and commands: the variable's name (`KEY_A`), else `KEY_1`, `SESSION_1`. */
  readonly label: string;
  readonly token: string;
  readonly kind: "api-key" | "session";
  /** The organization's id; absent where neither the file nor discovery finds it. */
  readonly org?: string;
  readonly expired: boolean;
  /** Operations that this caller is declared not to be permitted (403, §5.8). */
  readonly denied: readonly OperationId[];
  /** The limit of its organization, where that is on a tier of its own (§8). */
  readonly rateLimit?: RateLimit;
}

export interface Target {
  /** Absolute, without a trailing slash and without `/v1`. */
  readonly baseUrl: string;
  readonly credentials: readonly Credential[];
  /** `null`: this target has rate limiting switched off. */
  readonly rateLimit: RateLimit | null;
  /** The limit is the Standard tier's because none was declared: an organization may be on another tier. */
  readonly isTierAssumed?: true;
  /** How long a status may lag its submission, in seconds. */
  readonly feedbackGraceSeconds: number;
}
