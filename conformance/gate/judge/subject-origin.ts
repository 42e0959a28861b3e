/** Where the subject of a sentence about a schema is written, by which the sentence names it: in a component, or in a message. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { recursion, valueAt } from "../document/circular.ts";
import type { NormalDocument } from "../document/normal.ts";
import { below, type Origin, originAt } from "../document/origins.ts";
import { componentTokens, nameAround } from "./describe.ts";
import { isAdded } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";
import { type Side, type Sides, valuesAt } from "./sides.ts";

interface Surrounding {
  /** Both contracts write the subject, or the schema that has it, in a schema of one name. */
  readonly isSame: boolean;
  /** If not: the nearest schema around it of which that holds. */
  readonly common: Tokens | undefined;
}

/** By what the subject at `tokens` is named, in the contract with the main file `root`. */
export function originOfChange(
  change: SchemaChange,
  subject: Tokens,
  tokens: Tokens,
  { isSame, common }: Surrounding,
  sides: Sides,
): { readonly origin: Origin | undefined; readonly root: string } {
  const { before, after } = valuesAt(tokens, sides);
  const isNew = before === undefined;
  const { normal, aligned } = isNew && after !== undefined ? sides.head : sides.base;
  const root = normal.loaded.root.path;
  const property = propertyOf(change, subject);
  const ofSubject = isSame ? originOfSubject(aligned, tokens, property) : originBelow(common, tokens, sides);
  if (ofSubject === undefined) return { origin: undefined, root };
  const inPart = property === undefined ? partWith(change, tokens, sides) : undefined;
  const isInBoth = !isNew && after !== undefined;
  const kept = isInBoth ? undefined : keptOrigin(inPart ?? ofSubject, tokens, isNew, sides);
  return kept ?? { origin: inPart ?? ofSubject, root };
}

/** `, since the schema is now CustomerView, not Customer`: a message refers to another schema, and neither of the two need have changed itself. */
export function replacedSchema(partSchema: Tokens, { base, head }: Sides): string | undefined {
  const nameIn = ({ aligned, normal }: Side) => nameAround(originAt(aligned, partSchema), normal.loaded.root.path);
  const [before, after] = [nameIn(base), nameIn(head)];
  return before === undefined || after === undefined ? undefined : `, since the schema is now ${after}, not ${before}`;
}

/**
 * For a property that came from a named schema, `origin`, which has it in the other contract, too: the property in the schema that is in its
 * place there. It is the reference to the named schema that came or went.
 */
function keptOrigin(origin: Origin | undefined, tokens: Tokens, isNew: boolean, { base, head }: Sides) {
  const [here, there] = isNew ? [head, base] : [base, head];
  const [file, root] = [here.normal.loaded.root.path, there.normal.loaded.root.path];
  if (origin?.file !== file || nameAround(origin, file) === undefined || tokens.at(-2) !== "properties")
    return undefined;
  const holder = originAt(there.aligned, tokens.slice(0, -2));
  const isKept = valueAt(there.normal.loaded.root.value, origin.tokens) !== undefined;
  const isOther = nameAround(holder, root) !== nameAround(origin, file);
  return isKept && isOther && holder
    ? { origin: below(below(holder, "properties"), tokens.at(-1) ?? ""), root }
    : undefined;
}

/** Where the keyword was written, if in another of the schemas that were merged at `tokens`; undefined if in the schema itself. */
function partWith(change: SchemaChange, tokens: Tokens, { base, head }: Sides): Origin | undefined {
  const { aligned } = isAdded(change) ? head : base;
  return originAt(aligned, tokens)?.others?.get(change.keyword);
}

/** A circular reference is named by the property that has it. */
function propertyOf({ keyword, member }: SchemaChange, subject: Tokens): string | undefined {
  if (keyword === recursion && subject.at(-2) === "properties") return subject.at(-1);
  return keyword === "properties" || keyword === "required" ? member : undefined;
}

/**
 * Both contracts write it in a schema of the same name, or of two names that each have alone: then the schema was renamed. If not, a
 * reference has changed, and not the schema that it named.
 */
export function isSameSchema(tokens: Tokens, { base, head }: Sides): boolean {
  const nameIn = ({ aligned, normal }: Side) => nameAround(originAt(aligned, tokens), normal.loaded.root.path);
  if (nameIn(base) === nameIn(head)) return true;
  return isOnlyIn(originAt(base.aligned, tokens), base, head) && isOnlyIn(originAt(head.aligned, tokens), head, base);
}

/** The nearest schema around it that both contracts have, at least `length` tokens long. */
export function commonAround(tokens: Tokens, length: number, sides: Sides): Tokens | undefined {
  for (let at = tokens.length - 1; at >= length; at -= 1) {
    const around = tokens.slice(0, at);
    if (isSameSchema(around, sides) && originAt(sides.base.aligned, around) !== undefined) return around;
  }
  return undefined;
}

/** The place by the schema around it. */
function originBelow(around: Tokens | undefined, tokens: Tokens, { base }: Sides): Origin | undefined {
  const origin = around && originAt(base.aligned, around);
  return origin && tokens.slice(around.length).reduce(below, origin);
}

/** It is in a named schema of this contract that the other one does not have. */
function isOnlyIn(origin: Origin | undefined, { normal: { loaded } }: Side, other: Side): boolean {
  if (origin === undefined || nameAround(origin, loaded.root.path) === undefined) return false;
  const { root, files } = other.normal.loaded;
  const file = origin.file === loaded.root.path ? root : files.get(origin.file);
  return valueAt(file?.value, componentTokens(origin.tokens)) === undefined;
}

/** A property that is a reference is named by the schema that has it, not by the one that it refers to. */
function originOfSubject(document: NormalDocument, tokens: Tokens, property: string | undefined) {
  const origin = originAt(document, tokens);
  const isReference =
    property !== undefined && tokens.at(-2) === "properties" && origin?.tokens.at(-2) !== "properties";
  const holder = isReference ? originAt(document, tokens.slice(0, -2)) : undefined;
  return holder === undefined ? origin : below(below(holder, "properties"), property ?? "");
}
