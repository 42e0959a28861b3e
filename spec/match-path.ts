/** Which operation of the contract a request is of, and the identifiers in its path. */
import type { Contract, Operation } from "./read-contract.ts";

export interface PathMatch {
  readonly operation: Operation;
  /** The identifiers in the path, decoded. */
  readonly values: readonly string[];
}

/** An identifier that a path can carry as one segment, and that no server on the way reads as something else. */
export const isPathSegment = (id: string) => /^[^\p{C}\p{Z}/\\%?#;]+$/u.test(id) && !/^\.|\.$/.test(id);

/**
 * The operation of `method` at `path`, which begins with `/v1` and may have a query. Undefined for what is not an endpoint, or may be
 * read as another path on its way to the service.
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

/** The identifiers in a path of the operation, without a query, decoded. Undefined for another path, and for one that cannot be decoded. */
export function identifiersIn(path: string, operation: Operation): readonly string[] | undefined {
  const pattern = patterns.get(operation) ?? new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "([^/?]+)")}$`);
  patterns.set(operation, pattern);
  try {
    return pattern.exec(path)?.slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
