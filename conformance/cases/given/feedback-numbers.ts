/** Whose feedback a short identifier such as `FB-12` can be: each organization may count its own, and so use the same. */
import { stringIn } from "../../model/body.ts";
import type { Actor, CaseContext } from "../case.ts";

/** What stands before the number, and the number; undefined where it has other digits, too, as in random identifiers. */
export function numberIn(id: string): { readonly prefix: string; readonly value: bigint } | undefined {
  const [, prefix, digits] = /^(\D*)(\d+)$/.exec(id) ?? [];
  return prefix === undefined || digits === undefined ? undefined : { prefix, value: BigInt(digits) };
}

/**
 * The run, which has the organization for itself, was given lower and higher numbers there, and never this one: so a server that counts for
 * each organization by itself has no feedback of this number in the actor's. False where that is not certain. Example: FB-7 and FB-9 are the
 * run's, so FB-8 is another organization's.
 */
export function isCertainlyOfAnother(context: CaseContext, { caller }: Actor, feedbackId: string): boolean {
  const submissions = context
    .exchangesOf("submitFeedback")
    .flatMap(({ exchange }) => (exchange.organization === caller.organization ? [exchange] : []));
  // What became of a submission without an acceptance is not known.
  if (submissions.some(({ response, isSuccess, status }) => response === undefined || (!isSuccess && status >= 500)))
    return false;
  const asked = numberIn(feedbackId);
  const values = submissions.flatMap((exchange) => {
    const number = numberIn(stringIn(exchange, "feedbackId") ?? "");
    return number !== undefined && number.prefix === asked?.prefix ? [number.value] : [];
  });
  if (asked === undefined || values.includes(asked.value)) return false;
  return values.some((value) => value < asked.value) && values.some((value) => value > asked.value);
}
