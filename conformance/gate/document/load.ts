/** Reads a contract and the files that its `$ref`s name, and finds the line of each node in them. */
import { formatPointer, valueAt } from "../../../cli/json-pointer.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import { isRecord } from "../../../spec/contract.ts";
import type { Source } from "../sources/source.ts";
import { withoutAnchors } from "./anchors.ts";
import { getOrMake } from "./get-or-make.ts";
import { list, record } from "./json.ts";
import { type LoadedFile, parseFile, unreadable } from "./parse-file.ts";
import type { Place, PlacedMessage } from "./place.ts";
import { type Found, fileOfReference, isUrl, referencesIn, type Target, targetOf, tokensOf } from "./reference.ts";

export interface Loaded {
  readonly source: Source;
  readonly root: LoadedFile;
  /** Every file of the contract, by path. */
  readonly files: ReadonlyMap<string, LoadedFile>;
  /** The same files as they were parsed. */
  readonly parsed: ReadonlyMap<string, LoadedFile>;
}

/** Large contracts have a file for each schema; only a mistake leads to more files than this. */
const maxFiles = 20_000;

/**
 * Returns why and where a file is not an OpenAPI 3 document in YAML or JSON, or refers to a file that does not exist or that the gate
 * does not read. Throws `UsageError` if the contract itself does not exist, or refers to too many files. Files that are the same in `other` are
 * not parsed again. `allowsMissing`: files that do not exist are left out.
 */
export function load(source: Source, other?: Loaded, allowsMissing = false): Loaded | PlacedMessage {
  const parse = (path: string, text: string) => {
    const same = other?.parsed.get(path);
    return same?.text === text ? same : parseFile(path, text);
  };
  const rootText = source.read(source.path);
  if (rootText === undefined) throw new UsageError(`${source.name} does not exist`);
  const root = parse(source.path, rootText);
  if ("message" in root) return root;
  const why = whyNotOpenApi(root.value);
  if (why !== undefined) return unreadable(why, source.path);
  const files = new Map([[source.path, root]]);
  const queue = [...referredFiles(root)];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { path } = next;
    if (files.has(path)) continue;
    if (files.size >= maxFiles) throw new UsageError(`${source.name} refers to more than ${maxFiles} files`);
    const text = textOf(next, source, allowsMissing);
    if (text === undefined) continue;
    if (typeof text !== "string") return text;
    const file = parse(path, text);
    if ("message" in file) return file;
    files.set(path, file);
    queue.push(...referredFiles(file));
  }
  const read = comparedFiles(root, files);
  return endlessReference(read.files) ?? { source, ...read };
}

/** The files as they are compared: without references to anchors, and OpenAPI's version is a text. */
export function comparedFiles(root: LoadedFile, parsed: ReadonlyMap<string, LoadedFile>): Omit<Loaded, "source"> {
  const files = withoutAnchors(new Map([...parsed, [root.path, withTextualVersion(root)]]));
  return { root: files.get(root.path) ?? root, files, parsed };
}

const versionOf = (value: unknown) => record(value).openapi;

