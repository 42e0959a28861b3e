/** `fpk serve`: runs the reference until it is stopped. */
import { once } from "node:events";
import { type Command, InvalidArgumentError } from "commander";
import { errorMessage } from "../../cli/error-message.ts";
import { collectValues, numberOption } from "../../cli/options.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { type ReferenceOptions, type RunningReference, startReference } from "../start.ts";
import { StorageError } from "../store/storage-error.ts";
import { readTargetFile, writeTargetFile } from "./target-file.ts";

export interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly data?: string;
  readonly reset?: boolean;
  readonly limit?: string;
  readonly window?: string;
  readonly mutant?: string;
  readonly variant?: readonly string[];
  readonly writeTarget?: string;
  readonly pages?: boolean;
  readonly log?: boolean;
}

/** The context of the verb. `signal` stops the server. */
type ServeContext = Pick<VerbContext, "stdout" | "stderr" | "clock" | "signal"> & {
  readonly env?: VerbContext["env"];
};

export function configure(command: Command): void {
  command
    .description("run the reference server; the first line on standard output is its base URL")
    .option("--port <number>", "the port to listen on; 0 chooses a free one", "0")
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("--data <file>", "keep the data in FILE; acknowledged writes survive kill -9")
    .option("--reset", "with --data: discard the data in FILE")
    .option("--limit <number>", "requests in a window, for each organization", "100")
    .option("--window <seconds>", "the length of the window", "60")
    .option(
      "--mutant <id>",
      "serve with one seeded fault (fpk explain --mutants lists them)",
      (id: string, before?: string) => {
        if (before !== undefined) throw new InvalidArgumentError("One mutant at a time.");
        return id;
      },
    )
    .option(
      "--variant <id>",
      "serve with another legal choice (repeatable; fpk explain --variants lists them)",
      collectValues,
    )
    .option("--write-target <file>", "write the target file, with its credentials, for `fpk check --target FILE`")
    .option("--log", "write a line of JSON to standard error for each request")
    .option("--no-pages", "serve only the API, without documentation and settings")
    .addHelpText(
      "after",
      `
The server has pages at its root: the API's documentation, where requests can be tried, and the settings, where keys are created and
people are invited. Anybody on this machine may sign in there; from other machines, the password in FPK_SIGN_IN_PASSWORD is required.
GET /healthz is answered 200, or 503 while changes cannot be stored; it needs no credentials.
--log also writes a line for each error and for each connection that does not speak HTTP, but none for health checks.`,
    );
}

/** Serves until `signal` aborts; returns the exit code. Throws `UsageError`. */
export async function serve(options: ServeOptions, io: ServeContext): Promise<number> {
  const running = await start(options, io).catch((error: unknown) => {
    throw listenError(error, options) ?? error;
  });
  io.stdout.write(`${running.baseUrl}\n`);
  for (const line of noticesOf(options, running)) io.stderr.write(`${line}\n`);
  if (!io.signal.aborted) await once(io.signal, "abort");
  await running.close();
  return 0;
}

async function start(options: ServeOptions, io: ServeContext): Promise<RunningReference> {
  if (options.reset === true && options.data === undefined) throw new UsageError("--reset needs --data FILE.");
  const { writeTarget } = options;
  const knownCredentials = writeTarget === undefined ? [] : readTargetFile(writeTarget);
  const running = await startReference({
    clock: io.clock,
    host: options.host,
    port: numberOption("--port", options.port, { max: 65_535, whole: true }),
    limit: numberOption("--limit", options.limit, { min: 1, max: 1_000_000_000, whole: true }),
    windowSeconds: numberOption("--window", options.window, { min: 0.001, max: 2_000_000 }),
    dataFile: options.data,
    reset: options.reset,
    knownCredentials,
    issuesCredentials: writeTarget !== undefined,
    mutant: options.mutant,
    variants: options.variant,
    derivesKnowledge: true,
    pages: options.pages === false ? undefined : { password: io.env?.FPK_SIGN_IN_PASSWORD || undefined },
    ...(options.log === true ? await jsonLog(io) : textLog(io)),
  });
  try {
    if (writeTarget !== undefined) await writeTargetFile(writeTarget, running.target);
  } catch (error) {
    await running.close();
    throw error;
  }
  return running;
}

type Log = Pick<ReferenceOptions, "log" | "report" | "warn">;

/** Logs requests and errors as JSON: `{"level":"info","time":"2026-01-01T00:00:00.000Z","method":"GET",…}`. */
async function jsonLog({ stderr }: ServeContext): Promise<Log> {
  const { pino, stdTimeFunctions } = await import("pino");
  const logger = pino(
    { base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => void stderr.write(line) },
  );
  return {
    log: (request) => logger.info(request),
    report: (error) => (error instanceof StorageError ? logger.error(error.message) : logger.error(error)),
    warn: (sentence) => logger.warn(sentence),
  };
}

/** Writes errors as text: a storage error as its message, another error with its stack. */
const textLog = ({ stderr }: ServeContext): Log => ({
  report: (error) =>
    stderr.write(`${error instanceof Error && !(error instanceof StorageError) ? error.stack : errorMessage(error)}\n`),
  warn: (sentence) => stderr.write(`${sentence}\n`),
});

/** The error that says what to change if the server cannot listen; undefined for any other error. */
function listenError(error: unknown, { port = "0", host = "127.0.0.1" }: ServeOptions): UsageError | undefined {
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "EADDRINUSE":
      return new UsageError(`port ${port} on ${host} is in use: choose another with --port.`);
    case "EACCES":
      return new UsageError(`port ${port} on ${host} may not be used: choose another with --port.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return new UsageError(`${host} is not an address of this machine: choose another with --host.`);
  }
  return undefined;
}

function noticesOf(options: ServeOptions, { baseUrl, target }: RunningReference): string[] {
  const { limit = 100, windowSeconds = 60 } = target.rateLimit ?? {};
  const root = new URL("/", baseUrl).href;
  return [
    `the reference server, ${limit} requests in ${windowSeconds} s for each organization; Ctrl-C stops it`,
    ...(options.pages === false ? [] : [`documentation and keys at ${root}`]),
    ...(options.data === undefined ? [] : [`data in ${options.data}`]),
    ...(options.mutant === undefined ? [] : [`with the mutant ${options.mutant}`]),
    ...(options.variant ?? []).map((id) => `with the variant ${id}`),
    options.writeTarget === undefined
      ? "--write-target FILE writes its credentials"
      : `its base URL and credentials are in ${options.writeTarget}`,
  ];
}
