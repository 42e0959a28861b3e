/** The rule for what has no effect on requests and responses: texts, tags, links. */

import { isEqual } from "../document/equality.ts";
import { list, record } from "../document/json.ts";
import { type ContractPlace, isInServers, messageName, type Part } from "./contract-place.ts";
import { describeChange, describeValue, verbOf } from "./describe.ts";
import { editorial } from "./effects.ts";
import type { PartChange } from "./part-change.ts";
import type { Rule, Values } from "./rule.ts";
import { isText } from "./schema-containment.ts";

export const textRule: Rule<PartChange> = {
  id: "text",
  applies: ({ place }) => isTextPlace(place),
  effects: editorial,
  text: textOf,
};

/** What has no effect on requests and responses, beside the keywords that are texts everywhere. */
const texts: Readonly<Partial<Record<Part, readonly string[]>>> = {
  document: ["info", "x-tags", "tags", "externalDocs", "x-credentials", "openapi", "jsonSchemaDialect"],
  operation: ["tags"],
  // A link names a way to continue, and requires nothing.
  response: ["links"],
};

function isTextPlace(place: ContractPlace): boolean {
  const { part, rest } = place;
  if (isInServers(place)) return (rest.length === 3 || rest.length === 5) && isText(rest.at(-1) ?? "");
  const [name] = rest;
  // Not the header of a part, whose name may be like that of an extension.
  if (part === "media" && name === "encoding") return rest.length !== 4 && isText(rest.at(-1) ?? "");
  return name !== undefined && (isText(name) || texts[part]?.includes(name) === true);
}

function textOfTags(subject: string, { before, after }: Values): string {
  if (before === undefined) return `the ${subject} now has the tags ${describeValue(after)}`;
  if (after === undefined) return `the ${subject} no longer has the tags ${describeValue(before)}`;
  return describeChange(`the tags of the ${subject}`, { before, after });
}

/** `name`: of the schemes whose texts differ. */
function textOfCredentials({ place: { rest }, name, ...values }: PartChange): string {
  const [, kind, way, ...inFlow] = rest;
  if (kind === "unused")
    return `${inFlow.join(".")} of the OAuth flow ${way}, which no operation accepts, ${verbOf(values)}`;
  const without = (texts: unknown, others: unknown) => list(texts).filter((text) => !list(others).includes(text));
  const [lost, gained] = [without(values.before, values.after), without(values.after, values.before)];
  if (Math.max(lost.length, gained.length) > 1) return `texts of the security schemes ${name} changed`;
  const [was, is] = [lost, gained].map(([text = "{}"]) => record(JSON.parse(String(text))));
  const fields = [...new Set([was, is].flatMap((text) => Object.keys(text ?? {})))].filter(
    (field) => !isEqual(was?.[field], is?.[field]),
  );
  return `the security scheme ${name}: ${fields.map((field) => `${field} ${verbOf({ before: was?.[field], after: is?.[field] })}`).join(", ")}`;
}

/** What the text belongs to: `operation GET /v1/search (search)`, `parameter limit`, `response`. */
function ownerOf({ place: { part }, name, subject }: PartChange): string {
  if (part === "operation") return subject;
  return part === "parameter" || part === "header" ? `${part} ${name}` : part;
}

function textOf(change: PartChange): string {
  const { place, name: url, before, after } = change;
  const name = place.rest[0] ?? "";
  if (place.part === "document" && !isInServers(place)) return textOfDocument(change);
  // One of several examples was renamed, added or removed.
  const verb = place.rest.length > 1 ? "changed" : verbOf({ before, after }, wasOrWere(name));
  const owner = ownerOf(change);
  if (name === "x-name") return `a path parameter was renamed from ${describeValue(before)} to ${describeValue(after)}`;
  if (name === "x-groups") return textOfTags(owner, { before, after });
  if (name === "x-sunset") return describeChange(`x-sunset of the ${owner}`, { before, after });
  if (isInServers(place)) return `${place.rest.at(-1)} of the server ${url} ${verb}`;
  if (name === "links") return `links of the ${owner} ${verbOf({ before, after }, "were")}`;
  if (place.part === "media") return `${name} of the ${messageName(place)} ${verb}`;
  return `${name} of the ${owner} ${verb}`;
}

const wasOrWere = (name: string) => (/s$/.test(name) ? "were" : "was");

/** `info.summary was added`, `the tag Sales was removed`, `tags.Sales.description changed`. */
function textOfDocument(change: PartChange): string {
  const [name = "", ...inside] = change.place.rest;
  if (name === "openapi") return describeChange(name, change);
  if (name === "x-credentials") return textOfCredentials(change);
  const isTag = /^(x-)?tags$/.test(name) && inside.length === 1;
  if (isTag) return `the tag ${inside[0]} ${verbOf(change)}`;
  const path = [name.replace(/^x-(?=tags)/, ""), ...inside];
  return `${path.join(".")} ${verbOf(change, wasOrWere(path.at(-1) ?? ""))}`;
}
