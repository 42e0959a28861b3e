/** Whether the server at the base URL is this API. */
import type { Client } from "../../client/client.ts";
import { hasErrorText, isObject, quoted } from "../../model/body.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import { rateLimitHeaders } from "../../model/rate-limit-headers.ts";
import { answerOf, isPage } from "../../model/response-text.ts";
import { sendIgnoringBudget } from "../first-requests.ts";
import type { FirstRead } from "./assign-roles.ts";

/** Why nothing else is sent. */
export interface OtherApi {
  /** A sentence that says what answers instead, and asks for the right base URL. */
  readonly reason: string;
  readonly skipReason: string;
}

/** The reason why nothing is judged, and of every skip. */
export const notThisApi = "what answers at the base URL is not this API";
const askForBaseUrl = `${notThisApi}: is the base URL right?`;
const needsKeyFirst =
  "without a credential, what answers at the base URL is a 401 that does not look like this API's: add an API key first (--key env:NAME)";

/** Undefined if it is this API. */
export async function diagnoseOtherApi(client: Client, read: FirstRead): Promise<OtherApi | undefined> {
  const reason = await whatAnswers(client, read);
  if (reason === undefined) return undefined;
  return { reason, skipReason: isClosed(read) ? needsKeyFirst : askForBaseUrl };
}

/** The server answers 401 to requests without a credential, which does not show which API it is. */
const isClosed = ({ exchange, caller }: FirstRead) => exchange.status === 401 && !isAuthenticated(caller);

async function whatAnswers(client: Client, read: FirstRead): Promise<string | undefined> {
  const first = read.exchange;
  if (isServedByThisApi(first)) return undefined;
  for (const operation of ["listOrganizations", "getInstallation", "getMe"] as const) {
    if (isServedByThisApi(await sendIgnoringBudget(client, operation, read.caller))) return undefined;
  }
  if (looksLikeThisApi(first)) return (await isNothingThere(client, read)) ? nothingThere(first) : undefined;
  const location = first.header("location");
  return isRedirect(first) && location !== undefined ? redirectedTo(location, first) : anotherAnswer(read);
}

function redirectedTo(location: string, { request, status }: Exchange): string {
  const isMoved = /\/v1\/products\/?(?:\?|$)/.test(location);
  return `${request.url} was answered ${status}, Location ${quoted(location)}: ${isMoved ? "is that the base URL?" : "does another server, such as a sign-in page, answer before the API? Is the base URL right?"}`;
}

function anotherAnswer(read: FirstRead): string {
  const { request, response, failure = "not HTTP", status } = read.exchange;
  const answer = response === undefined ? failure : answerOf(read.exchange);
  if (isClosed(read))
    return `${request.url} was answered ${answer}, and no credential is given. Add an API key (--key env:NAME); where that is answered 401, too: is the base URL right?`;
  const advice =
    status >= 500 ? "Does the server fail (see its log), or is the base URL wrong?" : "Is the base URL right?";
  return `${request.url} does not answer as this API: ${answer}. ${advice}`;
}

const isServedByThisApi = (exchange: Exchange) => looksLikeThisApi(exchange) && exchange.status !== 404;

/** A path with an unknown identifier gets the same 404 as a list: the server does not know these paths. */
async function isNothingThere(client: Client, { exchange, caller }: FirstRead): Promise<boolean> {
  const parameters = { productId: "none", feedbackId: "none" };
  for (const operation of ["listFeatures", "getFeedbackStatus"] as const) {
    const answer = await sendIgnoringBudget(client, operation, caller, parameters);
    if (answer.status !== 404 || errorOf(answer) !== errorOf(exchange)) return false;
  }
  return true;
}

/** The error's text without the path, to compare the 404s of two paths. */
function errorOf(exchange: Exchange): string {
  const body = exchange.json();
  const text = hasErrorText(body) ? body.error : (exchange.response?.body ?? "");
  return text.replaceAll(new URL(exchange.request.url).pathname, "").replaceAll(pathOf(exchange), "");
}

/** A 404 with this API's error body may mean that only the path of the base URL is wrong. */
function nothingThere({ request }: Exchange): string {
  const base = request.url.replace(/\/v1\/products$/, "");
  return `no endpoint of this API answers at ${base}: the 6 that were tried, such as GET ${request.url}, gave the same 404. Is the base URL right?`;
}

/** The response has a list as declared, an error body, or a rate limit header, and is no web page, which a server may show at every path. */
function looksLikeThisApi(exchange: Exchange): boolean {
  if (isRedirect(exchange) || isPage(exchange)) return false;
  if (rateLimitHeaders.some((name) => exchange.header(name) !== undefined)) return true;
  const body = exchange.json();
  if (!exchange.isSuccess) return hasErrorText(body);
  return Array.isArray(body) || (isObject(body) && ("data" in body || "id" in body));
}

/** A redirect to another origin: the client follows redirects within the origin. */
const isRedirect = ({ status }: Exchange) => status >= 300 && status < 400;
