/** What an operation asks of its callers' credentials, whatever its schemes are called. */
import { isRecord } from "../../../spec/contract.ts";
import { byKey } from "./by-key.ts";

/** One way to authenticate: schemes that go together, with their scopes. Empty: without credentials. */
export type Alternative = Readonly<Record<string, readonly string[]>>;

/** The alternatives in a fixed order; an empty list: nothing is asked. `requirements` as they stand in the document. */
export function normalSecurity(requirements: unknown, schemes: unknown): readonly Alternative[] {
  if (!Array.isArray(requirements)) return [];
  const alternatives = requirements.filter(isRecord).map((requirement) =>
    Object.fromEntries(
      Object.entries(requirement)
        .map(
          ([name, scopes]) =>
            [schemeName(isRecord(schemes) ? schemes[name] : undefined, name), scopesOf(scopes)] as const,
        )
        .sort(byKey),
    ),
  );
  return alternatives.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

const scopesOf = (scopes: unknown) => (Array.isArray(scopes) ? scopes.map(String).sort() : []);

/** What a scheme is, in words: `http bearer`, `apiKey X-Key in header`. */
function schemeName(scheme: unknown, name: string): string {
  if (!isRecord(scheme)) return name;
  const { type } = scheme;
  if (type === "http") return `http ${String(scheme.scheme).toLowerCase()}`;
  if (type === "apiKey")
    return `apiKey ${scheme.in === "header" ? String(scheme.name).toLowerCase() : scheme.name} in ${scheme.in}`;
  if (type === "openIdConnect") return `openIdConnect ${scheme.openIdConnectUrl}`;
  const flows = Object.entries(isRecord(scheme.flows) ? scheme.flows : {}).map(([flow, said]) =>
    [flow, ...urlsOf(said)].join(" "),
  );
  return [String(type), ...flows.sort()].join(" ");
}

const urlsOf = (flow: unknown) =>
  isRecord(flow) ? [flow.authorizationUrl, flow.tokenUrl].filter((url) => typeof url === "string") : [];

/** What a scheme says beside that: its description, the form of its tokens, the scopes that there are. */
export function schemeTexts(schemes: unknown): Readonly<Record<string, unknown>> {
  const said = Object.values(isRecord(schemes) ? schemes : {})
    .filter(isRecord)
    .map(({ description, bearerFormat, flows }) => JSON.stringify([description, bearerFormat, flows]));
  return { texts: said.sort() };
}
