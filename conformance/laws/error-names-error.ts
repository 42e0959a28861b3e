import type { Law } from "../model/check.ts";
import { notApplicable } from "../model/verdict.ts";
import { isErrorObject, judgeProblems } from "./judge-problems.ts";

/** §2.14, first row. */
export const errorNamesError: Law = {
  id: "error.names-error",
  clause: "error.body",
  claim: "An error body has the property error, a string",
  judge(exchange, context) {
    if (!isErrorObject(exchange)) return notApplicable;
    return judgeProblems(
      context.problems(exchange),
      (problem) => problem.resource === "Error" && (problem.field === "error" || problem.field === ""),
    );
  },
};
