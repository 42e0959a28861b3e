/** Schemas that contain themselves. The reference that leads back is kept as a node of its own, whose target is found when it is needed. */
import { memberAt } from "../../../cli/json-pointer.ts";
import type { Json } from "./json.ts";

/** The only key of such a node. */
export const recursion = "x-recursion";

const nodes = new WeakMap<object, { readonly target: () => unknown; readonly isMergeable: () => boolean }>();

/** A node that stands for what `find` returns, which is called once. `isMergeable`: what it stands for can be merged with what is around the node. */
export function circular(find: () => unknown, isMergeable = () => false): Json {
  let found: { readonly value: unknown } | undefined;
  const target = () => {
    found ??= { value: find() };
    return found.value;
  };
  const node = { [recursion]: true };
  nodes.set(node, { target, isMergeable });
  return node;
}

export const isCircular = (node: unknown): node is Json => typeof node === "object" && node !== null && nodes.has(node);

/** What the node stands for; any other value is itself. */
export function resolved(node: unknown): unknown {
  let value = node;
  while (isCircular(value)) value = nodes.get(value)?.target();
  return value;
}

/** What the node stands for, if that can be merged with what is around it; any other value is itself. */
export const mergeableForm = (node: unknown): unknown =>
  isCircular(node) && nodes.get(node)?.isMergeable() ? resolved(node) : node;

/** The value at `tokens` of a normal form, through all circular nodes; undefined if there is none. */
export const valueAt = (value: unknown, tokens: readonly string[]): unknown =>
  resolved(
    tokens.reduce<unknown>((node, token) => memberAt(token === recursion ? node : resolved(node), token), value),
  );
