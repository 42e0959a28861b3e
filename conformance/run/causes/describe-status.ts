/** Sentences about causes that show in a wrong status. */

import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { groupBy } from "../../model/group-by.ts";
import { rejectedBefore } from "./cached-for-others.ts";
import { isThreshold } from "./cause-key.ts";
import {
  type DiagnosedFailure,
  expectedOf,
  firstFive,
  type SymptomOf,
  statusesOf,
  symptomsOf,
} from "./diagnosed-failure.ts";
import { undeclared } from "./failure.ts";
import { acceptedIdOf } from "./repeated-ids.ts";

/** `401 is answered to the session SESS by listProducts (are only API keys looked up there?): 403 is for callers without permission`. */
export function describe401(group: readonly DiagnosedFailure[], exchanges: readonly Exchange[]): string {
  const rejected = group.flatMap(({ shown }) => (shown?.status === 401 && isAuthenticated(shown) ? shown : []));
  const isDenied = (exchange: Exchange) =>
    group.some(({ result, shown }) => result.id === "auth.denied-caller" && shown && isSameCall(shown, exchange));
  const whom = (["session", "api-key"] as const).flatMap((kind) => {
    const ofKind = rejected.filter((each) => each.kind === kind);
    return ofKind.length === 0 ? [] : [rejectedOfKind(ofKind, exchanges, ofKind.every(isDenied))];
  });
  const why = isServedAtOtherTimes(group, exchanges)
    ? "other requests with them are served"
    : "403 is for callers without permission";
  return `401 is answered to ${whom.join(", and to ") || `valid credentials by ${answeringOperations(group)}`}: ${why}`;
}

const isSameCall = (a: Exchange, b: Exchange) => a.credential === b.credential && a.operation === b.operation;

/**
 * `the session SESS by listProducts, getMe`. `rejected`: 401s to credentials of one kind. `areDenied`: the target file declares that these
 * callers may not use these operations, so the server knows them, and answers with the wrong status.
 */
function rejectedOfKind(rejected: readonly Exchange[], exchanges: readonly Exchange[], areDenied: boolean): string {
  const [first] = rejected;
  const isOfSession = first?.kind === "session";
  const operations = rejected.map(({ operation }) => operation ?? undeclared);
  const served = exchanges.filter((each) => each.isSuccess && operations.includes(each.operation ?? undeclared));
  const isOnlyOther = served.some(isAuthenticated) && served.every(({ kind }) => kind !== first?.kind);
  const [name, other] = isOfSession ? ["session", "API keys"] : ["API key", "sessions"];
  const labels = [...new Set(rejected.map(({ credential }) => credential))];
  const question = isOnlyOther && !areDenied ? ` (are only ${other} looked up there?)` : "";
  return `the ${name}${labels.length === 1 ? "" : "s"} ${firstFive(labels)} by ${firstFive(operations)}${question}`;
}

/** The same credential is served at other times in an operation with a 401, so no permission is missing. */
const isServedAtOtherTimes = (group: readonly DiagnosedFailure[], exchanges: readonly Exchange[]) =>
  group
    .flatMap(({ proof }) => proof.filter(({ status }) => status === 401))
    .some((rejected) =>
      exchanges.some(
        ({ isSuccess, credential, operation }) =>
          isSuccess && credential === rejected.credential && operation === rejected.operation,
      ),
    );

/**
 * `200 is answered to requests without valid credentials by listProducts; expected 401 with a token that …`. Every operation that is served
 * is named. `isOtherNamed`: another cause names those that are answered another 4xx than 401.
 */
export function describeCredentials(
  group: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
  isOtherNamed: boolean,
): string {
  const symptoms = symptomsOf(group, "credentials");
  const statuses = [...new Set(symptoms.map(({ status }) => status))];
  const isOfExpiry = group.every(isOfExpiredKey);
  const whose = isOfExpiry ? "an expired API key" : whoseToken(group);
  const answered = exchanges.filter((each) => !isAuthenticated(each) && (each.kind === "expired") === isOfExpiry);
  const same = answered.filter(({ status }) => statuses.includes(status));
  const operations = [...symptoms.map(({ operation }) => operation), ...operationsIn(same)];
  const isServed = statuses.some((status) => status < 300);
  const named = isServed ? [...new Set(operations)].join(", ") : firstFive(operations);
  const others = group.flatMap(({ proof }) => proof.filter(isOfOtherError(statuses)));
  const isAlso = isServed && !isOtherNamed && others.length > 0;
  const also = isAlso ? `, and ${statusesOf(others).join(" or ")} by ${firstFive(operationsIn(others))}` : "";
  const [alone] = group.length === 1 ? group : [];
  return `${statuses.join(" or ")} is answered to ${whose} by ${named}${also}${alone === undefined ? "" : expectedOf(alone.result)}`;
}

