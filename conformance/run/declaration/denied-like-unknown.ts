/** Credentials that may be mistyped although they are not answered 401: they get the same 403 as a token that nobody issued. */
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import type { Target } from "../../target-file/target.ts";
import { nameOf } from "./credential-name.ts";

/** A sentence for each. None if an unknown token is answered 401, as it must be (§5.8): then a 403 proves that the token is right. */
export function deniedDoubts(
  { credentials }: Pick<Target, "credentials">,
  exchanges: readonly Exchange[],
): readonly string[] {
  const answered = exchanges.filter(({ response, status }) => response !== undefined && status !== 429);
  const isDenied = (answers: readonly Exchange[]) =>
    answers.length > 0 && answers.every(({ status }) => status === 403);
  if (!isDenied(answered.filter(({ kind }) => kind === "unknown"))) return [];
  const tried = new Set(answered.filter(isAuthenticated).map(({ credential }) => credential));
  const denied = [...tried].filter((label) => isDenied(answered.filter(({ credential }) => credential === label)));
  return denied.map(
    (label) =>
      `${nameOf({ label }, credentials)} was answered 403 each time, as a token that was never issued: is the token right? (A wrong one must be answered 401, see auth.unknown-token)`,
  );
}
