/** The base URL of a target, to which the document's paths (`/v1/…`) are appended. */
import type { Step } from "../../cli/json-pointer.ts";
import { targetError } from "./target-error.ts";

/** The document's paths without identifiers. (A path with an identifier may be a gateway's.) */
const endpoint = /\/v1\/(?:products|feedback|me|organizations|installations\/me)$/;

/**
 * `text` as an absolute http(s) URL without a trailing slash. Throws `TargetError`, with the corrected URL, if it is
 * not absolute, has credentials, a query or a fragment, or ends in `/v1` or the path of an endpoint.
 */
export function parseBaseUrl(text: string, where: string, at: readonly Step[]): string {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) throw targetError(where, at, notAbsolute(trimmed));
  const url = new URL(trimmed);
  const given = url.origin + url.pathname.replace(/\/+$/, "");
  const corrected = given
    .replace(endpoint, "")
    .replace(/(\/v1)+$/, "")
    .replace(/\/+$/, "");
  const surplus = surplusOf(url);
  if (surplus !== undefined) throw targetError(where, at, `the base URL holds ${surplus}; write ${corrected}`);
  if (given === corrected) return given;
  const end = endpoint.test(given)
    ? "the path of an endpoint, which is appended to it"
    : "`/v1`, which every path already begins with";
  throw targetError(where, at, `the base URL ends in ${end}; write ${corrected}`);
}

function surplusOf(url: URL): string | undefined {
  if (url.username !== "" || url.password !== "") return "a user name or password";
  if (url.search !== "") return "a query";
  return url.hash === "" ? undefined : "a fragment";
}

/** Quotes the text only if it looks like a host and a path, since a malformed URL may hold a password. */
function notAbsolute(text: string): string {
  // The last group may be a port, so the example is not made from the text.
  if (/^(?:https?:\/\/)?(?:[\da-f]{0,4}:){2,}[\da-f]{0,4}(?:\/|$)/i.test(text))
    return "the base URL holds an IPv6 address without brackets; write it as http://[::1]:8080/api";
  const hostAndPath =
    /^(?:\[[\da-fA-F:]+\]|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|localhost)(?::\d+)?(?:\/[A-Za-z0-9._~/-]*)?$/;
  const hint = hostAndPath.test(text)
    ? `write ${/^(?:localhost|127\.|\[::1\])/.test(text) ? "http" : "https"}://${text}`
    : "write it as https://host/path";
  return `the base URL is not an absolute http or https URL; ${hint}`;
}
