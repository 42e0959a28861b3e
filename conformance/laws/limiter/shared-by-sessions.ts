/** §8: the limit is per organization: its sessions count against it. */
import type { SequenceLaw } from "../sequence-law.ts";
import { answered429 } from "./answered-429.ts";
import { judgeExhaustion } from "./exhaustion.ts";
import { notEarly } from "./not-early.ts";
import { recovers } from "./recovers.ts";
import { refusedWhenExceeded } from "./refused-when-exceeded.ts";
import { remainingFalls } from "./remaining-falls.ts";
import { sharedByKeys } from "./shared-by-keys.ts";
import { sharedByMethods } from "./shared-by-methods.ts";
import { worstOfHistories } from "./worst-verdict.ts";

/** A limiter that does not even limit keys as it should shows nothing about sessions. */
export const sharedBySessions: SequenceLaw = {
  id: "limit.shared-by-sessions",
  clause: "limit.sessions",
  claim: "A session's requests count against its organization's limit",
  needs: { limitExceeded: true, credential: "session", sameOrganization: true },
  silentAfter: [remainingFalls, notEarly, refusedWhenExceeded, answered429, recovers, sharedByKeys, sharedByMethods],
  judge: worstOfHistories((history) =>
    judgeExhaustion(history, { name: "a session", includes: ({ kind }) => kind === "session" }),
  ),
};
