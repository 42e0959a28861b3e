/** §3: the transitions between statuses, in resources that were read more than once. */
import type { OperationId } from "../../spec/contract.ts";
import type { Exchange } from "../model/exchange.ts";
import { distinct, formatValue } from "./format.ts";
import type { ObservedChoices, Observer } from "./observer.ts";
import { responsesTo, shownObjects } from "./reading.ts";

interface StatusReading {
  readonly exchange: Exchange;
  readonly status: string;
}

/** The statuses of each resource in the order of the reads. By organization, since two may use the same ids. */
function readStatuses(exchanges: readonly Exchange[], identifier: string): readonly (readonly StatusReading[])[] {
  const histories = new Map<string, StatusReading[]>();
  for (const exchange of exchanges) {
    for (const { [identifier]: id, status } of shownObjects(exchange)) {
      if (typeof id !== "string" || typeof status !== "string") continue;
      const key = JSON.stringify([exchange.organization, resourceOf(exchange.operation), id]);
      histories.set(key, [...(histories.get(key) ?? []), { exchange, status }]);
    }
  }
  return [...histories.values()];
}

/** A problem is the same resource in a list and by itself; so is feedback in its acceptance and its status. */
function resourceOf(operation: OperationId | undefined) {
  if (operation === "getProblem") return "listProblems";
  return operation === "submitFeedback" ? "getFeedbackStatus" : operation;
}

/** Exchanges that overlap in time are left out, since their order is not known. */
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

const transitionsOf = (clause: string, what: string, ...operations: readonly OperationId[]): Observer => ({
  clause,
  unobserved: `of ${what} none was read more than once`,
  observe: (exchanges) => changesAmong(readStatuses(responsesTo(exchanges, ...operations), "id"), what),
});

const isAcceptance = ({ exchange }: StatusReading) => exchange.operation === "submitFeedback";

/** The response to a repeated submission may be the first acceptance again, so only the first one shows a status. */
const withFirstAcceptance = (readings: readonly StatusReading[]) =>
  readings.filter((reading) => !isAcceptance(reading) || reading === readings.find(isAcceptance));

const feedback: Observer = {
  clause: "state.feedback-transitions",
  unobserved: "no feedback was read after its acceptance",
  observe(exchanges) {
    const histories = readStatuses(responsesTo(exchanges, "submitFeedback", "getFeedbackStatus"), "feedbackId");
    return changesAmong(histories.map(withFirstAcceptance), "submissions");
  },
};

export const transitionObservers: readonly Observer[] = [
  transitionsOf("state.content-transitions", "features and problems", "listFeatures", "listProblems", "getProblem"),
  feedback,
  transitionsOf("state.installation-transitions", "installations", "getInstallation"),
];
