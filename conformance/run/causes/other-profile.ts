/** An update of a profile that is written to another user: that user's profile changes, and the caller's never does. */
import type { Exchange } from "../../model/exchange.ts";
import type { Found } from "./describe.ts";

/** For a group of failures: the id of the failed check that found another user's profile changed; undefined unless all are about a profile that stays the same. */
export function otherProfileBehind(
  all: readonly Found[],
  exchanges: readonly Exchange[],
): (group: readonly Found[]) => string | undefined {
  const source = all.find(({ result }) => result.id === "profile.others-unchanged");
  const profilesOf = (credential: string) =>
    exchanges.flatMap((each) =>
      each.operation === "getMe" && each.isSuccess && each.credential === credential ? (each.response?.body ?? []) : [],
    );
  const isUnchanged = ({ shown, symptom, proof }: Found) =>
    symptom.kind === "other" &&
    shown?.operation === "getMe" &&
    shown.isSuccess &&
    proof.some(({ operation, isSuccess }) => operation === "updateMe" && isSuccess) &&
    new Set(profilesOf(shown.credential)).size === 1;
  return (group) => (group.every(isUnchanged) ? source?.result.id : undefined);
}
