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

/** Traffic has few origins, and very many URLs of each. */
const origins = new Map<string, string | undefined>();

function normalOrigin(origin: string): string | undefined {
  if (!origins.has(origin)) origins.set(origin, URL.canParse(origin) ? new URL(origin).origin : undefined);
  return origins.get(origin);
}

/** Gives a function to what a URL says below the base URL, beginning with `/`; undefined if it is not below the base URL. */
export function pathBelow(baseUrl: string): (url: string) => string | undefined {
  const base = partsOf(baseUrl);
  return (url) => {
    const given = partsOf(url);
    if (base === undefined || given === undefined || base.origin !== given.origin) return undefined;
    return given.path.startsWith(`${base.path}/`) ? given.path.slice(base.path.length) : undefined;
  };
}

/** The base URLs under which requests are such as the contract has, and how many: the most frequent first. */
export function baseUrlsOf(recorded: readonly Recorded[], contract: Contract): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { request } of recorded) {
    const base = baseUrlOf(request.method, request.url, contract);
    if (base !== undefined) counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

function baseUrlOf(method: string, url: string, contract: Contract): string | undefined {
  const parts = partsOf(url);
  const at = parts?.path.indexOf("/v1/") ?? -1;
  if (parts === undefined || at < 0) return undefined;
  const { origin, path } = parts;
  return matchPath(contract, method, path.slice(at)) === undefined ? undefined : origin + path.slice(0, at);
}
