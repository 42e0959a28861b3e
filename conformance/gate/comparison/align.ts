/** Gives two normal forms the same shape, so that a range of status codes in one is compared with the single codes in the other. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { valueAt } from "../document/circular.ts";
import { isEqual } from "../document/equality.ts";
import { type Json, record } from "../document/json.ts";
import type { NormalDocument } from "../document/normal.ts";
import { inherit } from "../document/origins.ts";
import { alignAlternatives } from "./align-alternatives.ts";
import { withServersWhere } from "./align-servers.ts";
import { withMediaTypesOf } from "./media-types.ts";

const isCode = (key: string) => /^\d{3}$/.test(key);
const rangeOf = (key: string) => `${key[0]}XX`;

/** The one of `keys` that describes the responses with the status or range `key`; `default` never describes a success. */
export function covering(keys: readonly string[], key: string): string | undefined {
  if (keys.includes(key)) return key;
  if (isCode(key) && keys.includes(rangeOf(key))) return rangeOf(key);
  return /^[45]/.test(key) && keys.includes("default") ? "default" : undefined;
}

/** Both documents with servers at the same places, the same keys in the responses of each operation, and a schema's alternatives in the same order. */
export function align(ofBase: NormalDocument, ofHead: NormalDocument): readonly [NormalDocument, NormalDocument] {
  const [base, head] = [withServersWhere(ofHead, ofBase), withServersWhere(ofBase, ofHead)];
  const first = withOperations(base, head, (operation, counterpart) =>
    alignAlternatives(withResponsesOf(counterpart, operation), counterpart),
  );
  const after = withOperations(head, base, (operation, counterpart, tokens) =>
    alignAlternatives(withResponsesOf(counterpart, operation, { renames: true }), valueAt(first, tokens)),
  );
  // Once more, because a single alternative of HEAD has become a list only now.
  return [withOperations(first, after, alignAlternatives), after];
}

/** `document` with each operation replaced that `other` has, too, and that differs there. */
function withOperations(
  document: NormalDocument,
  other: NormalDocument,
  change: (operation: Json, counterpart: Json, tokens: Tokens) => unknown,
): NormalDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const entries = Object.entries(item).map(([key, value]) => {
      const tokens = ["paths", path, key];
      const counterpart = valueAt(other, tokens);
      const isShared = isRecord(value) && isRecord(value.responses) && isRecord(counterpart);
      // Most operations of a large contract are the same in both.
      return [key, isShared && !isEqual(value, counterpart) ? change(value, counterpart, tokens) : value];
    });
    return [path, inherit(item, Object.fromEntries(entries))];
  });
  return inherit(document, { ...document, paths: inherit(document.paths, Object.fromEntries(paths)) });
}

const successes = (keys: readonly string[]) => keys.filter((key) => key.startsWith("2"));

/**
 * `operation` with a response for each key of `other`, where one of its responses covers that key. `renames`: if each has exactly one
 * success, under different codes, it is put under the other's code, so that their bodies are compared; and so are media types.
 */
function withResponsesOf(other: Json, operation: Json, { renames = false } = {}): Json {
  const responses = record(operation.responses);
  const [keys, others] = [Object.keys(responses), Object.keys(record(other.responses))];
  const result: Json = {};
  for (const key of new Set([...keys, ...others])) {
    const isListedByCode = hasCodesOf(key, keys) || hasCodesOf(key, others);
    if (isListedByCode && !(keys.includes(key) && others.includes(key))) continue;
    const from = covering(keys, key);
    if (from !== undefined) result[key] = responses[from];
  }
  const [[code, ...more], [otherCode, ...othersMore]] = [successes(keys), successes(others)];
  const haveOneEach = code !== undefined && otherCode !== undefined && more.length + othersMore.length === 0;
  if (renames && haveOneEach && !(otherCode in result) && covering(others, code) === undefined) {
    result[otherCode] = responses[code];
    delete result[code];
  }
  for (const [key, response] of Object.entries(result)) {
    const counterpart = record(other.responses)[covering(others, key) ?? ""];
    result[key] = withMediaTypesOf(counterpart, response, { renames });
  }
  const body =
    operation.requestBody === undefined
      ? {}
      : { requestBody: withMediaTypesOf(other.requestBody, operation.requestBody, { renames }) };
  return inherit(operation, { ...operation, ...body, responses: inherit(responses, result) });
}

/** `range` is a range such as `2XX`, and `keys` has single codes of it instead. */
const hasCodesOf = (range: string, keys: readonly string[]) =>
  /^\dXX$/.test(range) && !keys.includes(range) && keys.some((key) => isCode(key) && rangeOf(key) === range);
