/** The scripts' notes that the launcher changes or leaves out, since it knows the whole run. Pure. */

/** On a caller that is still rejected after two windows without requests. Left out if the declared window is too short. */
export const stillRejected =
  "after far more requests than the limit and two windows without any, 429 was still answered: rejected requests use up later windows, which the document leaves open";

const rejectedBefore = (why: string) =>
  `429 before it began: ${why}, so it waited for a window, and does not judge these 429s`;

/** On 429s in `setup`; the second after another scenario of the same run. */
export const limitUsedBefore = rejectedBefore(
  "earlier requests, the run's other processes or another client may have used the limit",
);
export const limitUsedByScenario = rejectedBefore("the scenario before it may have used the limit");
