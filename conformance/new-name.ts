/** Names that nobody had before, so that whoever shows one got it from the run. */
import type { CaseContext } from "./case.ts";

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
