/** Describes responses in messages. Laws import this file, also inside k6: no npm. */
import { truncatedJson } from "../../spec/body-problems.ts";
import type { Exchange } from "./exchange.ts";

/** The status, and at most `max` characters of the body: JSON literally, other text in quotes with both ends. */
export function answerOf(exchange: Exchange, max?: number): string {
  const { status, response, failure = "none came" } = exchange;
  if (response === undefined) return `no response: ${failure}`;
  const { body } = response;
  if (response.isUtf8 === false) return `${status} with ${undecoded(body, exchange.header("content-encoding"))}`;
  if (body === "") return `${status} with an empty body${unfollowedRedirect(exchange)}`;
  if (exchange.isJson()) return `${status} with ${truncatedJson(exchange.json(), max)}`;
  const words = isPage(exchange) ? wordsOf(body.slice(0, maxPage)) : "";
  if (words === "") return `${status} with the text ${textOf(body, max)}${whyNotJson(exchange, body)}`;
  return `${status} with a web page (${exchange.header("content-type") ?? "no Content-Type"}): ${textOf(words, max)}`;
}

/** The client follows no redirect that changes the method, such as a 303 after a POST. */
function unfollowedRedirect(exchange: Exchange): string {
  const location = exchange.header("location");
  const isRedirect = exchange.status >= 300 && exchange.status < 400 && location !== undefined;
  return isRedirect ? `; the redirect to ${JSON.stringify(location)} was not followed` : "";
}

/** A body with a content coding that is valid UTF-8 as it came does not have that coding. */
const undecoded = (body: string, coding: string | undefined) =>
  coding === undefined || body.includes("\uFFFD")
    ? "bytes that are not UTF-8"
    : `a body that is not encoded as its Content-Encoding says: ${coding}`;

/** At most this many characters of a page are read. */
const maxPage = 8192;

/** The body is HTML. */
export function isPage(exchange: Exchange): boolean {
  const { body = "" } = exchange.response ?? {};
  const isTyped = /\bhtml\b/i.test(exchange.header("content-type") ?? "");
  return /^\s*<(!doctype|html)\b/i.test(body) || (isTyped && /<\w+/.test(body));
}

/** The text that a browser would show of a page; its title comes first. */
function wordsOf(page: string): string {
  const shown = page.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, " ").replace(/<[^>]*>/g, " ");
  return shown.replace(/\s+/g, " ").trim();
}

/** How many characters of the end are shown, where truncated JSON can be recognized. */
const endLength = 30;

function textOf(body: string, max = 120): string {
  if (body.length <= max) return JSON.stringify(body);
  return `${JSON.stringify(body.slice(0, max - endLength))} … ${JSON.stringify(body.slice(-endLength))}`;
}

/** What is wrong with a text that is otherwise like JSON: `, where Infinity is not JSON`. */
function whyNotJson(exchange: Exchange, body: string): string {
  if (!/^\s*[{[]/.test(body)) return "";
  const outsideStrings = body.replace(/"(?:[^"\\]|\\.)*(?:"|$)/g, "");
  const countOf = (brackets: RegExp) => outsideStrings.match(brackets)?.length ?? 0;
  if (countOf(/[{[]/g) > countOf(/[}\]]/g)) {
    const mayCountCharacters = exchange.header("content-length") !== undefined && /[^ -~\s]/.test(body);
    return `, the end of which is missing${mayCountCharacters ? ": does Content-Length count characters, not bytes?" : ""}`;
  }
  const words = outsideStrings.match(/-?[A-Za-z]\w*/g) ?? [];
  const foreign = words.find((word) => !["true", "false", "null"].includes(word) && !/^e\d*$/i.test(word));
  return foreign === undefined ? "" : `, where ${foreign.slice(0, maxWord)} is not JSON`;
}

/** In characters. */
const maxWord = 20;
