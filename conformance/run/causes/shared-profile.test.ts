import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import type { Result } from "../../model/report.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";
import { failureOf } from "./failure.ts";
import { sharedProfileBehind } from "./shared-profile.ts";

const profile = (index: number, id: string, operation: "getMe" | "updateMe" = "getMe") =>
  exchangeWith({ index, operation, kind: "session", credential: "SESSION", json: { id } });
const exchanges = [
  profile(0, "usr_1", "updateMe"),
  profile(1, "usr_1"),
  profile(2, "usr_2"),
  exchangeWith({ index: 3, operation: "getMe" }),
];
const found = (
  proof: readonly number[],
  symptom: DiagnosedFailure["symptom"] = { kind: "other" },
): DiagnosedFailure => ({
  ...failureOf({ id: `of.${proof.join()}`, exchanges: proof } as unknown as Result, exchanges),
  symptom,
});
const source = found([3], { kind: "foreign-items", operation: "getMe" });
const explained = (failure: DiagnosedFailure) => sharedProfileBehind([source, failure], exchanges)([failure]);

it("a profile that is another user's than the update before it follows from one that is shown to others, too", () => {
  expect(explained(found([0, 2]))).toBe("of.3");
  expect(explained(found([2]))).toBe("of.3");
});

it("the user's own profile that is wrong does not", () => {
  expect(explained(found([0, 1]))).toBeUndefined();
});
