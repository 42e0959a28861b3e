import { expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import type { Result } from "../../model/report.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";
import { failureOf } from "./failure.ts";
import { looseLookupBehind } from "./loose-lookup.ts";

const session = { kind: "session", credential: "SESSION" } as const;
const exchanges = [
  exchangeWith({ index: 0, ...session, credential: "SESSION_2" }),
  exchangeWith({ index: 1, kind: "unknown", credential: `\${SESSION:0:10}fpk0`, operation: "getMe" }),
  exchangeWith({ index: 2, ...session }),
  exchangeWith({ index: 3 }),
  exchangeWith({ index: 4, ...session, credential: "SESSION_2", status: 404 }),
];

const found = (id: string, shown: number): DiagnosedFailure => ({
  ...failureOf({ id, exchanges: [shown] } as unknown as Result, exchanges),
  symptom: { kind: "other" },
});

const partOfToken = found("auth.unknown-token", 1);

it("explains a denied session that is served, where a part of a session's token is enough", () => {
  const denied = found("auth.denied-caller", 0);
  const behind = looseLookupBehind([partOfToken, denied], exchanges);
  expect(behind([denied])).toBe("auth.unknown-token");
  expect(behind([partOfToken])).toBeUndefined();
  expect(behind([denied, found("answers.getMe", 2)])).toBeUndefined();
});

it("does not explain a denied key, nor one that is answered with another error", () => {
  const key = found("auth.denied-caller", 3);
  const rejected = found("auth.denied-caller", 4);
  const behind = looseLookupBehind([partOfToken, key, rejected], exchanges);
  expect([behind([key]), behind([rejected])]).toEqual([undefined, undefined]);
});

it("does not explain a denied session by a whole token with more behind it", () => {
  const longer = exchangeWith({ index: 1, kind: "unknown", credential: `\${SESSION}fpk0`, operation: "getMe" });
  const all = exchanges.map((each) => (each.index === 1 ? longer : each));
  const denied = found("auth.denied-caller", 0);
  expect(looseLookupBehind([{ ...partOfToken, shown: longer }, denied], all)([denied])).toBeUndefined();
});
