/** Hostile requests as data: the bytes of a connection, and the statuses that answer them. */

import { organizationId, productId, seededId } from "../../seed/ids.ts";

/**
 * What it is, the bytes of a whole connection (one character a byte), and the statuses of all answers on it, after which the server
 * closes. No status: it closes without an answer. `$KEY` stands for a key of Acme, `$GLOBEX_KEY` for one of Globex.
 */
export type HostileRequest = readonly [what: string, bytes: string, statuses: readonly number[]];

const globexProduct = productId("globex", "weather");

/** What the other names with a dollar sign stand for: ids of Acme, and of another organization. */
const ids: Readonly<Record<string, string>> = {
  $ORG: organizationId("acme"),
  $PRODUCT: productId("acme", "bicycle"),
  $GLOBEX_ORG: organizationId("globex"),
  $GLOBEX_PRODUCT: globexProduct,
  $GLOBEX_CONTEXT: seededId("ctx", globexProduct, "Harvest"),
};

const named = (text: string): string => text.replace(/\$[A-Z_]+/g, (name) => ids[name] ?? name);

const authorized = ["Host: h", "Authorization: Bearer $KEY"];

/** A request as it stands on the wire. */
export const message = (line: string, headers: readonly string[], body = ""): string =>
  named(`${[line, ...headers].join("\r\n")}\r\n\r\n${body}`);

/** The request line and headers given, with a valid key; the server is asked to close the connection. */
export const request = (line: string, headers: readonly string[] = [], body = ""): string =>
  message(line, [...authorized, "Connection: close", ...headers], body);

/** GET of a path below the prefix. */
export const get = (path: string, ...headers: readonly string[]): string =>
  request(`GET /api${path} HTTP/1.1`, headers);

/** A request with a JSON body whose length is declared. */
export const send = (method: string, path: string, body: string, ...headers: readonly string[]): string =>
  request(
    `${method} /api${path} HTTP/1.1`,
    ["Content-Type: application/json", `Content-Length: ${named(body).length}`, ...headers],
    body,
  );

/** A request that leaves the connection open for the next one. */
export const kept = (method: string, path: string, body = "", ...headers: readonly string[]): string =>
  message(
    `${method} /api${path} HTTP/1.1`,
    [
      ...authorized,
      ...(body === "" ? [] : ["Content-Type: application/json", `Content-Length: ${named(body).length}`]),
      ...headers,
    ],
    body,
  );
