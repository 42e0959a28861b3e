/** A sentence about a cause. */
import { unlistedValue } from "../../generate/wrong.ts";
import { alwaysOwn } from "../../laws/always-own.ts";
import { raceQuestion } from "../../laws/limiter/concurrent-race.ts";
import { headersPresent } from "../../laws/rate-limit-headers.ts";
import { hasErrorText, isAnswered, isError, isObject, requestJson } from "../../model/body.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import { missingHeaders, rateLimitHeaders } from "../../model/rate-limit-headers.ts";
import { answerOf } from "../../model/response-text.ts";
import { describeUnreadBody } from "../report/unread-body.ts";
import { rejectedBefore } from "./cached-for-others.ts";
import { describeFields } from "./describe-fields.ts";
import { type Failure, type Symptom, undeclared } from "./failure.ts";
import { isServedForeignId, isServedUnknownId, isSuccessWithoutJson } from "./response-faults.ts";
import { servedBefore } from "./served-before.ts";

export type Found = Failure & { readonly symptom: Symptom };

export type SymptomOf<Kind extends Symptom["kind"]> = Extract<Symptom, { readonly kind: Kind }>;

/** The symptoms of this kind in a group of failures. */
export const symptomsOf = <Kind extends Symptom["kind"]>(group: readonly Found[], kind: Kind) =>
  group.map(({ symptom }) => symptom).filter((symptom): symptom is SymptomOf<Kind> => symptom.kind === kind);

/** The cause of failures with symptoms of one kind: `createdAt is null in Product, User`. `keys`: of all groups. */
export function describe(group: readonly Found[], keys: ReadonlySet<string>, exchanges: readonly Exchange[]): string {
  const [first] = group;
  if (first === undefined) return "";
  const { symptom, result } = first;
  switch (symptom.kind) {
    case "unread-body":
      return describeUnreadBody(symptom.before);
    case "closed":
      return `the connection is closed before a whole response to ${closedTo(exchanges)}: does the handler crash? The server's log may say why`;
    case "forgotten":
      return "since the server refused connections for a time, it does not know what it had accepted before: did it crash, and does it keep everything in memory?";
    case "mixed-answers":
      return describeMixed(symptom);
    case "answered-otherwise":
      return describeAnsweredOtherwise(first.shown, symptom);
    case "fields": {
      const problems = symptomsOf(group, "fields").flatMap((each) => each.problems);
      return describeFields(problems, keys) + sinceWrite(group, exchanges);
    }
    case "wrong-types":
      return describeAccepted(group);
    case "not-json":
      return describeNotJson(group);
    case "error-body":
      return `error responses${whichAreWrong(group, exchanges)} do not have the body of section 2.14${alsoWithoutHeaders(group)}`;
    case "error-as-success":
      return `errors come with a 2xx${first.shown === undefined ? "" : asSuccess(first.shown)}`;
    case "unknown-id":
      return `unknown identifiers are answered as if they existed, with a 2xx, by ${operationsOf(group, isServedUnknownId)}`;
    case "foreign-id":
    case "foreign-items":
      return describeForeign(group);
    case "status":
      return symptom.status === 401
        ? describe401(group, exchanges)
        : describeStatus(group, symptom, servedBefore(group, exchanges)) + afterOthers(group, exchanges);
    case "credentials":
      return describeCredentials(group);
    case "denied":
      return `${symptom.status} is answered to ${first.shown?.credential}, to which the target file declares ${symptom.operation} as denied: 403 is for callers without permission; or is \`denied\` wrong in the target file?`;
    case "headers":
      return describeMissing(group, exchanges);
    case "repeated-headers":
      return "the rate limit headers are there twice, as where a gateway and the server behind it both write them: one of them must not";
    case "shown-limit":
      return symptom.isHeaderWrong
        ? `X-RateLimit-Limit is ${symptom.limits.join(" or ")}, but the limit that is declared is enforced: the header is wrong`
        : `X-RateLimit-Limit is ${symptom.limits.join(" or ")}, and another limit is declared: which is right?`;
    case "separate-counts":
      return `X-RateLimit-Remaining changes as if ${symptom.resetsWithOthers ? "requests of another organization reset it, or " : ""}instances of the server count separately, or only some requests count: let all requests${symptom.resetsWithOthers ? " of an organization" : ""} share one count`;
    case "session-race":
      return `concurrent requests of a session pass the exceeded limit together: ${raceQuestion}`;
    case "other":
      return faultOf(group) ?? `${whatFails(first)}: ${result.claim}${actualOf(result)}`;
  }
}

