/** All exchanges of the report as an HTTP archive, HAR 1.2, which a browser's network panel and other tools open. */
import { STATUS_CODES } from "node:http";
import {
  type ExchangeRecord,
  type ExchangeRequest,
  type ExchangeResponse,
  type HeaderList,
  headerValues,
} from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import { remarksOn } from "./exchange-remarks.ts";
import { authorization } from "./exchange-text.ts";

/** Redacted as the report is: a credential is `$LABEL`. A comment says who sent it, and which results rest on it. */
export function renderHar(report: Report): string {
  const { suite, summary, exchanges } = report;
  const creator = { name: suite.name, version: suite.version };
  const remarksOf = remarksOn(report);
  const entries = exchanges.map((exchange) => entryOf(exchange, remarksOf(exchange)));
  return `${JSON.stringify({ log: { version: "1.2", creator, comment: summary, pages: [], entries } }, null, 1)}\n`;
}

function entryOf(exchange: ExchangeRecord, remarks: readonly string[]): object {
  const time = Math.max(0, exchange.receivedAt - exchange.sentAt);
  return {
    startedDateTime: microsecondTime(exchange.sentAt),
    time,
    request: requestOf(exchange.request, [...authorization(exchange), ...exchange.request.headers]),
    response: responseOf(exchange),
    cache: {},
    // How the time is divided is not known.
    timings: { send: 0, wait: time, receive: 0 },
    comment: remarks.join("; "),
  };
}

/** ISO 8601 with microseconds: what is sent within a millisecond keeps its order where the file is judged. */
function microsecondTime(ms: number): string {
  const microseconds = Math.floor((ms % 1) * 1000);
  return new Date(ms).toISOString().replace("Z", `${String(microseconds).padStart(3, "0")}Z`);
}

function requestOf({ method, url, body, bodyBytes }: ExchangeRequest, headers: HeaderList): object {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? "";
  const mimeType = headerOf(headers, "content-type") ?? "";
  const uri = uriOf(url);
  return {
    method,
    url: uri,
    ...(uri === url ? {} : { comment: `sent: ${url}` }),
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: pairs(headers),
    queryString: pairs([...new URLSearchParams(query)]),
    // The format has no encoding for what is sent; an exchange has it as text.
    ...(body === "" ? {} : { postData: { mimeType, text: body } }),
    headersSize: -1,
    bodySize: bodyBytes ?? Buffer.byteLength(body),
  };
}

/** The format demands a URI: whatever may not be in one is percent-encoded, such as the `%` of `/products/%zz`. */
function uriOf(url: string): string {
  const [, origin = "", path = ""] = /^(\w+:\/\/[^/?#]*|)(.*)$/s.exec(url) ?? [];
  const [before = "", ...fragment] = path.split("#");
  const encode = (text: string) =>
    text.replace(/%(?![\da-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/giu, (character) =>
      encodeURIComponent(Buffer.from(character).toString()),
    );
  return origin + [before, ...(fragment.length === 0 ? [] : [fragment.join("%23")])].map(encode).join("#");
}

/** If no response came, the status is 0, and `_error` says why, as browsers write it. */
function responseOf({
  response,
  failure = response === undefined ? "no answer came" : undefined,
}: ExchangeRecord): object {
  const headers = response?.headers ?? [];
  return {
    status: response?.status ?? 0,
    statusText: response === undefined ? "" : (STATUS_CODES[response.status] ?? ""),
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: pairs(headers),
    content: response === undefined ? { size: 0, mimeType: "x-unknown" } : contentOf(response),
    redirectURL: headerOf(headers, "location") ?? "",
    headersSize: -1,
    bodySize: -1,
    ...(failure === undefined ? {} : { _error: failure }),
  };
}

function contentOf({ headers, body, bodyBytes, isUtf8, isCut }: ExchangeResponse): object {
  const remarks = [
    ...(isCut ? ["the body was cut"] : []),
    ...(isUtf8 ? [] : ["bytes that are not UTF-8 were replaced"]),
  ];
  return {
    size: bodyBytes ?? Buffer.byteLength(body),
    mimeType: headerOf(headers, "content-type") ?? "x-unknown",
    ...(isUtf8 && isText(body) ? { text: body } : { text: Buffer.from(body).toString("base64"), encoding: "base64" }),
    ...(remarks.length === 0 ? {} : { comment: remarks.join("; ") }),
    // For `fpk judge`: the text no longer shows it.
    ...(isUtf8 ? {} : { _isUtf8: false }),
  };
}

/** Without control characters, apart from those of lines. */
const isText = (body: string) => !/[^\P{Cc}\t\n\r]/u.test(body);

const pairs = (fields: HeaderList) => fields.map(([name, value]) => ({ name, value }));

const headerOf = (headers: HeaderList, name: string) => headerValues(headers, name)[0];
