/**
 * One organization's limit is crossed by one key, and by several keys, a session and all methods at once: 429 comes when it
 * must and not before, and every response carries the headers (§7.2, §8).
 *
 *   BASE_URL=… KEY_A=… KEY_A2=… SESSION_A=… LIMIT=100 WINDOW=60 k6 run limit.ts
 */
import type { Exchange } from "../../conformance/exchange.ts";
import { remainingOf } from "../../conformance/laws/rate-limit-headers.ts";
import type { Client } from "../in-k6/client.ts";
import { type Label, readEnvironment } from "../in-k6/environment.ts";
import { conclude } from "../in-k6/judge-sequences.ts";
import { thresholdsOf } from "../in-k6/metrics.ts";
import { crossings, plans } from "../in-k6/plans.ts";
import { clientOf, discover, type World } from "../in-k6/setup.ts";
import { submissionOf } from "../in-k6/submission.ts";
import { type SummaryData, summaryOf } from "../in-k6/summary.ts";
import { atOnce, pause, rateLimitOf, restUntilKnown, type Send, untilFresh, untilRefused } from "../in-k6/traffic.ts";

const environment = readEnvironment(__ENV);
const { tokens, instances } = environment;

export const claim = plans.limit.claim;

export const options = {
  setupTimeout: "10m",
  scenarios: {
    crossing: {
      executor: "per-vu-iterations",
      vus: instances,
      iterations: 1,
      maxDuration: `${Math.ceil(3 * plans.limit.forecast(environment).seconds + 60)}s`,
      exec: "crossLimit",
      tags: { clause: "limit.standard" },
    },
  },
  thresholds: {
    // The walk of several processes is judged by the launcher.
    ...thresholdsOf(environment, instances > 1 ? [] : ["limit.refused-when-exceeded"]),
    fpk_limited: ["count>0"],
    fpk_remaining_error: ["max==0"],
  },
};

export const setup = () => discover("limit", environment, { references: ["KEY_A"], session: true, profile: true });

/** All of the organization's requests are this one user's, so that their order is known. */
export async function crossLimit(world: World): Promise<void> {
  const client = clientOf(environment, world);
  const traffic = trafficOf(client, world);
  for (let crossing = 0; crossing < crossings(environment); crossing += 1) {
    if (crossing > 0) await restUntilKnown(client);
    await untilFresh(client, "KEY_A");
    if (crossing % 2 === 0) await byOneKey(client, traffic);
    else await byAllAtOnce(client, traffic);
  }
  conclude(client, [
    "limit.refused-when-exceeded",
    "limit.not-early",
    "limit.answered-429",
    ...(tokens.KEY_A2 === undefined ? [] : ["limit.shared-by-keys"]),
    ...(maySubmit(client) ? ["limit.shared-by-methods"] : []),
  ]);
}

/** Which roles may submit is open (§5.7), and whether a refusal counts. */
const maySubmit = ({ exchanges }: Client) =>
  exchanges.some(({ operation, isSuccess }) => operation === "submitFeedback" && isSuccess);

interface Traffic {
  readonly read: Send;
  readonly readWithOtherKey?: Send;
  readonly readWithSession?: Send;
  readonly submit?: Send;
  readonly update?: Send;
}

function trafficOf(client: Client, world: World): Traffic {
  const { references, profile, sessionReads } = world;
  const reading = (label: Label, operation = sessionReads) => ({ read: () => client.send(label, operation) });
  const refersTo = references.KEY_A;
  let submissions = 0;
  const submit = () => {
    submissions += 1;
    const body = refersTo && submissionOf(refersTo, `${environment.seed}-${client.now().toFixed(3)}-${submissions}`);
    return client.send("KEY_A", "submitFeedback", { body });
  };
  return {
    read: () => client.send("KEY_A", "listProducts"),
    ...(tokens.KEY_A2 === undefined ? {} : { readWithOtherKey: reading("KEY_A2", "listProducts").read }),
    ...(tokens.SESSION_A === undefined ? {} : { readWithSession: reading("SESSION_A").read }),
    ...(refersTo === undefined ? {} : { submit }),
    // The profile as it was read: it changes nothing.
    ...(profile === undefined ? {} : { update: () => client.send("KEY_A", "updateMe", { body: profile }) }),
  };
}

/** Blocks of each kind of request, reads until the first refusal, and with nothing left a few of each kind at once. */
async function byOneKey(client: Client, traffic: Traffic): Promise<void> {
  const { read, readWithOtherKey, readWithSession, submit } = traffic;
  const others = [readWithOtherKey, submit].filter((one) => one !== undefined);
  const left = remainingOf(await read()) ?? rateLimitOf(client).limit;
  const size = Math.min(7, Math.floor((left - 6) / Math.max(1, others.length)) - 1);
  for (const send of size < 4 ? [] : others) {
    for (let sent = 0; sent < size; sent += 1) await send();
    await read();
  }
  if (!(await untilRefused(client, read))) return;
  // So few that a new window could not have been used up by them.
  const few = Math.max(2, Math.min(6, Math.floor(rateLimitOf(client).limit / 2)));
  for (const send of [readWithOtherKey, submit, readWithSession]) {
    if (send === undefined) continue;
    const batch = await atOnce(few, send);
    // A limiter that refills has let some come free; the key must find nothing left again.
    for (let sent = 0; sent < batch.length; sent += 1) if ((await read()).status === 429) break;
  }
}

/** Every kind of request at once, several of each under way, until each has been refused a few times. */
async function byAllAtOnce(client: Client, traffic: Traffic): Promise<void> {
  const { limit, windowSeconds } = rateLimitOf(client);
  const until = client.now() + windowSeconds * 1000;
  let sent = 0;
  const refused = async (send: Send): Promise<void> => {
    for (let refusals = 0; refusals < 3 && sent < 2 * limit && client.now() < until; ) {
      sent += 1;
      const answer: Exchange = await send();
      if (answer.status === 429) refusals += 1;
      else if (!answer.isSuccess) await pause(20);
    }
  };
  const kinds = Object.values(traffic) as readonly Send[];
  await Promise.all(kinds.flatMap((send) => [refused(send), refused(send), refused(send)]));
}

export const handleSummary = (data: SummaryData) => summaryOf("limit", data, __ENV.FPK_SUMMARY);
