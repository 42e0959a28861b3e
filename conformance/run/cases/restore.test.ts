import { describe, expect, it } from "vitest";
import { answered, clientWith, key, target } from "../../client/client.test.support.ts";
import { restoreWithRetries } from "./restore.ts";

/** Puts a profile back on a target that answers `statuses`, the last of them again and again; 0: the connection is lost. */
async function restoreOn(statuses: readonly number[], signal?: AbortSignal, notes: string[] = []) {
  const { client, sent, clock } = clientWith(
    (_, count) => {
      const status = statuses[count - 1] ?? statuses.at(-1) ?? 0;
      return status === 0 ? { failure: "connection reset", reason: "lost" } : answered(status);
    },
    signal === undefined ? {} : { signal },
  );
  const restore = async () => {
    await client.send({ operation: "updateMe", caller: key, body: {}, isCleanup: true });
  };
  await restoreWithRetries(restore, { client, target, notes });
  return { notes, sent: sent.length, seconds: clock.now() / 1000 };
}

describe("restoreWithRetries", () => {
  it("is done where the answer is a 2xx", async () => {
    expect(await restoreOn([204])).toMatchObject({ notes: [], sent: 1, seconds: 0 });
  });

  it("reports that no answer came", async () => {
    const { notes, sent } = await restoreOn([500]);
    expect(notes).toEqual(["the profile was not restored: PUT was answered 500"]);
    expect(sent).toBe(1);
  });

  it("reports it once", async () => {
    const { notes } = await restoreOn([403], undefined, ["the profile was not restored: PUT was answered 403"]);
    expect(notes).toHaveLength(1);
  });

  it.each([429, 0])("tries again after a window where it was answered %d", async (status) => {
    const { notes, sent, seconds } = await restoreOn([status, 200]);
    expect({ notes, sent }).toEqual({ notes: [], sent: 2 });
    expect(seconds).toBeGreaterThanOrEqual(60);
  });

  it("tries again also when the run has been cut", async () => {
    const cut = AbortSignal.abort(new Error("the run was interrupted"));
    expect(await restoreOn([0, 429, 200], cut)).toMatchObject({ notes: [], sent: 3 });
  });

  it("gives up in the end, and says so", async () => {
    const { notes, sent } = await restoreOn([429]);
    expect(sent).toBe(3);
    expect(notes).toEqual([expect.stringContaining("the profile was not restored")]);
  });
});
