import { expect, it } from "vitest";
import { read, readsOf, response, type Sent } from "../../laws/limiter/read.test.support.ts";
import type { Result } from "../../model/report.ts";
import { ofFailedWrite } from "./failed-write.ts";
import type { Symptom } from "./failure.ts";

const request = (method: string) => ({ method, url: "http://127.0.0.1/v1/me", headers: [], body: "" });
const served: Sent = [0, 90, { operation: "getMe", request: request("GET") }];
const write = (status: number): Sent => [
  100,
  89,
  { operation: "updateMe", request: request("PUT"), response: response(status) },
];
const failed: Sent = [200, 88, { operation: "getMe", request: request("GET"), response: response(500) }];
const later = read(3, 300, 87);
const otherwise: Symptom = { kind: "answered-otherwise", later };

const symptomAfter = (...sent: readonly Sent[]) => {
  const exchanges = readsOf(sent);
  const result = { id: "profile.stays-readable" } as Result;
  return ofFailedWrite(otherwise, { result, proof: exchanges, shown: exchanges.at(-1) } as never, exchanges);
};

it("names the write since which a read fails, also if the read is served again at the end, when the write was undone", () => {
  expect(symptomAfter(served, write(500), failed)).toEqual({
    kind: "status",
    status: 500,
    operation: "updateMe",
    since: "getMe",
  });
});

it("names no write that was served, and none that failed otherwise", () => {
  expect(symptomAfter(served, write(200), failed)).toBe(otherwise);
  expect(symptomAfter(served, write(503), failed)).toBe(otherwise);
});
