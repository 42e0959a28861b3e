/** Our contract as a plain object that tests change, and contracts that are read from memory. */
import { parse } from "yaml";
import { contractText, isRecord } from "../../spec/contract.ts";
import { comparedFiles, load } from "./document/load.ts";
import { type Normal, normalise } from "./document/normal.ts";
import type { LoadedFile } from "./document/parse-file.ts";
import type { Source } from "./sources/source.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests change any part of the document without declaring its comparedFiles type.
export type Document = any;

/** A fresh copy of the contract. */
export const contract = (): Document => parse(contractText());

/** A contract that is in no file. */
export function sourceOf(text: string, name: string): Source {
  return {
    name,
    path: name,
    root: "/",
    isInGit: false,
    read: (path) => (path === name ? text : undefined),
    display: (path) => path,
  };
}

/** The normal form, without lines. */
export function normalOf(document: Document): Normal {
  const written: LoadedFile = {
    path: "openapi.yaml",
    text: "",
    value: document,
    lineOf: () => 1,
    integerAt: () => undefined,
  };
  return normalise({
    source: sourceOf("", written.path),
    ...comparedFiles(written, new Map([[written.path, written]])),
  });
}

/** The normal form of the contract whose main file is the first of these, by their paths. */
export function normalOfFiles(files: Readonly<Record<string, string>>): Normal {
  const [root = ""] = Object.keys(files);
  const loaded = load({ ...sourceOf("", root), read: (path) => files[path] });
  if (!("files" in loaded)) throw new Error(loaded.message);
  return normalise(loaded);
}

const methods = ["get", "post", "put"];

/** Every operation of a document, with its path and method. */
export function operations(
  document: Document,
): readonly { readonly path: string; readonly method: string; readonly operation: Document }[] {
  return Object.entries<Document>(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (isRecord(item[method]) ? [{ path, method, operation: item[method] }] : [])),
  );
}
