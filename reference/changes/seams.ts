/** Changes of one seam of the parts, for mutants and variants: a serializer, a list, a route, how a body is written. */

import type { OperationId } from "../../spec/contract.ts";
import type { Parts } from "../parts/parts.ts";
import type { SendsJson } from "../parts/response-writer.ts";
import type { Route } from "../parts/route.ts";
import type { Body, Serializers } from "../parts/serializers.ts";

type Change = (parts: Parts) => Parts;

type RowKey = Exclude<keyof Serializers, "acceptance" | "processing" | "list" | "bareList">;
type Rows = { readonly [K in RowKey]: Parameters<Serializers[K]>[0] };
type RowSerializers = { readonly [K in RowKey]: (row: Rows[K]) => Body };

/** Changes what a resource looks like; `change` gets the body, and the row that it was made of. */
export function serialized<K extends RowKey>(resource: K, change: (body: Body, row: Rows[K]) => Body): Change {
  return (parts) => {
    const own: RowSerializers = parts.serializers;
    const serialize = own[resource];
    return {
      ...parts,
      serializers: { ...parts.serializers, [resource]: (row: Rows[K]) => change(serialize(row), row) },
    };
  };
}

/** Leaves fields out of a body. */
export const without =
  (...names: readonly string[]) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Changes an answer of the feedback endpoints: the acceptance, or the processing status. */
export function answeredToFeedback(which: "acceptance" | "processing", change: (body: Body) => Body): Change {
  return (parts) => ({
    ...parts,
    serializers: {
      ...parts.serializers,
      [which]: (feedbackId: string, second: string, third: string) =>
        change(parts.serializers[which](feedbackId, second, third)),
    },
  });
}

/** Changes how lists are answered, wrapped or bare. */
export function listed(which: "list" | "bareList", answer: (items: readonly unknown[]) => unknown): Change {
  return (parts) => ({ ...parts, serializers: { ...parts.serializers, [which]: answer } });
}

/** Replaces the route of an operation; `change` gets the one that it had, and is called once for each start. */
export function rerouted(operation: OperationId, change: (route: Route) => Route): Change {
  return (parts) => ({ ...parts, routes: { ...parts.routes, [operation]: change(parts.routes[operation]) } });
}

/** Changes the answer of a route. */
export function answered(operation: OperationId, change: (answer: unknown) => unknown): Change {
  return rerouted(operation, (route) => (request) => change(route(request)));
}

/** What is written in place of a body: its bytes, with a status and a media type; `undefined` leaves it as it is. */
export type Written = { readonly status?: number; readonly type?: string; readonly bytes: string | Uint8Array };

/** Writes bodies otherwise than the reference does. */
export function written(
  write: (
    body: unknown,
    of: { readonly status: number; readonly operation: OperationId | undefined },
  ) => Written | undefined,
): Change {
  return (parts) => {
    const sendsJson: SendsJson = (response, status, body, operation) => {
      const other = body === undefined ? undefined : write(body, { status, operation });
      if (other === undefined) return parts.sendsJson(response, status, body, operation);
      response.status(other.status ?? status);
      if (other.type !== undefined) response.setHeader("Content-Type", other.type);
      response.end(other.bytes);
    };
    return { ...parts, sendsJson };
  };
}

/** The JSON media type, as the reference labels its bodies. */
export const jsonType = "application/json; charset=utf-8";
