/** Exchanges for the test that k6 and Node judge alike: of whole runs of the suite on the reference and on mutants, and invented ones. */
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

/** All exchanges of a run, in order. */
export interface Sequence {
  readonly name: string;
  readonly rateLimit: RateLimit | null;
  readonly exchanges: readonly Exchange[];
}

/** A sequence as k6 receives it, with the schema violations that Node finds in each body. */
export interface Asked {
  readonly name: string;
  readonly rateLimit: RateLimit | null;
  readonly records: readonly ExchangeRecord[];
  readonly problems: readonly (readonly BodyProblem[])[];
  readonly declared: readonly (readonly string[])[];
}

/** Verdicts by law, then by exchange. `compiled`: with the scripts' compiled validators. */
export interface Judged {
  readonly name: string;
  readonly laws: readonly (readonly Verdict[])[];
  readonly compiled: readonly (readonly Verdict[])[];
  readonly sequences: readonly Verdict[];
}

/** Runs the suite on the reference. */
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

/** Properties that differ from those of a good response. */
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

/** A response to each operation with each oddity; and responses with each operation's resource, good, empty and with wrong fields. */
function inventedExchanges(): readonly Exchange[] {
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
    { name: "invented", rateLimit: { limit: 100, windowSeconds: 60 }, exchanges: inventedExchanges() },
    { name: "invented, without a limit", rateLimit: null, exchanges: inventedExchanges().slice(0, 60) },
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