/** A version that is a number as the text that was meant: `"3.1.0"` for 3.1. The linter stops at a number. */
function withTextualVersion(root: LoadedFile): LoadedFile {
  const version = versionOf(root.value);
  if (typeof version !== "number") return root;
  const textual = `${version.toFixed(1)}.0`;
  const text = root.text.replace(/^(\s*\{?\s*["']?openapi["']?\s*:\s*)[\d.]+/m, `$1"${textual}"`);
  return { ...root, text, value: { ...record(root.value), openapi: textual } };
}

/** The message that OpenAPI's version is a number, with its place; undefined if it is a text. */
export function numericVersion({ root, parsed }: Loaded): PlacedMessage | undefined {
  const version = versionOf(parsed.get(root.path)?.value);
  if (typeof version !== "number") return undefined;
  const tokens = ["openapi"];
  const place = { file: root.path, pointer: formatPointer(tokens), line: root.lineOf(tokens) };
  return { message: `openapi is the number ${version}, not a text such as "${version.toFixed(1)}.0"`, place };
}

/** A reference that leads to itself by references and `allOf` alone: it names nothing, or a value is checked against it without end. */
function endlessReference(files: ReadonlyMap<string, LoadedFile>): PlacedMessage | undefined {
  const known = new Map<string, boolean>();
  for (const file of files.values()) {
    const endless = referencesIn(file.value).find(({ reference }) => {
      const target = targetOf(reference, file.path);
      return getOrMake(known, target.name, () => isEndless(target, files));
    });
    if (endless === undefined) continue;
    const target = targetOf(endless.reference, file.path);
    const how = "$ref" in record(valueIn(files, target)) ? ", and names nothing" : " by allOf, and never ends";
    return { message: `$ref ${endless.reference} leads back to itself${how}`, place: placeIn(file, endless) };
  }
  return undefined;
}

function isEndless(start: Target, files: Loaded["files"]): boolean {
  const reached = new Map<string, Target>();
  const reach = (target: Target) => {
    for (const next of appliedReferences(valueIn(files, target))) {
      const found = targetOf(next, target.file);
      if (!reached.has(found.name)) reached.set(found.name, found);
    }
  };
  reach(start);
  for (const target of reached.values()) reach(target);
  return reached.has(start.name);
}

/** The references to schemas that apply to the same value as the schema. */
const appliedReferences = (schema: unknown): readonly string[] => {
  const { $ref: reference, allOf } = record(schema);
  return [...(typeof reference === "string" ? [reference] : []), ...list(allOf).flatMap(appliedReferences)];
};

const valueIn = (files: Loaded["files"], { file, tokens }: Target) => valueAt(files.get(file)?.value, tokens);

function placeIn(file: LoadedFile, { keys }: Found): Place {
  const tokens = tokensOf(keys);
  return { file: file.path, pointer: formatPointer(tokens), line: file.lineOf(tokens) };
}

interface ReferredFile {
  readonly path: string;
  readonly from: () => Place;
}

/** The text of a file, or the message why it is not read; undefined if it does not exist and may be missing. */
function textOf({ path, from }: ReferredFile, source: Source, allowsMissing: boolean) {
  const refusal = refusalOf(path);
  if (refusal !== undefined) return { message: `refers to ${path}${refusal}`, place: from() };
  const text = source.read(path);
  if (text !== undefined || allowsMissing) return text;
  return { message: `refers to ${source.display(path)}, which does not exist`, place: from() };
}

/** The other files to which a file refers, each with the place of the reference. */
function referredFiles(file: LoadedFile): readonly ReferredFile[] {
  const toOthers = referencesIn(file.value).filter(({ reference }) => !reference.startsWith("#"));
  return toOthers.map((found) => {
    const path = fileOfReference(found.reference, file.path);
    return { path, from: () => placeIn(file, found) };
  });
}

/** Why a file that a reference names is not read; undefined if it may be. */
function refusalOf(path: string): string | undefined {
  if (isUrl(path)) return "; the gate reads local files only";
  return path.startsWith("../") ? ", which is outside its repository" : undefined;
}

function whyNotOpenApi(value: unknown): string | undefined {
  if (value === null || value === undefined) return "it is empty";
  if (!isRecord(value)) return "it is not an OpenAPI document: it has no keys";
  if ("swagger" in value) return `it is Swagger ${String(value.swagger)}; the gate compares OpenAPI 3`;
  if (value.openapi === undefined) return "it is not an OpenAPI document: openapi is missing";
  const version = typeof value.openapi === "number" ? value.openapi.toFixed(1) : String(value.openapi);
  return /^3\.[0-2]\b/.test(version) ? undefined : `openapi is ${version}; the gate compares OpenAPI 3`;
}
