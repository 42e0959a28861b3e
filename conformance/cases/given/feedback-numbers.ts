/** Whose feedback a short identifier such as `FB-12` can be: each organization may count its own, and so use the same. */
import { stringIn } from "../../model/body.ts";
import type { Actor, CaseContext } from "../case.ts";

/** What stands before the number, and the number; undefined where digits stand elsewhere, too, as in random identifiers. */
export function numberIn(id: string): { readonly prefix: string; readonly value: bigint } | undefined {
  const [, prefix, digits] = /^(\D*)(\d+)$/.exec(id) ?? [];
  return prefix === undefined || digits === undefined ? undefined : { prefix, value: BigInt(digits) };
}

/**
 * The run, which has the organization for itself, was given lower and higher numbers there, and never this one: so who counts for
 * each organization by itself has no feedback of this number in the actor's. False where that is not sure.
 */
export function isSurelyOfAnother(context: CaseContext, { caller }: Actor, feedbackId: string): boolean {
  const submissions = context
    .exchangesOf("submitFeedback")
    .flatMap(({ exchange }) => (exchange.organization === caller.organization ? [exchange] : []));
  // What became of a submission without an acceptance is not known.
  if (submissions.some(({ response, isSuccess, status }) => response === undefined || (!isSuccess && status >= 500)))
    return false;
  const wanted = numberIn(feedbackId);
  const values = submissions.flatMap((exchange) => {
    const number = numberIn(stringIn(exchange, "feedbackId") ?? "");
    return number !== undefined && number.prefix === wanted?.prefix ? [number.value] : [];
  });
  if (wanted === undefined || values.includes(wanted.value)) return false;
  return values.some((value) => value < wanted.value) && values.some((value) => value > wanted.value);
}