/** A threshold of a load script belongs to no section. So does `load.claim`, which stands for a law that fails. */
const whatFails = (failure: Found) =>
  failure.result.section === "" && failure.result.id !== "load.claim"
    ? "a threshold is crossed"
    : `this does not hold${whereFailing(failure)}`;

/** ` for listReleases, listContexts`: the operations whose responses a law finds wrong. Empty for a case, and for a law of all responses. */
function whereFailing({ law, proof, result }: Found): string {
  const operations = proof.flatMap(({ operation }) => operation ?? []);
  return law === undefined || operations.length === 0 || result.clause.startsWith("limit.")
    ? ""
    : ` for ${listed(operations)}`;
}

/** `requests without valid credentials, inviteMember`. */
function closedTo(exchanges: readonly Exchange[]): string {
  const closed = exchanges.filter(({ reason }) => reason === "closed");
  const named = (each: Exchange) =>
    isAuthenticated(each) ? (each.operation ?? undeclared) : "requests without valid credentials";
  return listed(closed.map(named));
}

function describeMixed({ exchange, source }: SymptomOf<"mixed-answers">): string {
  if (exchange.request.url === source.request.url && exchange.credential !== source.credential)
    return `requests in flight at the same time share one response, whoever sends them: ${exchange.request.method} ${pathOf(exchange)} of ${callerOf(exchange)} (exchange ${exchange.index}) has that of ${callerOf(source)} (exchange ${source.index})`;
  const [wrong, right] = [exchange, source].map(
    (each) => `${each.request.method} ${pathOf(each)} → ${each.status} (exchange ${each.index})`,
  );
  return `responses have the bodies of other requests that are answered at the same time: ${wrong} has that of ${right}; do requests share a buffer or a variable?`;
}

const callerOf = (exchange: Exchange) =>
  isAuthenticated(exchange) ? exchange.credential : "a caller without valid credentials";

function describeAnsweredOtherwise(shown: Exchange | undefined, { later }: SymptomOf<"answered-otherwise">): string {
  const answers = `${shown?.status} (exchange ${shown?.index}), and by itself at the end ${later.status} (exchange ${later.index})`;
  return `answers depend on the connection, on other requests, on a cache or on time: ${later.request.method} ${pathOf(later)} is answered ${answers}; do requests share the caller or the answer, or does a connection keep its caller?`;
}

const isOfExpiredKey = ({ shown }: Found) => shown?.kind === "expired";

/** The operations with the wrong status. A law may have failed on many responses; a case proves one. */
const answeringOperations = (group: readonly Found[]) =>
  listed(
    group.flatMap(({ symptom, law, proof }) => {
      if (symptom.kind !== "status") return [];
      const same = law === undefined ? [] : proof.filter(({ status }) => status === symptom.status);
      return [symptom.operation, ...same.flatMap(({ operation }) => operation ?? [])];
    }),
  );

/** `another organization's identifiers are accepted: getProduct answers 200`, `items are shown to two organizations by listProducts`, or both. */
function describeForeign(group: readonly Found[]): string {
  const shown = group.filter(({ symptom }) => symptom.kind === "foreign-items");
  const accepted = describeServedForeignIds(group.filter((each) => !isShownWithoutQuery(each, shown)));
  const [often, question] = shown.every(({ sequenceLaw }) => sequenceLaw === alwaysOwn)
    ? ["at times ", ": do requests share the caller or the answer, or does a cache leave out who asks?"]
    : ["", ""];
  return [
    ...(accepted === "" ? [] : [`another organization's identifiers are accepted: ${accepted}`]),
    ...(shown.length === 0
      ? []
      : [
          `items are ${often}shown to two organizations by ${listed(symptomsOf(shown, "foreign-items").map(({ operation }) => operation))}${question}`,
        ]),
  ].join("; ");
}

