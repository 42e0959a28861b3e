/** The pages and the health check, which have no key and no rate limit; and requests to the API without a key. */

import { type HostileRequest, message } from "./hostile-request.test.support.ts";

/** What follows on the connection, and must not be served where the request before it is unclear. */
const next = message("GET /api/v1/me HTTP/1.1", ["Host: h", "Authorization: Bearer $KEY", "Connection: close"]);
const form = "Content-Type: application/x-www-form-urlencoded";

/** Shapes that a proxy may read otherwise, each with the next request behind it. */
const unclear = (method: string, path: string, status: number): readonly HostileRequest[] =>
  (
    [
      ["gzip and chunks", "1.1", ["Host: h", "Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"],
      ["chunks on HTTP/1.0", "1.0", ["Host: h", "Connection: keep-alive", "Transfer-Encoding: chunked"], "0\r\n\r\n"],
      ["two Hosts", "1.1", ["Host: h", "Host: evil.example"], ""],
      ["no Host", "1.1", [], ""],
      ["HTTP/2.0", "2.0", ["Host: h"], ""],
    ] as const
  ).map(([what, version, headers, body]) => [
    `${what} on ${method} ${path}`,
    `${message(`${method} ${path} HTTP/${version}`, headers, body)}${next}`,
    [status],
  ]);

export const besideApi: readonly HostileRequest[] = [
  ...unclear("GET", "/", 400),
  ...unclear("GET", "/docs", 400),
  ...unclear("GET", "/healthz", 400),
  ...unclear("GET", "/assets/style.css", 400),
  ...unclear("POST", "/settings/sign-in", 400),
  ...unclear("POST", "/api/v1/feedback", 401),
  [
    "a length and chunks on a page",
    `${message("POST / HTTP/1.1", ["Host: h", "Content-Length: 5", "Transfer-Encoding: chunked"], "0\r\n\r\n")}${next}`,
    [400],
  ],
  [
    "no page, and then a read",
    `${message("GET /settings/%zz HTTP/1.1", ["Host: h", "Accept: text/html"])}${next}`,
    [404, 200],
  ],
  [
    "a form that is too large",
    message(
      "POST /settings/sign-in HTTP/1.1",
      ["Host: h", "Connection: close", form, "Content-Length: 30000"],
      "a".repeat(30_000),
    ),
    [413],
  ],
  [
    "a form without a token",
    message("POST /settings/sign-in HTTP/1.1", ["Host: h", "Connection: close", form, "Content-Length: 7"], "email=a"),
    [403],
  ],
  [
    ".. below the assets",
    message("GET /assets/..%2f..%2fpackage.json HTTP/1.1", ["Host: h", "Connection: close", "Accept: text/html"]),
    [404],
  ],
];
