/** Changes the bytes and the headers that a response is written with, and redirects. */
import { createHash } from "node:crypto";
import type { Response } from "express";
import type { OperationId } from "../../../spec/contract.ts";
import type { ResponseWriter } from "../../parts/response-writer.ts";
import { type Change, combine, replace } from "./replace.ts";

/** The bytes that are written in place of a body; with another status or media type if they are set. */
type ReplacedBody = { readonly status?: number; readonly type?: string; readonly bytes: string | Uint8Array };

/** Replaces how a response is sent. `send` gets the earlier way. */
export const sending = (send: (before: ResponseWriter["send"]) => ResponseWriter["send"]): Change =>
  replace("responseWriter", (writer) => ({ send: send(writer.send) }));

/** Writes the bytes that `write` returns in place of a body; the body itself if `write` returns undefined. */
export const replaceBody = (
  write: (
    body: unknown,
    of: { readonly status: number; readonly operation: OperationId | undefined },
  ) => ReplacedBody | undefined,
): Change =>
  sending((send) => (response, status, body, operation) => {
    const replaced = body === undefined ? undefined : write(body, { status, operation });
    if (replaced === undefined) return send(response, status, body, operation);
    response.status(replaced.status ?? status);
    if (replaced.type !== undefined) response.setHeader("Content-Type", replaced.type);
    response.end(replaced.bytes);
  });

/** Replaces a part of the JSON text of every body that contains it. */
export const replaceJson = (part: string, replacement: string): Change =>
  replaceBody((body) => {
    const text = JSON.stringify(body);
    return text.includes(part) ? { type: jsonType, bytes: text.replace(part, replacement) } : undefined;
  });

/** The value of Content-Type with which the reference sends its bodies. */
export const jsonType = "application/json; charset=utf-8";

const writes: readonly OperationId[] = ["submitFeedback", "updateMe", "createOrganization", "inviteMember"];

export const isWrite = (operation: OperationId | undefined): boolean =>
  operation !== undefined && writes.includes(operation);

/**
 * Sends an ETag with every 200 to a read. A read with that tag in If-None-Match is answered 304 if `answers304` is true of
 * the status that it would otherwise have. `prepare304` may change the headers of the 304.
 */
export const taggingReads = (
  answers304: (status: number) => boolean,
  prepare304: (response: Response) => void = () => {},
): Change =>
  replace("responseWriter", ({ send }) => {
    const tags = new Map<string, string>();
    return {
      send: (response, status, body, operation) => {
        const { method, originalUrl, headers } = response.req;
        if (method === "GET" && status === 200) {
          const tag = `"${createHash("sha256").update(JSON.stringify(body)).digest("hex").slice(0, 16)}"`;
          tags.set(originalUrl, tag);
          response.setHeader("ETag", tag);
        }
        const condition = headers["if-none-match"];
        const isCurrent = method === "GET" && condition !== undefined && condition === tags.get(originalUrl);
        if (isCurrent && answers304(status)) {
          prepare304(response);
          response.status(304).end();
        } else send(response, status, body, operation);
      },
    };
  });

/** Redirects reads of the products to the same path with a slash at its end. `prepare` may change the headers of the redirect. */
export const redirectingProducts = (prepare: (response: Response) => void = () => {}): Change =>
  combine(
    replace("router", ({ normalize }) => ({ normalize: (target) => normalize(target.replace(/\/(?=\?|$)/, "")) })),
    sending((send) => (response, status, body, operation) => {
      const [path = "", query] = response.req.originalUrl.split("?");
      if (operation !== "listProducts" || path.endsWith("/")) return send(response, status, body, operation);
      response.setHeader("Location", `${path}/${query === undefined ? "" : `?${query}`}`);
      prepare(response);
      response.status(308).end();
    }),
  );

/** Removes the three rate limit headers (§8). */
export function removeRateLimitHeaders(response: Response): void {
  for (const name of ["Limit", "Remaining", "Reset"]) response.removeHeader(`X-RateLimit-${name}`);
}
