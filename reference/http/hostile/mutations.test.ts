/** Valid requests with bytes changed, taken out or repeated: each is answered with less than 500, and the next client is served. */

import * as fc from "fast-check";
import { expect, it } from "vitest";
import { besieged } from "./besieged.test.support.ts";
import { get, kept, request, send } from "./hostile-request.test.support.ts";

const seed = Number(process.env.FPK_SEED ?? Date.now() % 2 ** 31);
const server = besieged({ timeouts: { headersMs: 200, requestMs: 200, idleMs: 50 } });

const submission = '{"productId":"$PRODUCT","content":{"body":"x","title":"y"},"metadata":{"a":[1]}}';
const valid = [
  get("/v1/products/$PRODUCT/features?a=1"),
  `${kept("PUT", "/v1/me", '{"firstName":"Ada"}')}${get("/v1/me")}`,
  send("POST", "/v1/feedback", submission),
  request(
    "POST /api/v1/feedback HTTP/1.1",
    ["Content-Type: application/json", "Transfer-Encoding: chunked"],
    '10\r\n{"productId":"x"\r\n1;a=b\r\n}\r\n0\r\nX-Trailer: 1\r\n\r\n',
  ),
];

const places = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const byte = fc.oneof(
  fc.constantFrom(...'\r\n\0 :%/.;,{}[]"\\$\x7f\x80\xff'),
  fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
);
type Change = (bytes: string) => string;
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(places, byte).map(
    ([at, by]): Change =>
      (bytes) =>
        splice(bytes, at, 1, by),
  ),
  fc.tuple(places, byte).map(
    ([at, by]): Change =>
      (bytes) =>
        splice(bytes, at, 0, by),
  ),
  fc.tuple(places, fc.integer({ min: 1, max: 40 })).map(
    ([at, length]): Change =>
      (bytes) =>
        splice(bytes, at, length, ""),
  ),
  fc.tuple(places, places, fc.integer({ min: 1, max: 80 })).map(
    ([from, to, length]): Change =>
      (bytes) => {
        const start = Math.floor(from * bytes.length);
        return splice(bytes, to, 0, bytes.slice(start, start + length));
      },
  ),
);

function splice(bytes: string, at: number, removed: number, inserted: string): string {
  const start = Math.floor(at * bytes.length);
  return bytes.slice(0, start) + inserted + bytes.slice(start + removed);
}

const mutated = fc
  .tuple(fc.constantFrom(...valid), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([bytes, changes]) => changes.reduce((before, apply) => apply(before), bytes));

it(`changed requests (FPK_SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mutated, { minLength: 10, maxLength: 10 }), async (connections) => {
      await Promise.all(connections.map((bytes) => server.answersTo(bytes)));
      await server.expectServes();
    }),
    { seed, numRuns: 60 },
  );
});

it(`any bytes (FPK_SEED=${seed})`, async () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((codes) => String.fromCharCode(...codes));
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { minLength: 10, maxLength: 10 }), async (connections) => {
      for (const answers of await Promise.all(connections.map((sent) => server.answersTo(sent)))) {
        for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(400);
      }
      await server.expectServes();
    }),
    { seed, numRuns: 20 },
  );
});
