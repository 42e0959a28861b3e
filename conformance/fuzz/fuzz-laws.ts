/** Laws about the requests of Schemathesis. `fpk check` judges the same clauses by cases, which send requests themselves. */
import type { Contract, OperationId } from "../../spec/contract.ts";
import { isAnswered } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { answerOf } from "../model/response-text.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { clausesOfRejection, invalidFieldIn } from "./invalid-body.ts";

const noServerError: Law = {
  id: "fuzz.no-server-error",
  clause: "error.no-server-error",
  claim: "Nothing that Schemathesis generates is answered with a 5xx",
  judge(exchange) {
    if (!isAnswered(exchange) || exchange.kind === "none" || exchange.kind === "unknown") return notApplicable;
    return exchange.status < 500 ? holds : fails({ expected: "no 5xx", actual: answerOf(exchange) });
  },
};

/** A law that expects 401. It also accepts 429, because a target may limit callers without valid credentials by address. */
const unauthorized = (kind: Exchange["kind"], check: Omit<Law, "judge">): Law => ({
  ...check,
  judge(exchange) {
    if (!isAnswered(exchange) || exchange.kind !== kind) return notApplicable;
    if (exchange.status === 401 || exchange.status === 429) return holds;
    return fails({ expected: `401 for ${exchange.operation}`, actual: answerOf(exchange) });
  },
});

const rejectsInvalid = (operation: OperationId, clause: string, contract: Contract): Omit<Law, "id" | "claim"> => ({
  clause,
  dependsOn: [operation],
  judge(exchange) {
    if (!isAnswered(exchange) || exchange.operation !== operation) return notApplicable;
    const invalid = invalidFieldIn(exchange, contract);
    if (invalid === undefined) return notApplicable;
    return exchange.isSuccess ? fails({ expected: `a 4xx for ${invalid}`, actual: answerOf(exchange) }) : holds;
  },
});

/** A law for each operation whose bodies can be invalid. The laws' ids begin with `prefix`. */
export const rejectionLaws = (contract: Contract, prefix: string, whatIsWrong: string): readonly Law[] =>
  clausesOfRejection.map(([operation, clause]) => ({
    ...rejectsInvalid(operation, clause, contract),
    id: `${prefix}.refused-${operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    claim: `A body of ${operation} ${whatIsWrong} is rejected`,
  }));

/** The checks that `fpk fuzz` makes of a whole run: `fuzz.ts`, and `replay-crashes.ts` for `submissionText`. */
export const fuzzRunChecks = {
  answered: {
    id: "fuzz.answered",
    clause: "error.no-server-error",
    claim: "Everything that Schemathesis sends is answered",
  },
  schemathesis: {
    id: "fuzz.schemathesis",
    clause: "version.description",
    claim: "Schemathesis can work with the contract",
  },
  submissionText: {
    id: "fuzz.submission-text",
    clause: "submission.text",
    claim: "A submission is not answered 5xx for a text or for metadata that Schemathesis generates",
  },
};

export const fuzzLaws = (contract: Contract): readonly Law[] => [
  noServerError,
  unauthorized("none", {
    id: "fuzz.without-credentials",
    clause: "endpoint.authorization",
    claim: "What Schemathesis sends without an Authorization header is answered 401",
  }),
  unauthorized("unknown", {
    id: "fuzz.invalid-credentials",
    clause: "auth.unauthorized",
    claim: "What Schemathesis sends with invalid credentials is answered 401",
  }),
  ...rejectionLaws(contract, "fuzz", "in which Schemathesis generates a wrong value"),
];
