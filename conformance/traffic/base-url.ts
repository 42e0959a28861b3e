/** Finds the requests that go to the target: those below its base URL or, if that is not known, below one under which the contract's paths match. */
import type { Contract } from "../../spec/contract.ts";
import { matchPath } from "../../spec/match-path.ts";
import type { Recorded } from "./recorded.ts";

/** The origin of a URL, and its path with the query; undefined if it is not an http URL. */
function partsOf(url: string): { readonly origin: string; readonly path: string } | undefined {
  const [, origin, path = ""] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? [];
  const normal = origin === undefined ? undefined : normalOrigin(origin);
  return normal === undefined ? undefined : { origin: normal, path };
}

const normalOrigin = (origin: string) => (URL.canParse(origin) ? new URL(origin).origin : undefined);

/** Returns a function that takes the part of a URL below the base URL, beginning with `/`; undefined if there is none. */
export function pathBelow(baseUrl: string): (url: string) => string | undefined {
  const base = partsOf(baseUrl);
  if (base === undefined) return () => undefined;
  const start = `${baseUrl}/`;
  return (url) => {
    // The usual case, in which the URL need not be parsed.
    if (url.startsWith(start) && !url.includes("#")) return url.slice(baseUrl.length);
    const given = partsOf(url);
    if (given === undefined || base.origin !== given.origin) return undefined;
    return given.path.startsWith(`${base.path}/`) ? given.path.slice(base.path.length) : undefined;
  };
}

/** The base URLs of requests to the contract's operations, each with the number of requests, the most frequent first. */
export function baseUrlsOf(recorded: readonly Recorded[], contract: Contract): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  // Kept, because traffic has few base URLs and very many URLs below each.
  const baseUrls = new Map<string, string | undefined>();
  for (const { request } of recorded) {
    const [url = ""] = request.url.split("#", 1);
    const at = url.indexOf("/v1/");
    if (at < 0 || matchPath(contract, request.method, url.slice(at)) === undefined) continue;
    const start = url.slice(0, at);
    if (!baseUrls.has(start)) baseUrls.set(start, normalBase(start));
    const base = baseUrls.get(start);
    if (base !== undefined) counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

function normalBase(start: string): string | undefined {
  const parts = partsOf(start);
  return parts === undefined ? undefined : parts.origin + parts.path;
}
