/** An update of a profile that is written to another user: that user's profile changes, and the caller's never does. */
import type { OperationId } from "../../../spec/contract.ts";
import { bodyOf, listItems, requestJson, stringIn } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { othersUnchanged } from "./another-user.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";

/** For a group of failures: the id of the failed check that found another user's profile changed; undefined unless all are about a profile that stays the same. */
export function otherProfileBehind(
  all: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
): (group: readonly DiagnosedFailure[]) => string | undefined {
  const source = all.find(({ result }) => result.id === othersUnchanged);
  // Where only a list of members shows the change, the other member may be the caller, to whom another user's profile is shown.
  const isShownToOther = source?.shown?.operation === "getMe";
  const ofCaller = (credential: string, operation: OperationId) =>
    exchanges.filter((each) => each.operation === operation && each.isSuccess && each.credential === credential);
  /** The caller's first names as lists of its organization's members show them, also to others. */
  const namesInLists = (credential: string) => {
    const ids = ofCaller(credential, "getMe").map((each) => stringIn(each, "id"));
    const lists = exchanges.filter(({ operation }) => operation === "listMembers").flatMap(listItems);
    return lists.flatMap(({ id, fields }) => (ids.includes(id) ? [fields.firstName] : []));
  };
  /** No name that the caller sent was shown as its own; one that another user sent may have been. */
  const neverChanges = (credential: string) => {
    const sent = ofCaller(credential, "updateMe").map((each) => Object(requestJson(each)).firstName);
    const [first, ...others] = ofCaller(credential, "getMe").map((each) => bodyOf(each).firstName);
    return [...others, ...namesInLists(credential)].every((name) => name === first || !sent.includes(name));
  };
  const isUnchanged = ({ result, shown, symptom, proof }: DiagnosedFailure) =>
    result.id !== source?.result.id &&
    (symptom.kind === "other" || (symptom.kind === "other-user" && isShownToOther)) &&
    shown?.operation === "getMe" &&
    shown.isSuccess &&
    proof.some(({ operation, isSuccess }) => operation === "updateMe" && isSuccess) &&
    neverChanges(shown.credential);
  return (group) => (group.every(isUnchanged) ? source?.result.id : undefined);
}
