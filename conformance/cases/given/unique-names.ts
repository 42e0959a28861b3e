/** Names and marks that nobody had before, so that whoever shows one got it from the run. */
import type { CaseContext } from "../case.ts";

/** A name that is nobody's, made of letters alone, since a name may be held to them: it spells a time in ms, and a count. */
export async function newName(context: CaseContext): Promise<string> {
  const names = await context.once("names", async () => ({ count: 0 }));
  names.count += 1;
  const digits = `${names.count.toString(26)}q${Math.floor(context.now()).toString(26)}`;
  return `Q${digits.replace(/[0-9a-p]/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))}`;
}

/** Whether a name was given to who shows this text; a target may write it in capitals. */
export const hasName = (text: unknown, name: string) =>
  typeof text === "string" && text.toLowerCase().includes(name.toLowerCase());

/**
 * A mark for one submission, that no other has, of this run or of an earlier one with its seed: a target may take what it
 * was sent before, in the same words, for the same submission. It holds a time in s, and a count.
 */
export async function newMark(context: CaseContext): Promise<string> {
  const start = await context.once("marks", async () => ({ seconds: Math.floor(context.now() / 1000), count: 0 }));
  start.count += 1;
  return `${context.mark}-${start.seconds.toString(36)}-${start.count}`;
}
