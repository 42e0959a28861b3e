/** The verdicts of a fuzzed run: our laws on every exchange, and what Schemathesis' own checks found that no law says. */
import type { Contract } from "../../spec/contract.ts";
import { judgeLaw, judgeSequence } from "../laws/apply.ts";
import { Sequence } from "../laws/sequence-law.ts";
import type { LawContext } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { answerOf } from "../model/response-text.ts";
import { fails, holds, type Judged, unjudged } from "../model/verdict.ts";
import type { AnyCheck } from "../run/registry.ts";
import { refusing, wrongIn } from "./wrong.ts";

/** An exchange, and which of Schemathesis' checks it failed. */
export interface Fuzzed {
  readonly exchange: Exchange;
  readonly failed: readonly string[];
}

/** A result of Schemathesis' own: which exchanges it speaks of, and what is wrong with one of them. */
interface OwnCheck {
  readonly id: string;
  readonly clause: string;
  readonly claim: string;
  concerns(one: Fuzzed): boolean;
  /** What was expected; undefined where nothing is wrong. */
  expected(one: Fuzzed): string | undefined;
}

const isAnonymous = ({ exchange }: Fuzzed) => exchange.kind === "none" || exchange.kind === "unknown";
const isServed = ({ exchange }: Fuzzed) => exchange.operation !== undefined && exchange.response !== undefined;
/** A caller without credentials may be limited by address. */
const expected401 = ({ exchange }: Fuzzed) =>
  exchange.status === 401 || exchange.status === 429 ? undefined : `401 for ${exchange.operation}`;

const ownChecks = (contract: Contract): readonly OwnCheck[] => [
  {
    id: "fuzz.no-server-error",
    clause: "error.no-server-error",
    claim: "Nothing that Schemathesis generates is answered with a 5xx",
    concerns: (one) => isServed(one) && !isAnonymous(one),
    expected: ({ exchange, failed }) =>
      failed.includes("not_a_server_error") && exchange.status >= 500 ? "no 5xx" : undefined,
  },
  {
    id: "fuzz.without-credentials",
    clause: "endpoint.authorization",
    claim: "What Schemathesis sends without an Authorization header is answered 401",
    concerns: (one) => isServed(one) && one.exchange.kind === "none",
    expected: expected401,
  },
  {
    id: "fuzz.invalid-credentials",
    clause: "auth.unauthorized",
    claim: "What Schemathesis sends with invalid credentials is answered 401",
    concerns: (one) => isServed(one) && one.exchange.kind === "unknown",
    expected: expected401,
  },
  ...Object.entries(refusing).map(([operation, clause]) => ({
    id: `fuzz.refused-${operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    clause,
    claim: `What Schemathesis generates wrong for ${operation} is refused`,
    concerns: (one: Fuzzed) =>
      one.exchange.operation === operation && isServed(one) && wrongIn(one.exchange, contract) !== undefined,
    expected: ({ exchange }: Fuzzed) => (exchange.isSuccess ? `a 4xx for ${wrongIn(exchange, contract)}` : undefined),
  })),
];

/** The smallest request first: it is what a reader is shown. */
const bySize = (a: Exchange, b: Exchange) => sizeOf(a) - sizeOf(b) || a.index - b.index;
const sizeOf = ({ request }: Exchange) => request.url.length + request.body.length;

const mostShown = 20;

export interface VerdictOptions {
  readonly contract: Contract;
  readonly checks: readonly AnyCheck[];
  readonly context: LawContext;
  /** Everything that was sent, our own requests too. */
  readonly exchanges: readonly Exchange[];
  readonly fuzzed: readonly Fuzzed[];
  /** What requests of our own have shown afterwards, of what Schemathesis found. */
  readonly shown?: readonly Judged[];
}

/** One result for each cause: an exchange that a law fails already is no finding of Schemathesis' own. */
export function verdictsOf({
  contract,
  checks,
  context,
  exchanges,
  fuzzed,
  shown = [],
}: VerdictOptions): readonly Judged[] {
  const sequence = new Sequence(exchanges, context.rateLimit);
  const smallestFirst = exchanges.toSorted(bySize);
  const byLaws = checks.flatMap((one): Judged[] => {
    if (one.kind === "law") return [judgeLaw(one.check, smallestFirst, context)];
    if (one.kind !== "sequence" || one.check.needs?.limitExceeded === true) return [];
    return [judgeSequence(one.check, sequence, unseen)];
  });
  const told = new Set(byLaws.flatMap(({ check, verdict }) => (verdict.verdict === "fail" ? [check.clause] : [])));
  const isShown = ({ exchange }: Fuzzed) =>
    exchange.operation === "submitFeedback" && exchange.status >= 500 && shown.length > 0;
  const rest = fuzzed.filter((one) => !isShown(one));
  const own = ownChecks(contract).map((check) => ({ check, ...outcomeOf(check, rest, told) }));
  return [...byLaws, ...own, ...shown];
}

const unseen = unjudged("skip", "no exchange of this run shows it");

function outcomeOf(check: OwnCheck, fuzzed: readonly Fuzzed[], told: ReadonlySet<string>): Omit<Judged, "check"> {
  const judged = fuzzed.filter(check.concerns);
  if (judged.length === 0) return { verdict: unseen, judged: 0, failed: 0 };
  const failed = judged.filter((one) => check.expected(one) !== undefined);
  const proof = failed.toSorted((a, b) => bySize(a.exchange, b.exchange));
  const [first] = proof;
  const counts = { judged: judged.length, failed: failed.length };
  if (first === undefined) return { verdict: holds, ...counts };
  if (told.has(check.clause)) {
    return { verdict: unjudged("skip", `a law says the same of ${check.clause}`), ...counts };
  }
  const expected = check.expected(first) ?? "";
  const actual = answerOf(first.exchange);
  const exchangesShown = proof.slice(0, mostShown).map(({ exchange }) => exchange.index);
  return { verdict: fails({ expected, actual, exchanges: exchangesShown, shown: first.exchange.index }), ...counts };
}
