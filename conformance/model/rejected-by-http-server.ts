/** What HTTP servers refuse before it is a request to the API. Laws import this file, also inside k6: no npm. */
import type { Exchange } from "./exchange.ts";
import { missingHeaders, rateLimitHeaders } from "./rate-limit-headers.ts";

/** An encoded slash, backslash, percent sign or control character, or what is not percent-encoding. */
const suspicious = /^[^?]*%(?:2f|5c|25|[01][\da-f]|7f|(?![\da-f]{2}))/i;

/**
 * 400, the connection closed, and no header of the API, in answer to a path that servers refuse as malformed or as an attack: containers
 * of Java must refuse an encoded slash so.
 */
export const isRejectedByHttpServer = (exchange: Exchange): boolean =>
  exchange.status === 400 &&
  exchange.header("connection")?.toLowerCase() === "close" &&
  missingHeaders(exchange).length === rateLimitHeaders.length &&
  suspicious.test(exchange.request.url);
