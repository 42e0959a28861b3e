/** Gives the operations of two normal forms their servers at the same place: an operation without any has those of its path, or of the document. */
import { isRecord } from "../../../spec/contract.ts";
import { type Json, record } from "../document/json.ts";
import { methods, type NormalDocument } from "../document/normal.ts";
import { inherit } from "../document/origins.ts";

/** What OpenAPI says where a document names no server, or lists none. */
const standardServers = { "/": { url: "/" } };

/** `document` with servers at each path and operation at which `other` has some, and only `other`; and the server `/` if that has it. */
export function withServersWhere(other: NormalDocument, document: NormalDocument): NormalDocument {
  const hasNone = Object.keys(record(document.servers)).length === 0;
  const ofDocument = hasNone ? standardServers : document.servers;
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const counterpart = other.paths[path];
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      if (!isRecord(operation)) return [];
      return [[method, withServersLike(counterpart?.[method], operation, item.servers ?? ofDocument)] as const];
    });
    const changed = inherit(item, { ...item, ...Object.fromEntries(operations) });
    return [path, withServersLike(counterpart, changed, ofDocument)] as const;
  });
  const servers = hasNone && "/" in record(other.servers) ? { servers: standardServers } : {};
  return inherit(document, { ...document, ...servers, paths: inherit(document.paths, Object.fromEntries(paths)) });
}

const withServersLike = (counterpart: unknown, holder: Json, inherited: unknown): Json =>
  holder.servers === undefined && record(counterpart).servers !== undefined
    ? inherit(holder, { ...holder, servers: inherited })
    : holder;
