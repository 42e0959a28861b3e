/** The credentials that an operation requires, independent of the names of its security schemes. */
import { isRecord } from "../../../spec/contract.ts";
import { fromEntries, type Json, list, record } from "./json.ts";
import { jsonText } from "./numbers.ts";
import { inherit } from "./origins.ts";

/** One way to authenticate: schemes that are used together, with their scopes. If it is empty, no credentials are needed. */
export type Alternative = Readonly<Record<string, readonly string[]>>;

/** The alternatives in a fixed order; an empty list if no credentials are required. `requirements`: `security` as it is in the document. */
export function normalSecurity(requirements: unknown, schemes: unknown): readonly Alternative[] {
  const alternatives = list(requirements)
    .filter(isRecord)
    .flatMap((requirement) => alternativesOf(requirement, record(schemes)));
  return alternatives.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/**
 * The alternatives of one requirement. An OAuth scheme gives one for each of its flows, because a token does not show by which flow it was
 * obtained.
 */
function alternativesOf(requirement: Json, schemes: Json): readonly Alternative[] {
  let alternatives: readonly Alternative[] = [{}];
  for (const [name, scopes] of Object.entries(requirement)) {
    const sorted = list(scopes).map(String).sort();
    const ways = waysOf(schemes[name], name);
    alternatives = alternatives.flatMap((given) => ways.map((way) => ({ ...given, [way]: sorted })));
  }
  return alternatives;
}

/** The kind of a scheme, without its name: `http bearer`, `apiKey x-key in header`; for OAuth one text for each flow. */
function waysOf(scheme: unknown, name: string): readonly string[] {
  if (!isRecord(scheme)) return [name];
  const { type } = scheme;
  if (type === "http") return [`http ${String(scheme.scheme).toLowerCase()}`];
  if (type === "apiKey")
    return [`apiKey ${scheme.in === "header" ? String(scheme.name).toLowerCase() : scheme.name} in ${scheme.in}`];
  if (type === "openIdConnect") return [`openIdConnect ${scheme.openIdConnectUrl}`];
  const flows = Object.entries(record(scheme.flows)).map(([flow, urls]) => wayOf(scheme, flow, urls));
  return flows.length === 0 ? [String(type)] : flows;
}

/** The ways that are spelled otherwise in the contract, because names of headers are not case-sensitive: `apiKey X-Key in header`. */
export const spelledWays = (schemes: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(record(schemes)).flatMap(([name, scheme]) => {
      const { type, in: location, name: header } = record(scheme);
      const isHeader = type === "apiKey" && location === "header";
      return isHeader ? waysOf(scheme, name).map((way) => [way, `apiKey ${header} in header`] as const) : [];
    }),
  );

function wayOf({ type }: Json, flow: string, urls: unknown): string {
  const { authorizationUrl, tokenUrl } = record(urls);
  return [String(type), flow, authorizationUrl, tokenUrl].filter((text) => typeof text === "string").join(" ");
}

/**
 * What can be asked of each OAuth flow that an operation accepts (`accepted`), by the way that the flow is: its scopes, its URL to refresh
 * tokens.
 */
export const acceptedFlows = (schemes: unknown, accepted: ReadonlySet<string>): Json =>
  flowsOf(schemes, (way) => accepted.has(way));

function flowsOf(schemes: unknown, isIncluded: (way: string) => boolean): Json {
  const flows = Object.values(record(schemes)).flatMap((scheme) =>
    Object.entries(record(record(scheme).flows)).flatMap(([name, flow]) => {
      const way = wayOf(record(scheme), name, flow);
      const { refreshUrl, scopes } = record(flow);
      const asked = { ...(refreshUrl === undefined ? {} : { refreshUrl }), scopes: inherit(scopes, record(scopes)) };
      return isIncluded(way) ? [[way, inherit(flow, asked)] as const] : [];
    }),
  );
  return Object.fromEntries(flows);
}

/** The rest of what the schemes state: their texts, and what can be asked of the flows that no operation accepts. */
export function schemeTexts(schemes: unknown, accepted: ReadonlySet<string>): Json {
  const texts = Object.values(record(schemes)).flatMap((scheme) => schemeText(scheme) ?? []);
  return { texts: texts.sort(), unused: flowsOf(schemes, (way) => !accepted.has(way)) };
}

/** The description of a scheme, the format of its tokens, and the extensions of its flows, as JSON; undefined if it has none of them. */
export function schemeText(scheme: unknown): string | undefined {
  const { description, bearerFormat, flows } = record(scheme);
  const others = Object.entries(record(flows)).flatMap(([name, flow]) => {
    const { authorizationUrl: _, tokenUrl: _url, refreshUrl: _refresh, scopes: _scopes, ...rest } = record(flow);
    return Object.keys(rest).length === 0 ? [] : [[name, rest] as const];
  });
  const texts = { description, bearerFormat, ...(others.length > 0 ? { flows: fromEntries(others) } : {}) };
  const text = jsonText(texts);
  return text === "{}" ? undefined : text;
}
