/** §4, endpoint 12: sends an update of the profile that is accepted, whichever fields and values a target requires. */
import { isObject, type JsonObject } from "../../model/body.ts";
import { answerOf } from "../../model/response-text.ts";
import { type Actor, type Exchange, noActionNeeded, Skip } from "../case.ts";
import { errorTextOf, mayConcernBody, pathsNamedIn } from "./error-response.ts";

/** A picture of one pixel. Its text has + and /, which base64url does not have. */
export const avatarBase64 =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg0/L7DwACNgF+8KZUKQAAAABJRU5ErkJggg==";

/** All fields of endpoint 12, with example values. */
export const everyField = {
  firstName: "Ada",
  lastName: "Lovelace",
  avatarBase64,
  avatarType: "image",
  preferences: {},
};

/**
 * The order in which fields are left out, unless a rejection names some, or getMe shows some with a wrong type: PUT may not accept what getMe
 * shows.
 */
const omissionOrder = ["avatarType", "preferences", "lastName", "firstName"];

/** How an earlier update of this target succeeded. The next one begins in the same way. */
export interface UpdateStrategy {
  omitted: readonly string[];
  /** The avatarType with which a picture was accepted, if it was sent. */
  pictureAs?: unknown;
}

export const initialStrategy = (): UpdateStrategy => ({ omitted: [] });

export interface Update {
  readonly fields: JsonObject;
  /** The profile before all updates. Its fields are sent, too, if the target accepts them. */
  readonly original: JsonObject;
  readonly mayReplacePicture: boolean;
  /** The update replaces it if another way succeeds. */
  readonly strategy: UpdateStrategy;
  readonly isCleanup?: boolean;
}

/**
 * Which fields are required, and which values avatarType takes, is not shown. So an update has all fields that can be
 * read. If it is rejected, fields are left out; if that does not help, all fields are sent, if a picture may be sent.
 * Throws `Skip` if a picture is required, and may not be sent, or not this one.
 */
export async function putProfile(actor: Actor, update: Update): Promise<Exchange> {
  const { fields, original, mayReplacePicture, strategy, isCleanup = false } = update;
  const send = (body: JsonObject) => actor.send("updateMe", { body, isCleanup });
  let { omitted } = strategy;
  let rejection: Exchange | undefined;
  while (strategy.pictureAs === undefined) {
    const body = { ...without(original, omitted), ...fields };
    const exchange = await send(body);
    if (!mayConcernBody(exchange) || exchange.status === 404) {
      strategy.omitted = omitted;
      return exchange;
    }
    rejection = exchange;
    const next = nextOmission(exchange, body, fields);
    if (next !== undefined) {
      omitted = [...omitted, next];
      continue;
    }
    if (mayReplacePicture) break;
    throw new Skip(
      `an update without a picture was answered ${exchange.status}, and one with a picture could not be undone: add a session of a user without one`,
    );
  }
  return putPicture(update, send, rejection);
}

/**
 * Sends all fields. Throws `Skip` if they are rejected for the picture, which the earlier rejection, of an update without
 * one, did not concern.
 */
async function putPicture(
  { fields, original, strategy, isCleanup = false }: Update,
  send: (body: JsonObject) => Promise<Exchange>,
  earlier: Exchange | undefined,
): Promise<Exchange> {
  const withPicture = (avatarType: unknown) => send({ ...everyField, ...original, avatarType, ...fields });
  if (earlier === undefined) return withPicture(strategy.pictureAs);
  let rejection = earlier;
  for (const avatarType of [everyField.avatarType, original.avatarType]) {
    const exchange = await withPicture(avatarType);
    if (exchange.isSuccess) strategy.pictureAs = avatarType;
    if (!mayConcernBody(exchange) || !mayConcernPicture(exchange)) return exchange;
    rejection = exchange;
  }
  if (isCleanup || errorTextOf(rejection) === errorTextOf(earlier)) return rejection;
  throw noActionNeeded(
    `an update without a picture was answered ${answerOf(earlier)}, and one with a picture of one pixel ${answerOf(rejection)}: which pictures are accepted is not shown`,
  );
}

/** The fields of an update that the issues name. A path that begins with anything else says nothing about them. */
const fieldsNamedIn = (rejection: Exchange): readonly string[] =>
  pathsNamedIn(rejection).flatMap(([name = ""]) => (name in everyField ? [name] : []));

function mayConcernPicture(rejection: Exchange): boolean {
  const named = fieldsNamedIn(rejection);
  return named.length === 0 || named.includes("avatarBase64") || named.includes("avatarType");
}

/** The field to leave out next; undefined if leaving out would not help, or would leave nothing. */
function nextOmission(rejection: Exchange, body: JsonObject, fields: JsonObject): string | undefined {
  const candidates = omissionOrder.filter((name) => name in body && !(name in fields));
  if (Object.keys(body).length === 1) return undefined;
  const named = fieldsNamedIn(rejection);
  // The rejection names a field that is missing, or one that must be changed.
  if (named.length > 0 && named.every((name) => !candidates.includes(name))) return undefined;
  const isOfOtherType = (name: string) =>
    name === "preferences" ? !isObject(body[name]) : typeof body[name] !== "string";
  return candidates.find((name) => named.includes(name)) ?? candidates.find(isOfOtherType) ?? candidates[0];
}

const without = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
