/** Starts the reference. */
import { type Clock, realClock } from "../clock.ts";
import { applyChanges, type Changes } from "./changes/apply-changes.ts";
import { createApp } from "./http/app.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import { createHttpServer, type Timeouts } from "./http/server.ts";
import type { ServerContext } from "./http/server-context.ts";
import { compiledContract } from "./http/steps/compiled-contract.ts";
import { contractValidator } from "./http/steps/contract-validator.ts";
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
  /** The machine's clock unless given. */
  readonly clock?: Clock | undefined;
  /** Any free port unless given. */
  readonly port?: number | undefined;
  /** 127.0.0.1 unless given. */
  readonly host?: string | undefined;
  /** Requests in a window for each organization; the Standard tier's 100 unless given (§8). */
  readonly limit?: number | undefined;
  /** 60 unless given. */
  readonly windowSeconds?: number | undefined;
  /** The file that keeps the data; without it, the data ends with the process. */
  readonly dataFile?: string | undefined;
  /** Discards what the data file holds. */
  readonly reset?: boolean | undefined;
  /** What keeps the data file; the machine's unless given. */
  readonly fileSystem?: FileSystem | undefined;
  /** Credentials of an earlier start on the data file, which the target lists again. */
  readonly knownCredentials?: readonly TargetCredential[] | undefined;
  /** Whether credentials are issued on existing data too, if none is known; a start on existing data issues none unless given. */
  readonly issuesCredentials?: boolean | undefined;
  /** Derives the tokens from this, so that two starts issue the same; random unless given. */
  readonly tokenSeed?: string | undefined;
  /** Whether a response that breaks the contract is answered 500 instead; true unless given or something is changed. */
  readonly validatesResponses?: boolean | undefined;
  /** Whether processed feedback becomes a problem or a feature under its product (§1); false unless given. */
  readonly derivesKnowledge?: boolean | undefined;
  /** Serves the pages for people at the server's root, too: documentation and settings. */
  readonly pages?: PageOptions | undefined;
  /** How long clients may take; tens of seconds unless given. */
  readonly timeouts?: Timeouts | undefined;
  /** Receives every unexpected error; each is answered with 500, or 503 or 507 where it is the disk's. */
  readonly report?: ((error: unknown) => void) | undefined;
  /** Receives a sentence where a start could not read all that the data file holds. */
  readonly warn?: ((sentence: string) => void) | undefined;
  /** Receives every request once it is answered. */
  readonly log?: ((request: LoggedRequest) => void) | undefined;
}

export interface RunningReference {
  /** With its prefix: `http://127.0.0.1:PORT/api`. */
  readonly baseUrl: string;
  /** Its base URL, its credentials, and its rate limit. On existing data it has no credentials unless `ReferenceOptions` says so. */
  readonly target: Target;
  /** Stops it once the requests under way are answered. */
  close(): Promise<void>;
}

/**
 * Starts a server on loopback. Throws UnknownIdError, DataFileError, or the system's error for the port.
 * Responses are not validated where something is changed: a mutant must be found by its responses.
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
    // Compiles before the first request, which waits for it and gets the error if it fails.
    compiledContract().catch(() => {});
    contractValidator().catch(() => {});
    const target = parts.targetFile.contents({ baseUrl, credentials, rateLimit: { limit, windowSeconds } });
    return { baseUrl, target, close: () => server.close().then(() => store.close()) };
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
