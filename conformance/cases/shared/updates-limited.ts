/** §4, endpoint 12: how often a profile may be updated is not shown, so an update that comes after an accepted one may be rejected for that. */
import { bodyOf, isObject, requestJson } from "../../model/body.ts";
import { type Actor, type CaseContext, type Exchange, noActionNeeded } from "../case.ts";
import { mayForbid } from "./error-response.ts";

/**
 * Throws `Skip` if the rejection of an update may be due to an earlier one: the caller's last accepted update, sent
 * again, is rejected with the same status.
 */
export async function skipIfUpdatesAreLimited(context: CaseContext, actor: Actor, rejection: Exchange): Promise<void> {
  if (!mayForbid(rejection)) return;
  const accepted = context
    .exchangesOf("updateMe")
    .filter(({ actor: { caller }, exchange }) => caller.label === actor.caller.label && exchange.isSuccess)
    .map(({ exchange }) => requestJson(exchange));
  const latest = accepted.findLast(isObject);
  if (latest === undefined) return;
  const repeated = await actor.send("updateMe", { body: latest });
  if (repeated.status === rejection.status)
    throw noActionNeeded(
      `an update was accepted, and a later one answered ${rejection.status}, ${JSON.stringify(bodyOf(rejection).error)}: how often a profile may be updated is not shown`,
    );
}
