/** Why no response came, in the suite's own words: an error's message may quote headers, and so a credential. */
import type { FailureReason } from "../model/exchange.ts";

interface NoResponse {
  readonly reason: FailureReason;
  readonly failure: string;
}

/** A failure that this client detects itself. */
export class WireFailure extends Error {
  override readonly name = "WireFailure";
  readonly is: NoResponse;
  constructor(reason: FailureReason, failure: string) {
    super(failure);
    this.is = { reason, failure };
  }
}

/** Explains `error`, which sending a request or reading its response has thrown. Quotes only its code. */
export function failureOf(error: unknown): NoResponse {
  const errors = chainOf(error);
  const known = errors.find((cause) => cause instanceof WireFailure);
  if (known !== undefined) return known.is;
  const messages = errors.map((cause) => (cause instanceof Error ? `${cause.name}: ${cause.message}` : ""));
  // Its code, UND_ERR_SOCKET, also belongs to other failures.
  if (messages.includes("SocketError: bad response")) return { reason: "protocol", failure: unaskedContinue };
  const codes = errors.flatMap((cause) => codeOf(cause) ?? []);
  const rowOfCode = codes.map((code) => table.find(([pattern]) => pattern.test(code))).find((row) => row !== undefined);
  const row = rowOfCode ?? wordings.find(([pattern]) => messages.some((message) => pattern.test(message)));
  if (row !== undefined) return { reason: row[1], failure: row[2] };
  const [code] = codes;
  return { reason: "lost", failure: code === undefined ? "no answer came" : `no answer came (${code})` };
}

type Row = readonly [pattern: RegExp, reason: FailureReason, failure: string];

const acceptAny = "--insecure; for fpk load, -- --insecure-skip-tls-verify";
const untrusted = `the TLS certificate is not trusted; name its authority (--ca FILE; for fpk load, start it with SSL_CERT_FILE=FILE NODE_EXTRA_CA_CERTS=FILE), or accept any (${acceptAny})`;
const expired = `the TLS certificate is not valid at this date; renew it, or accept any (${acceptAny})`;
const otherHost = `the TLS certificate is for another host name; correct the base URL, or accept any (${acceptAny})`;
const noHandshake = "no TLS handshake; does the server speak https on this port? (--insecure does not help here)";
const unaskedContinue =
  "100 Continue came without being asked for, which this client cannot read past; send it only to requests with Expect: 100-continue";
const notSent = "not sent: the URL or a header of the request is not valid in HTTP";

/** By error code. The first row that matches is used. */
const table: readonly Row[] = [
  [/^ECONNREFUSED$/, "unreachable", "connection refused"],
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, "unreachable", "the host name does not resolve"],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|EACCES|EPERM|ENETDOWN)$/, "unreachable", "no route to the host"],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, "unreachable", "no connection came about in time"],
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, "unreachable", expired],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "unreachable", otherHost],
  [/SELF_SIGNED|UNABLE_TO_|^CERT_|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$/, "unreachable", untrusted],
  [/^(ERR_SSL_\w+|EPROTO|ERR_TLS_\w+)$/, "unreachable", noHandshake],
  [/^ERR_OSSL_\w+$/, "unreachable", "the authorities of --ca FILE cannot be read; it must be PEM text"],
  [/^(UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED|ERR_INVALID_CHAR|ERR_INVALID_URL)$/, "unreachable", notSent],
  [/^UND_ERR_HEADERS_TIMEOUT$/, "timeout", "timed out before the response headers were received"],
  [/^UND_ERR_BODY_TIMEOUT$/, "timeout", "timed out in the middle of the body"],
  [/^UND_ERR_HEADERS_OVERFLOW$/, "protocol", "the header is larger than 64 KiB"],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, "protocol", "the body is not as long as its Content-Length says"],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/, "lost", "the connection was lost before the whole answer came"],
  [/^UND_ERR_(DESTROYED|CLOSED|ABORTED)$/, "lost", "stopped before the answer came"],
];

/** By name and message, for errors without a code. */
const wordings: readonly Row[] = [
  [/^HTTPParserError/, "protocol", "the answer is not HTTP"],
  [/bad port/, "unreachable", "no request may be sent to this port: it belongs to another protocol (Fetch standard)"],
  [/UnknownIssuer|CaUsedAsEndEntity|invalid peer certificate/, "unreachable", untrusted],
  [/[Cc]onnection refused/, "unreachable", "connection refused"],
  [/dns error|failed to lookup/, "unreachable", "the host name does not resolve"],
  [/invalid header/i, "unreachable", notSent],
];

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  if (typeof error.code !== "string" || !/^[A-Z][A-Z0-9_]{1,63}$/.test(error.code)) return undefined;
  const wasOpen = "syscall" in error && (error.syscall === "read" || error.syscall === "write");
  return wasOpen && /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(error.code) ? "ECONNRESET" : error.code;
}

/** The error, its cause, the cause of that, and so on. Of an aggregate error, the first. */
function chainOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  let next = error;
  while (next !== undefined && next !== null && chain.length < 6) {
    chain.push(next);
    if (next instanceof AggregateError && next.cause === undefined) next = next.errors[0];
    else next = next instanceof Error ? next.cause : undefined;
  }
  return chain;
}
