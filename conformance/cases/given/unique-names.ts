/** Names and marks that nobody had before: a response that shows one got it from this run. */
import type { CaseContext } from "../case.ts";

/** A name of letters alone, since a target may allow nothing else in a name: it spells a time in ms, and a count. */
export async function uniqueName(context: CaseContext): Promise<string> {
  const names = await context.once("names", async () => ({ count: 0 }));
  names.count += 1;
  const digits = `${names.count.toString(26)}q${Math.floor(context.now()).toString(26)}`;
  return `Q${digits.replace(/[0-9a-p]/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))}`;
}

/** Whether a text shows the name; a target may write it in capitals. */
export const containsName = (text: unknown, name: string) =>
  typeof text === "string" && text.toLowerCase().includes(name.toLowerCase());

/** Marks one submission, also among earlier runs with its seed: a target may take a second one with the same content for the first. */
export async function uniqueMark(context: CaseContext): Promise<string> {
  const marks = await context.once("marks", async () => ({ seconds: Math.floor(context.now() / 1000), count: 0 }));
  marks.count += 1;
  return `${context.mark}-${marks.seconds.toString(36)}-${marks.count}`;
}
