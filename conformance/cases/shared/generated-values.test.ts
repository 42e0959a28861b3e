import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { isServerError, NotJudgeable } from "../case.ts";
import { smallestFailingValue } from "./generated-values.ts";

const texts = fc.string({ minLength: 8, unit: "grapheme-ascii" });

/** Sends texts to a server that fails on some, and keeps them. */
async function sent(isBad: (text: string) => boolean, seed = 42) {
  const all: string[] = [];
  const send = async (text: string) => {
    all.push(text);
    return exchangeWith({ status: isBad(text) ? 500 : 201 });
  };
  return { all, failing: await smallestFailingValue({ seed }, texts, 2, send, isServerError) };
}

describe("generated values", () => {
  it("are as many as asked for where none fails, and the same for a seed", async () => {
    const { all, failing } = await sent(() => false);
    expect(failing).toBeUndefined();
    expect(all).toHaveLength(2);
    expect((await sent(() => false)).all).toEqual(all);
    expect((await sent(() => false, 43)).all).not.toEqual(all);
  });

  it("are shrunk when one fails, in a bounded number of requests", async () => {
    const { all, failing } = await sent((text) => text.length > 4);
    expect(failing?.value.length).toBe(8);
    expect(failing?.exchange.status).toBe(500);
    expect(all.length).toBeLessThanOrEqual(14);
    expect(isServerError(exchangeWith({ status: 422 }))).toBe(false);
  });

  it("are no failure where no answer came", async () => {
    const lost = new NotJudgeable("connection lost");
    const send = () => Promise.reject(lost);
    await expect(smallestFailingValue({ seed: 1 }, texts, 2, send, isServerError)).rejects.toBe(lost);
  });
});
