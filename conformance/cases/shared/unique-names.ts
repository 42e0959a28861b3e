/** Names and marks that are new: a response that shows one got it from this run. */
import type { CaseContext } from "../case.ts";

/** Letters only, since a target may allow nothing else in a name. They encode a time in ms and a count. */
export async function uniqueName(context: CaseContext): Promise<string> {
  const names = await context.once("names", async () => ({ count: 0 }));
  names.count += 1;
  const digits = `${names.count.toString(26)}q${Math.floor(context.now()).toString(26)}`;
  return `Q${digits.replace(/[0-9a-p]/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))}`;
}

/** Whether a text contains the name. A target may write it in capitals. */
export const containsName = (text: unknown, name: string) =>
  typeof text === "string" && text.toLowerCase().includes(name.toLowerCase());

/** Marks a submission as unique, even among runs with the same seed: a target may reject a copy. */
export async function uniqueMark(context: CaseContext): Promise<string> {
  const marks = await context.once("marks", async () => ({ seconds: Math.floor(context.now() / 1000), count: 0 }));
  marks.count += 1;
  return `${context.mark}-${marks.seconds.toString(36)}-${marks.count}`;
}
