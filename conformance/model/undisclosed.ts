/**
 * Labels for requests in recorded traffic whose credentials are unknown. Each counts as a different caller, so that no
 * law compares two of them.
 */
const prefix = "UNDISCLOSED_";

/** `number`: from 1. */
export const undisclosedLabel = (number: number) => `${prefix}${number}`;
export const isUndisclosed = (label: string) => label.startsWith(prefix);
