import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { createTransport } from "../../client/transport.ts";
import { parseTarget } from "../../target-file/parse.ts";
import { checkTarget } from "../check-target.ts";

it("a fault of the suite while the limit is exceeded is thrown, and not taken for a limit that was not reached", async () => {
  const clock = virtualClock();
  const reference = await startReference({ clock });
  const transport = createTransport({ clock });
  const nothing = () => {};
  const waiting = ({ why }: { why: string }) => {
    if (why.startsWith("for the window to reset")) throw new TypeError("a fault");
  };
  try {
    const target = parseTarget(reference.target, {}, "the reference");
    const progress = { say: nothing, found: nothing, step: nothing, waiting };
    const checking = checkTarget({ target, transport, clock, seed: 1, only: ["limit.recovers"], progress });
    await expect(checking).rejects.toThrow("a fault");
  } finally {
    await transport.close();
    await reference.close();
  }
});
