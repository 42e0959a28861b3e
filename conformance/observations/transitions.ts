/** §3: which status followed which, as far as one thing was read more than once. */
import type { OperationId } from "../../spec/contract.ts";
import type { Exchange } from "../model/exchange.ts";
import { distinct, valued } from "./format.ts";
import type { Observed, Observer } from "./observer.ts";
import { answersTo, shownObjects } from "./reading.ts";

/** A status that something was shown with. */
interface Sighting {
  readonly exchange: Exchange;
  readonly status: string;
}

/** The sightings of each thing: organizations may number what is theirs alike. */
function sightings(exchanges: readonly Exchange[], identifier: string): ReadonlyMap<string, readonly Sighting[]> {
  const things = new Map<string, Sighting[]>();
  for (const exchange of exchanges) {
    for (const { [identifier]: id, status } of shownObjects(exchange)) {
      if (typeof id !== "string" || typeof status !== "string") continue;
      const thing = JSON.stringify([exchange.organization, familyOf(exchange.operation), id]);
      things.set(thing, [...(things.get(thing) ?? []), { exchange, status }]);
    }
  }
  return things;
}

/** A problem is one thing in its list and alone. */
const familyOf = (operation: OperationId | undefined) => (operation === "getProblem" ? "listProblems" : operation);

/** Only of answers that did not overlap is it known which came first. */
function changesOf(seen: readonly Sighting[]): readonly string[] {
  const inOrder = [...seen].sort((one, other) => one.exchange.receivedAt - other.exchange.receivedAt);
  return inOrder.flatMap((later, at) => {
    const before = inOrder[at - 1];
    if (before === undefined || before.status === later.status) return [];
    if (before.exchange.receivedAt > later.exchange.sentAt) return [];
    return [`${valued(before.status)} → ${valued(later.status)}`];
  });
}

function changesAmong(things: readonly (readonly Sighting[])[], what: string): Observed {
  const again = things.filter((seen) => seen.length > 1);
  const changes = distinct(again.flatMap(changesOf));
  if (changes.length > 0 || again.length === 0) return { choices: changes };
  return { choices: [`none during the run, of ${again.length} ${what} read more than once`] };
}

function transitionsOf(clause: string, what: string, ...operations: readonly OperationId[]): Observer {
  return {
    clause,
    unseen: `of ${what} none was read more than once`,
    observe: (exchanges) => changesAmong([...sightings(answersTo(exchanges, ...operations), "id").values()], what),
  };
}

const feedback: Observer = {
  clause: "state.feedback-transitions",
  unseen: "no feedback was read after its acceptance",
  observe(exchanges) {
    const accepted = sightings(answersTo(exchanges, "submitFeedback"), "feedbackId");
    const read = sightings(answersTo(exchanges, "getFeedbackStatus"), "feedbackId");
    // One who submits the same twice may be given the first acceptance again, word by word: only the first shows a status.
    const firsts = new Map([...accepted.values()].map((seen) => [idOf(seen), seen.slice(0, 1)]));
    const things = [...read.values()].map((seen) => [...(firsts.get(idOf(seen)) ?? []), ...seen]);
    return changesAmong(things, "submissions");
  },
};

function idOf([first]: readonly Sighting[]): string {
  const [shown] = first === undefined ? [] : shownObjects(first.exchange);
  return JSON.stringify([first?.exchange.organization, shown?.feedbackId]);
}

export const transitionObservers: readonly Observer[] = [
  transitionsOf("state.content-transitions", "features and problems", "listFeatures", "listProblems", "getProblem"),
  feedback,
  transitionsOf("state.installation-transitions", "installations", "getInstallation"),
];
