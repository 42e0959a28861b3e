/** What a `$ref` names, and which there are in a file. */
import { posix } from "node:path";
import { formatPointer, parsePointer, type Tokens } from "../../../cli/json-pointer.ts";
import { getOrMake } from "./get-or-make.ts";

export interface Target {
  /** The file and the pointer as one text. */
  readonly name: string;
  readonly file: string;
  readonly tokens: Tokens;
}

const targets = new Map<string, Target>();

/** `from`: the file that has the reference. */
export function targetOf(reference: string, from: string): Target {
  return getOrMake(targets, `${from} ${reference}`, () => {
    const file = fileOfReference(reference, from);
    const fragment = `#${reference.split("#")[1] ?? ""}`;
    // An anchor that the file has was replaced when the contract was loaded.
    const tokens = isAnchor(reference) ? [fragment] : parsePointer(fragment);
    return { name: `${file}#${formatPointer(tokens)}`, file, tokens };
  });
}

/** The file that a `$ref` in `from` names: `from` itself if the reference is only a fragment. */
export function fileOfReference(reference: string, from: string): string {
  const [file = ""] = reference.split("#");
  if (file === "") return from;
  return isUrl(file) ? file : posix.join(posix.dirname(from), file);
}

/** The fragment is the `$anchor` of a schema, and not a pointer. */
export const isAnchor = (reference: string) => /#[^/]/.test(reference);

export const isUrl = (reference: string) => /^[a-z][a-z0-9+.-]*:/i.test(reference);

export interface Found {
  readonly reference: string;
  readonly keys: KeyChain;
}

/** A key, and the chain of keys that leads to the object that has it. Few chains are ever turned into tokens. */
interface KeyChain {
  readonly key: string;
  readonly above: KeyChain | undefined;
}

/** The references found in a value: `load.ts` and `cycles.ts` both ask for those of a whole file. */
const known = new WeakMap<object, readonly Found[]>();

/** The references in a value, also those in its data. */
export function referencesIn(value: unknown): readonly Found[] {
  if (typeof value !== "object" || value === null) return [];
  return getOrMake(known, value, () => collect(value, undefined, []));
}

function collect(value: object, above: KeyChain | undefined, found: Found[]): readonly Found[] {
  for (const key of Object.keys(value)) {
    const inner: unknown = Reflect.get(value, key);
    if (key === "$ref" && typeof inner === "string") found.push({ reference: inner, keys: { key, above } });
    else if (typeof inner === "object" && inner !== null) collect(inner, { key, above }, found);
  }
  return found;
}

export const tokensOf = ({ key, above }: KeyChain): Tokens => [...(above === undefined ? [] : tokensOf(above)), key];
