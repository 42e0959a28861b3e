/** Finds the socket over which undici sends a request. Only undici's diagnostics channels report it. */
import { subscribe } from "node:diagnostics_channel";

/** Key: undici's own object for a request. */
const sockets = new WeakMap<object, object>();
let created: object | undefined;

subscribe("undici:request:create", (message) => {
  created = memberOf(message, "request");
});
subscribe("undici:client:sendHeaders", (message) => {
  const [request, socket] = [memberOf(message, "request"), memberOf(message, "socket")];
  if (request !== undefined && socket !== undefined) sockets.set(request, socket);
});

/** Calls `dispatch`, which gives undici one request. `socket`: its socket once it was sent, if the runtime tells it. */
export function withSocket<T>(dispatch: () => T): { readonly result: T; readonly socket: () => object | undefined } {
  created = undefined;
  const result = dispatch();
  const request = created;
  return { result, socket: () => (request === undefined ? undefined : sockets.get(request)) };
}

function memberOf(message: unknown, name: string): object | undefined {
  const member: unknown = typeof message === "object" && message !== null ? Reflect.get(message, name) : undefined;
  return typeof member === "object" && member !== null ? member : undefined;
}
