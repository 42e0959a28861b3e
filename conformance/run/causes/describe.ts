/** A sentence about a cause. */
import { raceQuestion } from "../../laws/limiter/concurrent-race.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import { describeUnreadBody } from "../report/unread-body.ts";
import { describeOtherUser } from "./another-user.ts";
import {
  describeAccepted,
  describeErrorAsSuccess,
  describeErrorBodies,
  describeNotJson,
  operationsOf,
  sinceWrite,
} from "./describe-bodies.ts";
import { describeFields } from "./describe-fields.ts";
import { describeForeign } from "./describe-foreign.ts";
import { describeMissing } from "./describe-missing-headers.ts";
import { afterOthers, describe401, describeCredentials, describeStatus, sharedFeedbackId } from "./describe-status.ts";
import {
  type DiagnosedFailure,
  expectedOf,
  firstFive,
  isShort,
  type SymptomOf,
  symptomsOf,
} from "./diagnosed-failure.ts";
import { undeclared } from "./failure.ts";
import { isServedUnknownId } from "./response-faults.ts";
import { servedBefore } from "./served-before.ts";

/** The cause of failures with symptoms of one kind: `createdAt is null in Product, User`. `keys`: the keys of all groups. */
export function describe(
  group: readonly DiagnosedFailure[],
  keys: ReadonlySet<string>,
  exchanges: readonly Exchange[],
): string {
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
      return describeAnsweredOtherwise(first.shown, symptom, exchanges);
    case "fields": {
      const problems = symptomsOf(group, "fields").flatMap((each) => each.problems);
      return describeFields(problems, keys) + sinceWrite(group, exchanges);
    }
    case "wrong-types":
      return describeAccepted(group);
    case "not-json":
      return describeNotJson(group) + sinceWrite(group, exchanges);
    case "error-body":
      return describeErrorBodies(group, exchanges);
    case "error-as-success":
      return describeErrorAsSuccess(first.shown);
    case "unknown-id":
      return `unknown identifiers are answered as if they existed, with a 2xx, by ${operationsOf(group, isServedUnknownId)}`;
    case "foreign-id":
    case "foreign-items":
      return describeForeign(group);
    case "status":
      return symptom.status === 401
        ? describe401(group, exchanges)
        : describeStatus(group, symptom, servedBefore(group, exchanges), exchanges) +
            afterOthers(group, exchanges) +
            sharedFeedbackId(group, exchanges);
    case "credentials":
      return describeCredentials(group, exchanges, keys.has("credentials false"));
    case "denied":
      return `${symptom.status} is answered to ${first.shown?.credential}, to which the target file declares ${symptom.operation} as denied: 403 is for callers without permission; or is \`denied\` wrong in the target file?`;
    case "headers":
      return describeMissing(group, exchanges);
    case "repeated-headers":
      return "each rate limit header is sent twice, for example by a gateway and by the server behind it: let only one of them send it";
    case "shown-limit":
      return symptom.isHeaderWrong
        ? `X-RateLimit-Limit is ${symptom.limits.join(" or ")}, but the limit that is declared is enforced: the header is wrong`
        : `X-RateLimit-Limit is ${symptom.limits.join(" or ")}, and another limit is declared: which is right?`;
    case "separate-counts":
      return `X-RateLimit-Remaining changes as if ${symptom.resetsWithOthers ? "requests of another organization reset it, or " : ""}instances of the server count separately, or only some requests count: let all requests${symptom.resetsWithOthers ? " of an organization" : ""} share one count`;
    case "counts-up":
      return "X-RateLimit-Remaining counts up, as the number of requests used does: it must be the number of requests left in the window";
    case "session-race":
      return `concurrent requests of a session pass the exceeded limit together: ${raceQuestion}`;
    case "other-user":
      return describeOtherUser(first.shown, symptom);
    case "other":
      return faultOf(group) ?? differenceOf(first) ?? `${whatFails(first)}: ${result.claim}${actualOf(result)}`;
  }
}

/** A threshold of a load script belongs to no section. So does `load.claim`, which stands for a law that fails. */
const whatFails = (failure: DiagnosedFailure) =>
  failure.result.section === "" && failure.result.id !== "load.claim"
    ? "a threshold is crossed"
    : `this does not hold${whereFailing(failure)}`;

