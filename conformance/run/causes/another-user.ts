/** Failures in which a caller is shown another user's profile than in its update, or in its first profile. */
import { stringIn } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import type { SymptomOf } from "./diagnosed-failure.ts";
import type { Failure } from "./failure.ts";

/** The case that proves which user's profile was changed, and by whose update. */
export const othersUnchanged = "profile.others-unchanged";

type OtherUser = SymptomOf<"other-user">;

/** For a failed case that shows a profile: the update of its proof, or the caller's first profile, with another id or e-mail address. */
export function otherUserSymptom(
  { result, shown, proof, law, sequenceLaw }: Failure,
  exchanges: readonly Exchange[],
): OtherUser | undefined {
  const isOfLaw = law !== undefined || sequenceLaw !== undefined;
  if (isOfLaw || result.id === othersUnchanged || shown?.operation !== "getMe" || !shown.isSuccess) return undefined;
  const isOfCaller = ({ isSuccess, credential, index }: Exchange) =>
    isSuccess && credential === shown.credential && index < shown.index;
  const update = proof.findLast((each) => each.operation === "updateMe" && isOfCaller(each));
  const earlier = exchanges.find((each) => each.operation === "getMe" && isOfCaller(each));
  for (const before of [update ?? [], earlier ?? []].flat()) {
    const field = ["id", "email"].find((name) => isOther(stringIn(before, name), stringIn(shown, name)));
    if (field !== undefined) return { kind: "other-user", field, before };
  }
  return undefined;
}

const isOther = (before: string | undefined, shown: string | undefined) =>
  before !== undefined && shown !== undefined && before !== shown;

/** `GET /v1/me shows id "usr_1" (exchange 9), and PUT /v1/me with the same credentials id "usr_2" (exchange 8): are they of two users?` */
export function describeOtherUser(shown: Exchange | undefined, { field, before }: OtherUser): string {
  if (shown === undefined) return "";
  const value = (each: Exchange) => `${field} ${JSON.stringify(stringIn(each, field))} (exchange ${each.index})`;
  const of = before.operation === shown.operation ? "showed before" : "showed";
  return `${shown.request.method} ${pathOf(shown)} shows ${value(shown)}, and ${before.request.method} ${pathOf(before)} with the same credentials ${of} ${value(before)}: are they of two users?`;
}
