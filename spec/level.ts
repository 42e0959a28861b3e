/** How clauses bind. Laws import this file, also inside k6: no npm. */

/**
 * `stated`: the document says it. `implied`: it follows from what the document says. `reading`: ours, what the document
 * must mean although its words leave it out; it counts like `stated`, and every report says whose it is.
 */
export type Level = "stated" | "implied" | "reading";

export const levels: readonly Level[] = ["stated", "implied", "reading"];

/** Whether a clause of this level that does not hold fails every run, not only a strict one. */
export const isBinding = (level: Level | "open"): boolean => level === "stated" || level === "reading";

/**
 * The level of a result, from that of its clause. An open clause is judged only where an overlay states the choice, so it binds like a stated
 * one; so does a result without a clause (`fpk load`, `fuzz`).
 */
export const boundLevel = (level: Level | "open" = "stated"): Level => (level === "open" ? "stated" : level);

/** As reports print it: `stated`, `implied`, `our reading`. */
export const levelName = (level: Level | "open"): string => (level === "reading" ? "our reading" : level);
