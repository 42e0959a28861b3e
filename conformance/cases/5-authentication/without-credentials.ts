/** §4 and §5.8: every endpoint requires the Authorization header; without valid credentials the answer is 401. */
import { createHash } from "node:crypto";
import { defineCase } from "../../case.ts";
import { malformed, noCredentials, unknownToken } from "../../client/caller.ts";
import { everyOperation, knownIds } from "../../everywhere.ts";
import { expectStatus } from "../../expect.ts";
import { actorsOf } from "../../permitted.ts";

export const none = defineCase({
  id: "auth.no-credentials",
  clause: "endpoint.authorization",
  claim: "Without an Authorization header every endpoint answers 401",
  lane: "anonymous",
  requests: 18,
  async run(context) {
    const ids = await knownIds(context);
    for await (const { operation, exchange } of everyOperation(context, context.asCaller(noCredentials), ids)) {
      expectStatus(exchange, 401, `for ${operation.id} without credentials`);
    }
  },
});

/** A token that looks like the target's own: its prefix (§5.5) and length, and characters that were never issued. */
function neverIssued(token: string | undefined, mark: string): string {
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

const rows = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];

export const unknown = defineCase({
  id: "auth.unknown-token",
  clause: "auth.unauthorized",
  claim: "With a token that was never issued every endpoint answers 401",
  lane: "anonymous",
  requests: 20,
  async run(context) {
    const ids = await knownIds(context);
    const issued = actorsOf(context, ["key", "session"]).map(({ caller }) => caller.credential?.token ?? "");
    const token = neverIssued(issued[0], context.mark);
    for await (const { operation, exchange } of everyOperation(context, context.asCaller(unknownToken(token)), ids)) {
      expectStatus(exchange, 401, `for ${operation.id} with an unknown token`);
    }
    for (const token of new Set(issued)) {
      const altered = alteredFrom(token, context.mark);
      if (altered.length < 16 || altered === token) continue;
      const exchange = await context.asCaller(unknownToken(altered)).send("listProducts");
      expectStatus(exchange, 401, "for a token that shares only its beginning with an issued one");
    }
  },
});

const malformedHeaders = ["Bearer", "Basic ZnBrOmZwaw==", "Bearer fpk unknown token", "Digest username=fpk"];

export const malformedCredentials = defineCase({
  id: "auth.malformed-credentials",
  clause: "auth.unauthorized",
  claim: "An Authorization header that carries no bearer token is answered 401",
  lane: "anonymous",
  requests: 8,
  async run(context) {
    const ids = await knownIds(context);
    const reads = context.operations.filter(({ method }) => method === "GET");
    for (const [at, header] of malformedHeaders.entries()) {
      const operations = reads.filter((_, place) => place % malformedHeaders.length === at).slice(0, 2);
      for await (const { exchange } of everyOperation(context, context.asCaller(malformed(header)), ids, operations)) {
        expectStatus(exchange, 401, `for Authorization: ${header}`);
      }
    }
  },
});

export const beforeAllElse = defineCase({
  id: "auth.before-all-else",
  clause: "auth.unauthorized",
  claim: "Without credentials the answer is 401 before any other: for unknown ids and bodies that are no JSON",
  lane: "anonymous",
  requests: 5,
  async run(context) {
    const actor = context.asCaller(noCredentials);
    const { productId } = await knownIds(context);
    const unknownId = context.unknownLike(productId);
    const requests = [
      () => actor.send("getProduct", { parameters: { productId: unknownId }, intent: "unknown-id" }),
      () => actor.send("listFeatures", { parameters: { productId: unknownId }, intent: "unknown-id" }),
      () => actor.send("getFeedbackStatus", { parameters: { feedbackId: unknownId }, intent: "unknown-id" }),
      ...(context.isReadOnly
        ? []
        : [
            () => actor.send("submitFeedback", { rawBody: '{"productId": ', intent: "invalid" }),
            () => actor.send("createOrganization", { body: { name: 7 }, intent: "invalid" }),
          ]),
    ];
    for (const request of requests) expectStatus(await request(), 401, "before any other answer");
  },
});
