import { isObject } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import { notApplicable } from "../model/verdict.ts";
import { isErrorObject, judgeProblems } from "./judge-problems.ts";

/** §2.14, the rows of `issues`. */
export const errorIssueShape: Law = {
  id: "error.issue-shape",
  clause: "error.issues",
  claim: "issues, if present, is an array of issues with code and message",
  judge(exchange, context) {
    const body = exchange.json();
    if (!isErrorObject(exchange) || !isObject(body) || !("issues" in body)) return notApplicable;
    return judgeProblems(
      context.problems(exchange),
      (problem) => problem.resource === "Issue" || (problem.resource === "Error" && problem.field === "issues"),
    );
  },
};
