/** Labels of requests in recorded traffic whose credentials are not known. Each counts as a caller of its own, so that nothing is concluded from two of them. */
const prefix = "UNDISCLOSED_";

/** `number`: from 1. */
export const undisclosedLabel = (number: number) => `${prefix}${number}`;
export const isUndisclosed = (label: string) => label.startsWith(prefix);
