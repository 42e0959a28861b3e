/** The rule for what has no effect on requests and responses: texts, tags, links. */

import { type ContractPlace, isInServers, messageName, type Part } from "./contract-place.ts";
import { describeChange, describeValue } from "./describe.ts";
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

function verbOf({ before, after }: Values, was = "was"): string {
  if (before === undefined) return `${was} added`;
  return after === undefined ? `${was} removed` : "changed";
}

function textOfTags({ before, after }: Values): string {
  if (before === undefined) return `the operation now has the tags ${describeValue(after)}`;
  if (after === undefined) return `the operation no longer has the tags ${describeValue(before)}`;
  return describeChange("the tags of the operation", { before, after });
}

function textOf({ place, name: url, before, after }: PartChange): string {
  const name = place.rest[0] ?? "";
  // One of several was renamed, added or removed.
  const verb = place.rest.length > 1 ? "changed" : verbOf({ before, after }, /s$/.test(name) ? "were" : "was");
  if (name === "x-name") return `a path parameter was renamed from ${describeValue(before)} to ${describeValue(after)}`;
  if (name === "x-groups") return textOfTags({ before, after });
  if (name === "x-sunset") return describeChange(`x-sunset of the ${place.part}`, { before, after });
  if (name === "openapi") return describeChange(name, { before, after });
  if (name === "x-credentials")
    return "the security schemes changed in a description, a bearer format, or what no operation accepts";
  if (isInServers(place)) return `${place.rest.at(-1)} of the server ${url} ${verb}`;
  if (name === "links") return `links of the ${place.part} ${verbOf({ before, after }, "were")}`;
  if (place.part === "media") return `${name} of the ${messageName(place)} ${verb}`;
  if (place.part !== "document") return `${name} of the ${place.part} ${verb}`;
  return `${[name.replace(/^x-(?=tags)/, ""), ...place.rest.slice(1)].join(".")} ${verb}`;
}
