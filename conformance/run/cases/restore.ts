/** Restores what a case changed. Adds a note to the report if that fails. */
import { errorMessage } from "../../../cli/error-message.ts";
import { Cut } from "../../client/client.ts";
import { isServerLost } from "../../client/server-outage.ts";
import { NotJudgeable } from "../../model/check.ts";
import { recoveryMs } from "../../model/rate-limit.ts";
import type { Run } from "../run.ts";

/** After a 429 or a lost connection, the run waits for a window and tries again. */
const maxTries = 3;

/** Never throws. Sends and waits also after the run was stopped, because a changed profile must not be left behind. */
export async function restoreWithRetries(
  restore: () => Promise<void>,
  { client, target, notes }: Pick<Run, "client" | "target" | "notes">,
): Promise<void> {
  // Both halves of a run restore the profile, and may fail for the same reason.
  const note = (why: string) => {
    const text = `the profile was not restored: ${why}`;
    if (!notes.includes(text)) notes.push(text);
  };
  for (let tries = 1; ; tries += 1) {
    const before = client.exchanges.length;
    try {
      await restore();
      const last = client.exchanges.slice(before).at(-1);
      if (last?.isSuccess === false) note(`${last.request.method} was answered ${last.status}`);
      return;
    } catch (error) {
      const isGone = isServerLost(client.cutBy());
      const mayBeServedLater = error instanceof NotJudgeable && !(error instanceof Cut) && !isGone;
      if (!mayBeServedLater || tries === maxTries) return note(errorMessage(error));
      // Not `client.sleep`, which ends when the run is cut.
      if (target.rateLimit !== null) await client.clock.sleep(recoveryMs(target.rateLimit) + 10);
    }
  }
}
