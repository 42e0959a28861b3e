/** Whether what answers at the base URL is this API at all. */
import type { Client } from "../client/client.ts";
import { isObject, quoted } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { rateLimitHeaders } from "../model/rate-limit-headers.ts";
import { answerOf } from "../model/response-text.ts";
import { answerTo } from "./answer-to.ts";
import type { FirstRead } from "./assign-roles.ts";

/** Why the cases are skipped where another API answers. */
export const notThisApi = "what answers at the base URL is not this API: see answers.listProducts";

/** What answers in place of this API, as a sentence that asks for the right base URL; undefined where it is this API. */
export async function diagnoseOtherApi(client: Client, read: FirstRead): Promise<string | undefined> {
  const first = read.exchange;
  if (looksLikeThisApi(first)) return undefined;
  for (const operation of ["listOrganizations", "getInstallation", "getMe"] as const) {
    if (looksLikeThisApi(await answerTo(client, operation, read.caller))) return undefined;
  }
  const { url } = first.request;
  const location = first.header("location");
  if (isRedirect(first) && location !== undefined) {
    return `${url} was answered ${first.status}, Location ${quoted(location)}: is that the base URL?`;
  }
  const answer = first.response === undefined ? (first.failure ?? "not HTTP") : answerOf(first);
  return `${url} does not answer as this API: ${answer}. Is the base URL right?`;
}

/** A list as declared, an error body, or a rate limit header. */
function looksLikeThisApi(exchange: Exchange): boolean {
  if (isRedirect(exchange)) return false;
  if (rateLimitHeaders.some((name) => exchange.header(name) !== undefined)) return true;
  const body = exchange.json();
  if (!exchange.isSuccess) return isObject(body) && typeof body.error === "string";
  return Array.isArray(body) || (isObject(body) && ("data" in body || "id" in body));
}

/** To another origin, where no credential is sent: redirects within the origin have been followed. */
const isRedirect = ({ status }: Exchange) => status >= 300 && status < 400;