/** The same read without its query shows another organization's items, so the query is not to blame. */
function isShownWithoutQuery({ shown }: Found, foreign: readonly Found[]): boolean {
  const [path, query] = shown === undefined ? [] : pathOf(shown).split("?");
  return query !== undefined && foreign.some(({ proof }) => proof.some((each) => pathOf(each) === path));
}

/** `getOrganization answers 200, inviteMember answers 201`. */
const describeServedForeignIds = (group: readonly Found[]) =>
  listed([
    ...symptomsOf(group, "foreign-id").map(({ operation, status }) => `${operation} answers ${status}`),
    ...group
      .flatMap(({ proof }) => proof.filter(isServedForeignId))
      .flatMap(({ operation, status }) => (operation === undefined ? [] : `${operation} answers ${status}`)),
  ]);

/** `401 is answered to the session SESS by listProducts (are only API keys looked up there?): 403 is for callers without permission`. */
function describe401(group: readonly Found[], exchanges: readonly Exchange[]): string {
  const rejected = group.flatMap(({ shown }) => (shown?.status === 401 && isAuthenticated(shown) ? shown : []));
  const whom = (["session", "api-key"] as const).flatMap((kind) => {
    const ofKind = rejected.filter((each) => each.kind === kind);
    return ofKind.length === 0 ? [] : [rejectedOfKind(ofKind, exchanges)];
  });
  const why = isServedAtOtherTimes(group, exchanges)
    ? "other requests with them are served"
    : "403 is for callers without permission";
  return `401 is answered to ${whom.join(", and to ") || `valid credentials by ${answeringOperations(group)}`}: ${why}`;
}

/** `the session SESS by listProducts, getMe`. `rejected`: 401s to credentials of one kind. */
function rejectedOfKind(rejected: readonly Exchange[], exchanges: readonly Exchange[]): string {
  const [first] = rejected;
  const isOfSession = first?.kind === "session";
  const operations = rejected.map(({ operation }) => operation ?? undeclared);
  const served = exchanges.filter((each) => each.isSuccess && operations.includes(each.operation ?? undeclared));
  const isOnlyOther = served.some(isAuthenticated) && served.every(({ kind }) => kind !== first?.kind);
  const [name, other] = isOfSession ? ["session", "API keys"] : ["API key", "sessions"];
  const labels = [...new Set(rejected.map(({ credential }) => credential))];
  const question = isOnlyOther ? ` (are only ${other} looked up there?)` : "";
  return `the ${name}${labels.length === 1 ? "" : "s"} ${listed(labels)} by ${listed(operations)}${question}`;
}

/** `200 is answered to requests without valid credentials by listProducts; expected 401 with a token that …`. */
function describeCredentials(group: readonly Found[]): string {
  const symptoms = symptomsOf(group, "credentials");
  const statuses = [...new Set(symptoms.map(({ status }) => status))];
  const whose = group.every(isOfExpiredKey) ? "an expired API key" : "requests without valid credentials";
  const answered = group.flatMap(({ proof }) => proof.filter((each) => !isAuthenticated(each)));
  const others = answered.flatMap(({ operation, status }) => (operation && statuses.includes(status) ? operation : []));
  const operations = listed([...symptoms.map(({ operation }) => operation), ...others]);
  const [alone] = group.length === 1 ? group : [];
  return `${statuses.join(" or ")} is answered to ${whose} by ${operations}${alone === undefined ? "" : expectedOf(alone.result)}`;
}

/** `before`: what was answered earlier. */
function describeStatus(group: readonly Found[], { status }: SymptomOf<"status">, before: string): string {
  const [alone] = group.length === 1 && status < 500 ? group : [];
  return `${status} is answered to ${answeringOperations(group)}${sinceThen(group)}${before}${alone === undefined ? "" : expectedOf(alone.result)}`;
}

/** `; each time after another caller …`, if a cache that leaves out the caller explains every failure. */
const afterOthers = (group: readonly Found[], exchanges: readonly Exchange[]) =>
  group.every(({ shown }) => shown !== undefined && rejectedBefore(shown, exchanges) !== undefined)
    ? "; each time after another organization was answered so for the same path: does a cache leave out who asks?"
    : "";

