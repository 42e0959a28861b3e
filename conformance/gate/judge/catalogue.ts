/** Every rule of the gate, as `fpk gate --rules` lists them. */
import { nearest } from "../../../cli/nearest-name.ts";
import { schemaKeywords } from "../document/normal-schema.ts";
import { isRestricting, restricting } from "./schema-containment.ts";

interface ListedRule {
  readonly id: string;
  readonly meaning: string;
  /** For whom it is breaking, if no policy says otherwise. */
  readonly byDefault: string;
}

const both = "breaking for clients and implementers";
const clients = "breaking for clients";
const implementers = "breaking for implementers";
/** A request that allows less breaks those who send it; one that allows more, those who read it. */
const byDirection = "request: narrower breaks clients, wider implementers; response: the other way round";

/** The placeholder for each keyword in ids of rules. */
export const anyKeyword = "schema.KEYWORD";

const rule = (id: string, byDefault: string, meaning: string): ListedRule => ({ id, byDefault, meaning });

const catalogue: readonly ListedRule[] = [
  rule("operation.added", implementers, "a new operation, webhook or callback"),
  rule("operation.removed", clients, "an operation, webhook or callback is gone"),
  rule("operation.id", clients, "another operationId, webhook's or callback's name: generated code has it"),
  rule("callback.url", both, "a callback is sent to another URL"),
  rule("deprecated", "additive; no longer so: editorial", "something is deprecated, or no longer so"),
  rule("deprecation.notice", clients, "the sunset is nearer than the policy's `deprecation` days"),
  rule("parameter.added", "additive", "a new optional parameter"),
  rule("parameter.added-required", clients, "a new required parameter"),
  rule("parameter.removed", `${clients}; a required one for implementers, too`, "a parameter is gone"),
  rule("parameter.required", clients, "a parameter is now required"),
  rule("parameter.optional", implementers, "a parameter is no longer required"),
  rule(
    "parameter.changed",
    `${both}; allowEmptyValue or allowReserved, by what is still valid`,
    "style, explode or another field of a parameter",
  ),
  rule("body.added", implementers, "a new optional request body"),
  rule("body.added-required", clients, "a new required request body"),
  rule("body.removed", clients, "the request body is gone"),
  rule("body.required", clients, "the request body is now required"),
  rule("body.optional", implementers, "the request body is no longer required"),
  rule("body.shown", implementers, "a response now has a body"),
  rule("body.hidden", both, "a response no longer has a body"),
  rule("header.added", "additive", "a new optional response header"),
  rule("header.added-required", implementers, "a new required response header"),
  rule("header.removed", clients, "a response header is gone"),
  rule("header.required", implementers, "a response header is now required"),
  rule("header.optional", clients, "a response header is no longer required"),
  rule("header.changed", both, "style, content or another field of a response header"),
  rule(
    "media.added",
    "request: breaking for implementers; response: additive; a range in place of a type: breaking for clients",
    "a new media type",
  ),
  rule("media.removed", "request: breaking for clients; response: for both", "a media type is gone"),
  rule(
    "media.parameters",
    byDirection,
    "a media type has parameters now, or none; charset=utf-8 of JSON means nothing",
  ),
  rule(
    "media.encoding",
    `${both}; content types and headers of a part by direction`,
    "how the fields of a form are written",
  ),
  rule("success.added", `${clients}; for implementers where BASE had none`, "another success status may come"),
  rule("success.named", "additive", "a status is listed beside its range"),
  rule("success.pinned", implementers, "a range such as 2XX became single statuses"),
  rule(
    "success.removed",
    `${implementers}; for clients too where another replaces it, or none stays`,
    "a success status is gone",
  ),
  rule("error.added", "additive; default or a range breaks implementers", "an error status is now listed"),
  rule("error.pinned", implementers, "a range such as 4XX became single statuses, without a default response"),
  rule("error.removed", clients, "an error status is no longer listed"),
  rule("security.added", `${both}; of a webhook: for implementers`, "credentials are now required"),
  rule(
    "security.optional",
    `${implementers}; for both where other credentials are accepted; of a webhook: for clients`,
    "credentials are no longer required, but accepted",
  ),
  rule("security.dropped", `${both}; of a webhook: for clients`, "no credentials are declared any more"),
  rule(
    "security.changed",
    `${both} where what was accepted no longer is; only more is accepted: for implementers; of a webhook: others for both, more for clients, fewer for implementers`,
    "other credentials or scopes",
  ),
  rule("security.same", "editorial", "the same credentials, written otherwise"),
  rule(
    "security.scope",
    `added: ${implementers}; removed: for clients`,
    "a scope of an OAuth flow that operations accept",
  ),
  rule(
    "security.refresh",
    `added: ${implementers}; removed: for clients`,
    "where the tokens of an OAuth flow are refreshed",
  ),
  rule("server.added", "additive", "a new server"),
  rule("server.removed", clients, "a server is gone"),
  rule("server.changed", `${clients}; a further value of a variable is additive`, "a server's variables"),
  rule(
    "property.added",
    "additive; where the schema was closed, request: breaking for implementers, response: for clients",
    "a new optional property",
  ),
  rule(
    "property.added-required",
    `request: ${clients}; response: for implementers, for both where the schema was closed`,
    "a new required property",
  ),
  rule("property.removed", `${clients}; response of a closed schema: for both`, "an optional property is gone"),
  rule(
    "property.removed-required",
    "request: breaking for both; response: for clients, for both where the schema is closed",
    "a required property is gone",
  ),
  rule("property.required", byDirection, "a property is now required"),
  rule("property.optional", byDirection, "a property is no longer required"),
  rule(
    "schema.default",
    "request: breaking for both, a new one for implementers; response: editorial",
    "another default",
  ),
  rule(
    "schema.access",
    "by direction",
    "readOnly or writeOnly; a change of what it leaves out of a message is editorial",
  ),
  rule(
    "schema.discriminator",
    `${both}; only removed, or only a name in its mapping gone: for clients; only a new name by direction`,
    "how alternatives are distinguished",
  ),
  rule("schema.xml", `${both} where the media type is XML; otherwise editorial`, "how it is written in XML"),
  rule("schema.wrapped", both, "an object or a list is now inside a property of another object, or no longer"),
  rule(anyKeyword, byDirection, "a keyword of a schema, such as schema.type, schema.enum, schema.maxLength"),
  rule("text", "editorial", "titles, summaries, descriptions, examples, tags, extensions"),
  rule("unknown", both, "what this gate has no rule for"),
];

