/** §3: which status followed which, in resources that were read more than once. */
import type { OperationId } from "../../spec/contract.ts";
import type { Exchange } from "../model/exchange.ts";
import { distinct, formatValue } from "./format.ts";
import type { ObservedChoices, Observer } from "./observer.ts";
import { responsesTo, shownObjects } from "./reading.ts";

/** The status of a resource in one response. */
interface StatusReading {
  readonly exchange: Exchange;
  readonly status: string;
}

/** The readings of each resource. Two organizations may use the same ids, so the organization is part of the key. */
function readStatuses(
  exchanges: readonly Exchange[],
  identifier: string,
): ReadonlyMap<string, readonly StatusReading[]> {
  const histories = new Map<string, StatusReading[]>();
  for (const exchange of exchanges) {
    for (const { [identifier]: id, status } of shownObjects(exchange)) {
      if (typeof id !== "string" || typeof status !== "string") continue;
      const key = JSON.stringify([exchange.organization, resourceOf(exchange.operation), id]);
      histories.set(key, [...(histories.get(key) ?? []), { exchange, status }]);
    }
  }
  return histories;
}

/** A problem is the same resource in its list and alone. */
const resourceOf = (operation: OperationId | undefined) => (operation === "getProblem" ? "listProblems" : operation);

/** Exchanges that overlap in time are left out: which answer came first is not known. */
function changesOf(readings: readonly StatusReading[]): readonly string[] {
  const inOrder = [...readings].sort((a, b) => a.exchange.receivedAt - b.exchange.receivedAt);
  return inOrder.flatMap((later, at) => {
    const before = inOrder[at - 1];
    if (before === undefined || before.status === later.status) return [];
    if (before.exchange.receivedAt > later.exchange.sentAt) return [];
    return [`${formatValue(before.status)} → ${formatValue(later.status)}`];
  });
}

function changesAmong(histories: readonly (readonly StatusReading[])[], what: string): ObservedChoices {
  const repeated = histories.filter((readings) => readings.length > 1);
  const changes = distinct(repeated.flatMap(changesOf));
  if (changes.length > 0 || repeated.length === 0) return { choices: changes };
  return { choices: [`none during the run, of ${repeated.length} ${what} read more than once`] };
}

function transitionsOf(clause: string, what: string, ...operations: readonly OperationId[]): Observer {
  return {
    clause,
    unobserved: `of ${what} none was read more than once`,
    observe: (exchanges) => changesAmong([...readStatuses(responsesTo(exchanges, ...operations), "id").values()], what),
  };
}

const feedback: Observer = {
  clause: "state.feedback-transitions",
  unobserved: "no feedback was read after its acceptance",
  observe(exchanges) {
    const accepted = readStatuses(responsesTo(exchanges, "submitFeedback"), "feedbackId");
    const read = readStatuses(responsesTo(exchanges, "getFeedbackStatus"), "feedbackId");
    // A repeated submission may be answered with the first acceptance again: only the first one shows a status.
    const acceptances = new Map([...accepted.values()].map((readings) => [idOf(readings), readings.slice(0, 1)]));
    const histories = [...read.values()].map((readings) => [...(acceptances.get(idOf(readings)) ?? []), ...readings]);
    return changesAmong(histories, "submissions");
  },
};

function idOf([first]: readonly StatusReading[]): string {
  const [shown] = first === undefined ? [] : shownObjects(first.exchange);
  return JSON.stringify([first?.exchange.organization, shown?.feedbackId]);
}

export const transitionObservers: readonly Observer[] = [
  transitionsOf("state.content-transitions", "features and problems", "listFeatures", "listProblems", "getProblem"),
  feedback,
  transitionsOf("state.installation-transitions", "installations", "getInstallation"),
];