/** The same credential is served at other times in an operation with a 401, so no permission is missing. */
const isServedAtOtherTimes = (group: readonly Found[], exchanges: readonly Exchange[]) =>
  group
    .flatMap(({ proof }) => proof.filter(({ status }) => status === 401))
    .some((rejected) =>
      exchanges.some(
        ({ isSuccess, credential, operation }) =>
          isSuccess && credential === rejected.credential && operation === rejected.operation,
      ),
    );

const operationsOf = (group: readonly Found[], which: (exchange: Exchange) => boolean) =>
  listed(group.flatMap(({ proof }) => proof.filter(which).flatMap(({ operation }) => operation ?? [])));

const faultOf = (group: readonly Found[]) => group.flatMap(({ sequenceLaw }) => sequenceLaw?.fault ?? [])[0];

/** The longest value in a cause, in characters. The failure itself shows the whole value. */
const maxLength = 80;

/** Of a body that is not JSON. */
const maxBody = 60;

const isShort = (text: string) => text !== "" && text.length <= maxLength;

const expectedOf = ({ expected = "" }: Found["result"]) => (isShort(expected) ? `; expected ${expected}` : "");

/**
 * Of a long value only what stands before `; `, where a load run says how often it came; or before the body, such as
 * `GET /v1/products: 200`: so it is also said what was expected.
 */
function actualOf(result: Found["result"]): string {
  const { actual = "" } = result;
  const [first = ""] = actual.split("; ", 1);
  if (isShort(first)) return `; actual: ${isShort(actual) ? actual : first}`;
  const shown = /^(.*?\b\d{3}) with /.exec(actual)?.[1] ?? "";
  return `${expectedOf(result)}${isShort(shown) ? `; actual: ${shown}` : ""}`;
}

/** `: 200 with {"error":"not found"}`; of a longer body only `: 200 to GET /v1/products`. */
function asSuccess(exchange: Exchange): string {
  const answer = answerOf(exchange, maxBody);
  return `: ${answer === answerOf(exchange) ? answer : `${exchange.status} to ${exchange.request.method} ${pathOf(exchange)}`}`;
}

/** `a success of submitFeedback has no JSON body; actual: 204 with an empty body`. Of a long body its beginning and its end. */
function describeNotJson(group: readonly Found[]): string {
  const [first] = group.flatMap(({ proof }) => proof).filter(isSuccessWithoutJson);
  return `a success of ${operationsOf(group, isSuccessWithoutJson)} has no JSON body${first === undefined ? "" : `; actual: ${answerOf(first, maxBody)}`}`;
}

function describeAccepted(group: readonly Found[]): string {
  const symptoms = symptomsOf(group, "wrong-types");
  const operations = listed(symptoms.flatMap((each) => each.operations));
  const fields = symptoms.flatMap(({ problems }) => problems.map(({ field, resource }) => `${field} of ${resource}`));
  const isUnlisted = group.every(({ shown }) => shown?.request.body.includes(`"${unlistedValue}"`));
  return `${isUnlisted ? "values that are not in the enumeration" : "values of another type"} are accepted by ${operations}${fields.length === 0 ? "" : `, and shown again: ${listed(fields)}`}`;
}

/** `, since PUT /v1/me with firstName (exchange 62)`, if each failure appears only after a write. */
function sinceWrite(group: readonly Found[], exchanges: readonly Exchange[]): string {
  const writes = group.map(({ result }) => exchanges.find(({ index }) => index === result.after));
  const [first] = writes.toSorted((a, b) => (a?.index ?? 0) - (b?.index ?? 0));
  if (first === undefined || writes.includes(undefined)) return "";
  const sent = requestJson(first);
  const fields = isObject(sent) ? listed(Object.keys(sent)) : "";
  return `, since ${first.request.method} ${pathOf(first)}${fields === "" ? "" : ` with ${fields}`} (exchange ${first.index})`;
}

/** `, and since then to getMe`: the reads that fail since the failed write. */
function sinceThen(group: readonly Found[]): string {
  const reads = listed(symptomsOf(group, "status").flatMap(({ since }) => since ?? []));
  return reads === "" ? "" : `, and since then to ${reads}`;
}

