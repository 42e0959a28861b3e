/** §2, §7.3: the observed values of fields whose values the document does not show, or shows only in part. */
import type { OperationId } from "../../spec/contract.ts";
import { isObject } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { distinct, formatValue } from "./format.ts";
import type { ObservedChoices, Observer } from "./observer.ts";
import { isClientError, issuesOf, responsesTo, shownObjects } from "./reading.ts";

function choicesOf(values: readonly string[]): ObservedChoices {
  const choices = distinct(values.map(formatValue));
  return { choices, choice: choices.join(", ") };
}

const fieldValues = (exchanges: readonly Exchange[], operation: OperationId, field: string) =>
  responsesTo(exchanges, operation)
    .flatMap(shownObjects)
    .map((shown) => shown[field]);

const valuesOf = (clause: string, operation: OperationId, field: string, unobserved: string): Observer => ({
  clause,
  unobserved,
  observe: (exchanges) =>
    choicesOf(fieldValues(exchanges, operation, field).filter((value) => typeof value === "string")),
});

/** Members beyond these limits are left out. */
const shapeLimits = { depth: 3, members: 16 };

/** Names and types only, since values may be secrets. A key that is not like a name is hidden: it may be a value. */
function shapeOf(value: unknown, depth = 1): string {
  if (Array.isArray(value)) return value.length === 0 ? "array" : `array of ${shapeOf(value[0], depth + 1)}`;
  if (!isObject(value)) return value === null ? "null" : typeof value;
  const members = Object.entries(value);
  if (members.length === 0 || depth > shapeLimits.depth) return "object";
  const isName = (name: string) => /^[A-Za-z_$][\w$-]{0,39}$/.test(name);
  const shown = members
    .slice(0, shapeLimits.members)
    .map(([name, inner]) => `${isName(name) ? name : "(no name)"}: ${shapeOf(inner, depth + 1)}`);
  return `{ ${shown.join(", ")}${members.length > shapeLimits.members ? ", …" : ""} }`;
}

const config: Observer = {
  clause: "installation.config",
  unobserved: "no installation with a config was shown",
  observe(exchanges) {
    const configs = fieldValues(exchanges, "getInstallation", "config").filter(isObject);
    return { choices: distinct(configs.map((value) => shapeOf(value))) };
  },
};

const issueCodes: Observer = {
  clause: "error.issue-codes",
  unobserved: "no error carried issues",
  observe: (exchanges) =>
    choicesOf(
      exchanges
        .filter(isClientError)
        .flatMap(issuesOf)
        .flatMap(({ code }) => code ?? []),
    ),
};

export const valueObservers: readonly Observer[] = [
  valuesOf("release.status", "listReleases", "status", "no release was listed"),
  valuesOf("member.role", "listMembers", "role", "no member was listed"),
  config,
  valuesOf("installation.status", "getInstallation", "status", "no installation was shown"),
  valuesOf("feedback-status.status", "getFeedbackStatus", "status", "no processing status was read"),
  issueCodes,
];
