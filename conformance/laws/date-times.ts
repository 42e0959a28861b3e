/** §2: timestamps, in the two readings of ISO 8601. */

import type { Law, LawContext } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { notApplicable } from "../model/verdict.ts";
import { judgeProblems, showsAny } from "./judge-problems.ts";

function dateTimeLaw(of: { id: string; clause: string; claim: string }, kind: "date-time" | "zone"): Law {
  return {
    ...of,
    judge(exchange: Exchange, context: LawContext) {
      if (!showsAny(exchange)) return notApplicable;
      return judgeProblems(context.problems(exchange), (problem) => problem.kind === kind);
    },
  };
}

export const dateTimes = dateTimeLaw(
  {
    id: "resource.date-times",
    clause: "resource.timestamps",
    claim: "Every timestamp is an ISO 8601 date-time string",
  },
  "date-time",
);

export const zonedDateTimes = dateTimeLaw(
  {
    id: "resource.zoned-date-times",
    clause: "resource.rfc3339",
    claim: "Every timestamp is an RFC 3339 date-time, with a zone",
  },
  "zone",
);
