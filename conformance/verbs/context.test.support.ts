/** A context for a verb that is run in this process, which keeps what the verb prints. */
import type { VerbContext } from "../../cli/verb.ts";
import { realClock } from "../../clock.ts";

/** `context` goes before what it has by default: the machine's clock, no environment, no embedded reference, no mutants, no variants. */
export function capture(context: Partial<Omit<VerbContext, "stdout" | "stderr">> = {}) {
  /** `both`: as a terminal shows them. */
  const printed = { stdout: "", stderr: "", both: "" };
  const keeping = (name: keyof typeof printed) => ({
    write(text: string) {
      printed[name] += text;
      printed.both += text;
    },
  });
  const io: VerbContext = {
    stdout: keeping("stdout"),
    stderr: keeping("stderr"),
    env: {},
    clock: realClock,
    signal: new AbortController().signal,
    embedded: () => Promise.reject(new Error("there is no embedded reference in this test")),
    mutants: async () => [],
    variants: async () => [],
    ...context,
  };
  return { io, printed };
}
