/** What `recovery` notes on a caller that is still rejected after two windows without requests. Not told if the declared window is too short. */
export const stillRejected =
  "after far more requests than the limit and two windows without any, 429 was still answered: rejected requests use up later windows, which the document leaves open";
