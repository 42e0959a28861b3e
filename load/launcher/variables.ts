/** The environment of a script: where, with whose credentials, and how long. The one way by which tokens reach k6. */
import type { Target } from "../../conformance/target/target.ts";
import { labels } from "../in-k6/environment.ts";
import type { Roles } from "./roles.ts";

export interface Wanted {
  readonly target: Pick<Target, "baseUrl" | "rateLimit" | "feedbackGraceSeconds">;
  readonly duration: number | undefined;
  readonly seed: number;
  readonly instances: number;
}

/** Everything but credentials. A variable that is empty hides one of the same name that is set for something else. */
export function openVariables({ target, duration, seed, instances }: Wanted): Readonly<Record<string, string>> {
  return {
    BASE_URL: target.baseUrl,
    LIMIT: String(target.rateLimit?.limit ?? 0),
    WINDOW: String(target.rateLimit?.windowSeconds ?? 60),
    GRACE: String(target.feedbackGraceSeconds),
    DURATION: duration === undefined ? "" : String(duration),
    SEED: String(seed),
    INSTANCES: String(instances),
  };
}

/** The tokens, by the names that scripts know. */
export function secretVariables(roles: Roles): Readonly<Record<string, string>> {
  return Object.fromEntries(labels.map((label) => [label, roles[label]?.credential?.token ?? ""]));
}
