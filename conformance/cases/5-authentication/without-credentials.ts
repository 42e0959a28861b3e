/** §4 and §5.8: every endpoint requires the Authorization header; without valid credentials the answer is 401. */
import { createHash } from "node:crypto";
import { malformed, noCredentials, unknownToken } from "../../client/caller.ts";
import { defineCase } from "../case.ts";
import { expect401, expectRefusedEverywhere, knownIds } from "../given/all-operations.ts";
import { actorsOf } from "../given/permitted.ts";

export const none = defineCase({
  id: "auth.no-credentials",
  clause: "endpoint.authorization",
  claim: "Without an Authorization header every endpoint answers 401",
  lane: "anonymous",
  requests: 18,
  writes: 4,
  async run(context) {
    const ids = await knownIds(context);
    await expectRefusedEverywhere(context, context.asCaller(noCredentials), ids, "without credentials");
  },
});

/** A token that looks like the target's own: its prefix (§5.5) and length, and characters that were never issued. */
export function neverIssued(token: string | undefined, mark: string): string {
  const prefix = /^[A-Za-z0-9]+_key_/.exec(token ?? "")?.[0] ?? "";
  const length = Math.max(24, (token ?? "").length - prefix.length);
  return `${prefix}${`${mark.replace(/\W/g, "")}neverissued`.repeat(10).slice(0, length)}`;
}

/**
 * Other characters, of the same classes, in place of the second half of a key, or of the last part of a signed token: not
 * to be found by undoing anything, and no token that was issued.
 */
function alteredFrom(token: string, mark: string): string {
  const signature = /^[\w-]+\.[\w-]+\.(?=[\w-]+$)/.exec(token)?.[0].length;
  const kept = signature ?? Math.ceil(token.length / 2);
  const drawn = [...token.slice(kept)].map((character, at) => {
    const row = rows.find((one) => one.includes(character));
    if (row === undefined) return character;
    const [byte = 0] = createHash("sha256").update(`${mark} ${at} ${token}`).digest();
    return row[byte % row.length] ?? character;
  });
  return token.slice(0, kept) + drawn.join("");
}

/**
 * Tokens that were never issued, made of one that was: none of them may be looked up by what it shares with that. All of it
 * with more behind it (four characters: a decoder of base64 may leave out less), and its beginning alone, which tells no
 * more than `alteredFrom` does. Whether case tells two tokens apart is left to the target: hexadecimal digits have none.
 */
function madeFrom(token: string, isKey: boolean, mark: string): readonly (readonly [token: string, what: string])[] {
  const beginning = token.slice(0, Math.ceil(token.length / 2));
  const made: readonly (readonly [string, string])[] = [
    [alteredFrom(token, mark), "that shares only its beginning with an issued one"],
    ...(token.endsWith("=") ? [] : [[`${token}fpk0`, "that goes on behind an issued one"] as const]),
    ...(isKey ? [[beginning, "that is only the beginning of an issued key"] as const] : []),
  ];
  return made.filter(([other]) => other.length >= 16 && other !== token);
}

const rows = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];

export const unknown = defineCase({
  id: "auth.unknown-token",
  clause: "auth.unauthorized",
  claim: "With a token that was never issued every endpoint answers 401",
  lane: "anonymous",
  requests: 23,
  writes: 4,
  async run(context) {
    const ids = await knownIds(context);
    const callers = [...new Set(actorsOf(context, ["key", "session"]).map(({ caller }) => caller))];
    const token = neverIssued(callers[0]?.credential?.token, context.mark);
    await expectRefusedEverywhere(context, context.asCaller(unknownToken(token)), ids, "with an unknown token");
    for (const { kind, label, credential } of callers) {
      for (const [made, what] of madeFrom(credential?.token ?? "", kind === "api-key", context.mark)) {
        const send = () => context.asCaller(unknownToken(made)).send("listProducts");
        await expect401(context, `${label} ${what}`, send, `for a token ${what}`);
      }
    }
  },
});

/** Authorization headers that carry no bearer token. */
const malformedHeaders = (token: string) => [
  "Bearer",
  "bearer",
  "Basic ZnBrOmZwaw==",
  "Digest username=fpk",
  "Bearer fpk unknown token",
  token,
  `TOKEN ${token}`,
];

/** How many operations meet each of them: all of them together, some twice. */
const operationsEach = 3;

export const malformedCredentials = defineCase({
  id: "auth.malformed-credentials",
  clause: "auth.unauthorized",
  claim: "An Authorization header that carries no bearer token, or one that looks like no key, is answered 401",
  lane: "anonymous",
  requests: 24,
  async run(context) {
    const ids = await knownIds(context);
    const token = neverIssued(undefined, context.mark);
    const callers = [...malformedHeaders(token).map(malformed), unknownToken(token)];
    const operations = context.operations.filter(({ method }) => method === "GET" || !context.isReadOnly);
    for (let at = 0; at < callers.length * operationsEach; at += 1) {
      const [caller = noCredentials] = callers.slice(at % callers.length);
      const [operation] = operations.slice(at % operations.length);
      if (operation === undefined) return;
      const what = `with Authorization: ${caller.authorization}`;
      await expectRefusedEverywhere(context, context.asCaller(caller), ids, what, [operation]);
    }
  },
});
