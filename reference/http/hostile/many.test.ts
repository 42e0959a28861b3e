/** Many hostile clients: connections without requests, and memory that does not grow. */

import { once } from "node:events";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { besieged } from "./besieged.test.support.ts";
import { bodies } from "./bodies.test.support.ts";
import { framing } from "./framing.test.support.ts";
import { headers } from "./headers.test.support.ts";
import { paths } from "./paths.test.support.ts";
import { requestLines } from "./request-lines.test.support.ts";

describe("2,000 connections without a request", () => {
  const hasty = besieged({ timeouts: { headersMs: 1000, requestMs: 1000, idleMs: 100 } });

  it("do not keep others from being served, and are closed", async () => {
    const closed: Promise<unknown>[] = [];
    // The system keeps 511 of them waiting until the server takes them.
    for (let batch = 0; batch < 5; batch += 1) {
      for (let opened = 0; opened < 400; opened += 1) {
        const socket = connect(hasty.port, "127.0.0.1").resume();
        closed.push(once(socket, "close"));
      }
      await hasty.expectServes();
    }
    await Promise.all(closed);
    await hasty.expectServes();
  });
});

describe("memory", () => {
  const server = besieged();
  const requests = [...requestLines, ...paths, ...headers, ...framing, ...bodies].filter(
    ([, bytes]) => bytes.length < 20_000,
  );

  it("is given back after hostile requests", async () => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    /** Bytes in use after all requests were sent. */
    const usedAfterRound = async () => {
      for (let at = 0; at < requests.length; at += 20) {
        await Promise.all(requests.slice(at, at + 20).map(([, bytes]) => server.answersTo(bytes)));
      }
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    await usedAfterRound();
    const before = await usedAfterRound();
    for (let round = 0; round < 2; round += 1) await usedAfterRound();
    expect((await usedAfterRound()) - before).toBeLessThan(2 * 1024 * 1024);
  });
});
