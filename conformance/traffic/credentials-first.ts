/**
 * §5.8: a request without valid credentials is answered 401, whatever else may be wrong with it. Where another error may come from the
 * request itself, as from a gateway that refuses it, nothing is concluded.
 */
import type { OperationId } from "../../spec/contract.ts";
import type { SequenceLaw } from "../laws/sequence-law.ts";
import { type Exchange, headerValues, isAuthenticated } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { isRejectedByHttpServer } from "../model/rejected-by-http-server.ts";
import { answerOf } from "../model/response-text.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { isRedirect, isSamePlace } from "./redirects.ts";

const rejectsRequest = [400, 404, 422];

/** What is created once may be rejected when it is sent again. */
const createdOnce: readonly (OperationId | undefined)[] = ["createOrganization", "inviteMember"];

/** Their paths have no identifier, so a read of them is valid. */
const readsWithoutIdentifier: readonly (OperationId | undefined)[] = [
  "listProducts",
  "getMe",
  "listOrganizations",
  "getInstallation",
];

export const hasNoValidCredentials = ({ kind }: Exchange) => kind === "none" || kind === "expired";

const requestOf = ({ request: { method, url, headers, body } }: Exchange) =>
  JSON.stringify([method, url, body, ...(body === "" ? [] : headerValues(headers, "content-type"))]);

/** The answer would be right for another request. `traffic.without-credentials` and `traffic.expired-key` judge a success, 403 and 404. */
const isAboutRequest = (exchange: Exchange) =>
  isRedirect(exchange)
    ? !isSamePlace(exchange)
    : rejectsRequest.includes(exchange.status) && !(exchange.request.method === "GET" && exchange.status === 404);

/** A request without valid credentials whose answer is about the request. */
interface Suspect {
  readonly exchange: Exchange;
  /** The same request, which was served with credentials. */
  readonly twin: Exchange | undefined;
  /** Whether the request itself cannot be at fault. */
  readonly isJudged: boolean;
}

function suspectsIn(exchanges: readonly Exchange[]): readonly Suspect[] {
  const all = exchanges.filter(
    (each) => hasNoValidCredentials(each) && isAboutRequest(each) && !isRejectedByHttpServer(each),
  );
  const served = all.length === 0 ? undefined : servedRequests(exchanges);
  return all.map((exchange) => {
    const twin = served?.get(requestOf(exchange));
    return { exchange, twin, isJudged: twin !== undefined || isValidRead(exchange) };
  });
}

const servedRequests = (exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> =>
  new Map(
    exchanges
      .filter((each) => each.isSuccess && isAuthenticated(each) && !createdOnce.includes(each.operation))
      .map((each) => [requestOf(each), each]),
  );

const isValidRead = ({ operation, request, status }: Exchange) =>
  status >= 400 && request.method === "GET" && !request.url.includes("?") && readsWithoutIdentifier.includes(operation);

export const credentialsFirst: SequenceLaw = {
  id: "traffic.credentials-first",
  clause: "auth.unauthorized",
  claim: "What is answered with a success with credentials is answered 401 without valid ones",
  judge({ exchanges }) {
    const suspects = suspectsIn(exchanges);
    const found = suspects.find(({ isJudged }) => isJudged);
    if (found !== undefined) {
      const { exchange, twin } = found;
      const credentials =
        exchange.kind === "none" ? "without credentials" : `with ${exchange.credential}, which is expired`;
      return fails({
        expected: `401 for ${exchange.request.method} ${pathOf(exchange)} ${credentials}`,
        actual: answerOf(exchange),
        exchanges: [...(twin === undefined ? [] : [twin.index]), exchange.index],
      });
    }
    const isRejected = exchanges.some((each) => hasNoValidCredentials(each) && each.status === 401);
    return suspects.length === 0 && isRejected ? holds : notApplicable;
  },
};

/** The statuses of requests without valid credentials that are not judged, as the request itself may be at fault. */
export const unjudgedRejections = (exchanges: readonly Exchange[]): readonly number[] =>
  suspectsIn(exchanges).flatMap(({ exchange, isJudged }) => (isJudged ? [] : [exchange.status]));
