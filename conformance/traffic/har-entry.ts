/** Reads the exchange of a HAR entry. Parts that were not recorded are marked, so that no law fails because of them. */
import { isUtf8 } from "node:buffer";
import { UsageError } from "../../cli/usage-error.ts";
import { isObject, type JsonObject } from "../model/body.ts";
import { type ExchangeResponse, type HeaderList, headerValues } from "../model/exchange.ts";
import type { Recorded, RecordingTool } from "./recorded.ts";

/** Throws `UsageError` for an invalid entry. `where` names its place: `a.har: log.entries[3]`. */
export function readEntry(entry: unknown, where: string, recorder: RecordingTool): Recorded {
  const read = objectAt(entry, where);
  const { request, response, startedDateTime, time } = read;
  const { method, url, headers, postData, cookies } = objectAt(request, `${where}.request`);
  const sentAt = timeOf(textAt(startedDateTime, `${where}.startedDateTime`));
  if (Number.isNaN(sentAt)) throw new UsageError(`${where}.startedDateTime is not a date`);
  const elapsedMs = typeof time === "number" && time > 0 && Number.isFinite(time) ? time : 0;
  return {
    request: {
      method: textAt(method, `${where}.request.method`),
      url: textAt(url, `${where}.request.url`),
      headers: headersOf(headers),
      body: bodyOf(isObject(postData) ? postData : {})?.body ?? "",
    },
    response: isFromServer(read) ? responseOf(response) : undefined,
    cookies: [cookies, isObject(response) ? response.cookies : undefined].flatMap(valuesOf),
    ...failureIn(response),
    sentAt,
    receivedAt: sentAt + elapsedMs,
    recorder,
  };
}

/** Milliseconds since the epoch, with the digits after the third that `Date` ignores. */
const timeOf = (text: string) => Date.parse(text) + Number(`0.${/\.\d{3}(\d+)/.exec(text)?.[1] ?? 0}`);

function objectAt(value: unknown, where: string): JsonObject {
  if (isObject(value)) return value;
  throw new UsageError(`${where} is not an object`);
}

function textAt(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  throw new UsageError(`${where} is not a string`);
}

/** Whether the response came from the server. Browsers mark responses of their cache, and Playwright those that a test made. */
const isFromServer = ({ _fromCache, _wasFulfilled, _wasAborted }: JsonObject) =>
  [_fromCache, _wasFulfilled, _wasAborted].every((mark) => mark === undefined || mark === false || mark === null);

/** Browsers and `fpk proxy` write why no response came, or not a whole one. */
const failureIn = (response: unknown): Pick<Recorded, "failure"> =>
  isObject(response) && typeof response._error === "string" && response._error !== ""
    ? { failure: response._error }
    : {};

/** The response; undefined if none came, or if its headers were not recorded. */
function responseOf(response: unknown): ExchangeResponse | undefined {
  if (!isObject(response)) return undefined;
  const { status, content } = response;
  const headers = withLocation(headersOf(response.headers), response.redirectURL);
  if (typeof status !== "number" || status < 100 || status > 599 || headers.length === 0) return undefined;
  const recorded = isObject(content) ? content : {};
  const body = bodyOf(recorded);
  if (body !== undefined && (recorded._isUtf8 === false || !isStillCoded(body, headers)))
    return { status, headers, body: body.body, isUtf8: body.isUtf8, isCut: body.isCut };
  return { status, headers, body: "", isUtf8: true, isCut: !hasNoBody(status, headers) };
}

/** Some recorders have the Location of a redirect only as `redirectURL`. */
const withLocation = (headers: HeaderList, redirectUrl: unknown): HeaderList =>
  typeof redirectUrl !== "string" || redirectUrl === "" || headerValues(headers, "location").length > 0
    ? headers
    : [...headers, ["location", redirectUrl]];

const hasNoBody = (status: number, headers: HeaderList) =>
  status === 204 ||
  status === 304 ||
  headers.some(([name, value]) => name.toLowerCase() === "content-length" && value.trim() === "0");

/** Some recorders keep a compressed body without decoding it. */
const isStillCoded = ({ isUtf8 }: Body, headers: HeaderList) =>
  !isUtf8 && headers.some(([name]) => name.toLowerCase() === "content-encoding");

type Body = Pick<ExchangeResponse, "body" | "isUtf8" | "isCut">;

/**
 * Undefined if no text was recorded. The reports of this suite mark a body that could not be decoded. Recorders may keep only the
 * beginning of a body; `size` is the size of the whole, in bytes.
 */
function bodyOf({ text, encoding, size, _isUtf8 }: JsonObject): Body | undefined {
  if (typeof text !== "string") return undefined;
  const bytes = encoding === "base64" ? Buffer.from(text, "base64") : undefined;
  return {
    body: bytes?.toString() ?? text,
    isUtf8: _isUtf8 !== false && (bytes === undefined || isUtf8(bytes)),
    isCut: typeof size === "number" && size > 0 && size > (bytes?.length ?? Buffer.byteLength(text)),
  };
}

const valuesOf = (cookies: unknown): readonly string[] =>
  Array.isArray(cookies)
    ? cookies.flatMap((cookie) => (isObject(cookie) && typeof cookie.value === "string" ? [cookie.value] : []))
    : [];

/** Browsers join repeated fields by line breaks. Pseudo-header fields of HTTP/2, such as `:status`, are left out. */
function headersOf(headers: unknown): HeaderList {
  const list: (readonly [string, string])[] = [];
  for (const header of Array.isArray(headers) ? headers : []) {
    const { name, value } = isObject(header) ? header : {};
    if (typeof name !== "string" || typeof value !== "string" || name.startsWith(":")) continue;
    if (!value.includes("\n")) list.push([name, value]);
    else for (const line of value.split("\n")) list.push([name, line]);
  }
  return list;
}
