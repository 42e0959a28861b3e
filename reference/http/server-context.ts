/** What every step of a running reference has at hand. */

import type { Clock } from "../../clock.ts";
import type { LimitAlgorithm } from "../limiters/algorithm.ts";
import type { Parts } from "../parts/parts.ts";
import type { Database } from "../store/database.ts";

export interface Running {
  readonly parts: Parts;
  readonly clock: Clock;
  readonly store: Database;
  /** The declared limit: requests in a window, for each organization (§8). */
  readonly limit: number;
  readonly windowMs: number;
  readonly algorithm: LimitAlgorithm;
  /** Whether responses are held against the contract too. */
  readonly validatesResponses: boolean;
  /** Told of every error that nobody foresaw. */
  report(error: unknown): void;
  /** The base URL, once it is known. */
  baseUrl(): string;
}
