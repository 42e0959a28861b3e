import { oncePerObject } from "../../model/once-per-object.ts";
import type { History } from "./history.ts";

/** Calls `compute` once for each history, since several laws use the result. */
export const oncePerHistory: <T>(compute: (history: History) => T) => (history: History) => T = oncePerObject;
