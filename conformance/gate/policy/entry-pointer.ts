/** The pointers of the policy's entries: into the contract as it is written, but with names where a list has numbers, which move. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { formatPointer, memberAt, parsePointer, type Tokens } from "../../../cli/json-pointer.ts";
import { recursion } from "../document/circular.ts";
import { record } from "../document/json.ts";
import type { Loaded } from "../document/load.ts";
import type { Place } from "../document/place.ts";
import { ownValues, subtypes } from "../document/subtypes.ts";

/** The lists whose members have no order. The position of an item of `prefixItems` is its name. */
const lists: ReadonlySet<string> = new Set(["parameters", "servers", "allOf", "anyOf", "oneOf"]);

/** Keywords that only normal forms have. */
const unwritten: ReadonlySet<string> = new Set([recursion, subtypes, ownValues]);

/**
 * The place as an entry names it, into another file than the main one `note.yaml#/properties/title`. `missing`: the tokens of the normal
 * form below it that are not written there.
 */
export function entryPointer({ file, pointer }: Place, { root, files }: Loaded, missing: Tokens = []): string {
  const written = withNames(files.get(file)?.value, parsePointer(pointer));
  const end = missing.findIndex((token) => lists.has(token) || unwritten.has(token));
  const whole = formatPointer([...written, ...(end < 0 ? missing : missing.slice(0, end))]);
  return file === root.path ? whole : `${posix.relative(posix.dirname(root.path), file)}#${whole}`;
}

/** It names a member of a list by its number. */
export const hasIndex = (pointer: string) =>
  /(?<!\/components)\/(parameters|servers|allOf|anyOf|oneOf)\/\d+(\/|$)/.test(pointer);

function withNames(value: unknown, tokens: Tokens): Tokens {
  const named: string[] = [];
  let node = value;
  for (const [at, token] of tokens.entries()) {
    const list = Array.isArray(node) ? (tokens[at - 1] ?? "") : "";
    node = memberAt(node, token);
    // What is in a part of `allOf` is in the whole.
    if (list === "allOf" && at < tokens.length - 1) named.pop();
    else named.push(lists.has(list) ? nameOf(node) : token);
  }
  return named;
}

/** `query limit` for a parameter, the URL of a server, the last name in a reference; for what has no name, a digest of what is written. */
function nameOf(member: unknown): string {
  const { in: location, name, url, $ref } = record(member);
  if (typeof location === "string") return `${location} ${name}`;
  if (typeof url === "string") return url;
  if (typeof $ref === "string") return parsePointer(`/${$ref}`).at(-1) ?? $ref;
  const digest = createHash("sha256").update(JSON.stringify(member)).digest("hex");
  return `inline-${digest.slice(0, 8)}`;
}
