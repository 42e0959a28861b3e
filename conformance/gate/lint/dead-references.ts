/** A BASE with references that name nothing: it is read as if it had been repaired as HEAD repairs it. */
import { posix } from "node:path";
import { memberAt, parsePointer, type Tokens, valueAt } from "../../../cli/json-pointer.ts";
import { list, record } from "../document/json.ts";
import type { Loaded } from "../document/load.ts";
import { referencesIn, targetOf, tokensOf } from "../document/reference.ts";
import { editedCopy } from "./edited-copy.ts";
import type { Problem } from "./problems.ts";

interface Place {
  readonly file: string;
  readonly tokens: Tokens;
}

/** `dead`: what the linter found, each at the object that has the reference. HEAD gives what is referred to, or else another reference. */
export const withRepairedReferences = (base: Loaded, head: Loaded, dead: readonly Problem[]): Loaded =>
  editedCopy(base, (files) => repairReferences(files, base, head, dead));

function repairReferences(
  files: Map<string, Loaded["root"]>,
  base: Loaded,
  head: Loaded,
  dead: readonly Problem[],
): void {
  const headFile = (path: string) => head.files.get(pathInHead(path, base, head));
  const inBase = ({ file, tokens }: Place) => valueAt(files.get(file)?.value, tokens);
  const inHead = ({ file, tokens }: Place) => {
    const around = inBase({ file, tokens: tokens.slice(0, -1) });
    if (!Array.isArray(around)) return structuredClone(valueAt(headFile(file)?.value, tokens));
    // Of several items that BASE lacks, another may be an item of BASE that was changed.
    const [added, ...others] = list(valueAt(headFile(file)?.value, tokens.slice(0, -1))).filter(
      (item) => !isIn(around, item),
    );
    return others.length === 0 ? structuredClone(added) : undefined;
  };
  const referencesBelow = ({ file, tokens }: Place) =>
    referencesIn(inBase({ file, tokens })).map(({ keys }) => ({
      file,
      tokens: [...tokens, ...tokensOf(keys).slice(0, -1)],
    }));
  // The last first, because an item that is taken out of a list moves those after it.
  const references = dead.map(({ place }): Place => ({ file: place.file, tokens: parsePointer(place.pointer) }));
  // HEAD may have the same dead reference: it is not valid then, and not compared.
  const seen = new Set<string>();
  for (let at = references.pop(); at !== undefined; at = references.pop()) {
    const { $ref: reference } = record(inBase(at));
    const target = typeof reference === "string" ? targetOf(reference, at.file) : undefined;
    const name = JSON.stringify([at, reference]);
    if (target === undefined || inBase(target) !== undefined || seen.has(name)) continue;
    const added = files.has(target.file) ? undefined : headFile(target.file);
    if (added !== undefined) {
      files.set(target.file, { ...added, path: target.file, value: structuredClone(added.value) });
      references.push(at, ...referencesBelow({ file: target.file, tokens: [] }));
      continue;
    }
    seen.add(name);
    const repaired = inHead(target) === undefined ? at : target;
    write(files.get(repaired.file)?.value, repaired.tokens, inHead(repaired));
    references.push(...referencesBelow(repaired));
  }
}

/** The items of lists are known by what they say, because their numbers move. */
const isIn = (items: readonly unknown[], item: unknown) =>
  items.some((other) => JSON.stringify(other) === JSON.stringify(item));

/** The two contracts may be in different folders. */
function pathInHead(file: string, base: Loaded, head: Loaded): string {
  if (file === base.root.path) return head.root.path;
  return posix.join(posix.dirname(head.root.path), posix.relative(posix.dirname(base.root.path), file));
}

/** Writes the value below `root`. What has none has only its name left, and a list no longer has it. */
function write(root: unknown, tokens: Tokens, value: unknown): void {
  let holder = root;
  for (const token of tokens.slice(0, -1)) {
    const inner = memberAt(holder, token) ?? {};
    record(holder)[token] ??= inner;
    holder = inner;
  }
  const last = tokens.at(-1) ?? "";
  if (!Array.isArray(holder)) record(holder)[last] = value ?? {};
  else if (value === undefined) holder.splice(Number(last), 1);
  else holder[Number(last)] = value;
}
