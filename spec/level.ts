/** The levels of clauses. Laws import this file, which k6 also runs, so it imports no package. */

/**
 * `stated`: the document says so. `implied`: it follows from the document. `reading`: our interpretation of the document;
 * it counts like `stated`, and every report says that it is ours.
 */
export type Level = "stated" | "implied" | "reading";

export const levels: readonly Level[] = ["stated", "implied", "reading"];

/** Whether a violated clause of this level fails every run. Otherwise, it fails only a strict run. */
export const isBinding = (level: Level | "open"): boolean => level === "stated" || level === "reading";

/**
 * The level of a result, from that of its clause. An open clause is judged only if an overlay states the choice, so it
 * counts like a stated clause. So does a result without a clause (`fpk load`, `fpk fuzz`).
 */
export const boundLevel = (level: Level | "open" = "stated"): Level => (level === "open" ? "stated" : level);

/** The level in a report: `stated`, `implied` or `our reading`. */
export const levelName = (level: Level | "open"): string => (level === "reading" ? "our reading" : level);
