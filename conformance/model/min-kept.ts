/**
 * In milliseconds. A 404, or what an unknown feedbackId is answered, within this time from the acceptance means a lost status (§4, rule 1);
 * later, the server may no longer keep it.
 */
export const minKeptMs = 30_000;
