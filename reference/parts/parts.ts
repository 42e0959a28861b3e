/** Everything that the reference's behaviour is made of, in one record. A mutant or a variant replaces one seam of it. */

import { routes } from "../routes/index.ts";
import { type Credentials, credentials } from "./credentials.ts";
import { type Errors, errors } from "./errors.ts";
import { type Limiter, limiter } from "./limiter.ts";
import { organizations } from "./organizations.ts";
import { profile } from "./profile.ts";
import { queue } from "./queue.ts";
import { type HttpHabits, http, type SendsJson, sendsJson } from "./response-writer.ts";
import type { RouteParts, Routes } from "./route.ts";
import { serializers } from "./serializers.ts";
import { type Success, success } from "./success.ts";
import type { Target } from "./target.ts";
import { tenancy } from "./tenancy.ts";
import { type Validation, validation } from "./validation.ts";

/** A named step that every request takes. */
export type Step = "identify" | "limiter" | "authorize" | "body" | "validate" | "routes" | "errors";

export interface Parts extends RouteParts {
  /** The steps in their order. `errors` answers what the steps before it refuse. */
  readonly pipeline: readonly Step[];
  readonly credentials: Credentials;
  readonly limiter: Limiter;
  readonly validation: Validation;
  readonly routes: Routes;
  readonly success: Success;
  readonly errors: Errors;
  readonly sendsJson: SendsJson;
  readonly http: HttpHabits;
  /** What the target file says of a reference whose own word is `target`. */
  introduces(target: Target): Target;
}

/** The reference as it is. In this order 401, 404, 400, 413, 415 and 429 all carry the rate limit's headers. */
export const defaultParts = (): Parts => ({
  pipeline: ["identify", "limiter", "authorize", "body", "validate", "routes", "errors"],
  credentials,
  tenancy,
  limiter,
  queue,
  serializers,
  errors,
  success,
  validation,
  routes,
  profile,
  organizations,
  sendsJson,
  http,
  introduces: (target) => target,
});
