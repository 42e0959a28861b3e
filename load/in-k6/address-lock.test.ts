import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { possibleAddressLocks } from "./address-lock.ts";

/** Two rounds, each 2 s before and 2 s during the flood. */
const phases = { rounds: 2, quietSeconds: 2, floodSeconds: 2, seconds: 8, rate: 1, floodRate: 30 };

/** Requests at these times, in milliseconds: served, or rejected with this many remaining. */
const found = (...sent: readonly (readonly [at: number, remaining: "served" | number])[]) => {
  const exchanges = sent.map(([at, remaining]) =>
    exchangeWith({
      sentAt: at,
      receivedAt: at + 1,
      status: remaining === "served" ? 200 : 429,
      headers: { "X-RateLimit-Remaining": remaining === "served" ? "9" : `${remaining}` },
    }),
  );
  return [...possibleAddressLocks({ exchanges, startedAt: 0 }, phases)].map(({ sentAt }) => sentAt);
};

it("takes a 429 during the flood without X-RateLimit-Remaining: 0 for a lock on the address, and those that follow without a pause", () => {
  expect(found([1000, "served"], [2500, 9], [3500, 9], [4600, 9], [5600, 9], [5700, "served"])).toEqual([
    2500, 3500, 4600, 5600,
  ]);
});

it("takes none for it before the flood, after a pause, or with nothing left", () => {
  expect(found([1000, 9], [2500, "served"], [3000, 0], [4600, 9], [6500, "served"])).toEqual([]);
});
