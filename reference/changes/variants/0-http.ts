/** Choices that HTTP and JSON leave to a server: the form of headers and bodies. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import type { Response } from "express";
import type { ResponseWriter } from "../../parts/response-writer.ts";
import { replace } from "../seams/replace.ts";
import { redirectingProducts } from "../seams/responses.ts";
import { defineVariant, type Variant, type VariantGroup } from "./variant.ts";

const writing = (id: string, choice: string, group: VariantGroup, writer: Partial<ResponseWriter>): Variant =>
  defineVariant({ id, choice, group, change: replace("responseWriter", () => writer) });

/** Sends the JSON text of each body by `send`. */
const sent = (id: string, choice: string, send: (response: Response, text: string, body: unknown) => void): Variant =>
  defineVariant({
    id,
    choice,
    group: "json",
    change: replace("responseWriter", {
      send: (response, status, body) => {
        response.status(status);
        if (body === undefined) return void response.end();
        if (!response.hasHeader("Content-Type")) response.setHeader("Content-Type", "application/json");
        send(response, JSON.stringify(body), body);
      },
    }),
  });

const escaped = (text: string) =>
  text.replace(/[^ -~]|\//g, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`);

/** By default brotli takes a hundred times as long, to save a few bytes more. */
const brotliQuickly = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } });

/** The text, compressed with the first supported coding that the request accepts. */
function encoded(response: Response, text: string): Buffer {
  const accepted = String(response.req.headers["accept-encoding"] ?? "");
  const coding = (["br", "gzip", "deflate"] as const).find((name) => accepted.includes(name));
  if (coding === undefined) return Buffer.from(text);
  response.setHeader("Content-Encoding", coding);
  response.setHeader("Vary", "Accept-Encoding");
  return { br: brotliQuickly, gzip: gzipSync, deflate: deflateSync }[coding](text);
}

export default [
  sent("json-without-charset", "The media type is application/json without parameters", (response, text) => {
    response.end(text);
  }),
  sent("json-chunked", "Bodies are chunked, without Content-Length", (response, text) => {
    const middle = Math.floor(text.length / 2);
    response.write(text.slice(0, middle));
    response.end(text.slice(middle));
  }),
  sent("json-compressed", "Bodies are compressed in a coding that the request accepts", (response, text) => {
    response.end(encoded(response, text));
  }),
  sent("json-gzip-members", "Bodies are compressed with gzip, chunked", (response, text) => {
    if (!String(response.req.headers["accept-encoding"] ?? "").includes("gzip")) return void response.end(text);
    response.setHeader("Content-Encoding", "GZIP");
    const bytes = gzipSync(text, { level: 1 });
    response.write(bytes.subarray(0, 11));
    response.end(bytes.subarray(11));
  }),
  sent("json-indented", "JSON is indented, with line breaks before and after", (response, _text, body) => {
    response.end(`\r\n\t ${JSON.stringify(body, null, "\t")}\n`);
  }),
  sent(
    "json-escaped",
    "JSON is written in ASCII, with all other characters and the slash escaped",
    (response, text) => {
      response.end(escaped(text));
    },
  ),
  sent("json-odd-media-type", "The media type is written in capitals, with an odd charset", (response, text) => {
    response.setHeader("Content-Type", 'Application/JSON;Charset="UTF-8"; profile=x');
    response.end(text);
  }),
  sent(
    "json-problem",
    "The media type of errors is application/problem+json, that of other responses application/vnd.api+json",
    (response, text) => {
      const type = response.statusCode >= 400 ? "application/problem+json" : "application/vnd.api+json; charset=utf-8";
      response.setHeader("Content-Type", type);
      response.end(text);
    },
  ),
  writing("headers-lower-case", "The names of headers are in lower case", "headers", {
    beforeBody: (response) => {
      for (const [name, value] of Object.entries(response.getHeaders())) {
        if (value === undefined) continue;
        response.removeHeader(name);
        response.setHeader(name.toLowerCase(), value);
      }
    },
  }),
  writing(
    "headers-further",
    "Responses have additional headers: cookies, caching, CORS, and rate limit headers of another draft",
    "headers",
    {
      extraHeaders: () => ({
        "Set-Cookie": "sid=1; HttpOnly",
        ETag: 'W/"1"',
        Vary: "Authorization, *",
        "Cache-Control": "no-store",
        "Access-Control-Allow-Origin": "*",
        RateLimit: '"standard";r=3;t=7',
        "RateLimit-Policy": '"standard";q=10;w=1',
        "X-RateLimit-Limit-Day": "7",
        "X-RateLimit-Used": "-1",
        Link: '<https://example.com>; rel="next"',
        "X-Request-Id": "a".repeat(2000),
      }),
    },
  ),
  defineVariant({
    id: "products-redirected",
    choice: "Reads of the products are redirected to a path with a slash at its end",
    group: "connection",
    change: redirectingProducts(),
  }),
  writing("headers-spaced", "The values of headers have spaces around them", "headers", {
    beforeBody: (response) => {
      for (const name of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]) {
        const value = response.getHeader(name);
        if (value !== undefined) response.setHeader(name, ` \t${String(value)}  `);
      }
    },
  }),
  writing("connection-close", "Every response closes its connection", "connection", {
    beforeBody: (response) => void response.setHeader("Connection", "close"),
  }),
  writing("connection-informs", "Informational responses (1xx) precede the final response", "connection", {
    beforeBody: (response) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload" });
      response.writeProcessing();
    },
  }),
];
