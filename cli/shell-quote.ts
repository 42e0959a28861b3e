/** Commands that a reader can paste into a shell. */

/** The text, quoted if a shell would not take it for one word. */
export const shellQuote = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
