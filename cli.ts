#!/usr/bin/env node
/** The command line: a table of verbs, each imported only when it is called. */
import module from "node:module";
import { Command, CommanderError } from "commander";
import { errorMessage } from "./cli/error-message.ts";
import { UsageError } from "./cli/usage-error.ts";
import type { EmbeddedOptions, EmbeddedTarget, VerbContext } from "./cli/verb.ts";
import { realClock, virtualClock } from "./clock.ts";
import { suiteVersion } from "./conformance/run/report/suite-version.ts";

interface Verb {
  readonly summary: string;
  /** Arguments after `--` go to an external tool unchanged. */
  readonly forwardsArguments?: boolean;
  /** Declares the verb's options; resolves to the function that runs it. */
  declare(command: Command): Promise<(call: Call) => Promise<number>>;
}

interface Call {
  readonly operands: readonly string[];
  /** Holds the parsed options. */
  readonly command: Command;
  readonly io: VerbContext;
  readonly forwardedArgs: readonly string[];
}

const verb = <M extends { configure(command: Command): void }>(
  summary: string,
  load: () => Promise<M>,
  run: (module: M, call: Call) => Promise<number>,
  { forwardsArguments = false } = {},
): Verb => ({
  summary,
  forwardsArguments,
  async declare(command) {
    const module = await load();
    module.configure(command);
    return (call) => run(module, call);
  },
});

const verbs: Readonly<Record<string, Verb>> = {
  check: verb(
    "judge a target: does this server conform to the document?",
    () => import("./conformance/verbs/check.ts"),
    ({ run }, { operands: [url], command, io }) => run(url, command.opts(), io),
  ),
  serve: verb(
    "run the reference server",
    () => import("./reference/verbs/serve.ts"),
    ({ serve }, { command, io }) => serve(command.opts(), io),
  ),
  init: verb(
    "write a target file, and try it",
    () => import("./conformance/verbs/init.ts"),
    ({ run }, { operands: [url], command, io }) => run(url, command.opts(), io),
  ),
  mutants: verb(
    "judge every mutant and every legal variant: which check fails on which",
    () => import("./reference/verbs/mutants.ts"),
    ({ run }, { command, io }) => run(command.opts(), io),
  ),
  load: verb(
    "judge the rate limit and the feedback flow under load, with k6",
    () => import("./load/verbs/load.ts"),
    ({ run }, { operands, forwardedArgs, command, io }) => run({ operands, forwardedArgs }, command.opts(), io),
    { forwardsArguments: true },
  ),
  fuzz: verb(
    "send requests that Schemathesis generates, and judge the responses",
    () => import("./conformance/verbs/fuzz.ts"),
    ({ run }, { operands: [url], forwardedArgs, command, io }) => run({ url, forwardedArgs }, command.opts(), io),
    { forwardsArguments: true },
  ),
  judge: verb(
    "judge recorded traffic (HAR files); nothing is sent",
    () => import("./conformance/verbs/judge.ts"),
    ({ run }, { operands, command, io }) => run(operands, command.opts(), io),
  ),
  proxy: verb(
    "forward any client's traffic to the target, and judge it as it passes",
    () => import("./conformance/verbs/proxy.ts"),
    ({ run }, { operands: [url], command, io }) => run(url, command.opts(), io),
  ),
  doctor: verb(
    "show which external tools are installed, and how to install the others",
    () => import("./conformance/verbs/doctor.ts"),
    ({ run }, { command, io }) => run(command.opts(), io),
  ),
  gate: verb(
    "judge a change of the contract: breaking, additive or editorial, and for whom",
    () => import("./conformance/verbs/gate.ts"),
    ({ run }, { operands: [base, head], command, io }) => run(base, head, command.opts(), io),
  ),
  show: verb(
    "show one exchange of a JSON report as it went over the wire",
    () => import("./conformance/verbs/show.ts"),
    ({ run }, { operands: [report = "", n = ""], io }) => run(report, n, io),
  ),
  report: verb(
    "render a JSON report again, in any format",
    () => import("./conformance/verbs/report.ts"),
    ({ run }, { operands: [report = ""], command, io }) => run(report, command.opts(), io),
  ),
  compare: verb(
    "set JSON reports side by side: what is judged, and what is chosen, differently",
    () => import("./conformance/verbs/compare.ts"),
    ({ run }, { operands, command, io }) => run(operands, command.opts(), io),
  ),
  baseline: verb(
    "list the failures of a report as known ones, to edit",
    () => import("./conformance/verbs/baseline.ts"),
    ({ run }, { operands: [report = ""], command, io }) => run(report, command.opts(), io),
  ),
  explain: verb(
    "explain a clause, a check, a mutant or a section: what judges it, where, and what proves that",
    () => import("./conformance/verbs/explain.ts"),
    ({ run }, { operands: [id], command, io }) => run(id, command.opts(), io),
  ),
};

