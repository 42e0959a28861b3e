/** Starts the reference. */
import { type Clock, realClock } from "../clock.ts";
import { applyChanges, type Changes } from "./changes/apply-changes.ts";
import { createApp } from "./http/app.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import { createHttpServer, type Timeouts } from "./http/server.ts";
import type { ServerContext } from "./http/server-context.ts";
import { compiledContract } from "./http/steps/compiled-contract.ts";
import { openApiValidator } from "./http/steps/openapi-validator.ts";
import type { Answer } from "./http/without-socket.ts";
import type { PageOptions } from "./pages/layout.ts";
import { credentials } from "./parts/credentials.ts";
import { errors } from "./parts/errors.ts";
import { derivedKnowledge, leadingToKnowledge, noKnowledge } from "./parts/knowledge.ts";
import { limiter } from "./parts/limiter.ts";
import { organizations } from "./parts/organizations.ts";
import type { Parts } from "./parts/parts.ts";
import { pipeline } from "./parts/pipeline.ts";
import { profile } from "./parts/profile.ts";
import { queue } from "./parts/queue.ts";
import { responseWriter } from "./parts/response-writer.ts";
import { router } from "./parts/router.ts";
import { serializers } from "./parts/serializers.ts";
import { success } from "./parts/success.ts";
import { type Target, type TargetCredential, targetFile } from "./parts/target.ts";
import { tenancy } from "./parts/tenancy.ts";
import { validation } from "./parts/validation.ts";
import { routes } from "./routes/index.ts";
import { issueCredentials } from "./seed/issue-credentials.ts";
import { seededDatabase } from "./seed/seed.ts";
import { openDataFile } from "./store/data-file.ts";
import { type FileSystem, realFileSystem } from "./store/file-system.ts";

export interface ReferenceOptions extends Changes {
  /** The clock; that of the machine by default. */
  readonly clock?: Clock | undefined;
  /** The port to listen on; a free one by default. */
  readonly port?: number | undefined;
  /** The address to listen on; 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** The number of requests in a window for each organization; by default that of the Standard tier, 100 (§8). */
  readonly limit?: number | undefined;
  /** The length of the window in seconds; 60 by default. */
  readonly windowSeconds?: number | undefined;
  /** The file that keeps the data. Without it, the data is lost when the process ends. */
  readonly dataFile?: string | undefined;
  /** Whether the data in the data file is discarded. */
  readonly reset?: boolean | undefined;
  /** The file system of the data file; that of the machine by default. */
  readonly fileSystem?: FileSystem | undefined;
  /** Credentials of an earlier start with the same data file. The target lists those that are still valid. */
  readonly knownCredentials?: readonly TargetCredential[] | undefined;
  /** Whether credentials are also issued if there is data already and no known credential is valid; false by default. */
  readonly issuesCredentials?: boolean | undefined;
  /** Two starts with the same text issue the same tokens. Without it, tokens are random. */
  readonly tokenSeed?: string | undefined;
  /** Whether a response that violates the contract becomes a 500; by default true if there is no mutant or variant. */
  readonly validatesResponses?: boolean | undefined;
  /** Whether processed feedback becomes a problem or a feature of its product (§1); false by default. */
  readonly derivesKnowledge?: boolean | undefined;
  /** The options of the pages at the server's root: documentation and settings. Without them, there are no pages. */
  readonly pages?: PageOptions | undefined;
  /** How long clients may take to send requests and read responses; tens of seconds by default. */
  readonly timeouts?: Timeouts | undefined;
  /** Receives every unexpected error. The response is a 500; for an error of the disk, a 503 or 507. */
  readonly report?: ((error: unknown) => void) | undefined;
  /** Receives a sentence if a start could not read all data of the data file. */
  readonly warn?: ((sentence: string) => void) | undefined;
  /** Receives every request after its response. */
  readonly log?: ((request: LoggedRequest) => void) | undefined;
}

export interface RunningReference {
  /** The base URL with the API's prefix: `http://127.0.0.1:PORT/api`. */
  readonly baseUrl: string;
  /** The content of the target file. If there was data already, it has credentials only as `ReferenceOptions` says. */
  readonly target: Target;
  /** Answers a request without a socket, in this process. */
  readonly answer: Answer;
  /** Stops the server after it has answered the current requests. */
  close(): Promise<void>;
}

/**
 * Starts a server. Throws `ChangesError`, `DataFileError`, or the system's error for the port. The responses of a mutant
 * or variant are not validated by default, because the suite must find a mutant by its responses.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<RunningReference> {
  const { clock = realClock, host = "127.0.0.1", port = 0, limit = 100, windowSeconds = 60 } = options;
  const parts = await applyChanges(options.derivesKnowledge === true ? derivingParts : defaultParts, options);
  const { database: store, isNew, notice } = await openStore(options);
  if (notice !== undefined) options.warn?.(notice);
  let baseUrl = "";
  const running: ServerContext = {
    parts,
    clock,
    store,
    limit,
    windowMs: windowSeconds * 1000,
    algorithm: parts.limiter.createAlgorithm(),
    validatesResponses: options.validatesResponses ?? !isChanged(options),
    report: options.report ?? (() => {}),
    log: options.log,
    baseUrl: () => baseUrl,
  };
  const pages = options.pages && (await import("./pages/pages.ts")).createPages(running, options.pages);
  const server = createHttpServer(running, createApp(running, pages), options.timeouts);
  try {
    const known = options.knownCredentials?.filter(({ token }) => parts.credentials.lookUp(store, token) !== undefined);
    const issues = isNew || (options.issuesCredentials === true && (known ?? []).length === 0);
    const credentials = issues
      ? issueCredentials(store, parts.credentials, clock.now(), options.tokenSeed)
      : (known ?? []);
    await store.flushed();
    baseUrl = await server.listen(host, port);
    // Starts to compile before the first request. That request waits for the result, and gets the error if there is one.
    compiledContract().catch(() => {});
    openApiValidator().catch(() => {});
    const target = parts.targetFile.contents({ baseUrl, credentials, rateLimit: { limit, windowSeconds } });
    return { baseUrl, target, answer: server.answer, close: () => server.close().then(() => store.close()) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const isChanged = ({ mutant, variants = [] }: ReferenceOptions): boolean => mutant !== undefined || variants.length > 0;

/** The reference without any change. */
export const defaultParts: Parts = {
  pipeline,
  credentials,
  tenancy,
  limiter,
  queue,
  knowledge: noKnowledge,
  serializers,
  errors,
  success,
  validation,
  router,
  routes,
  profile,
  organizations,
  responseWriter,
  targetFile,
};

const derivingParts: Parts = { ...defaultParts, knowledge: derivedKnowledge, queue: leadingToKnowledge(queue) };

async function openStore({ dataFile, reset = false, fileSystem = realFileSystem }: ReferenceOptions) {
  if (dataFile === undefined) return { database: await seededDatabase(), isNew: true, notice: undefined };
  return openDataFile(dataFile, fileSystem, { create: seededDatabase, reset });
}
