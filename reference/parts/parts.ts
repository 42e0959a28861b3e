/** Everything that the reference's behaviour is made of, in one record. A mutant or a variant replaces some of it. */
import type { Credentials } from "./credentials.ts";
import type { Errors } from "./errors.ts";
import type { Limiter } from "./limiter.ts";
import type { Pipeline } from "./pipeline.ts";
import type { ResponseWriter } from "./response-writer.ts";
import type { RouteParts, Routes } from "./route.ts";
import type { Router } from "./router.ts";
import type { Success } from "./success.ts";
import type { TargetFile } from "./target.ts";
import type { Validation } from "./validation.ts";

export interface Parts extends RouteParts {
  readonly pipeline: Pipeline;
  readonly credentials: Credentials;
  readonly limiter: Limiter;
  readonly validation: Validation;
  readonly router: Router;
  readonly routes: Routes;
  readonly success: Success;
  readonly errors: Errors;
  readonly responseWriter: ResponseWriter;
  readonly targetFile: TargetFile;
}
