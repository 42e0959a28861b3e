/** Runs `fpk load` in tests, against a server in this process. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { VerbContext } from "../../cli/verb.ts";
import { realClock } from "../../clock.ts";
import { k6 } from "../../conformance/tools/k6.ts";
import { search } from "../../conformance/tools/tool.ts";
import { run } from "./load.ts";

/** The real k6 of this machine; undefined if there is none. */
export const realK6 = (await search(k6, process.env)).found;

/** A script that sends a few reads. */
export const tiny = fileURLToPath(new URL("../launcher/tiny.test.scenario.js", import.meta.url));

interface Loaded {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running server of this API, such as the reference. */
export interface Served {
  readonly target: {
    readonly baseUrl: string;
    readonly credentials: readonly {
      readonly token: string;
      readonly kind: string;
      readonly org?: string;
      readonly expired?: boolean;
    }[];
  };
  close(): Promise<void>;
}

export interface Bench {
  readonly reference: Served;
  readonly folder: string;
  /** A target file of the reference. */
  readonly target: string;
  /** Writes another target file into the folder. */
  write(name: string, target: object): string;
  load(args: LoadArguments): Promise<Loaded>;
  close(): Promise<void>;
}

export interface LoadArguments {
  readonly scenario?: string;
  /** More scenarios. */
  readonly others?: readonly string[];
  readonly url?: string;
  readonly forwardedArgs?: readonly string[];
  readonly options?: Parameters<typeof run>[1];
  readonly env?: VerbContext["env"];
  readonly signal?: AbortSignal;
  /** Called with all of standard error whenever some is written. */
  readonly onStderr?: (text: string) => void;
}

export function createBench(reference: Served): Bench {
  const folder = mkdtempSync(join(tmpdir(), "fpk-load-test-"));
  const write = (name: string, target: object) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(target));
    return path;
  };
  const target = write("target.json", reference.target);
  return {
    reference,
    folder,
    target,
    write,
    async load({
      scenario,
      others = [],
      url,
      forwardedArgs = [],
      options = {},
      env = {},
      signal,
      onStderr = () => {},
    }) {
      const printed = { stdout: "", stderr: "" };
      const io: VerbContext = {
        stdout: { write: (text) => (printed.stdout += text) },
        stderr: {
          write(text) {
            printed.stderr += text;
            onStderr(printed.stderr);
          },
        },
        env: { ...process.env, ...env },
        clock: realClock,
        signal: signal ?? new AbortController().signal,
        embedded: () => Promise.reject(new Error("not embedded")),
        mutants: async () => [],
        variants: async () => [],
      };
      const operands = [scenario, ...others, url].filter((operand) => operand !== undefined);
      const exitCode = await run({ operands, forwardedArgs }, options, io);
      return { exitCode, ...printed };
    },
    async close() {
      await reference.close();
      rmSync(folder, { recursive: true });
    },
  };
}
