/** Requests that never end: answered 408, or closed, when their time is over. */

import { get, type HostileRequest, kept, message } from "./hostile-request.test.support.ts";

const authorized = ["Host: h", "Authorization: Bearer $KEY", "Content-Type: application/json"];
const put = (headers: readonly string[], body: string) =>
  message("PUT /api/v1/me HTTP/1.1", [...authorized, ...headers], body);

export const slow: readonly HostileRequest[] = [
  ["nothing at all", "", [408]],
  ["empty lines", "\r\n\r\n\r\n", [408]],
  ["half a method", "GE", [408]],
  ["a request line only", "GET /api/v1/me HTTP/1.1\r\n", [408]],
  ["half a header", "GET /api/v1/me HTTP/1.1\r\nHost: h\r\nX-A: ", [408]],
  ["headers without the empty line", get("/v1/me").slice(0, -2), [408]],
  ["a body that does not come", put(["Content-Length: 2"], ""), [408]],
  ["half a body", put(["Content-Length: 2"], "{"), [408]],
  ["half a body without a key", message("PUT /api/v1/me HTTP/1.1", ["Host: h", "Content-Length: 2"], "{"), [401]],
  ["a chunk that does not come", put(["Transfer-Encoding: chunked"], "2\r\n"), [408]],
  ["chunks without the last", put(["Transfer-Encoding: chunked"], "2\r\n{}\r\n"), [408]],
  ["a trailer that does not end", put(["Transfer-Encoding: chunked"], "2\r\n{}\r\n0\r\nX-A: 1\r\n"), [408]],
  ["a request, and then nothing", kept("GET", "/v1/me"), [200]],
  ["a request, and then half a request", `${kept("GET", "/v1/me")}GET /api`, [200, 408]],
  ["Expect, and then nothing", put(["Content-Length: 2", "Expect: 100-continue"], ""), [100, 408]],
];
