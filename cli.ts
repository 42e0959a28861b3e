#!/usr/bin/env node
/** The command line: a table of verbs, each imported only when it is called. */
import { Command, CommanderError } from "commander";
import { errorMessage } from "./cli/error-message.ts";
import { UsageError } from "./cli/usage-error.ts";
import type { EmbeddedOptions, EmbeddedTarget, SeededFault, VerbContext } from "./cli/verb.ts";
import { realClock, virtualClock } from "./clock.ts";
import { suiteVersion } from "./conformance/run/suite-version.ts";

interface Verb {
  readonly summary: string;
  /** Arguments after `--` go to an external tool unchanged. */
  readonly forwardsArguments?: true;
  declare(
    command: Command,
  ): Promise<
    (
      options: object,
      operands: readonly string[],
      io: VerbContext,
      forwardedArguments: readonly string[],
    ) => Promise<number>
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
    summary: "judge every mutant and every legal variant: which check fails on which",
    async declare(command) {
      const { configure, run } = await import("./reference/verbs/mutants.ts");
      configure(command);
      return (options, _operands, io) => run(options, io);
    },
  },
  load: {
    summary: "judge the rate limit and the feedback flow under load, with k6",
    forwardsArguments: true,
    async declare(command) {
      const { configure, run } = await import("./load/verbs/load.ts");
      configure(command);
      return (options, [scenario, url], io, forwardedArguments) =>
        run({ scenario, url, forwardedArgs: forwardedArguments }, options, io);
    },
  },
  fuzz: {
    summary: "send requests that Schemathesis generates, and judge the responses",
    forwardsArguments: true,
    async declare(command) {
      const { configure, run } = await import("./conformance/verbs/fuzz.ts");
      configure(command);
      return (options, [url], io, forwardedArguments) => run({ url, forwardedArguments }, options, io);
    },
  },
  doctor: {
    summary: "show which external tools are installed, and how to install the others",
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
    summary: "explain a clause, a check, a mutant or a section: what judges it, where, and what proves that",
    async declare(command) {
      const { configure, run } = await import("./conformance/verbs/explain.ts");
      configure(command);
      return (options, [id], io) => run(id, options, io);
    },
  },
};

/** Starts the reference in this process: on a virtual clock, or on the real one where an external tool sends the requests. */
async function embedded({ realTimeWindowSeconds, limit }: EmbeddedOptions = {}): Promise<EmbeddedTarget> {
  const { startReference } = await import("./reference/start.ts");
  const isReal = realTimeWindowSeconds !== undefined;
  const clock = isReal ? realClock : virtualClock(Date.now());
  const { target, baseUrl, close } = await startReference({ clock, limit, windowSeconds: realTimeWindowSeconds });
  const how = isReal ? `${target.rateLimit.limit} requests in ${realTimeWindowSeconds} s` : "on a virtual clock";
  return { name: `the embedded reference, ${baseUrl}, ${how}`, target, clock, close };
}

async function mutants(): Promise<readonly SeededFault[]> {
  const { loadMutants } = await import("./reference/changes/mutants/index.ts");
  return loadMutants();
}

async function variants(): Promise<readonly { readonly id: string; readonly choice: string }[]> {
  const { loadVariants } = await import("./reference/changes/variants/index.ts");
  return loadVariants();
}

async function main(commandLine: readonly string[]): Promise<number> {
  const [argv, forwardedArguments] = splitAtDashes(commandLine);
  const program = new Command("fpk")
    .description("Contract, reference server and conformance suite for the Feedback and Product Knowledge API")
    .version(suiteVersion(), "-V, --version")
    .exitOverride()
    .showHelpAfterError("(fpk --help lists the verbs, fpk VERB --help their options)")
    .addHelpText(
      "after",
      "\nExit codes of every verb: 0 holds · 1 does not hold · 2 wrong usage or configuration · 3 could not be judged",
    );
  const interruption = new AbortController();
  const io: VerbContext = {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    signal: interruption.signal,
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
      endOnSignal(interruption);
      exitCode = await run(command.opts(), command.args, io, forwardedArguments);
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
    const message = errorMessage(error);
    if (error instanceof UsageError) {
      process.stderr.write(`fpk ${argv[0]}: ${message}\n`);
      return 2;
    }
    process.stderr.write(`fpk ${argv[0]}: an error in fpk, not in the target: ${message}\n`);
    return 3;
  }
  return exitCode;
}

/** The arguments that the verb reads itself, and those after `--`, which it forwards. */
function splitAtDashes(argv: readonly string[]): readonly [readonly string[], readonly string[]] {
  const at = verbs[argv[0] ?? ""]?.forwardsArguments === true ? argv.indexOf("--") : -1;
  return at < 0 ? [argv, []] : [argv.slice(0, at), argv.slice(at + 1)];
}

/** The first signal lets the run end in order; a second one ends the process immediately. */
function endOnSignal(interruption: AbortController): void {
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => interruption.abort(new Error("interrupted")));
  }
}

/** A reader that closes the pipe early, such as `| head`, changes no verdict. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

process.exitCode = await main(process.argv.slice(2));
