/** Pairs what HEAD calls otherwise with what BASE has, so that it is compared instead of being reported as gone and as new. */
import { isRecord } from "../../../spec/contract.ts";
import { type Json, mapEntries, record } from "../document/json.ts";
import { isSentByApi, methods, type NormalDocument } from "../document/normal.ts";
import { inherit } from "../document/origins.ts";

/** HEAD with renamed webhooks and callbacks, and servers whose variables have other defaults, under the keys that they have in BASE. */
export function pairRenamed(base: NormalDocument, head: NormalDocument): NormalDocument {
  const keys = renamedItems(base.paths, head.paths);
  const items = Object.entries(head.paths).map(([path, item]) => {
    const key = keys.get(path) ?? path;
    return [key, withServersOf(item, record(base.paths[key]))] as const;
  });
  const paths = inherit(head.paths, Object.fromEntries(items));
  return inherit(head, { ...withServersOf({ ...head, paths: {} }, base), paths });
}

/** The keys of webhooks and callbacks that only HEAD has, each with the one in BASE that it replaces. */
function renamedItems(base: NormalDocument["paths"], head: NormalDocument["paths"]): ReadonlyMap<string, string> {
  const onlyIn = (paths: NormalDocument["paths"], others: NormalDocument["paths"]) =>
    Object.entries(paths).filter(([path]) => isSentByApi(path) && !(path in others));
  const [gone, added] = [onlyIn(base, head), onlyIn(head, base)];
  return new Map(
    added.flatMap(([path, item]) => {
      const [before, ...more] = gone.filter(([, each]) => isSameMessage(each, item));
      const isOnly = before && added.filter(([, each]) => isSameMessage(before[1], each)).length === 1;
      return isOnly && more.length === 0 ? [[path, before[0]] as const] : [];
    }),
  );
}

/** Of the same operation, and with the same name, the same URL, or the same `operationId`. */
function isSameMessage(one: Json, other: Json): boolean {
  const [a, b] = [record(one["x-sent"]), record(other["x-sent"])];
  const isSame = (key: string) => a[key] !== undefined && a[key] === b[key];
  const ids = (item: Json) => methods.map((method) => record(item[method]).operationId).filter(Boolean);
  return a.of === b.of && (isSame("name") || isSame("url") || ids(one).some((id) => ids(other).includes(id)));
}

/** `holder`, and each operation in it, with its servers under the keys that they have in `other`. */
function withServersOf(holder: Json, other: Json): Json {
  const entries = Object.entries(holder).map(([key, value]) => {
    if (key === "servers") return [key, pairedServers(record(value), record(other.servers))];
    return [key, isRecord(value) && "servers" in value ? withServersOf(value, record(other[key])) : value];
  });
  return inherit(holder, Object.fromEntries(entries));
}

/** A server that only `servers` has is the one of `others` with the same template. */
function pairedServers(servers: Json, others: Json): Json {
  const keyInOthers = (key: string) => {
    const isSame = (other: string) => !(other in servers) && record(others[other]).url === record(servers[key]).url;
    return key in others ? key : (Object.keys(others).find(isSame) ?? key);
  };
  return inherit(
    servers,
    mapEntries(servers, (server) => server, keyInOthers),
  );
}
