/** §2.11 and §4, endpoint 12: the fields of a request that are required or may be empty, and the accepted values. */
import { loadContract, type OperationId } from "../../spec/contract.ts";
import { fieldsOf, nameOf } from "../generate/fields.ts";
import { requestBodyOf } from "../generate/request-body.ts";
import { requestJson } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { distinct, formatValue } from "./format.ts";
import type { Observer } from "./observer.ts";
import { fieldAt, isClientError, issuesOf, responsesTo, shownObjects } from "./reading.ts";

/** The fields of a request body, with the document's names: `content`, `content.body`. */
const fieldNamesOf = (operation: OperationId) => fieldsOf(requestBodyOf(loadContract(), operation)).map(nameOf);

const isMissing = (exchange: Exchange, field: string) => fieldAt(requestJson(exchange), field) === undefined;

/** The fields to which the issues of an error response point. A path may begin with `body`. */
function locatedFields(exchange: Exchange, fields: readonly string[]): readonly string[] {
  const located = issuesOf(exchange).map(({ field }) => field);
  return fields.filter((field) => located.includes(field) || located.includes(`body.${field}`));
}

/** A valid request was rejected in a way that suggests a missing field, with or without issues. */
const isIncomplete = ({ intent, status }: Exchange) => intent === "valid" && (status === 400 || status === 422);

/** A field is required if an issue names it as missing, and optional if a request without it was accepted. */
const requiredFields = (clause: string, operation: OperationId): Observer => ({
  clause,
  unobserved: "every accepted request had all fields, and no error response named a missing field",
  observe(exchanges) {
    const fields = fieldNamesOf(operation);
    const sent = responsesTo(exchanges, operation).filter((exchange) => requestJson(exchange) !== undefined);
    const accepted = sent.filter(({ isSuccess, intent }) => isSuccess && intent === "valid");
    const rejected = sent.filter(isClientError);
    const missingIn = (exchange: Exchange) => fields.filter((field) => isMissing(exchange, field));
    const optional = fields.filter((field) => accepted.some((exchange) => isMissing(exchange, field)));
    const required = fields.filter((field) =>
      rejected.some((exchange) => locatedFields(exchange, [field]).length > 0 && isMissing(exchange, field)),
    );
    const unexplained = rejected.filter(
      (exchange) => isIncomplete(exchange) && issuesOf(exchange).length === 0 && missingIn(exchange).length > 0,
    );
    const isNoneRequired = optional.length === fields.length;
    // An object with a required field is required itself.
    const isKnown = (field: string) =>
      optional.includes(field) || required.some((other) => other === field || other.startsWith(`${field}.`));
    const unknown = accepted.length === 0 ? [] : fields.filter((field) => !isKnown(field));
    return {
      choices: distinct([
        ...(required.length > 0 ? [`required: ${required.join(", ")}`] : []),
        ...(optional.length > 0 && !isNoneRequired ? [`not required: ${optional.join(", ")}`] : []),
        ...(isNoneRequired ? ["none is required"] : []),
        ...(unknown.length > 0 && unknown.length < fields.length
          ? [`always sent, so not known: ${unknown.join(", ")}`]
          : []),
        ...unexplained.map((exchange) => `without ${missingIn(exchange).join(", ")}: ${exchange.status}`),
      ]),
    };
  },
});

const bodyFormat: Observer = {
  clause: "submission.body-format",
  unobserved: "no submission with a bodyFormat was accepted",
  observe(exchanges) {
    const accepted = responsesTo(exchanges, "submitFeedback").filter(({ isSuccess }) => isSuccess);
    const formats = accepted.map((exchange) => fieldAt(requestJson(exchange), "content.bodyFormat"));
    return {
      choices: distinct(
        formats.filter((format) => typeof format === "string").map((format) => `takes ${formatValue(format)}`),
      ),
    };
  },
};

const source: Observer = {
  clause: "submission.source",
  unobserved: "no response about feedback contained manual or api, and no request sends them",
  observe(exchanges) {
    const answers = responsesTo(exchanges, "submitFeedback", "getFeedbackStatus").flatMap(shownObjects);
    const fields = answers.flatMap((shown) => Object.entries(shown));
    const found = fields.filter(([, value]) => value === "manual" || value === "api");
    return { choices: distinct(found.map(([name, value]) => `the answer's ${formatValue(name)}: ${String(value)}`)) };
  },
};

const minimumLength: Observer = {
  clause: "submission.minimum-length",
  unobserved: "no submission with an empty text was answered",
  observe(exchanges) {
    const answers = responsesTo(exchanges, "submitFeedback");
    const fields = fieldNamesOf("submitFeedback");
    const emptyIn = (exchange: Exchange) => {
      const body = requestJson(exchange);
      return fields.filter((field) => fieldAt(body, field) === "");
    };
    const rejected = answers.filter(isClientError).flatMap((exchange) => locatedFields(exchange, emptyIn(exchange)));
    const accepted = answers.filter(({ isSuccess }) => isSuccess).flatMap(emptyIn);
    return {
      choices: distinct([
        ...rejected.map((field) => `${field} may not be empty`),
        ...accepted.map((field) => `${field} may be empty`),
      ]),
    };
  },
};

export const fieldObservers: readonly Observer[] = [
  bodyFormat,
  source,
  minimumLength,
  requiredFields("submission.required", "submitFeedback"),
  requiredFields("endpoint.update-required", "updateMe"),
];
