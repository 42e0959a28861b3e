/** A profile that is shown to another organization's caller, too: what such a caller reads of its own profile then is another user's. */
import { stringIn } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";

/** For a group of failures: the id of the failed check that found the profile; undefined unless all are about callers who were shown two users. */
export function sharedProfileBehind(
  all: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
): (group: readonly DiagnosedFailure[]) => string | undefined {
  const source = all.find(({ symptom }) => symptom.kind === "foreign-items" && symptom.operation === "getMe");
  const users = (credential: string) =>
    new Set(
      exchanges.flatMap((each) =>
        each.operation === "getMe" && each.credential === credential ? (stringIn(each, "id") ?? []) : [],
      ),
    );
  const follows = ({ shown, symptom, proof }: DiagnosedFailure) =>
    (symptom.kind === "other" || symptom.kind === "other-user") &&
    shown?.operation === "getMe" &&
    users(shown.credential).size > 1 &&
    !isOfOneUser(proof);
  return (group) => (source !== undefined && group.every(follows) ? source.result.id : undefined);
}

/** All profiles of the proof, of which there are several, are of the same user. */
function isOfOneUser(proof: readonly Exchange[]): boolean {
  const ofProfile = proof.filter(({ operation }) => operation === "getMe" || operation === "updateMe");
  const ids = ofProfile.flatMap((each) => (each.isSuccess ? (stringIn(each, "id") ?? []) : []));
  return ids.length > 1 && new Set(ids).size === 1;
}
