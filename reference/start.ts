/** Starts the reference. */

import { type Clock, realClock } from "../clock.ts";
import { applyChanges, type Changes } from "./changes/apply-changes.ts";
import { createApp } from "./http/app.ts";
import { closeServer, createHttpServer, listen } from "./http/server.ts";
import type { ServerContext } from "./http/server-context.ts";
import { contractValidator } from "./http/steps/contract-validator.ts";
import { credentials } from "./parts/credentials.ts";
import { errors } from "./parts/errors.ts";
import { limiter } from "./parts/limiter.ts";
import { organizations } from "./parts/organizations.ts";
import type { Parts } from "./parts/parts.ts";
import { pipeline } from "./parts/pipeline.ts";
import { profile } from "./parts/profile.ts";
import { queue } from "./parts/queue.ts";
import { responseWriter } from "./parts/response-writer.ts";
import { serializers } from "./parts/serializers.ts";
import { success } from "./parts/success.ts";
import { type Target, targetFile } from "./parts/target.ts";
import { tenancy } from "./parts/tenancy.ts";
import { validation } from "./parts/validation.ts";
import { routes } from "./routes/index.ts";
import { issueCredentials } from "./seed/issue-credentials.ts";
import { seededDatabase } from "./seed/seed.ts";
import { lockDataFile, readDataFile, writeDataFile } from "./store/data-file.ts";
import type { Database } from "./store/database.ts";

export interface ReferenceOptions extends Changes {
  /** What time it is; the machine's unless given. */
  readonly clock?: Clock | undefined;
  /** Any free port unless given. */
  readonly port?: number | undefined;
  /** 127.0.0.1 unless given. */
  readonly host?: string | undefined;
  /** Requests in a window for each organization; the Standard tier's 100 unless given (§8). */
  readonly limit?: number | undefined;
  /** 60 unless given. */
  readonly windowSeconds?: number | undefined;
  /** Where the data lasts; without it, it ends with the process. */
  readonly dataFile?: string | undefined;
  /** Starts afresh, whatever the data file holds. */
  readonly reset?: boolean | undefined;
  /** Derives the tokens from this instead of chance, so that two starts issue the same. */
  readonly tokenSeed?: string | undefined;
  /** Told of errors that nobody foresaw, each of which is answered by 500. */
  readonly report?: ((error: unknown) => void) | undefined;
}

export interface RunningReference {
  /** With its prefix: `http://127.0.0.1:PORT/api`. */
  readonly baseUrl: string;
  /** Where it is, fresh credentials for it, and its rate limit. */
  readonly target: Target;
  /** Stops it, ending the connections that are open. */
  close(): Promise<void>;
}

/**
 * Starts a server of its own on loopback. Throws UnknownIdError, DataFileError, or what the system says about the port.
 * Responses are held against the contract unless something is changed: a mutant is to be found by its answers.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<RunningReference> {
  const { clock = realClock, host = "127.0.0.1", port = 0, limit = 100, windowSeconds = 60 } = options;
  const parts = await applyChanges(defaultParts, options);
  const store = await openStore(options);
  let baseUrl = "";
  const running: ServerContext = {
    parts,
    clock,
    store,
    limit,
    windowMs: windowSeconds * 1000,
    algorithm: parts.limiter.createAlgorithm(),
    validatesResponses: !isChanged(options),
    report: options.report ?? (() => {}),
    baseUrl: () => baseUrl,
  };
  const server = createHttpServer(running, createApp(running));
  try {
    const credentials = issueCredentials(store, parts.credentials, clock.now(), options.tokenSeed);
    baseUrl = await listen(server, host, port);
    // Under way before the first request; what fails here fails there too.
    contractValidator(running.validatesResponses).catch(() => {});
    const target = parts.targetFile.contents({ baseUrl, credentials, rateLimit: { limit, windowSeconds } });
    return { baseUrl, target, close: () => closeServer(server).then(() => store.close()) };
  } catch (error) {
    store.close();
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
  serializers,
  errors,
  success,
  validation,
  routes,
  profile,
  organizations,
  responseWriter,
  targetFile,
};

async function openStore({ dataFile, reset = false }: ReferenceOptions): Promise<Database> {
  if (dataFile === undefined) return seededDatabase();
  const unlock = lockDataFile(dataFile);
  try {
    const known = await readDataFile(dataFile);
    if (reset) known?.close();
    const store = known === undefined || reset ? await seededDatabase() : known;
    store.afterWrite = () => writeDataFile(store, dataFile);
    store.afterClose = unlock;
    return store;
  } catch (error) {
    unlock();
    throw error;
  }
}
