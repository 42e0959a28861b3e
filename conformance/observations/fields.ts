/** §2.11 and §4, endpoint 12: which fields of a request are required, may be empty, and what they take, as far as answers tell. */
import type { OperationId } from "../../spec/contract.ts";
import type { Exchange } from "../model/exchange.ts";
import { distinct, formatValue } from "./format.ts";
import type { ObservedChoices, Observer } from "./observer.ts";
import { fieldAt, isClientError, issuesOf, requestJson, responsesTo, shownObjects } from "./reading.ts";

const submissionFields = [
  "productId",
  "content",
  "content.body",
  "content.title",
  "content.bodyFormat",
  "sourceUrl",
  "feedbackType",
  "contextId",
  "actorId",
  "metadata",
  "notes",
] as const;

const profileFields = ["firstName", "lastName", "avatarBase64", "avatarType", "preferences"] as const;

const isMissing = (exchange: Exchange, field: string) => fieldAt(requestJson(exchange), field) === undefined;

/** The fields that the issues of a refusal locate; a path may begin with `body`. */
function locatedFields(exchange: Exchange, fields: readonly string[]): readonly string[] {
  const located = issuesOf(exchange).map(({ field }) => field);
  return fields.filter((field) => located.includes(field) || located.includes(`body.${field}`));
}

/** What says of a valid request that something is missing, where no issue does. */
const isIncomplete = ({ intent, status }: Exchange) => intent === "valid" && (status === 400 || status === 422);

/** A field is required where its lack was blamed, and is not where a request without it was taken. */
function requiredAmong(answers: readonly Exchange[], fields: readonly string[]): ObservedChoices {
  const sent = answers.filter((one) => requestJson(one) !== undefined);
  const accepted = sent.filter(({ isSuccess, intent }) => isSuccess && intent === "valid");
  const rejected = sent.filter(isClientError);
  const missingIn = (exchange: Exchange) => fields.filter((field) => isMissing(exchange, field));
  const optional = new Set(accepted.flatMap(missingIn));
  const required = new Set(
    rejected.flatMap((one) => locatedFields(one, fields).filter((field) => isMissing(one, field))),
  );
  const unexplained = rejected.filter(
    (one) => isIncomplete(one) && issuesOf(one).length === 0 && missingIn(one).length > 0,
  );
  const listOf = (names: Iterable<string>) => {
    const wanted = new Set(names);
    return fields.filter((field) => wanted.has(field)).join(", ");
  };
  return {
    choices: distinct([
      ...(required.size > 0 ? [`required: ${listOf(required)}`] : []),
      ...(optional.size > 0
        ? [optional.size === fields.length ? "none is required" : `not required: ${listOf(optional)}`]
        : []),
      ...unexplained.map((one) => `without ${missingIn(one).join(", ")}: ${one.status}`),
    ]),
  };
}

function requiredFields(clause: string, operation: OperationId, fields: readonly string[]): Observer {
  return {
    clause,
    unobserved: "every request that was taken had all fields, and no refusal named one that was missing",
    observe: (exchanges) => requiredAmong(responsesTo(exchanges, operation), fields),
  };
}

const bodyFormat: Observer = {
  clause: "submission.body-format",
  unobserved: "no submission with a bodyFormat was accepted",
  observe(exchanges) {
    const accepted = responsesTo(exchanges, "submitFeedback").filter(({ isSuccess }) => isSuccess);
    const formats = accepted.map((one) => fieldAt(requestJson(one), "content.bodyFormat"));
    return {
      choices: distinct(
        formats.filter((format) => typeof format === "string").map((one) => `takes ${formatValue(one)}`),
      ),
    };
  },
};

const source: Observer = {
  clause: "submission.source",
  unobserved: "no answer about feedback showed manual or api, and no request sends them",
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
    const emptyIn = (one: Exchange) => submissionFields.filter((field) => fieldAt(requestJson(one), field) === "");
    const rejected = answers.filter(isClientError).flatMap((one) => locatedFields(one, emptyIn(one)));
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
  requiredFields("submission.required", "submitFeedback", submissionFields),
  requiredFields("endpoint.update-required", "updateMe", profileFields),
];
