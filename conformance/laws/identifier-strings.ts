import type { Law } from "../model/check.ts";
import { identifierFields } from "../model/resources.ts";
import { notApplicable } from "../model/verdict.ts";
import { judgeProblems, showsAny } from "./judge-problems.ts";

/** §2: all identifiers are strings (a nullable one may be null). */
export const identifierStrings: Law = {
  id: "resource.identifier-strings",
  clause: "resource.identifiers",
  claim: "Every identifier is a string",
  judge(exchange, context) {
    if (!showsAny(exchange)) return notApplicable;
    return judgeProblems(
      context.problems(exchange),
      (problem) => problem.kind === "type" && identifierFields.includes(problem.field),
    );
  },
};
