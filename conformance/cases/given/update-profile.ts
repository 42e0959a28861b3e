/** §4, endpoint 12: an update of the profile that is taken whichever fields a target requires, and whichever values it takes. */

import type { JsonObject } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Actor } from "../case.ts";
import { isForTheBody, namedBy } from "./error-response.ts";

/** A picture of one pixel. */
export const avatarBase64 =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** All fields of endpoint 12. */
export const everyField = {
  firstName: "Ada",
  lastName: "Lovelace",
  avatarBase64,
  avatarType: "image",
  preferences: {},
};

/** In this order fields are left out, unless a refusal names others: what getMe shows of them, PUT may not take. */
const spareFirst = ["avatarType", "preferences", "lastName", "firstName"];

/** What a target took before: its fields are left out, or put in, at once the next time. */
export interface Habit {
  leftOut: readonly string[];
  withPicture: boolean;
}

export const noHabit = (): Habit => ({ leftOut: [], withPicture: false });

export interface Update {
  /** These are to be taken. */
  readonly fields: JsonObject;
  /** The profile as it was: goes along, where it is taken. */
  readonly was: JsonObject;
  /** A picture may be sent. */
  readonly mayPicture: boolean;
  /** Changed where something else was taken. */
  readonly habit: Habit;
  readonly isCleanup?: boolean;
}

const isRefused = (exchange: Exchange) => isForTheBody(exchange) && exchange.status !== 404;

/**
 * Which fields are required, and which values avatarType takes, is not shown: where all that can be read is refused, less of it
 * goes along; and where that is not enough all fields, if a picture may. Throws `Skip` where it may not.
 */
export async function putProfile(actor: Actor, update: Update): Promise<Exchange> {
  const { fields, was, mayPicture, habit, isCleanup = false } = update;
  const send = (body: JsonObject) => actor.send("updateMe", { body, isCleanup });
  let leftOut = habit.leftOut;
  while (!habit.withPicture) {
    const body = { ...without(was, leftOut), ...fields };
    const exchange = await send(body);
    if (!isRefused(exchange)) {
      habit.leftOut = leftOut;
      return exchange;
    }
    const spare = spareIn(exchange, body, fields);
    if (spare === undefined) {
      if (!mayPicture)
        throw new Skip(`a user whose avatarType shows a generated picture (it was told ${exchange.status})`);
      break;
    }
    leftOut = [...leftOut, spare];
  }
  const whole = await send({ ...everyField, ...without(was, ["avatarType"]), ...fields });
  habit.withPicture = whole.isSuccess;
  return whole;
}

/** The field to leave out next; undefined where that would be of no use, or would leave nothing. */
function spareIn(refusal: Exchange, body: JsonObject, fields: JsonObject): string | undefined {
  const spare = spareFirst.filter((name) => name in body && !(name in fields));
  if (Object.keys(body).length === 1) return undefined;
  const named = namedBy(refusal).map(([name]) => name ?? "");
  // What it wants and does not have, or what is to be taken.
  if (named.length > 0 && named.every((name) => !spare.includes(name))) return undefined;
  return spare.find((name) => named.includes(name)) ?? spare[0];
}

const without = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
