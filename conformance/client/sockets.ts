/** Over which socket undici sends a request: only its diagnostics channels say so. */
import { subscribe } from "node:diagnostics_channel";

/** By undici's own object for a request. */
const sockets = new WeakMap<object, object>();
let created: object | undefined;

subscribe("undici:request:create", (message) => {
  created = memberOf(message, "request");
});
subscribe("undici:client:sendHeaders", (message) => {
  const [request, socket] = [memberOf(message, "request"), memberOf(message, "socket")];
  if (request !== undefined && socket !== undefined) sockets.set(request, socket);
});

/** What `dispatch` gives, which hands one request to undici; and the socket, once it was sent, where the runtime says. */
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
