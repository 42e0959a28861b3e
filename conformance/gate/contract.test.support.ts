/** Our contract as a plain object that tests change, and contracts that are read from memory. */
import { parse } from "yaml";
import { contractText, isRecord } from "../../spec/contract.ts";
import { align } from "./document/align.ts";
import type { LoadedFile } from "./document/load.ts";
import { type Normal, type NormalDocument, normalise } from "./document/normal.ts";
import { type Difference, readDifferences, withCanary } from "./engine/difference.ts";
import type { Change, Party } from "./judge/change.ts";
import { judge } from "./judge/judge.ts";
import type { Source } from "./sources/source.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach into the document without saying its whole type.
export type Document = any;

/** A fresh copy of the contract. */
export const contract = (): Document => parse(contractText());

/** A contract that stands in no file. */
export function sourceOf(text: string, name: string): Source {
  return { name, path: name, root: "/", isInGit: false, read: (path) => (path === name ? text : undefined) };
}

/** The normal form of what needs no lines. */
export function normalOf(document: Document): Normal {
  const root: LoadedFile = { path: "openapi.yaml", text: "", value: document, lineOf: () => 1 };
  return normalise({ source: sourceOf("", root.path), root, files: new Map([[root.path, root]]) });
}

/** One pair of contracts, and the changes between them. */
export interface Pair {
  readonly base: Normal;
  readonly head: Normal;
}

/**
 * Judges many pairs by one run of the engine, for the sake of time: each pair's operations stand below a path of its own,
 * those that are the same left out.
 */
export async function judgeMany(
  pairs: readonly Pair[],
  diff: (base: object, head: object) => Promise<unknown>,
  party?: Party,
): Promise<readonly (readonly Change[])[]> {
  const sides = pairs.map(({ base, head }) => {
    const [before, after] = align(base, head);
    return [
      { normal: base, aligned: before },
      { normal: head, aligned: after },
    ] as const;
  });
  const [base, head] = [0, 1].map((at) =>
    joined(
      sides.map(([one, other]) => [at === 0 ? one.aligned : other.aligned, at === 0 ? other.aligned : one.aligned]),
    ),
  );
  if (base === undefined || head === undefined) throw new Error("nothing to judge");
  const all = readDifferences(await diff(...withCanary(base, head)));
  return sides.map(([one, other], at) => {
    const prefix = `/${at}`;
    const own = all.flatMap((difference) => ownOf(difference, prefix));
    return judge(own, one, other, party);
  });
}

function joined(pairs: readonly (readonly [NormalDocument, NormalDocument])[]): NormalDocument {
  const paths = pairs.flatMap(([own, other], at) =>
    Object.entries(own.paths).flatMap(([path, item]) =>
      JSON.stringify(item) === JSON.stringify(other.paths[path]) ? [] : [[`/${at}${path}`, item] as const],
    ),
  );
  return { openapi: "3.1.0", info: { title: "", version: "1.0.0" }, paths: Object.fromEntries(paths) };
}

/** A difference below the pair's path, as it would be told of the pair alone. */
function ownOf(difference: Difference, prefix: string): readonly Difference[] {
  const [root, path] = difference.tokens;
  if (root !== "paths" || path === undefined || !path.startsWith(`${prefix}/`)) return [];
  const bare = (tokens: readonly string[]) => ["paths", path.slice(prefix.length), ...tokens.slice(2)];
  const { base, head, tokens, ...rest } = difference;
  return [
    {
      ...rest,
      tokens: bare(tokens),
      ...(base === undefined ? {} : { base: { ...base, tokens: bare(base.tokens) } }),
      ...(head === undefined ? {} : { head: { ...head, tokens: bare(head.tokens) } }),
    },
  ];
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
