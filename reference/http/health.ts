/** Says whether the server can do its work, outside the API: no credentials, no rate limit. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Database } from "../store/database.ts";

export const isHealthCheck = ({ url = "", method }: IncomingMessage): boolean =>
  url === "/healthz" && (method === "GET" || method === "HEAD");

/** 200, or 503 while changes cannot be stored. */
export async function answerHealth({ journal }: Database, response: ServerResponse): Promise<void> {
  const isOk = (await journal?.canStore()) ?? true;
  response.writeHead(isOk ? 200 : 503, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
  });
  response.end(JSON.stringify(isOk ? { status: "ok" } : { error: "The data cannot be stored at the moment." }));
}
