/** A target: an implementation under judgement. This is the parsed form; `parse.ts` makes it from a file or from flags. */
import type { OperationId } from "../../spec/contract.ts";
import type { RateLimit } from "../model/check.ts";

export interface Credential {
  /** What stands in reports and repro commands for the token: the variable's name (`KEY_A`), else `KEY_1`, `SESSION_1`. */
  readonly label: string;
  readonly token: string;
  readonly kind: "api-key" | "session";
  /** The organization's id; absent where neither the file nor discovery tells it. */
  readonly org?: string;
  readonly expired: boolean;
  /** Operations that this caller is declared not to be permitted (403, §5.8). */
  readonly denied: readonly OperationId[];
}

export interface Target {
  /** Absolute, without a trailing slash and without `/v1`. */
  readonly baseUrl: string;
  readonly credentials: readonly Credential[];
  /** `null`: switched off at this target. */
  readonly rateLimit: RateLimit | null;
  /** How long a status may lag its submission, in seconds. */
  readonly feedbackGraceSeconds: number;
}

/** The Standard tier, §8. */
export const standardTier: RateLimit = { limit: 100, windowSeconds: 60 };
