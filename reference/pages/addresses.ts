/** Where a visitor reaches this server. */

import type { Request } from "express";
import { prefix } from "../http/match-operation.ts";
import type { ServerContext } from "../http/server-context.ts";

/** Whether the visitor's connection is encrypted, as a proxy before this server says. */
export const isHttps = ({ headers }: Request): boolean => /^https\b/i.test(String(headers["x-forwarded-proto"] ?? ""));

/** `https://example.com:8443`: as the visitor's browser names this server. */
export function originOf(server: ServerContext, request: Request): string {
  const { host = "" } = request.headers;
  if (!/^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host)) return new URL(server.baseUrl()).origin;
  return `${isHttps(request) ? "https" : "http"}://${host}`;
}

/** The API's base URL, as the visitor can use it. */
export const baseUrlFor = (server: ServerContext, request: Request): string => originOf(server, request) + prefix;

/**
 * Whether the visitor sits at this machine: the connection comes from it, no proxy says that it carries another's, and the browser
 * knows this server by a name of the machine, not by another site's name that leads here.
 */
export function isLocal(server: ServerContext, request: Request): boolean {
  const { forwarded, "x-forwarded-for": forwardedFor } = request.headers;
  if (forwarded !== undefined || forwardedFor !== undefined) return false;
  const names = ["localhost", "127.0.0.1", "[::1]", new URL(server.baseUrl()).hostname];
  const isFromLoopback = /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? "");
  return isFromLoopback && names.includes(new URL(originOf(server, request)).hostname);
}
