/** One exchange of a report as it went over the wire: request and response, each with its first line, headers and body. */
import { STATUS_CODES } from "node:http";
import { visible } from "../../cli/visible-text.ts";
import type { ExchangeRecord, HeaderList } from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import { isUndisclosed } from "../model/undisclosed.ts";
import { isSecretHeader } from "../redaction/secret-headers.ts";
import { remarksOn } from "./exchange-remarks.ts";

/** A request or a response: its first line and headers, and its body. */
interface Message {
  readonly head: readonly string[];
  /** Empty if there is none. */
  readonly body: readonly string[];
}

/** An exchange in lines of text. */
interface ExchangeText {
  /** Who sent it, how it was answered, and which failures rest on it. */
  readonly remarks: readonly string[];
  readonly request: Message;
  /** Why no response came, if none did. */
  readonly response: Message | string;
}

/**
 * The exchange, after lines that begin with `#`: who sent it, how it was answered, and which failures rest on it. Redacted as the
 * report is: a credential is `$LABEL`. Characters that would move the cursor are escaped, but for the line breaks of a body.
 */
export function renderExchange(report: Report, exchange: ExchangeRecord): string {
  const { request, response, ...shown } = exchangeText(exchange, remarksOn(report)(exchange));
  const lines = [...shown.remarks.map((remark) => `# ${remark}`), ...request.head, ""];
  if (request.body.length > 0) lines.push(...request.body, "");
  if (typeof response === "string") return text([...lines, `# ${response}`]);
  lines.push(...response.head);
  if (response.body.length > 0) lines.push("", ...response.body);
  return text(lines);
}

const text = (lines: readonly string[]) => `${lines.join("\n")}\n`;

/** The same in parts, escaped in the same way. `remarks`: those of `remarksOn`. */
export function exchangeText(exchange: ExchangeRecord, remarks: readonly string[]): ExchangeText {
  const { request, response, failure = "no answer came" } = exchange;
  return {
    remarks: remarks.map(visible),
    request: { head: requestLines(exchange), body: bodyLines(request) },
    response:
      response === undefined
        ? visible(failure)
        : { head: [statusLine(response.status), ...headerLines(response.headers)], body: bodyLines(response) },
  };
}

function statusLine(status: number): string {
  const reason = STATUS_CODES[status];
  return `HTTP/1.1 ${status}${reason === undefined ? "" : ` ${reason}`}`;
}

function requestLines(exchange: ExchangeRecord): readonly string[] {
  const { method, url, headers } = exchange.request;
  const [, host = "", path = url] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  const isHostSent = headers.some(([name]) => name.toLowerCase() === "host");
  return [
    visible(`${method} ${path || "/"} HTTP/1.1`),
    ...headerLines([...(isHostSent ? [] : [["Host", host] as const]), ...authorization(exchange), ...headers]),
  ];
}

/** The header that was sent, with the credential's label in place of its token; a report keeps it apart from the others. */
export function authorization({ kind, credential, request }: ExchangeRecord): HeaderList {
  if (kind === "none" || (isUndisclosed(credential) && request.headers.some(([name]) => isSecretHeader(name))))
    return [];
  if (kind === "malformed") return [["Authorization", credential]];
  return [["Authorization", `Bearer ${kind === "unknown" ? credential || kind : `$${credential}`}`]];
}

const headerLines = (headers: HeaderList) => headers.map(([name, value]) => visible(`${name}: ${value}`));

/** A report keeps the beginning of a long body, and its length. */
function bodyLines({ body, bodyBytes }: { readonly body: string; readonly bodyBytes?: number }): readonly string[] {
  if (body === "") return [];
  const lines = body.split("\n").map(visible);
  return bodyBytes === undefined
    ? lines
    : [...lines, `# … the beginning of ${bodyBytes} bytes: the report has no more`];
}
