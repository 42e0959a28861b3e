/**
 * §8: which errors count against the limit, as `X-RateLimit-Remaining` of the successes before and after them shows; and whether it counts
 * the request that it answers.
 */
import { historiesOf } from "../laws/limiter/histories.ts";
import type { History } from "../laws/limiter/history.ts";
import { fallOf, stepsOf } from "../laws/limiter/remaining-steps.ts";
import { answeredBetween, spanMs } from "../laws/limiter/timeline.ts";
import { distinct } from "./format.ts";
import type { Observer } from "./observer.ts";

export const countedErrors: Observer = {
  clause: "limit.counted-errors",
  unobserved: "no error came between two successes of an API key that report what remains",
  observe(exchanges, { rateLimit }) {
    if (rateLimit === null) return { choices: [] };
    const histories = historiesOf(exchanges, rateLimit);
    const evidence = histories.flatMap(evidenceIn);
    const statuses = [...new Set(evidence.map(({ status }) => status))].sort();
    const ofStatus = (status: number) => evidence.filter((each) => each.status === status);
    const isCounted = (status: number) => ofStatus(status).some((each) => each.isCounted);
    const counted = statuses.filter(isCounted);
    const notCounted = statuses.filter((status) => !isCounted(status) && ofStatus(status).length >= minEvidence);
    return {
      choices: [
        ...(counted.length === 0 ? [] : [`${counted.join(", ")} counted`]),
        ...(notCounted.length === 0 ? [] : [`${notCounted.join(", ")} not counted`]),
        ...distinct(histories.flatMap((history) => ofSelf(history) ?? [])),
      ],
    };
  },
};

/** Whether `X-RateLimit-Remaining` counts the request that it answers. Undefined if the responses do not show it. */
function ofSelf({ reported, limit, remainingIncludesSelf }: History): string | undefined {
  if (remainingIncludesSelf) return "X-RateLimit-Remaining counts the request that it answers";
  return reported.some(({ remaining }) => remaining === limit)
    ? `X-RateLimit-Remaining does not count the request that it answers: ${limit} with the first one`
    : undefined;
}

/** A limiter that refills may have given a request back just then, so it takes several of an error that does not count. */
const minEvidence = 3;

interface Evidence {
  readonly status: number;
  readonly isCounted: boolean;
}

/** One for each two successes with nothing but errors of one status between them, so close that nothing was refilled. */
function evidenceIn(history: History): readonly Evidence[] {
  return stepsOf(history).flatMap((step) => {
    const errors = answeredBetween(step);
    const [status = 0, ...others] = new Set(errors.map((error) => error.status));
    const isAlike = status >= 400 && others.length === 0 && errors.length === step.between.length;
    if (!isAlike || spanMs(step.first, step.last) * history.refillPerMs > 0.5) return [];
    const fall = fallOf(step);
    return fall === 1 || fall === 1 + errors.length ? [{ status, isCounted: fall > 1 }] : [];
  });
}
