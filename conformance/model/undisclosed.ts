/** Labels for recorded requests of unknown callers. Each counts as a different caller, so no law compares two. */
const prefix = "UNDISCLOSED_";

/** `number`: from 1. */
export const undisclosedLabel = (number: number) => `${prefix}${number}`;
export const isUndisclosed = (label: string) => label.startsWith(prefix);
