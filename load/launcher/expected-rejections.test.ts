import { expect, it } from "vitest";
import { type ExchangeOverrides, exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { expectedRejections, failedRequests } from "./expected-rejections.ts";

const areFailed = (exchanges: readonly ExchangeOverrides[], scenario?: string) => {
  const sent = exchanges.map(exchangeWith);
  const failed = failedRequests({ exchanges: sent, scenario });
  return sent.map((exchange) => failed.includes(exchange));
};

it("a valid request that is rejected failed, also where the same is expected of another organization's identifier", () => {
  const features = { operation: "listFeatures" as const, status: 404 };
  expect(areFailed([features, { ...features, intent: "foreign-id" }, { status: 400 }, { status: 0 }], "spike")).toEqual(
    [true, false, true, true],
  );
  expect(areFailed([{}, { status: 429 }, { ...features, status: 401, intent: "foreign-id" }])).toEqual([
    false,
    false,
    true,
  ]);
});

it("what a key is never served it may not read", () => {
  const status = { operation: "getFeedbackStatus" as const };
  expect(areFailed([{ ...status, status: 403 }])).toEqual([false]);
  expect(areFailed([status, { ...status, status: 403 }])).toEqual([false, true]);
  const lists = ["KEY_A", "KEY_B"].map((credential) => ({ credential, status: credential === "KEY_A" ? 200 : 403 }));
  expect(areFailed([...lists, { status: 403 }])).toEqual([false, false, true]);
  for (const rejection of [401, 408]) expect(areFailed([{ ...status, status: rejection }])).toEqual([true]);
  expect(areFailed([{ operation: "getMe", status: 404 }, {}])).toEqual([false, false]);
});

it("a status may be missing for a short time after its submission was accepted, and a long time after", () => {
  const accepted = { operation: "submitFeedback", status: 202, json: { feedbackId: "f/1" }, receivedAt: 100 } as const;
  const failedAt = (sentAt: number, { path = "/v1/feedback/f%2F1/status", status = 404 } = {}) =>
    areFailed([accepted, { operation: "getFeedbackStatus", status, path, sentAt, receivedAt: sentAt + 1 }])[1];
  expect([200, 5100, 5101, 30_100, 30_101].map((at) => failedAt(at))).toEqual([false, false, true, true, false]);
  expect(failedAt(6000, { path: "/v1/feedback/f2/status" })).toBe(false);
  // How an unknown feedbackId is answered is open; a 410 says that there was one.
  expect([400, 410].map((status) => failedAt(200, { status }))).toEqual([false, false]);
  expect([400, 410].map((status) => failedAt(6000, { status }))).toEqual([true, false]);
  const status = { operation: "getFeedbackStatus" as const };
  expect(areFailed([accepted, status, { ...status, status: 410 }])).toEqual([false, false, false]);
});

it("auth expects 401 and 403 of wrong credentials only", () => {
  const sent: readonly ExchangeOverrides[] = [
    { kind: "unknown", status: 401 },
    { kind: "unknown", status: 403 },
    { operation: "listFeatures", status: 403 },
    { status: 403 },
    { status: 401 },
  ];
  expect(areFailed(sent, "auth")).toEqual([false, true, false, true, true]);
  expect(expectedRejections({ exchanges: sent.map(exchangeWith), scenario: "auth" }).size).toBe(2);
});
