import { expect, it } from "vitest";
import type { ExchangeOverrides } from "../../model/exchange.test.support.ts";
import type { Exchange } from "../../model/exchange.ts";
import { historiesOf } from "./histories.ts";
import { read } from "./read.test.support.ts";
import { separatelyCountedEndpoints } from "./separately-counted-endpoints.ts";

type Responses = readonly (readonly [operation: ExchangeOverrides["operation"], remaining: number])[];

/** Of responses to one credential, 100 ms apart: to which endpoint, and what remains. */
const judge = (responses: Responses, rule: "methods" | "sessions", more: Partial<Exchange> = {}) =>
  separatelyCountedEndpoints(
    historiesOf(
      responses.map(([operation, remaining], at) => read(at, 100 * at, remaining, { operation, ...more })),
      { limit: 100, windowSeconds: 60 },
    ),
    rule,
  );
const verdict = (...responses: Responses) => judge(responses, "methods").verdict;

const ofProfile: Responses = [
  ["listProducts", 60],
  ["getMe", 99],
  ["listProducts", 59],
  ["listFeatures", 58],
  ["getMe", 98],
  ["listProducts", 57],
];

it("names an endpoint whose responses report another count", () => {
  expect(judge(ofProfile, "methods")).toMatchObject({
    verdict: "fail",
    expected: expect.stringMatching(/in responses to getMe$/),
    actual: "they report another count: 99, where the next response, of another endpoint, reports 59",
  });
});

it("names two endpoints that share another count", () => {
  const both: Responses = [
    ["listProducts", 60],
    ["getMe", 99],
    ["listFeatures", 59],
    ["updateMe", 98],
    ["listProducts", 58],
    ["updateMe", 97],
    ["listFeatures", 57],
    ["getMe", 96],
    ["listProducts", 56],
  ];
  expect(judge(both, "methods")).toMatchObject({ expected: expect.stringMatching(/to getMe, updateMe$/) });
});

it("is about sessions where only a session's responses show it", () => {
  const session = { kind: "session", credential: "SESS" } as const;
  expect(judge(ofProfile, "methods", session).verdict).toBe("not-applicable");
  expect(judge(ofProfile, "sessions", session)).toMatchObject({
    verdict: "fail",
    expected: expect.stringMatching(/in responses to getMe with SESS$/),
  });
});

it("says nothing where one count explains all, also one that is reset, or a single value is apart", () => {
  expect(verdict(["listProducts", 60], ["getMe", 59], ["listProducts", 58], ["getMe", 99], ["listProducts", 98])).toBe(
    "not-applicable",
  );
  expect(verdict(["listProducts", 60], ["getMe", 99], ["listProducts", 59], ["getMe", 58], ["listProducts", 57])).toBe(
    "not-applicable",
  );
});

it("does not name endpoints where instances count separately", () => {
  expect(
    verdict(
      ["listProducts", 60],
      ["getMe", 99],
      ["listFeatures", 59],
      ["listProducts", 98],
      ["getMe", 58],
      ["listFeatures", 97],
      ["listProducts", 57],
      ["getMe", 96],
      ["listFeatures", 56],
    ),
  ).toBe("not-applicable");
});
