/** §2.11 and §4, endpoint 12: which fields of a request are required, may be empty, and what they take, as far as answers tell. */
import type { OperationId } from "../../spec/contract.ts";
import type { Exchange } from "../model/exchange.ts";
import { distinct, valued } from "./format.ts";
import type { Observed, Observer } from "./observer.ts";
import { answersTo, fieldAt, isRefusal, issuesOf, sentBody, shownObjects } from "./reading.ts";

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

const isMissing = (exchange: Exchange, field: string) => fieldAt(sentBody(exchange), field) === undefined;

/** The fields that the issues of a refusal locate; a path may begin with `body`. */
function blamed(exchange: Exchange, fields: readonly string[]): readonly string[] {
  const located = issuesOf(exchange).map(({ field }) => field);
  return fields.filter((field) => located.includes(field) || located.includes(`body.${field}`));
}

/** What says of a valid request that something is missing, where no issue does. */
const isIncomplete = ({ intent, status }: Exchange) => intent === "valid" && (status === 400 || status === 422);

/** A field is required where its lack was blamed, and is not where a request without it was taken. */
function requiredAmong(answers: readonly Exchange[], fields: readonly string[]): Observed {
  const sent = answers.filter((one) => sentBody(one) !== undefined);
  const taken = sent.filter(({ isSuccess, intent }) => isSuccess && intent === "valid");
  const refused = sent.filter(isRefusal);
  const missingIn = (exchange: Exchange) => fields.filter((field) => isMissing(exchange, field));
  const free = new Set(taken.flatMap(missingIn));
  const required = new Set(refused.flatMap((one) => blamed(one, fields).filter((field) => isMissing(one, field))));
  const unexplained = refused.filter(
    (one) => isIncomplete(one) && issuesOf(one).length === 0 && missingIn(one).length > 0,
  );
  const listOf = (names: Iterable<string>) => {
    const own = new Set(names);
    return fields.filter((field) => own.has(field)).join(", ");
  };
  return {
    choices: distinct([
      ...(required.size > 0 ? [`required: ${listOf(required)}`] : []),
      ...(free.size > 0 ? [free.size === fields.length ? "none is required" : `not required: ${listOf(free)}`] : []),
      ...unexplained.map((one) => `without ${missingIn(one).join(", ")}: ${one.status}`),
    ]),
  };
}

function requiredFields(clause: string, operation: OperationId, fields: readonly string[]): Observer {
  return {
    clause,
    unseen: "every request that was taken had all fields, and no refusal named one that was missing",
    observe: (exchanges) => requiredAmong(answersTo(exchanges, operation), fields),
  };
}

const bodyFormat: Observer = {
  clause: "submission.body-format",
  unseen: "no submission with a bodyFormat was accepted",
  observe(exchanges) {
    const accepted = answersTo(exchanges, "submitFeedback").filter(({ isSuccess }) => isSuccess);
    const formats = accepted.map((one) => fieldAt(sentBody(one), "content.bodyFormat"));
    return {
      choices: distinct(formats.filter((format) => typeof format === "string").map((one) => `takes ${valued(one)}`)),
    };
  },
};

const source: Observer = {
  clause: "submission.source",
  unseen: "no answer about feedback showed manual or api, and no request sends them",
  observe(exchanges) {
    const answers = answersTo(exchanges, "submitFeedback", "getFeedbackStatus").flatMap(shownObjects);
    const fields = answers.flatMap((shown) => Object.entries(shown));
    const found = fields.filter(([, value]) => value === "manual" || value === "api");
    return { choices: distinct(found.map(([name, value]) => `the answer's ${valued(name)}: ${String(value)}`)) };
  },
};

const minimumLength: Observer = {
  clause: "submission.minimum-length",
  unseen: "no submission with an empty text was answered",
  observe(exchanges) {
    const answers = answersTo(exchanges, "submitFeedback");
    const emptyIn = (one: Exchange) => submissionFields.filter((field) => fieldAt(sentBody(one), field) === "");
    const refused = answers.filter(isRefusal).flatMap((one) => blamed(one, emptyIn(one)));
    const taken = answers.filter(({ isSuccess }) => isSuccess).flatMap(emptyIn);
    return {
      choices: distinct([
        ...refused.map((field) => `${field} may not be empty`),
        ...taken.map((field) => `${field} may be empty`),
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
