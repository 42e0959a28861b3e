import { expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { startReference } from "../../reference/start.ts";
import { createTransport } from "../client/transport.ts";
import { parseTarget } from "../target-file/parse.ts";
import { checkTarget } from "./check-target.ts";

it("the first request to an operation that times out is reported immediately, and no other one", async () => {
  const clock = virtualClock();
  const reference = await startReference({ clock });
  const hangs = (url: string) => url.endsWith("/releases");
  const fetch = async (...[url, init]: Parameters<typeof globalThis.fetch>) =>
    hangs(String(url)) ? new Promise<Response>(() => {}) : globalThis.fetch(url, init);
  const transport = createTransport({ clock, fetch, timeoutMs: 500 });
  const said: string[] = [];
  const progress = { say: (sentence: string) => said.push(sentence), step() {}, waiting() {}, found() {} };
  try {
    const { exchanges } = await checkTarget({
      target: parseTarget(reference.target, {}, "the reference"),
      transport,
      clock,
      seed: 1,
      progress,
      only: ["answers.listReleases", "auth.session-on-every-read"],
    });
    expect(exchanges.filter(({ reason }) => reason === "timeout").length).toBeGreaterThan(1);
    expect(said.filter((sentence) => sentence.includes("/releases timed out"))).toEqual([
      expect.stringMatching(
        /^! GET \/v1\/products\/\w+\/releases timed out after 0\.5 s: each further request that is not answered takes as long$/,
      ),
    ]);
  } finally {
    await transport.close();
    await reference.close();
  }
});