/** A label such as `${KEY_A:0:20}fpk0` belongs to a token that differs little from an issued one (`similar-tokens.ts`). */
const whoseToken = (group: readonly DiagnosedFailure[]) =>
  group.every(({ shown }) => shown?.credential.startsWith("${"))
    ? "a token that differs little from an issued one"
    : "requests without valid credentials";

const operationsIn = (exchanges: readonly Exchange[]) => exchanges.flatMap(({ operation }) => operation ?? []);

const isOfOtherError = (statuses: readonly number[]) => (each: Exchange) =>
  !isAuthenticated(each) && each.status >= 400 && each.status !== 401 && !statuses.includes(each.status);

const isOfExpiredKey = ({ shown }: DiagnosedFailure) => shown?.kind === "expired";

/** `500 is answered to getMe …`. `before`: the text on what was answered earlier (`served-before.ts`). */
export function describeStatus(
  group: readonly DiagnosedFailure[],
  { status }: SymptomOf<"status">,
  before: string,
  exchanges: readonly Exchange[],
): string {
  const [alone] = group.length === 1 && status < 500 ? group : [];
  const isOfMany = status >= 500 && group.some((found) => isThreshold(found) || found.result.id.startsWith("load."));
  if (isOfMany) return `${status} is answered to ${countsOf(status, exchanges)}`;
  return `${status} is answered to ${answeringOperations(group)}${onlyWith(group, exchanges)}${sinceThen(group)}${before}${alone === undefined ? "" : expectedOf(alone.result)}`;
}

/** `216 of 1311 requests (listProducts 99, submitFeedback 77)`: a load run sends the same requests many times. */
function countsOf(status: number, exchanges: readonly Exchange[]): string {
  const answered = exchanges.filter((exchange) => exchange.status === status);
  const counts = groupBy(answered, ({ operation = undeclared }) => operation)
    .toSorted((a, b) => b.length - a.length)
    .map((of) => `${of[0]?.operation ?? undeclared} ${of.length}`);
  return `${answered.length} of ${exchanges.length} requests (${firstFive(counts)})`;
}

/** ` with SESS`, if these operations serve the keys, and fail for all sessions; or the other way round. */
function onlyWith(group: readonly DiagnosedFailure[], exchanges: readonly Exchange[]): string {
  const failed = group.flatMap(({ proof, symptom }) =>
    proof.filter((each) => symptom.kind === "status" && each.status === symptom.status && isAuthenticated(each)),
  );
  const operations = new Set(failed.map(({ operation }) => operation));
  const served = exchanges.filter((each) => each.isSuccess && isAuthenticated(each) && operations.has(each.operation));
  const [kind, ...otherKinds] = new Set(failed.map((each) => each.kind));
  const isOnly = otherKinds.length === 0 && served.length > 0 && served.every((each) => each.kind !== kind);
  return isOnly ? ` with ${firstFive(failed.map(({ credential }) => credential))}` : "";
}

/** The operations with the wrong status. A law may have failed on many responses; a case proves one. */
const answeringOperations = (group: readonly DiagnosedFailure[]) =>
  firstFive(
    group.flatMap(({ symptom, law, proof }) => {
      if (symptom.kind !== "status") return [];
      const same = law === undefined ? [] : proof.filter(({ status }) => status === symptom.status);
      return [symptom.operation, ...same.flatMap(({ operation }) => operation ?? [])];
    }),
  );

/** `, and since then to getMe`: the reads that fail since the failed write. */
function sinceThen(group: readonly DiagnosedFailure[]): string {
  const reads = firstFive(symptomsOf(group, "status").flatMap(({ since }) => since ?? []));
  return reads === "" ? "" : `, and since then to ${reads}`;
}

/** `; each time after another caller …`, if a cache that leaves out the caller explains every failure. */
export function afterOthers(group: readonly DiagnosedFailure[], exchanges: readonly Exchange[]): string {
  const isAfterOther = ({ shown }: DiagnosedFailure) =>
    shown !== undefined && rejectedBefore(shown, exchanges) !== undefined;
  const orDropped = group.some(({ shown }) => shown?.operation === "getFeedbackStatus")
    ? ", or are accepted submissions dropped, such as when there are many?"
    : "?";
  return group.every(isAfterOther)
    ? `; each time after another organization was answered so for the same path: does a cache leave out who asks${orDropped}`
    : "";
}

/** `; two organizations have a submission with this feedbackId …`, if a status is not found that another organization may have overwritten. */
export function sharedFeedbackId(group: readonly DiagnosedFailure[], exchanges: readonly Exchange[]): string {
  const missing = group.flatMap(({ shown }) =>
    shown?.operation === "getFeedbackStatus" && shown.status === 404 ? shown : [],
  );
  const isShared = ({ request, organization }: Exchange) =>
    exchanges
      .filter((each) => each.organization !== organization)
      .flatMap(acceptedIdOf)
      .some((id) => request.url.endsWith(`/${encodeURIComponent(id)}/status`));
  return missing.length > 0 && missing.every(isShared)
    ? "; another organization has a submission with the same feedbackId: does one overwrite the other?"
    : "";
}
