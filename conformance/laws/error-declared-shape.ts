import { isObject } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import { fails, notApplicable } from "../model/verdict.ts";
import { isCut, judgeProblems, shownBody } from "./judge-problems.ts";

/** §4, rule 3: the declared errors that are named, 401 and 403 of endpoint 3, and the 429 of §7.2. */
export const errorDeclaredShape: Law = {
  id: "error.declared-shape",
  clause: "endpoint.error-shape",
  claim: "A declared error of an endpoint has the shape of section 2.14",
  judge(exchange, context) {
    const isDeclared = exchange.operation === "listFeatures" && [401, 403].includes(exchange.status);
    if (!isDeclared || isCut(exchange)) return notApplicable;
    if (!isObject(exchange.json())) return fails({ expected: "an error body", actual: shownBody(exchange) });
    return judgeProblems(context.problems(exchange), () => true);
  },
};
