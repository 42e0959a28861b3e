import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { judgeMinCapacity, requireRamp, whyNoCapacity } from "./min-capacity.ts";
import { shippedScenario } from "./scenario.ts";

/** In each of ten seconds ten requests more than in the one before. */
const rising = (of: (second: number, at: number) => Parameters<typeof exchangeWith>[0] & { readonly ms?: number }) =>
  Array.from({ length: 10 }, (_, second) =>
    Array.from({ length: 10 * (second + 1) }, (_, at) => {
      const { ms = 5, ...rest } = of(second, at) ?? {};
      const sentAt = 1000 * second + (100 * at) / (second + 1);
      return exchangeWith({ sentAt, receivedAt: sentAt + ms, ...rest });
    }),
  )
    .flat()
    .map((exchange, index) => Object.assign(exchange, { index }));
/** Slow from 70 requests a second on. */
const slow = rising((second) => ({ ms: second < 6 ? 5 : 80 }));
const fast = rising(() => ({}));
const busy = Array.from({ length: 11 }, (_, second) => ({ at: 1000 * second, idle: 0, total: second }));

const judged = (minCapacity: number, exchanges: readonly Exchange[], more: object = {}) =>
  judgeMinCapacity(minCapacity, shippedScenario("spike"), { scenario: "spike", exchanges, begunAt: 0, ...more });
const open = (reason: string) => [
  { verdict: { verdict: "inconclusive", reason: expect.stringContaining(reason), exchanges: [] } },
];

it("a capacity that is found below the user's own fails, with what shows it", () => {
  expect(judged(90, slow)).toMatchObject([
    {
      check: { id: "capacity", clause: "--min-capacity 90" },
      verdict: {
        verdict: "fail",
        expected: "90 requests a second or more, answered as at the beginning",
        actual: expect.stringMatching(
          /^up to 60\. At 70 requests a second, from second 7 on, 240 of 240 in 3 s were slow/,
        ),
        exchanges: [210],
      },
    },
  ]);
  const failing = rising((second, at) => ({
    ms: second < 6 ? 5 : 80,
    status: second >= 6 && at % 5 === 4 ? 503 : 200,
  }));
  expect(judged(90, failing, { machine: busy })).toMatchObject([{ verdict: { verdict: "fail", exchanges: [214] } }]);
  expect(judged(60, slow)).toMatchObject([{ verdict: { verdict: "pass" } }]);
  expect(judged(100, fast)).toMatchObject([{ verdict: { verdict: "pass" } }]);
});

it("a capacity that cannot be told is inconclusive", () => {
  expect(judged(101, fast)).toMatchObject(open("the load rose to 100 requests a second only"));
  const slowAtEnd = rising((second) => ({ ms: second < 9 ? 5 : 80 }));
  expect(judged(90, slowAtEnd)).toMatchObject([{ verdict: { verdict: "pass" } }]);
  expect(judged(95, slowAtEnd)).toMatchObject(open("the capacity may be 90 requests a second: in second 10, at 100"));
  expect(judged(65, slow)).toMatchObject(open("the capacity is between 60 and 70 requests a second"));
  expect(judged(90, slow, { machine: busy })).toMatchObject(open("the processors of this machine were 100% busy"));
  expect(judged(90, [])).toMatchObject(open("the highest rate was less than twice"));
  const failing = rising(() => ({ status: 500 }));
  expect(judged(50, failing)).toMatchObject(open("there is no rate at which"));
  const hidden = rising(() => ({ operation: "getMe", status: 404 }));
  expect(judged(90, hidden)).toMatchObject(
    open("too few requests were served at low rates, so whether these get slow"),
  );
  expect(judged(101, hidden)).toMatchObject(open("the load rose to 100 requests a second only"));
  const late = rising((second, at) => (second > 7 && at % 20 === 0 ? { operation: "getFeedbackStatus" } : {}));
  expect(judged(90, late)).toMatchObject(open("whether these get slower is not known: getFeedbackStatus"));
});

it("a target that was fast at the rate and is slow later, at that rate or a lower one, has not that capacity", () => {
  /** A load that rises to 100 requests a second, is held at `rate`, and is slow from second `slowFrom` on. */
  const held = (rate: number, slowFrom: number) =>
    Array.from({ length: 20 }, (_, second) => {
      const perSecond = second < 10 ? 10 * (second + 1) : rate;
      return Array.from({ length: perSecond }, (_, at) => {
        const sentAt = 1000 * second + (1000 * at) / perSecond;
        return exchangeWith({ sentAt, receivedAt: sentAt + (second < slowFrom ? 5 : 80) });
      });
    })
      .flat()
      .map((exchange, index) => Object.assign(exchange, { index }));
  const failed = (rate: number) => [
    {
      verdict: {
        verdict: "fail",
        actual: expect.stringContaining(`up to 100. Later at ${rate} requests a second, from second 16 on`),
      },
    },
  ];
  expect(judged(100, held(100, 15))).toMatchObject(failed(100));
  expect(judged(80, held(60, 15))).toMatchObject(failed(60));
  expect(judged(50, held(60, 15))).toMatchObject([{ verdict: { verdict: "pass" } }]);
  expect(judged(99, held(100, 15))).toMatchObject(open("later at 100 requests a second, from second 16 on"));
  expect(judged(100, held(100, 18))).toMatchObject(open("whether that lasts is not known: from second 19 to 20"));
  const machine = Array.from({ length: 21 }, (_, second) => ({ at: 1000 * second, idle: 0, total: second }));
  expect(judged(100, held(100, 15), { machine })).toMatchObject(open("the processors of this machine were 100% busy"));
});

it("a script of the user's own must plan a rising rate, and a scenario beside a rising one need not", () => {
  const sent = { scenario: "steady", exchanges: fast, begunAt: 0 } as const;
  expect(judgeMinCapacity(90, {}, sent)).toMatchObject(open("the script plans no rising rate"));
  expect(judgeMinCapacity(90, shippedScenario("steady"), sent)).toEqual([]);
  expect(judgeMinCapacity(undefined, {}, sent)).toEqual([]);
  expect(whyNoCapacity(90, [{ scenario: shippedScenario("steady"), result: sent }])).toEqual([
    "--min-capacity 90 was not judged: no scenario ran whose rate rises",
  ]);
  const ramp = { ...sent, scenario: "spike" } as const;
  expect(whyNoCapacity(90, [{ scenario: shippedScenario("spike"), result: ramp }])).toEqual([]);
  const [steady, spike] = [shippedScenario("steady"), shippedScenario("spike")];
  expect(() => requireRamp(90, [steady])).toThrow("--min-capacity is for spike");
  expect(() => requireRamp(90, [steady, spike])).not.toThrow();
  expect(() => requireRamp(90, [spike], "60")).toThrow("--stages 30s:200/s in place of --rate");
});
