/** Reads and sets the value at a path in a body. Bodies are never mutated. */
import { isRecord } from "../../spec/contract.ts";

export type Body = Readonly<Record<string, unknown>>;

/** The value at the path; undefined if there is none. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), body);
}

/** A copy of the body with this value at the path. Missing objects on the path are created. */
export function withValue(body: Body, [name, ...rest]: readonly string[], value: unknown): Body {
  if (name === undefined) return body;
  const inner = body[name];
  return { ...body, [name]: rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest, value) };
}

/** A copy of the body without the value at the path. */
export function withoutValue(body: Body, [name, ...rest]: readonly string[]): Body {
  if (name === undefined || !(name in body)) return body;
  const { [name]: inner, ...others } = body;
  if (rest.length === 0) return others;
  return isRecord(inner) ? { ...body, [name]: withoutValue(inner, rest) } : body;
}