/**
 * `listOrganizations: an object with "data"; expected a bare array`, which says more than the rule that does not hold. Undefined where
 * either value is long, and for a threshold.
 */
function differenceOf(failure: DiagnosedFailure): string | undefined {
  const { expected: whole = "" } = failure.result;
  const expected = whole.length > maxExpected ? withoutValue(whole) : whole;
  const shown = shownOf(failure.result);
  if (failure.result.section === "" || shown === "" || expected === "" || expected.length > maxExpected)
    return undefined;
  const where = whereFailing(failure).replace(/^ for /, "");
  return `${where === "" ? "" : `${where}: `}${shown}; expected ${expected}`;
}

/**
 * `/preferences to be an object, as it was sent`: the kind of a value in place of the value; unchanged if it names none. `another object` if
 * the value that `other` names or ends with is an object, too.
 */
function withoutValue(text: string, other = ""): string {
  const [, before, first, after = ""] = valueIn(text);
  const kind = kindOf(first);
  if (kind === undefined) return text;
  const article = kind === "string" ? "a" : "an";
  const isOther = kind === kindOf(valueIn(other)[2] ?? /"[^"]*"$/.exec(other)?.[0][0]);
  return `${before}${isOther ? "another" : article} ${kind}${after}`;
}

const valueIn = (text: string) => /^(.*? (?:is|to be) )(["[{]).*?(, as it was sent)?$/s.exec(text) ?? [];

const kindOf = (first = "") => ({ '"': "string", "[": "array", "{": "object" })[first];

/** The longest expected value in a cause, in characters. */
const maxExpected = 120;

/** ` for listReleases, listContexts`: the operations whose responses a law finds wrong. Empty for a case, and for a law of all responses. */
function whereFailing({ law, proof, result }: DiagnosedFailure): string {
  const operations = proof.flatMap(({ operation }) => operation ?? []);
  return law === undefined || operations.length === 0 || result.clause.startsWith("limit.")
    ? ""
    : ` for ${firstFive(operations)}`;
}

/**
 * `; actual: …`. A long value is cut before `; `, after which a load run says how often it came, or before the body, as in `GET /v1/products: 200`; then
 * the expected value is shown, too.
 */
function actualOf(result: DiagnosedFailure["result"]): string {
  const shown = shownOf(result);
  return `${isShort(result.actual ?? "") ? "" : expectedOf(result)}${shown === "" ? "" : `; actual: ${shown}`}`;
}

function shownOf({ actual = "", expected = "" }: DiagnosedFailure["result"]): string {
  const [first = ""] = actual.split("; ", 1);
  const status = /^(.*?\b\d{3}) with /.exec(actual)?.[1] ?? "";
  return [actual, withoutValue(actual, expected), first, status].find(isShort) ?? "";
}

const faultOf = (group: readonly DiagnosedFailure[]) => group.flatMap(({ sequenceLaw }) => sequenceLaw?.fault ?? [])[0];

/** `requests without valid credentials, inviteMember`. */
function closedTo(exchanges: readonly Exchange[]): string {
  const closed = exchanges.filter(({ reason }) => reason === "closed");
  const named = (each: Exchange) =>
    isAuthenticated(each) ? (each.operation ?? undeclared) : "requests without valid credentials";
  return firstFive(closed.map(named));
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

function describeAnsweredOtherwise(
  shown: Exchange | undefined,
  { later }: SymptomOf<"answered-otherwise">,
  exchanges: readonly Exchange[],
): string {
  const isEarlyStatus = (each: Exchange) =>
    each.operation === "getFeedbackStatus" && each.isSuccess && each.index <= (shown?.index ?? 0);
  const isOfQueue = later.operation === "getFeedbackStatus" && later.isSuccess && shown?.status === 404;
  if (isOfQueue && !exchanges.some(isEarlyStatus))
    return `${later.request.method} ${pathOf(later)} is answered 404 soon after the submission was accepted (exchange ${shown?.index}), and ${later.status} at the end (exchange ${later.index}): is a status there only once the submission is processed?`;
  const answers = `${shown?.status} (exchange ${shown?.index}), and by itself at the end ${later.status} (exchange ${later.index})`;
  return `answers depend on the connection, on other requests, on a cache or on time: ${later.request.method} ${pathOf(later)} is answered ${answers}; do requests share the caller or the answer, or does a connection keep its caller?`;
}
