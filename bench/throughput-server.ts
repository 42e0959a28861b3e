/** One of the servers that `throughput.ts` compares, in a process of its own: its parent gets its URLs, then what the processor spent. */
import express from "express";
import { middleware } from "express-openapi-validator";
import { enforcedDocument } from "../reference/http/contract.ts";
import { startReference } from "../reference/start.ts";

const kind = process.argv[2] ?? "";

/** What the reference answers; the others answer the same. */
const reference = await startReference({ limit: 1_000_000_000 });
const [key] = reference.target.credentials;
const headers = { authorization: `Bearer ${key?.token}`, "content-type": "application/json" };
const read = async (path: string) => JSON.parse(await (await fetch(reference.baseUrl + path, { headers })).text());
const productId = (await read("/v1/products")).data[0].id;
const features = await read(`/v1/products/${productId}/features`);
const acceptance = { feedbackId: "fb_1", url: `${reference.baseUrl}/v1/feedback/fb_1/status`, status: "queued" };

async function other(): Promise<string> {
  const app = express();
  app.use(express.json());
  if (kind === "validator") {
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
  app.get("/api/v1/products/:productId/features", (_request, response) => void response.json(features));
  app.post("/api/v1/feedback", (_request, response) => void response.status(202).json(acceptance));
  return new Promise((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/api`);
    });
  });
}

const baseUrl = kind === "reference" ? reference.baseUrl : await other();
const body = JSON.stringify({ productId, content: { body: "It squeaks.", title: "Squeak", bodyFormat: "markdown" } });
process.send?.({ baseUrl, headers, productId, body });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6, ...process.memoryUsage() });
});
