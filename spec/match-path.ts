/** Finds the operation of a request, and the identifiers in its path. */
import type { Contract, Operation } from "./read-contract.ts";

export interface PathMatch {
  readonly operation: Operation;
  /** The decoded identifiers in the path. */
  readonly values: readonly string[];
}

/** Whether an identifier can be a segment of a path, so that no proxy or server reads it as something else. */
export const isPathSegment = (id: string) => /^[^\p{C}\p{Z}/\\%?#;]+$/u.test(id) && !/^\.|\.$/.test(id);

/**
 * The operation of `method` at `path`, which begins with `/v1` and may have a query. Undefined if it is not an endpoint, or
 * if a proxy or server may read it as another path.
 */
export function matchPath(contract: Contract, method: string, path: string): PathMatch | undefined {
  const [pathname = ""] = path.split("?");
  for (const operation of contract.operations) {
    if (operation.method !== method) continue;
    const values = identifiersIn(pathname, operation);
    if (values?.every(isSegmentWithSpaces)) return { operation, values };
  }
  return undefined;
}

const isSegmentWithSpaces = (value: string) => value.trim() === value && isPathSegment(value.replaceAll(" ", "_"));

const patterns = new WeakMap<Operation, RegExp>();

function addPattern(operation: Operation): RegExp {
  const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "([^/?]+)")}$`);
  patterns.set(operation, pattern);
  return pattern;
}

/**
 * The decoded identifiers in a path of the operation, without a query. Undefined for another path, and for one that cannot
 * be decoded.
 */
export function identifiersIn(path: string, operation: Operation): readonly string[] | undefined {
  const pattern = patterns.get(operation) ?? addPattern(operation);
  try {
    return pattern.exec(path)?.slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