/** Starts the reference in this process: on a virtual clock, or on the real one where an external tool sends the requests. */
async function embedded({ realTimeWindowSeconds, limit }: EmbeddedOptions = {}): Promise<EmbeddedTarget> {
  const { startReference } = await import("./reference/start.ts");
  const isReal = realTimeWindowSeconds !== undefined;
  const clock = isReal ? realClock : virtualClock(Date.now());
  // The suite judges its responses.
  const validatesResponses = false;
  const windowSeconds = realTimeWindowSeconds;
  const { target, baseUrl, close } = await startReference({ clock, limit, windowSeconds, validatesResponses });
  const how = isReal ? `${target.rateLimit?.limit} requests in ${realTimeWindowSeconds} s` : "on a virtual clock";
  return { name: `the embedded reference, ${baseUrl}, ${how}`, target, clock, close };
}

async function main(commandLine: readonly string[]): Promise<number> {
  const [argv, forwardedArgs] = splitAtDashes(commandLine);
  const program = createProgram();
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
      exitCode = await run({ operands: command.args, command, io: createContext(), forwardedArgs });
    });
  }
  if (argv.length === 0) {
    program.outputHelp();
    return 2;
  }
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    return exitCodeOf(error, argv[0] ?? "");
  }
}

/** Prints the error, unless commander has, and returns the exit code. */
function exitCodeOf(error: unknown, verbName: string): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isUsage = error instanceof UsageError;
  const whose = isUsage ? "" : "an error in fpk, not in the target: ";
  process.stderr.write(`fpk ${verbName}: ${whose}${errorMessage(error)}\n`);
  return isUsage ? 2 : 3;
}

const createProgram = () =>
  new Command("fpk")
    .description("Contract, reference server and conformance suite for the Feedback and Product Knowledge API")
    .version(suiteVersion(), "-V, --version")
    .exitOverride()
    .showHelpAfterError("(fpk --help lists the verbs, fpk VERB --help their options)")
    .addHelpText(
      "after",
      "\nExit codes of every verb: 0 holds · 1 does not hold · 2 wrong usage or configuration · 3 could not be judged",
    );

/** The first signal lets the run end in order; a second one ends the process immediately. */
function createContext(): VerbContext {
  const interruption = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => interruption.abort(new Error("interrupted")));
  }
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    clock: realClock,
    signal: interruption.signal,
    embedded,
    mutants: async () => (await import("./reference/changes/mutants/index.ts")).loadMutants(),
    variants: async () => (await import("./reference/changes/variants/index.ts")).loadVariants(),
  };
}

/** The arguments that the verb reads itself, and those after `--`, which it forwards. */
function splitAtDashes(argv: readonly string[]): readonly [readonly string[], readonly string[]] {
  const at = verbs[argv[0] ?? ""]?.forwardsArguments === true ? argv.indexOf("--") : -1;
  return at < 0 ? [argv, []] : [argv.slice(0, at), argv.slice(at + 1)];
}

/** A reader that closes the pipe early, such as `| head`, changes no verdict. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

/** From Node 22 on, compiled modules are kept for the next call, among the temporary files. */
if ("enableCompileCache" in module && typeof module.enableCompileCache === "function") module.enableCompileCache();

process.exitCode = await main(process.argv.slice(2));
