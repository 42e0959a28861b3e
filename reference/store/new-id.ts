import { randomUUID } from "node:crypto";

/** A random identifier: `fb_` and 18 hexadecimal digits for the prefix `fb`. */
export const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll("-", "").slice(-18)}`;