/** A cause names at most this many statuses of wrong error bodies: one layer of a server answers with few. */
const maxStatuses = 2;

function alsoWithoutHeaders(group: readonly Found[]): string {
  if (!group.some(({ result }) => result.id === headersPresent.id)) return "";
  return `, nor the rate limit headers: does ${answeringBefore(new Set(group.map(({ shown }) => shown?.status)))} answer them?`;
}

/** What answers with these statuses before a request comes to an endpoint. */
function answeringBefore(statuses: ReadonlySet<number | undefined>): string {
  const [first] = statuses;
  if (statuses.size === 1 && first === 413) return "what limits the size of a body";
  if (!statuses.has(429)) return "the framework's handler for unknown paths";
  return statuses.size === 1 ? "the rate limiter itself, or a gateway," : "a gateway, or the framework,";
}

/** ` with 401`: the requests or the statuses of the errors without an `error`. Empty if errors of many kinds are wrong. */
function whichAreWrong(group: readonly Found[], exchanges: readonly Exchange[]): string {
  const errors = exchanges.filter(isError);
  const wrong = errors.filter((exchange) => !hasErrorText(exchange.json()));
  if (group.every(isOutside)) return " to requests outside the contract";
  const statuses = statusesOf(wrong);
  const isPart = statuses.length > 0 && statuses.length < statusesOf(errors).length;
  if (!isPart || statuses.length > maxStatuses) return "";
  const isAlsoOutside = group.some((each) => isOutside(each) && !statuses.includes(each.shown?.status ?? 0));
  return ` with ${statuses.join(", ")}${isAlsoOutside ? ", and to requests outside the contract," : ""}`;
}

const isOutside = ({ shown }: Found) => shown !== undefined && !isError(shown);

const statusesOf = (exchanges: readonly Exchange[]) =>
  [...new Set(exchanges.map(({ status }) => status))].sort((a, b) => a - b);

/** The distinct names, at most five. */
function listed(names: readonly string[]): string {
  const different = [...new Set(names)];
  const rest = different.length > 5 ? ` and ${different.length - 5} more` : "";
  return different.slice(0, 5).join(", ") + rest;
}

/** `X-RateLimit-Reset is missing on all responses of listReleases`. */
function describeMissing(group: readonly Found[], exchanges: readonly Exchange[]): string {
  const lacksOne = (exchange: Exchange) => missingHeaders(exchange).length > 0;
  const ofOperations = exchanges.filter(isAnswered);
  // Else it is only where the contract has no operation.
  const isOfOperation = ofOperations.some(lacksOne);
  const answered = isOfOperation ? ofOperations : group.flatMap(({ proof }) => proof);
  const without = answered.filter(lacksOne);
  const names = rateLimitHeaders.filter((name) => without.some((each) => missingHeaders(each).includes(name)));
  const isAll = names.length === rateLimitHeaders.length;
  const what = `${isAll ? "the rate limit headers" : names.join(" and ")} ${names.length === 1 ? "is" : "are"} missing`;
  if (!isOfOperation)
    return `${what} on responses with ${statusesOf(without).join(", ")} to paths and methods that the document does not have`;
  return `${what} ${whereMissing(without, answered)}`;
}

function whereMissing(without: readonly Exchange[], answered: readonly Exchange[]): string {
  const statuses = statusesOf(without);
  // If no other response was seen, others may have the header.
  if (without.length === answered.length)
    return `on every response${statuses.length === 1 ? `, all of them ${statuses}` : ""}`;
  const isEachOf = (isSuch: (exchange: Exchange) => boolean) => answered.filter(isSuch).length === without.length;
  if (isEachOf(({ status }) => statuses.includes(status))) return `on responses with ${statuses.join(", ")}`;
  const operations = new Set(without.map(({ operation }) => operation));
  const named = listed([...operations].map((operation) => operation ?? undeclared));
  if (isEachOf(({ operation }) => operations.has(operation))) return `on all responses of ${named}`;
  return `on some responses with ${statuses.join(", ")}, of ${named}`;
}
