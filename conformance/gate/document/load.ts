/** Reads a contract and the files that its `$ref`s name, and finds the line of each node in them. */
import { posix } from "node:path";
import { UsageError } from "../../../cli/usage-error.ts";
import { isRecord } from "../../../spec/contract.ts";
import type { Source } from "../sources/source.ts";
import { type LoadedFile, parseFile, unreadable } from "./parse-file.ts";
import type { PlacedMessage } from "./place.ts";

export interface Loaded {
  readonly source: Source;
  readonly root: LoadedFile;
  /** Every file of the contract, by path. */
  readonly files: ReadonlyMap<string, LoadedFile>;
}

const maxFiles = 500;

/**
 * Returns why and where a file is not an OpenAPI 3 document in YAML or JSON. Throws `UsageError` for a reference to a file that
 * does not exist, or that is on the network. Files that are the same in `other` are not parsed again.
 */
export function load(source: Source, other?: Loaded): Loaded | PlacedMessage {
  const files = new Map<string, LoadedFile>();
  const queue = [source.path];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (files.has(path)) continue;
    if (files.size >= maxFiles) throw new UsageError(`${source.name} refers to more than ${maxFiles} files`);
    const file = readFile(source, path, other?.files.get(path));
    if ("message" in file) return file;
    const why = path === source.path ? whyNotOpenApi(file.value) : undefined;
    if (why !== undefined) return unreadable(why, path);
    files.set(path, file);
    queue.push(...referencesOf(file.value).map((reference) => localFileOf(reference, path, source)));
  }
  const root = files.get(source.path);
  if (root === undefined) throw new UsageError(`${source.name} does not exist`);
  return { source, root, files };
}

/** `same`: the file of this path as it was parsed before. */
function readFile(source: Source, path: string, same: LoadedFile | undefined): LoadedFile | PlacedMessage {
  const text = source.read(path);
  if (text === undefined)
    throw new UsageError(`${source.name} refers to ${source.display(path)}, which does not exist`);
  return same?.text === text ? same : parseFile(path, text);
}

function whyNotOpenApi(value: unknown): string | undefined {
  if (value === null || value === undefined) return "it is empty";
  if (!isRecord(value)) return "it is not an OpenAPI document: it has no keys";
  if ("swagger" in value) return `it is Swagger ${String(value.swagger)}; the gate compares OpenAPI 3`;
  if (value.openapi === undefined) return "it is not an OpenAPI document: openapi is missing";
  const version = String(value.openapi);
  return /^3\.[0-2]\b/.test(version) ? undefined : `openapi is ${version}; the gate compares OpenAPI 3`;
}

/** The file that a `$ref` in `from` names: `from` itself if the reference is only a fragment. */
export function fileOfReference(reference: string, from: string): string {
  const [file = ""] = reference.split("#");
  if (file === "") return from;
  return isUrl(file) ? file : posix.join(posix.dirname(from), file);
}

function localFileOf(reference: string, from: string, { name }: Source): string {
  const file = fileOfReference(reference, from);
  if (isUrl(file)) throw new UsageError(`${name} refers to ${file}; the gate reads local files only`);
  if (file.startsWith("../")) throw new UsageError(`${name} refers to ${file}, which is outside its repository`);
  return file;
}

const isUrl = (reference: string) => /^[a-z][a-z0-9+.-]*:/i.test(reference);

function referencesOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key !== "$ref" || typeof inner !== "string") return referencesOf(inner);
    return inner.startsWith("#") ? [] : [inner];
  });
}
