/** Which operations have the same `operationId`, and which of them is new. */
import { formatPointer, parsePointer, type Tokens, valueAt } from "../../../cli/json-pointer.ts";
import { record } from "../document/json.ts";
import type { Loaded } from "../document/load.ts";
import { methods } from "../document/normal.ts";
import type { PlacedMessage } from "../document/place.ts";

const duplicate = "operation-operationId-unique";

/** The linter's finding with the other operation, at one that `base` does not have with this id, if there is one. */
export function withOtherOperation<Found extends PlacedMessage & { readonly rule: string }>(
  problem: Found,
  { root }: Loaded,
  base: Loaded,
): Found {
  if (problem.rule !== duplicate || problem.place.file !== root.path) return problem;
  const reported = parsePointer(problem.place.pointer).slice(0, 3);
  const id = idOf(root.value, reported);
  const all = operationsOf(root.value).filter((operation) => idOf(root.value, operation) === id);
  const isNew = (operation: Tokens) => idOf(base.root.value, operation) !== id;
  const shown = isNew(reported) ? reported : (all.find(isNew) ?? reported);
  const [, path, method = ""] = all.find((operation) => formatPointer(operation) !== formatPointer(shown)) ?? [];
  if (path === undefined) return problem;
  const tokens = [...shown, "operationId"];
  return {
    ...problem,
    message: `operationId ${id} is also that of ${method.toUpperCase()} ${path}`,
    place: { file: root.path, pointer: formatPointer(tokens), line: root.lineOf(tokens) },
  };
}

const idOf = (document: unknown, operation: Tokens) => valueAt(document, [...operation, "operationId"]);

const operationsOf = (document: unknown): readonly Tokens[] =>
  Object.entries(record(record(document).paths)).flatMap(([path, item]) =>
    methods.filter((method) => method in record(item)).map((method) => ["paths", path, method]),
  );
