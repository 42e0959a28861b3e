/** Reads a contract and the files that its `$ref`s name, and finds the line of each node in them. */
import { posix } from "node:path";
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Tokens } from "../../../cli/json-pointer.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import { isRecord } from "../../../spec/contract.ts";
import type { Source } from "../sources/source.ts";
import type { PlacedMessage } from "./place.ts";

export interface LoadedFile {
  /** Below the source's root. */
  readonly path: string;
  readonly text: string;
  /** Its content as JSON. */
  readonly value: unknown;
  /** The line, from 1, of the key at `tokens`; if it does not exist, that of the nearest existing node above it. */
  lineOf(tokens: Tokens): number;
}

export interface Loaded {
  readonly source: Source;
  readonly root: LoadedFile;
  /** Every file of the contract, by path. */
  readonly files: ReadonlyMap<string, LoadedFile>;
}

const unreadable = (message: string, file: string, line = 1): PlacedMessage => ({
  message,
  place: { file, pointer: "", line },
});

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
    const text = source.read(path);
    if (text === undefined)
      throw new UsageError(`${source.name} refers to ${source.display(path)}, which does not exist`);
    const same = other?.files.get(path);
    const file = same?.text === text ? same : parseFile(path, text);
    if ("message" in file) return file;
    const why = path === source.path ? whyNotOpenApi(file.value) : undefined;
    if (why !== undefined) return unreadable(why, path);
    files.set(path, file);
    for (const reference of referencesOf(file.value)) {
      const target = fileOfReference(reference, path);
      if (isUrl(target)) throw new UsageError(`${source.name} refers to ${target}; the gate reads local files only`);
      if (target.startsWith("../"))
        throw new UsageError(`${source.name} refers to ${target}, which is outside its repository`);
      queue.push(target);
    }
  }
  const root = files.get(source.path);
  if (root === undefined) throw new UsageError(`${source.name} does not exist`);
  return { source, root, files };
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

const isUrl = (reference: string) => /^[a-z][a-z0-9+.-]*:/i.test(reference);

function referencesOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? (inner.startsWith("#") ? [] : [inner]) : referencesOf(inner),
  );
}

/** The file as JSON, or why and where it is not. */
export function parseFile(path: string, text: string): LoadedFile | PlacedMessage {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, merge: true });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  const [error] = document.errors;
  if (error !== undefined) {
    const message = error.code === "MULTIPLE_DOCS" ? "it contains several documents" : error.message;
    const sentence = (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");
    return unreadable(`neither YAML nor JSON: ${sentence}`, path, lineAt(error.pos[0]));
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 1000 });
    JSON.stringify(value);
  } catch {
    return unreadable("its aliases expand too far, or endlessly", path);
  }
  return {
    path,
    text,
    value,
    lineOf(tokens) {
      let node: unknown = document.contents;
      let offset = document.contents?.range?.[0] ?? 0;
      for (const token of tokens) {
        const [found, start] = step(isAlias(node) ? node.resolve(document) : node, token);
        if (start === undefined) break;
        node = found;
        offset = start;
      }
      return lineAt(offset);
    },
  };
}

/** The node below `node` that the token names, and where its key starts (in a list: where it starts itself). */
function step(node: unknown, token: string): readonly [unknown, number | undefined] {
  if (isSeq(node)) {
    const item = node.items[Number(token)];
    return [item, startOf(item)];
  }
  const pair = isMap(node)
    ? node.items.find(({ key }) => isScalar(key) && (key.source === token || String(key.value) === token))
    : undefined;
  return pair === undefined ? [undefined, undefined] : [pair.value, startOf(pair.key)];
}

const startOf = (node: unknown) => (isNode(node) ? node.range?.[0] : undefined);
