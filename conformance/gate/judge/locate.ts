/** Where a change is written in the files of the two contracts. */
import { posix } from "node:path";
import { formatPointer, type Tokens } from "../../../cli/json-pointer.ts";
import { valueAt } from "../document/circular.ts";
import { isEqual } from "../document/equality.ts";
import { list, record } from "../document/json.ts";
import { isSentByApi } from "../document/normal.ts";
import { type Origin, originAt } from "../document/origins.ts";
import type { Place } from "../document/place.ts";
import { valueIn } from "../document/written-parts.ts";
import type { ContractChange } from "./change.ts";
import { formWith, memberOrigin } from "./member-origin.ts";
import type { JudgedChange } from "./rule.ts";
import type { Side, Sides } from "./sides.ts";

interface Places extends Pick<ContractChange, "base" | "head"> {
  /** The tokens below each place that are not written there. */
  readonly missing: Readonly<Record<"base" | "head", Tokens>>;
}

export function placesOf(change: JudgedChange, { base, head }: Sides): Places {
  const { base: before, head: after } = change;
  const headTokens = after ?? before ?? [];
  const scheme = change.place.part === "security" ? changedScheme(headTokens, base, head) : undefined;
  const reference = change.replacedIn && referenceOrigin(head, change.replacedIn, headTokens);
  // What one contract lacks was, or will be, in a part of the schema that it may have, too.
  const inHead = scheme?.head ?? memberOrigin(change, head, headTokens);
  const inBase = before && (scheme?.base ?? memberOrigin(change, base, before, inHead));
  const isSentNoMore = after === undefined && isSentByApi(change.place.path ?? "/") && isGone(head, headTokens);
  const ofHead = isSentNoMore
    ? sentOrigin(base, head, headTokens)
    : (reference ?? inHead ?? memberOrigin(change, head, headTokens, inBase));
  const there = placeOf(change, head, headTokens, ofHead);
  const was = before && placeOf(change, base, before, inBase);
  return { base: was?.place, head: there.place, missing: { base: was?.missing ?? [], head: there.missing } };
}

/** The place as if a schema were written where HEAD refers to it; undefined if nothing is referred to there. */
function referenceOrigin(head: Side, around: Tokens, tokens: Tokens): Origin | undefined {
  const { file, tokens: inFile } = originAt(formWith(head, tokens), around) ?? { file: "", tokens: [] };
  const whole = [...inFile, ...tokens.slice(around.length)];
  const { value } = head.normal.loaded.files.get(file) ?? {};
  return "$ref" in record(valueAt(value, writtenTokens(value, whole))) ? { file, tokens: whole } : undefined;
}

/** The security scheme that has changed, if the operation requires the same schemes as before. */
function changedScheme(tokens: Tokens, base: Side, head: Side): Readonly<Record<"base" | "head", Origin>> | undefined {
  const required = (side: Side) => {
    const origin = originAt(formWith(side, tokens), tokens);
    return origin && valueIn(side.normal.loaded, origin);
  };
  if (!isEqual(required(base), required(head))) return undefined;
  const [inBase, inHead] = [base.normal.loaded, head.normal.loaded];
  const schemes = list(required(head)).flatMap((requirement) => Object.keys(record(requirement)));
  const origins = schemes.map((name) => {
    const tokens = ["components", "securitySchemes", name];
    return { base: { file: inBase.root.path, tokens }, head: { file: inHead.root.path, tokens } };
  });
  return origins.find((origin) => !isEqual(valueIn(inBase, origin.base), valueIn(inHead, origin.head)));
}

/** The whole item of the path is gone. */
const isGone = (side: Side, tokens: Tokens) => valueAt(formWith(side, tokens), tokens.slice(0, 2)) === undefined;

/** Webhooks and callbacks stand among the paths of a normal form, but are written elsewhere: where BASE has it. */
function sentOrigin(base: Side, head: Side, tokens: Tokens): Origin {
  const origin = originAt(formWith(base, tokens), tokens);
  const [inBase, { root, files }] = [base.normal.loaded.root, head.normal.loaded];
  const file = posix.join(
    posix.dirname(root.path),
    posix.relative(posix.dirname(inBase.path), origin?.file ?? inBase.path),
  );
  return { file: files.has(file) ? file : root.path, tokens: origin?.tokens ?? [] };
}

/** Where it is written (`member`, if that is known); for what does not exist, the nearest existing node above it. */
function placeOf(
  { place: { part, rest } }: JudgedChange,
  side: Side,
  tokens: Tokens,
  member: ReturnType<typeof memberOrigin>,
): { readonly place: Place; readonly missing: Tokens } {
  const { loaded } = side.normal;
  const root = formWith(side, tokens);
  const existing = existingTokens(root, tokens);
  const unknown = tokens.slice(existing.length);
  // A response or header is at where it is listed, not at the component that it refers to.
  const isEntry = (part === "response" || part === "header") && rest.length === 0;
  const isListed = isEntry && existing.length === tokens.length;
  const origin = member ?? originAt(root, isListed ? existing.slice(0, -1) : existing);
  const entry = isListed ? existing.slice(-1) : [];
  const path = origin?.file ?? loaded.root.path;
  const file = loaded.files.get(path);
  // What a normal form leaves out, such as `required: false`, may be written.
  const whole = member?.tokens ?? [...(origin?.tokens ?? []), ...entry, ...unknown];
  const written = writtenTokens(file?.value, whole);
  const place = { file: path, pointer: formatPointer(written), line: file?.lineOf(written) ?? 1 };
  return { place, missing: whole.slice(written.length) };
}

/** The tokens, up to the last that exists. */
function existingTokens(root: unknown, tokens: Tokens): Tokens {
  let node = root;
  const missing = tokens.findIndex((token) => {
    node = valueAt(node, [token]);
    return node === undefined;
  });
  return missing < 0 ? tokens : tokens.slice(0, missing);
}

/** What a normal form calls otherwise than its author may have. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["additionalProperties", "unevaluatedProperties"],
  ["enum", "const"],
  ["examples", "example"],
  ["x-groups", "tags"],
]);

/** The tokens that exist in the file, as they are written there: the names of headers are not case-sensitive. */
function writtenTokens(value: unknown, tokens: Tokens): Tokens {
  const written: string[] = [];
  for (const token of tokens) {
    const node = valueAt(value, written);
    if (typeof node !== "object" || node === null) break;
    const isSame = (name: string) => name.toLowerCase() === token.toLowerCase() || name === otherNames.get(token);
    const name = Object.hasOwn(node, token) ? token : Object.keys(node).find(isSame);
    if (name === undefined) break;
    written.push(name);
  }
  return written;
}
