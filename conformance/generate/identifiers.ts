/** Identifiers that do not exist, and on which routers, decoders, databases and JSON writers often fail. */
import * as fc from "fast-check";
import { texts } from "./texts.ts";

/** Names and numbers that languages and databases do not read as text. */
const words = ["null", "undefined", "NaN", "constructor", "__proto__", "[object Object]", "9223372036854775808"];

/** Each begins with the mark, so that a server that trims or cuts it does not get an empty one, `.` or `..`. */
export const unusualIdentifiers = (mark: string, seed: number): readonly string[] => [
  "%",
  `${mark}/products`,
  `${mark}\u0000`,
  `${mark}' OR "1"="1" --Zürich-🙂`,
  `${mark};a=1\\b+c ?d#e&f:g@h|i^j{k}[l]<m>*`,
  `${mark}\r\n\t\u007f\u2028\ufeff\uffff`,
  mark.repeat(Math.ceil(2000 / mark.length)),
  ...fc.sample(fc.constantFrom(...words), { seed, numRuns: 1 }),
];

/** Any text, behind the mark. */
export const identifiers = (mark: string): fc.Arbitrary<string> =>
  texts({ minLength: 1, maxLength: 20 }).map((text) => `${mark}${text}`);
