/** Which of the 18 operations (§4) a method and a path belong to. */

import type { OperationId } from "../../spec/contract.ts";
import { contract } from "./contract.ts";

/** The API prefix: the path at which every base URL of the reference ends. */
export const prefix = "/api";

/** The operation of a request line, if there is one, and its path parameters, decoded. */
interface OperationMatch {
  readonly operation: OperationId | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** A segment is not a valid percent-encoding. */
  readonly isMalformed: boolean;
}

const templates = contract.operations.map(({ id, method, path }) => ({
  id,
  method: method as string,
  segments: `${prefix}${path}`.split("/"),
}));

/** Finds the operation of `method` at `target` (the request's target, with or without a query). */
export function matchOperation(method: string, target: string): OperationMatch {
  const segments = (target.split("?")[0] ?? "").split("/");
  for (const template of templates) {
    if (template.method !== method || template.segments.length !== segments.length) continue;
    const match = matchSegments(template.segments, segments);
    if (match !== undefined) return { operation: template.id, ...match };
  }
  return { operation: undefined, params: {}, isMalformed: false };
}

function matchSegments(
  template: readonly string[],
  segments: readonly string[],
): Omit<OperationMatch, "operation"> | undefined {
  const params: Record<string, string> = {};
  let isMalformed = false;
  for (const [index, expected] of template.entries()) {
    const segment = segments[index] ?? "";
    if (!expected.startsWith("{")) {
      if (segment !== expected) return undefined;
      continue;
    }
    if (segment === "") return undefined;
    const decoded = decode(segment);
    isMalformed ||= decoded === undefined;
    params[expected.slice(1, -1)] = decoded ?? segment;
  }
  return { params, isMalformed };
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
