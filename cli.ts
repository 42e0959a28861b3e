#!/usr/bin/env node
/** The door: a table of verbs, each imported when it is called. */
import { Command, CommanderError } from "commander";
import { UsageError } from "./cli/usage-error.ts";
import type { Embedded, EmbeddedOptions, Seeded, Surroundings } from "./cli/verb.ts";
import { realClock, virtualClock } from "./clock.ts";
import { suiteVersion } from "./conformance/run/suite-version.ts";

interface Verb {
  readonly summary: string;
  /** What follows `--` goes to an outside tool as it is. */
  readonly passesOn?: true;
  declare(
    command: Command,
  ): Promise<
    (options: object, operands: readonly string[], io: Surroundings, passedOn: readonly string[]) => Promise<number>
  >;
}

const verbs: Readonly<Record<string, Verb>> = {
  check: {
    summary: "judge a target: does this server conform to the document?",
    async declare(command) {
      const { configure, run } = await import("./conformance/verbs/check.ts");
      configure(command);
      return (options, [url], io) => run(url, options, io);
    },
  },
  serve: {
    summary: "run the reference server",
    async declare(command) {
      const { configure, serve } = await import("./reference/verbs/serve.ts");
      configure(command);
      return (options, _operands, io) => serve(options, { ...io, clock: realClock });
    },
  },
  init: {
    summary: "write a target file, and try it",
    async declare(command) {
      const { configure, run } = await import("./conformance/verbs/init.ts");
      configure(command);
      return (_options, [url], io) => run(url, command.opts(), io);
    },
  },
  mutants: {
    summary: "judge every mutant and every legal choice: which check finds what",
    async declare(command) {
      const { configure, run } = await import("./reference/verbs/mutants.ts");
      configure(command);
      return (options, _operands, io) => run(options, io);
    },
  },
  load: {
    summary: "judge the rate limit and the feedback flow under load, with k6",
    passesOn: true,
    async declare(command) {
      const { configure, run } = await import("./load/verbs/load.ts");
      configure(command);
      return (options, [scenario, url], io, passedOn) => run({ scenario, url, passedOn }, options, io);
    },
  },
  fuzz: {
    summary: "let Schemathesis generate what is sent, and judge what comes back",
    passesOn: true,
    async declare(command) {
      const { configure, run } = await import("./conformance/verbs/fuzz.ts");
      configure(command);
      return (options, [url], io, passedOn) => run({ url, passedOn }, options, io);
    },
  },
  doctor: {
    summary: "which outside tools are here, and how to get them",
    async declare(command) {
      const { configure, run } = await import("./conformance/verbs/doctor.ts");
      configure(command);
      return (options, _operands, io) => run(options, io);
    },
  },
  gate: {
    summary: "judge a change of the contract: breaking, additive or editorial, and for whom",
    async declare(command) {
      const { configure, run } = await import("./conformance/verbs/gate.ts");
      configure(command);
      return (options, [base, head], io) => run(base, head, options, io);
    },
  },
  explain: {
    summary: "explain a clause, a check or a mutant",
    async declare(command) {
      const { configure, run } = await import("./conformance/verbs/explain.ts");
      configure(command);
      return (options, [id], io) => run(id, options, io);
    },
  },
};

/** The reference in this process, on a clock that turns when everybody waits, or, for others than us to send to, on the real one. */
async function embedded({ realTimeWindowSeconds, limit }: EmbeddedOptions = {}): Promise<Embedded> {
  const { startReference } = await import("./reference/start.ts");
  const isReal = realTimeWindowSeconds !== undefined;
  const clock = isReal ? realClock : virtualClock(Date.now());
  const { target, baseUrl, close } = await startReference({ clock, limit, windowSeconds: realTimeWindowSeconds });
  const how = isReal ? `${target.rateLimit.limit} requests in ${realTimeWindowSeconds} s` : "on a virtual clock";
  return { name: `the embedded reference, ${baseUrl}, ${how}`, target, clock, close };
}

async function mutants(): Promise<readonly Seeded[]> {
  const { loadMutants } = await import("./reference/mutants/index.ts");
  return loadMutants();
}

async function variants(): Promise<readonly { readonly id: string; readonly choice: string }[]> {
  const { loadVariants } = await import("./reference/variants/index.ts");
  return loadVariants();
}

async function main(whole: readonly string[]): Promise<number> {
  const [argv, passedOn] = splitAtDashes(whole);
  const program = new Command("fpk")
    .description("Contract, reference server and conformance suite for the Feedback and Product Knowledge API")
    .version(suiteVersion(), "-V, --version")
    .exitOverride()
    .showHelpAfterError("(fpk --help lists the verbs, fpk VERB --help their options)")
    .addHelpText(
      "after",
      "\nExit codes of every verb: 0 holds · 1 does not hold · 2 wrong usage or configuration · 3 could not be judged",
    );
  const ending = new AbortController();
  const io: Surroundings = {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    signal: ending.signal,
    embedded,
    mutants,
    variants,
  };
  let exitCode = 0;
  for (const [name, { summary, declare }] of Object.entries(verbs)) {
    const command = program
      .command(name)
      .summary(summary)
      .exitOverride()
      .showHelpAfterError(`(fpk ${name} --help lists the options)`);
    if (argv[0] !== name) continue;
    const run = await declare(command);
    command.description(summary).action(async () => {
      endOnSignal(ending);
      exitCode = await run(command.opts(), command.args, io, passedOn);
    });
  }
  if (argv.length === 0) {
    program.outputHelp();
    return 2;
  }
  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UsageError) {
      process.stderr.write(`fpk ${argv[0]}: ${message}\n`);
      return 2;
    }
    process.stderr.write(`fpk ${argv[0]}: a fault of this tool, not of the target: ${message}\n`);
    return 3;
  }
  return exitCode;
}

/** What the verb itself reads, and what it passes on: all after `--`. */
function splitAtDashes(argv: readonly string[]): readonly [readonly string[], readonly string[]] {
  const at = verbs[argv[0] ?? ""]?.passesOn === true ? argv.indexOf("--") : -1;
  return at < 0 ? [argv, []] : [argv.slice(0, at), argv.slice(at + 1)];
}

/** The first signal ends the run in order; a second ends the process at once. */
function endOnSignal(ending: AbortController): void {
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => ending.abort(new Error("ended by hand")));
  }
}

/** Whoever reads our output may have read enough (`| head`): that changes no verdict. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

process.exitCode = await main(process.argv.slice(2));
