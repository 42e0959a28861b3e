/** §5.1: a valid API key is understood by every endpoint that others are served by. Other cases judge sessions. */
import { isDenied } from "../../client/caller.ts";
import { requestJson } from "../../model/body.ts";
import { isAuthenticated, isOverloaded } from "../../model/exchange.ts";
import {
  type ActorExchange,
  type CaseContext,
  defineCase,
  type Exchange,
  isServerError,
  type OperationId,
  type SendOptions,
} from "../case.ts";
import { mismatch } from "../shared/expect.ts";
import { parametersOf } from "../shared/parameters-of.ts";

/** Sends nothing unless a valid request of the run was answered with a 5xx: then the same again, since a server may have failed for a moment. */
export const everyCallerAnswered = defineCase({
  id: "auth.every-caller-answered",
  clause: "auth.bearer",
  claim:
    "A read or a submission that one credential is served is not answered with a 5xx to another API key, each time it is sent",
  lane: "last",
  async run(context) {
    for (const { id } of context.operations.filter(isRepeatable)) {
      const valid = context.exchangesOf(id).filter(isValid);
      const failed = valid.find(
        (each) => each.actor.caller.kind === "api-key" && isFailed(each.exchange) && !isServedLater(each, valid),
      );
      // What one key was served before, an update may have broken: then answers.* judges it.
      const served = valid.find(
        ({ exchange }) => exchange.isSuccess && exchange.credential !== failed?.exchange.credential,
      )?.exchange;
      if (served === undefined || failed === undefined) continue;
      const again = await failed.actor.send(id, sameRequest(failed.exchange, context));
      if (isFailed(again))
        mismatch(again, `no 5xx for ${id}: ${served.credential} is served there`, { after: [served, failed.exchange] });
    }
  },
});

/** An endpoint of users may be implemented for sessions only (501), and an organization be under maintenance (503). */
const isFailed = (exchange: Exchange) => isServerError(exchange) && ![501, 503].includes(exchange.status);

/** What changes nothing that could be missed: no update, no organization and no invitation. */
const isRepeatable = ({ id, method }: { readonly id: OperationId; readonly method: string }) =>
  method === "GET" || id === "submitFeedback";

const isValid = ({ actor: { caller }, exchange }: ActorExchange) =>
  isAuthenticated(exchange) && !isDenied(caller) && exchange.intent === "valid" && !isOverloaded(exchange);

const isServedLater = ({ exchange }: ActorExchange, all: readonly ActorExchange[]) =>
  all.some(
    ({ exchange: later }) =>
      later.isSuccess &&
      later.index > exchange.index &&
      later.credential === exchange.credential &&
      (later.operation === "submitFeedback" || later.request.url === exchange.request.url),
  );

function sameRequest(exchange: Exchange, { contract }: CaseContext): SendOptions {
  if (exchange.request.method !== "GET") return { body: requestJson(exchange) };
  return { parameters: parametersOf(exchange, contract) ?? {} };
}
