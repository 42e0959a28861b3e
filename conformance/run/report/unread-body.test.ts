import { describe, expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";
import { type Afterwards, startAnsweringEarly } from "../../testing/hostile-servers/early-answers.ts";

/** The reference behind a server that answers 401 early. */
async function judged(afterwards: Afterwards) {
  const clock = virtualClock();
  const { target, close } = await startReference({ clock });
  const { origin, pathname } = new URL(target.baseUrl);
  const tokens = target.credentials.map(({ token }) => token);
  const front = await startAnsweringEarly(origin, tokens, afterwards);
  onTestFinished(async () => {
    await front.close();
    await close();
  });
  return conform({ ...target, baseUrl: new URL(front.url).origin + pathname, clock, seed: 1 });
}

describe("a server that answers before it has read the body", () => {
  it("and keeps the connection is blamed for that first, with both requests, and not for the endpoint that comes next", async () => {
    const { causes = [], results, exchanges, exitCode } = await judged("keeps");
    expect(exitCode).not.toBe(0);
    expect(causes.map(({ cause }) => cause)).toEqual([
      expect.stringMatching(
        /^the body of (POST|PUT) \/v1\/\S+ \(exchange \d+\), which is answered 401, is left unread on the connection/,
      ),
    ]);
    const failures = results.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
    expect(failures).not.toEqual([]);
    for (const { actual, after = -1, curl, exchanges: proof } of failures) {
      const before = exchanges[after];
      expect(before?.response?.status).toBe(401);
      expect(proof.map((index) => exchanges[index]?.connection)).toContain(before?.connection);
      expect(actual).toContain(`(exchange ${after}) on the same connection, whose body was left unread`);
      expect(curl).toContain(" --next -i ");
    }
  });

  it.each(["announces", "ends"] as const)("and then %s the connection is blamed for nothing", async (afterwards) => {
    const { results } = await judged(afterwards);
    expect(results.filter(({ verdict }) => !["pass", "skip"].includes(verdict))).toEqual([]);
  });

  it("and then resets the connection is blamed for nothing: a write that is lost for it is not judged, and the run says why", async () => {
    const { results, exchanges, exitCode } = await judged("resets");
    expect(exchanges.some(({ reason }) => reason === "lost")).toBe(true);
    const unjudged = results.filter(({ verdict }) => !["pass", "skip"].includes(verdict));
    for (const { verdict, message } of unjudged) {
      expect(verdict).toBe("inconclusive");
      expect(message).toMatch(/^(POST|PUT) \S+: the connection was lost before the whole answer came$/);
    }
    expect(exitCode).toBe(unjudged.length === 0 ? 0 : 3);
  });
});
