/** Gives two normal forms the same shape: what one says by a range and the other by a code is compared with each other. */
import { isRecord } from "../../../spec/contract.ts";
import { asAlternatives, inOrder } from "./align-alternatives.ts";
import type { Normal, NormalDocument } from "./normal.ts";
import type { Origins } from "./origins.ts";

type Json = Record<string, unknown>;

const isCode = (key: string) => /^\d{3}$/.test(key);
const rangeOf = (key: string) => `${key[0]}XX`;

/** The key under which a list of keys speaks of `key`; of a success `default` never does. */
export function covering(keys: readonly string[], key: string): string | undefined {
  if (keys.includes(key)) return key;
  if (isCode(key) && keys.includes(rangeOf(key))) return rangeOf(key);
  return /^[45]/.test(key) && keys.includes("default") ? "default" : undefined;
}

/** Both documents with the same keys in the responses of each operation, and a schema's alternatives in the same order. */
export function align(base: Normal, head: Normal): readonly [NormalDocument, NormalDocument] {
  const one = withOperations(base, (operation, path, method) => {
    const counterpart = operationAt(head.document, path, method);
    const own = aligned(operation, counterpart, base.origins);
    return counterpart === undefined ? own : (asAlternatives(own, counterpart, base.origins) as Json);
  });
  const other = withOperations(head, (operation, path, method) => {
    const counterpart = operationAt(base.document, path, method);
    const own = aligned(operation, counterpart, head.origins, true);
    if (counterpart === undefined) return own;
    const alternatives = asAlternatives(own, counterpart, head.origins);
    return inOrder(one.paths[path]?.[method], alternatives, head.origins) as Json;
  });
  return [one, other];
}

function withOperations(
  { document, origins }: Normal,
  change: (operation: Json, path: string, method: string) => Json,
): NormalDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const entries = Object.entries(item).map(([key, value]) => [
      key,
      isRecord(value) && isRecord(value.responses) ? change(value, path, key) : value,
    ]);
    return [path, origins.mark(Object.fromEntries(entries), origins.of(item))];
  });
  return origins.mark(
    { ...document, paths: origins.mark(Object.fromEntries(paths), origins.of(document.paths)) },
    origins.of(document),
  );
}

function operationAt(document: NormalDocument, path: string, method: string): Json | undefined {
  const operation = document.paths[path]?.[method];
  return isRecord(operation) ? operation : undefined;
}

const responsesOf = (operation: Json | undefined): Json => (isRecord(operation?.responses) ? operation.responses : {});
const successes = (keys: readonly string[]) => keys.filter((key) => key.startsWith("2"));

/** `operation` with a response for every key that the other says, taken from what covers it. `isHead`: the one that is renamed. */
function aligned(operation: Json, other: Json | undefined, origins: Origins, isHead = false): Json {
  if (other === undefined) return operation;
  const own = responsesOf(operation);
  const [keys, others] = [Object.keys(own), Object.keys(responsesOf(other))];
  const result: Json = {};
  for (const key of new Set([...keys, ...others])) {
    const isSplit = !isCode(key) && (isUnfolded(key, keys) || isUnfolded(key, others));
    if (isSplit && !(keys.includes(key) && others.includes(key))) continue;
    const from = covering(keys, key);
    if (from !== undefined) result[key] = own[from];
  }
  const [[mine, ...more], [theirs, ...rest]] = [successes(keys), successes(others)];
  // The one success has another code: what it carries is still compared.
  if (
    isHead &&
    mine !== undefined &&
    theirs !== undefined &&
    more.length + rest.length === 0 &&
    !(theirs in result) &&
    mine !== theirs
  ) {
    if (covering(others, mine) === undefined) {
      result[theirs] = own[mine];
      delete result[mine];
    }
  }
  return origins.mark({ ...operation, responses: origins.mark(result, origins.of(own)) }, origins.of(operation));
}

/** A range whose codes are said one by one. */
const isUnfolded = (range: string, keys: readonly string[]) =>
  /^\dXX$/.test(range) && !keys.includes(range) && keys.some((key) => isCode(key) && rangeOf(key) === range);
