import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { contextOf } from "../request-context.ts";
import { respond } from "../respond.ts";
import type { ServerContext } from "../server-context.ts";
import { compiledContract } from "./compiled-contract.ts";
import type { RunStep } from "./step.ts";

/** Runs the operation's route, and answers with its success. */
export const routes =
  (server: ServerContext): RunStep =>
  async (request, response) => {
    const { parts, store, clock } = server;
    const { operation, caller, params } = contextOf(request);
    if (operation === undefined) throw new HttpError("notFound", "There is no such endpoint here.");
    if (caller === undefined) throw new HttpError("unauthenticated", "A valid bearer token is needed.");
    const result = await parts.routes[operation]({
      operation,
      caller,
      params,
      body: request.body,
      store,
      now: clock.now(),
      baseUrl: server.baseUrl(),
      parts,
    });
    await store.flushed();
    const [status, responseBody] = [parts.success.status(operation), parts.success.body(operation, result)];
    if (server.validatesResponses && responseBody !== undefined)
      await expectValidResponse(operation, status, responseBody);
    await respond(server, request, response, status, responseBody);
  };

/** Throws if a response body violates the contract; the request is then answered 500. */
async function expectValidResponse(operation: OperationId, status: number, body: unknown): Promise<void> {
  const [problem] = (await compiledContract()).problemsOf(operation, status, body);
  if (problem !== undefined) throw new Error(`${operation}: expected ${problem.expected}, not ${problem.actual}`);
}
