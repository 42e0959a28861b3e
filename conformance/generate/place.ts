/** Reads and changes a body at the path of a field; bodies are never changed in place. */
import { isRecord } from "../../spec/contract.ts";

export type Body = Readonly<Record<string, unknown>>;

/** Undefined where there is nothing. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), body);
}

/** The body with this value there; objects on the way that are missing come to be. */
export function withValue(body: Body, [name, ...rest]: readonly string[], value: unknown): Body {
  if (name === undefined) return body;
  const inner = body[name];
  return { ...body, [name]: rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest, value) };
}

/** The body without what is there. */
export function withoutValue(body: Body, [name, ...rest]: readonly string[]): Body {
  if (name === undefined || !(name in body)) return body;
  const { [name]: inner, ...others } = body;
  if (rest.length === 0) return others;
  return isRecord(inner) ? { ...body, [name]: withoutValue(inner, rest) } : body;
}
