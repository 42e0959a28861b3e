/** Which requests go to the target: those below its base URL, or else those that the contract's paths match. */
import type { Contract } from "../../spec/contract.ts";
import { matchPath } from "../../spec/match-path.ts";
import type { Recorded } from "./recorded.ts";

/** The origin and the path of a URL with its query; undefined for what is not http. */
function partsOf(url: string): { readonly origin: string; readonly path: string } | undefined {
  const [, origin, path = ""] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? [];
  const normal = origin === undefined ? undefined : normalOrigin(origin);
  return normal === undefined ? undefined : { origin: normal, path };
}

const normalOrigin = (origin: string) => (URL.canParse(origin) ? new URL(origin).origin : undefined);

/** Gives a function to what a URL says below the base URL, beginning with `/`; undefined if it is not below the base URL. */
export function pathBelow(baseUrl: string): (url: string) => string | undefined {
  const base = partsOf(baseUrl);
  if (base === undefined) return () => undefined;
  const start = `${baseUrl}/`;
  return (url) => {
    // Most URLs are written like the base URL.
    if (url.startsWith(start) && !url.includes("#")) return url.slice(baseUrl.length);
    const given = partsOf(url);
    if (given === undefined || base.origin !== given.origin) return undefined;
    return given.path.startsWith(`${base.path}/`) ? given.path.slice(base.path.length) : undefined;
  };
}

/** The base URLs under which requests are such as the contract has, and how many: the most frequent first. */
export function baseUrlsOf(recorded: readonly Recorded[], contract: Contract): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  // Traffic has few base URLs, and very many URLs below each.
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
