/** Starts one of the servers that `throughput.ts` compares, and sends its URLs, and later its processor time, to the parent process. */
import express, { type Express } from "express";
import { middleware } from "express-openapi-validator";
import { rateLimit } from "express-rate-limit";
import { enforcedDocument } from "../reference/http/contract.ts";
import { credentials, identify } from "../reference/parts/credentials.ts";
import { issueCredentials } from "../reference/seed/issue-credentials.ts";
import { seededDatabase } from "../reference/seed/seed.ts";
import { defaultParts as parts, startReference } from "../reference/start.ts";
import type { OperationId } from "../spec/contract.ts";

const kind = process.argv[2] ?? "";

/** No run sends as many requests. */
const limit = 1_000_000_000;
const tokenSeed = "throughput";
/** All servers send the bodies of this reference. */
const reference = await startReference({ limit, tokenSeed });
const [key] = reference.target.credentials;
const headers = { authorization: `Bearer ${key?.token}`, "content-type": "application/json" };
const read = async (path: string) => JSON.parse(await (await fetch(reference.baseUrl + path, { headers })).text());
const productId = (await read("/v1/products")).data[0].id;
const features = await read(`/v1/products/${productId}/features`);
const acceptance = { feedbackId: "fb_1", url: `${reference.baseUrl}/v1/feedback/fb_1/status`, status: "queued" };

const featuresPath = "/api/v1/products/:productId/features";
const feedbackPath = "/api/v1/feedback";

/** Does the work of the reference: authenticates the key, counts for each organization, and reads from a database. */
async function addWork(app: Express): Promise<void> {
  const store = await seededDatabase();
  issueCredentials(store, credentials, Date.now(), tokenSeed);
  app.use((request, response, next) => {
    const { caller } = identify(credentials, store, Date.now(), request.headers.authorization);
    response.locals.caller = caller;
    if (caller === undefined) response.status(401).json({ error: "A valid bearer token is needed." });
    else next();
  });
  const keyGenerator: NonNullable<Parameters<typeof rateLimit>[0]>["keyGenerator"] = (_request, { locals }) =>
    locals.caller.orgId;
  app.use(rateLimit({ windowMs: 60_000, limit, legacyHeaders: true, standardHeaders: false, keyGenerator }));
  const answer =
    (operation: OperationId, status: number): express.RequestHandler =>
    ({ params, body }, response) => {
      const call = { operation, caller: response.locals.caller, params: params as Record<string, string>, body };
      const result = parts.routes[operation]({ ...call, store, now: Date.now(), baseUrl: reference.baseUrl, parts });
      response.status(status).json(result);
    };
  app.get(featuresPath, answer("listFeatures", 200));
  app.post(feedbackPath, answer("submitFeedback", 202));
}

async function startExpress(): Promise<string> {
  const app = express();
  app.use(express.json());
  if (kind !== "bare") {
    const apiSpec = (await enforcedDocument()) as unknown as Parameters<typeof middleware>[0]["apiSpec"];
    const validateRequests = { allowUnknownQueryParameters: true };
    app.use(
      middleware({
        apiSpec,
        validateApiSpec: false,
        validateRequests,
        validateResponses: true,
        validateSecurity: false,
      }),
    );
  }
  if (kind === "sameWork") await addWork(app);
  app.get(featuresPath, (_request, response) => void response.json(features));
  app.post(feedbackPath, (_request, response) => void response.status(202).json(acceptance));
  return new Promise((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/api`);
    });
  });
}

const baseUrl = kind === "reference" ? reference.baseUrl : await startExpress();
const body = JSON.stringify({ productId, content: { body: "It squeaks.", title: "Squeak", bodyFormat: "markdown" } });
process.send?.({ baseUrl, headers, productId, body });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6, ...process.memoryUsage() });
});