const keywordRules = [...restricting, ...schemaKeywords.single].map((keyword) => `schema.${keyword}`);

const isKeywordRule = (id: string) => {
  const [, keyword = ""] = /^schema\.(\w+)$/.exec(id) ?? [];
  const isOfSchemas = Object.values(schemaKeywords).some((keywords) => keywords.has(keyword));
  return isOfSchemas || isRestricting(keyword);
};

/** `schema.KEYWORD` stands for the rules of all keywords in the list, and is none itself. */
export const isRule = (id: string) =>
  (id !== anyKeyword && catalogue.some((each) => each.id === id)) || isKeywordRule(id);

/** The rule that `id` was probably meant to be. */
export const nearestRule = (id: string) =>
  nearest(id, [...catalogue.map((each) => each.id).filter((known) => known !== anyKeyword), ...keywordRules]);

/** A sentence about the rule; the id itself if the gate has no such rule. */
export function meaningOf(id: string): string {
  const known = catalogue.find((each) => each.id === id);
  if (known !== undefined) return known.meaning;
  return isKeywordRule(id) ? `the keyword ${id.slice("schema.".length)} of a schema` : id;
}

/** A line for each rule: id, default, meaning. */
export function renderCatalogue(): string {
  const lines = catalogue.map(
    ({ id, byDefault, meaning }) => `${id.padEnd(26)} ${meaning}\n${"".padEnd(26)} ${byDefault}\n`,
  );
  return lines.join("");
}
