/** What every step of a running reference can use. */

import type { Clock } from "../../clock.ts";
import type { LimitAlgorithm } from "../limiters/algorithm.ts";
import type { Parts } from "../parts/parts.ts";
import type { Database } from "../store/database.ts";
import type { LoggedRequest } from "./request-log.ts";

export interface ServerContext {
  readonly parts: Parts;
  readonly clock: Clock;
  readonly store: Database;
  /** The declared limit: requests in a window, for each organization (§8). */
  readonly limit: number;
  readonly windowMs: number;
  readonly algorithm: LimitAlgorithm;
  /** Whether responses are validated against the contract too. */
  readonly validatesResponses: boolean;
  /** Receives every unexpected error. */
  report(error: unknown): void;
  /** Receives every request once it is answered. */
  readonly log: ((request: LoggedRequest) => void) | undefined;
  /** The base URL, once it is known. */
  baseUrl(): string;
}
