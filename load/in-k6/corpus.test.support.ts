/** Exchanges for the test that k6 and Node judge alike: whole runs of the suite on the reference and on faults, and made ones. */
import { virtualClock } from "../../clock.ts";
import { conform } from "../../conformance/index.ts";
import {
  bodyOf,
  contract,
  type ExchangeOverrides,
  exchangeWith,
  samples,
} from "../../conformance/model/exchange.test.support.ts";
import type { Exchange, ExchangeRecord } from "../../conformance/model/exchange.ts";
import { exchangeOf } from "../../conformance/model/exchange.ts";
import type { RateLimit } from "../../conformance/model/rate-limit.ts";
import { resources } from "../../conformance/model/resources.ts";
import type { Verdict } from "../../conformance/model/verdict.ts";
import { startReference } from "../../reference/start.ts";
import type { BodyProblem } from "../../spec/body.ts";

/** A sequence: all that was sent in a run, in order. */
export interface Sequence {
  readonly name: string;
  readonly rateLimit: RateLimit | null;
  readonly exchanges: readonly Exchange[];
}

/** A sequence as k6 receives it: with what Node finds of each body. */
export interface Asked {
  readonly name: string;
  readonly rateLimit: RateLimit | null;
  readonly records: readonly ExchangeRecord[];
  readonly problems: readonly (readonly BodyProblem[])[];
  readonly declared: readonly (readonly string[])[];
}

/** The judgements: by law, then by exchange. `compiled`: with the validators that the scripts bring. */
export interface Judged {
  readonly name: string;
  readonly laws: readonly (readonly Verdict[])[];
  readonly compiled: readonly (readonly Verdict[])[];
  readonly sequences: readonly Verdict[];
}

/** A run of the suite, as its report holds it. */
async function runOf(name: string, of: { readonly mutant?: string; readonly variants?: readonly string[] }) {
  const clock = virtualClock(Date.UTC(2026, 0, 1));
  const reference = await startReference({ clock, tokenSeed: "corpus", ...of });
  try {
    const report = await conform({ ...reference.target, clock, seed: 1 });
    const records: readonly ExchangeRecord[] = report.exchanges;
    return { name, rateLimit: reference.target.rateLimit ?? null, exchanges: records.map(exchangeOf) };
  } finally {
    await reference.close();
  }
}

/** What each answer in turn has in place of a good one's. */
const oddities: readonly ExchangeOverrides[] = [
  {},
  { headers: { "X-RateLimit-Limit": undefined, "X-RateLimit-Reset": "soon" } },
  { headers: { "X-RateLimit-Remaining": "-1" } },
  { headers: { "x-ratelimit-remaining": "101", "X-RateLimit-Remaining": undefined } },
  { headers: { "X-RateLimit-Limit": "1e2", "X-RateLimit-Reset": "1.7e9" } },
  { headers: { "X-RateLimit-Remaining": "9223372036854775807", "X-RateLimit-Limit": "9223372036854775807" } },
  { headers: { "Content-Type": "application/problem+json; charset=utf-8" } },
  { headers: { "Content-Type": "text/html" }, text: "<p>" },
  { text: "" },
  { text: "{" },
  { text: "[1]", isUtf8: false },
  { text: "null", isCut: true },
  { json: { data: [{ id: 1 }, { id: "a" }, { id: "a" }] } },
  { json: [{ id: "𝒳\u2028", userId: null, createdAt: "2026-W01-1T10Z", updatedAt: "20260101T000000" }] },
  { json: { feedbackId: "fb_1", url: 1, status: "done", resultUrl: null } },
  { status: 0 },
  ...[400, 401, 403, 404, 429, 500].flatMap((status): readonly ExchangeOverrides[] => [
    { status, json: samples.Error },
    { status, json: { error: 1, issues: [{ code: "a" }, { code: 1, message: "b", path: "a" }] } },
    { status, json: { issues: { a: 1 } }, kind: "none", intent: "unknown-id" },
    { status, json: { error: "x", issues: [{ code: "a", message: "b", path: [0, "a", null] }, 7] } },
    { status, text: "no" },
    { status, json: ["x"] },
  ]),
];

/** Each oddity, as an answer to an operation; and each operation's own resource, good and bare. */
function made(): readonly Exchange[] {
  const odd = contract.operations.flatMap(({ id }) => oddities.map((overrides) => ({ ...overrides, operation: id })));
  const shown = resources.flatMap(({ schema, listedBy, shownBy }) =>
    [...listedBy, ...shownBy].flatMap((operation) =>
      [samples[schema], {}, { ...samples[schema], status: 7, createdAt: "yesterday" }].map((item) => ({
        operation,
        json: bodyOf(operation, item),
      })),
    ),
  );
  return [...odd, ...shown].map((overrides, index) =>
    exchangeWith({ ...overrides, index, sentAt: index, receivedAt: index + 1 }),
  );
}

export async function corpus(): Promise<readonly Sequence[]> {
  return [
    { name: "made", rateLimit: { limit: 100, windowSeconds: 60 }, exchanges: made() },
    { name: "made, without a limit", rateLimit: null, exchanges: made().slice(0, 60) },
    await runOf("the reference", {}),
    await runOf("a sliding counter", { variants: ["limiter-sliding-counter"] }),
    await runOf("a limit for each key", { mutant: "limit-by-key" }),
    await runOf("one too many", { mutant: "limit-one-too-many" }),
    await runOf("refused for good", { mutant: "refused-for-good" }),
    await runOf("one limit for all", { mutant: "limit-for-all" }),
    await runOf("sessions without a limit", { mutant: "sessions-not-counted" }),
    await runOf("two bits of an id", { mutant: "id-of-the-second" }),
  ];
}
