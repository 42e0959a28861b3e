/** §4, endpoint 12: how often a profile may be updated is not shown, so an update that comes after an accepted one may be rejected for that. */
import { bodyOf, type JsonObject } from "../../model/body.ts";
import { type Actor, type CaseContext, type Exchange, Skip } from "../case.ts";
import { errorTextOf, mayForbid } from "./error-response.ts";

/**
 * Throws `Skip` where the rejection of an update may be due to an earlier one: this caller's update with the same fields was accepted
 * before, or its last accepted update, sent again, is rejected in the same words.
 */
export async function skipIfUpdatesAreLimited(
  context: CaseContext,
  actor: Actor,
  fields: JsonObject,
  rejection: Exchange,
): Promise<void> {
  if (!mayForbid(rejection)) return;
  const accepted = context
    .exchangesOf("updateMe")
    .filter(({ actor: { caller }, exchange }) => caller.label === actor.caller.label && exchange.isSuccess)
    .map(({ exchange }): JsonObject => JSON.parse(exchange.request.body));
  const latest = accepted.at(-1);
  if (latest === undefined) return;
  const isRepeated = accepted.some((body) => Object.keys(fields).every((name) => name in body));
  if (isRepeated || errorTextOf(await actor.send("updateMe", { body: latest })) === errorTextOf(rejection))
    throw new Skip(
      `an update was accepted, and a later one answered ${rejection.status}, ${JSON.stringify(bodyOf(rejection).error)}: how often a profile may be updated is not shown, so nothing is to be done`,
    );
}
