/** Which operation of the contract a request is of. */
import type { Contract, Operation } from "./read-contract.ts";

export interface PathMatch {
  readonly operation: Operation;
  /** The identifiers in the path, decoded. */
  readonly values: readonly string[];
}

/** An identifier that a path can carry as one segment, and that no server on the way reads as something else. */
export const isPathSegment = (id: string) => /^[^\p{C}\p{Z}/\\%?#;]+$/u.test(id) && !/^\.|\.$/.test(id);

const patternsOf = new WeakMap<Contract, readonly (readonly [Operation, RegExp])[]>();

/**
 * The operation of `method` at `path`, which begins with `/v1` and may have a query. Undefined for what is not an endpoint, or may be
 * read as another path on its way to the service.
 */
export function matchPath(contract: Contract, method: string, path: string): PathMatch | undefined {
  const [pathname = ""] = path.split("?");
  for (const [operation, pattern] of patterns(contract)) {
    if (operation.method !== method) continue;
    const values = pattern.exec(pathname)?.slice(1).map(decoded);
    if (values?.every(isSegmentWithSpaces)) return { operation, values };
  }
  return undefined;
}

function patterns(contract: Contract) {
  const known = patternsOf.get(contract);
  if (known !== undefined) return known;
  const made = contract.operations.map(
    (operation) => [operation, new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "([^/]*)")}$`)] as const,
  );
  patternsOf.set(contract, made);
  return made;
}

const isSegmentWithSpaces = (value: string) => value.trim() === value && isPathSegment(value.replaceAll(" ", "_"));

/** Empty where it cannot be decoded. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
