/** Reads a contract and the files that its `$ref`s lead to; knows the line of everything in them. */
import { posix } from "node:path";
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { UsageError } from "../../../cli/usage-error.ts";
import { isRecord } from "../../../spec/contract.ts";
import { said } from "../judge/words.ts";
import type { Source } from "../sources/source.ts";
import type { Tokens } from "./pointer.ts";

export interface LoadedFile {
  /** Below the source's root. */
  readonly path: string;
  readonly text: string;
  /** What it holds, as JSON. */
  readonly value: unknown;
  /** The line, from 1, of the key that leads to `tokens`, or of the nearest place above it that is there. */
  lineOf(tokens: Tokens): number;
}

export interface Loaded {
  readonly source: Source;
  readonly root: LoadedFile;
  /** Every file of the contract, by path. */
  readonly files: ReadonlyMap<string, LoadedFile>;
}

/** What cannot be read as YAML or JSON, and where. */
export interface Unreadable {
  readonly message: string;
  readonly path: string;
  readonly line: number;
}

const mostFiles = 500;

/** Throws `UsageError` for a reference to what is not there or is elsewhere on the network. */
export function load(source: Source): Loaded | Unreadable {
  const files = new Map<string, LoadedFile>();
  const wanted = [source.path];
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (files.has(path)) continue;
    if (files.size >= mostFiles) throw new UsageError(`${source.name} leads to more than ${mostFiles} files`);
    const text = source.read(path);
    if (text === undefined) throw new UsageError(`${source.name} refers to ${path}, which is not there`);
    const file = readFile(path, text);
    if ("message" in file) return file;
    const wrong = path === source.path ? noContract(file.value) : undefined;
    if (wrong !== undefined) return { message: wrong, path, line: 1 };
    files.set(path, file);
    for (const reference of referencesOf(file.value)) {
      const target = fileOfReference(reference, path);
      if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
        throw new UsageError(`${source.name} refers to ${target}; the gate reads files of this machine only`);
      }
      if (target.startsWith("../"))
        throw new UsageError(`${source.name} refers to ${target}, outside of its repository`);
      wanted.push(target);
    }
  }
  const root = files.get(source.path);
  if (root === undefined) throw new UsageError(`${source.name} is not there`);
  return { source, root, files };
}

/** Why this is no OpenAPI 3 document. */
function noContract(value: unknown): string | undefined {
  if (value === null || value === undefined) return "it is empty";
  if (!isRecord(value)) return "it is no OpenAPI document: it holds no keys";
  if ("swagger" in value) return `it is Swagger ${said(value.swagger)}; the gate compares OpenAPI 3`;
  const version = value.openapi;
  if (version === undefined) return "it is no OpenAPI document: openapi is missing";
  return /^3\.[0-2]\b/.test(String(version)) ? undefined : `openapi is ${said(version)}; the gate compares OpenAPI 3`;
}

/** The file that a `$ref` in `from` names: `from` itself for a fragment alone. */
export function fileOfReference(reference: string, from: string): string {
  const [file = ""] = reference.split("#");
  if (file === "") return from;
  return /^[a-z][a-z0-9+.-]*:/i.test(file) ? file : posix.join(posix.dirname(from), file);
}

function referencesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? (inner.startsWith("#") ? [] : [inner]) : referencesOf(inner),
  );
}

/** What the parser says to those who call it. */
const known: Readonly<Record<string, string>> = { MULTIPLE_DOCS: "it holds several documents" };

function readFile(path: string, text: string): LoadedFile | Unreadable {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, merge: true });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  const [error] = document.errors;
  if (error !== undefined) {
    const [sentence = "it cannot be read"] = (known[error.code] ?? error.message).split("\n");
    return {
      message: `neither YAML nor JSON: ${sentence.replace(/ at line \d+, column \d+:?$/, "")}`,
      path,
      line: lineAt(error.pos[0]),
    };
  }
  const value = unfolded(document);
  if (value === undefined) return { message: "its aliases unfold too far, or without end", path, line: 1 };
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

/** With what its aliases stand for; undefined where that is too much, or holds itself. */
function unfolded(document: Document): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 1000 });
    JSON.stringify(value);
    return value;
  } catch {
    return undefined;
  }
}

/** The node below `node` that the token names, and where its key (or itself, in a list) starts. */
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

function startOf(node: unknown): number | undefined {
  return typeof node === "object" && node !== null && "range" in node ? (node as Node).range?.[0] : undefined;
}
