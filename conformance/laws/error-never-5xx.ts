import { isAnswered } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { shownBody } from "./judge-problems.ts";

const isAuthenticated = (exchange: Exchange) => exchange.kind === "api-key" || exchange.kind === "session";

/** What was wrong with the request is the caller's error, §7. */
export const errorNever5xx: Law = {
  id: "error.never-5xx",
  clause: "error.no-server-error",
  claim: "Bad input and unknown identifiers are not answered with a 5xx",
  judge(exchange) {
    if (!isAnswered(exchange) || (exchange.intent === "valid" && isAuthenticated(exchange))) return notApplicable;
    if (exchange.status < 500) return holds;
    return fails({ expected: "a 4xx", actual: shownBody(exchange) });
  },
};
