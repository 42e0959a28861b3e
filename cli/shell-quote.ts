/** Commands that a reader can paste into a shell. */

/** As a shell takes it for one word. */
export const shellQuote = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
