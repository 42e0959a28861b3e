/** A target: the implementation to judge. `parse.ts` makes it from a file or from options. */
import type { OperationId } from "../../spec/contract.ts";
import type { RateLimit } from "../model/rate-limit.ts";

/** The target file that is used if no other target is named. */
export const defaultTargetFile = "fpk.target.json";

export interface Credential {
  /**
   * The text that replaces the token in reports and commands: the name of its variable, such as `KEY_A`; else `KEY_1`,
   * `SESSION_1` and so on.
   */
  readonly label: string;
  readonly token: string;
  readonly kind: "api-key" | "session";
  /** The organization's id; absent if neither the file nor discovery finds it. */
  readonly org?: string;
  readonly expired: boolean;
  /** Operations that the target file declares as forbidden to this caller (403, §5.8). */
  readonly denied: readonly OperationId[];
  /** The limit of its organization, if that is on another tier (§8). */
  readonly rateLimit?: RateLimit;
}

export interface Target {
  /** An absolute URL without a trailing slash and without `/v1`. */
  readonly baseUrl: string;
  readonly credentials: readonly Credential[];
  /** `null`: the target has rate limiting switched off. */
  readonly rateLimit: RateLimit | null;
  /** No limit was declared, so this is the Standard tier's. An organization may be on another tier. */
  readonly isTierAssumed?: true;
  /** How many seconds after a submission its status may appear. */
  readonly feedbackGraceSeconds: number;
}
