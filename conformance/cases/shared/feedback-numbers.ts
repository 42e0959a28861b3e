/** Which organization a number such as `FB-12` belongs to: each may count its own feedback, from 1. */
import { stringIn } from "../../model/body.ts";
import type { Actor, CaseContext } from "../case.ts";

export interface FeedbackNumber {
  readonly prefix: string;
  readonly value: bigint;
}

/** Undefined if the prefix has digits, too, as in random identifiers. */
export function numberIn(id: string): FeedbackNumber | undefined {
  const [, prefix, digits] = /^(\D*)(\d+)$/.exec(id) ?? [];
  return prefix === undefined || digits === undefined ? undefined : { prefix, value: BigInt(digits) };
}

/**
 * True if the actor's own organization certainly has no feedback of this number, since only this run submits there: it was given
 * lower and higher numbers but not this one (FB-7 and FB-9, so FB-8 is another organization's), or only consecutive numbers,
 * the last of which is lower by two or more (FB-7 and FB-8, so FB-10 is not its own yet).
 */
export function isCertainlyOfAnother(context: CaseContext, { caller }: Actor, feedbackId: string): boolean {
  const submissions = context
    .exchangesOf("submitFeedback")
    .map(({ exchange }) => exchange)
    .filter(({ organization }) => organization === caller.organization);
  // A submission without an acceptance may have taken the number.
  if (submissions.some(({ response, isSuccess, status }) => response === undefined || (!isSuccess && status >= 500)))
    return false;
  const asked = numberIn(feedbackId);
  const values = submissions.flatMap((exchange) => {
    const number = numberIn(stringIn(exchange, "feedbackId") ?? "");
    return number !== undefined && number.prefix === asked?.prefix ? [number.value] : [];
  });
  if (asked === undefined || values.includes(asked.value)) return false;
  const last = values.at(-1);
  if (areConsecutive(values) && last !== undefined && asked.value > last + 1n) return true;
  return values.some((value) => value < asked.value) && values.some((value) => value > asked.value);
}

const areConsecutive = (values: readonly bigint[]) =>
  values.length > 1 && values.slice(1).every((value, at) => value - 1n === values[at]);
