import { identify as identityOf } from "../../parts/credentials.ts";
import { contextOf } from "../request-context.ts";
import type { ServerContext } from "../server-context.ts";
import type { RunStep } from "./step.ts";

/** Finds out who calls. Never throws: the limiter comes first, so that a 401 has its headers too. */
export const identify =
  ({ parts, store, clock }: ServerContext): RunStep =>
  (request) => {
    const call = contextOf(request);
    const { authorization } = request.headers;
    Object.assign(call, identityOf(parts.credentials, store, clock.now(), authorization, call.operation));
  };
