/** A command that reads a status submits the feedback first: a restarted server may rightly know no earlier submission. */
import { stringIn } from "../../model/body.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { curlOf } from "./curl.ts";

/**
 * The command with the submission before it, and another one in between, and with `$FEEDBACK` in place of the feedbackId that was
 * accepted then. The same command if it reads no status, or one of which no submission is known. It waits as long as the run did; where
 * the status was never shown, only as long as before the first such read, and as `graceSeconds`.
 */
export function submittingFirst(
  command: string,
  shown: Exchange,
  exchanges: readonly Exchange[],
  graceSeconds: number,
): string {
  const [, id] = /^[\w:/.,%-]+\/feedback\/([\w-]+)\/status$/.exec(shown.request.url) ?? [];
  const submissions = exchanges.filter(
    ({ operation, isSuccess, index }) => operation === "submitFeedback" && isSuccess && index < shown.index,
  );
  const submission = submissions.find((each) => stringIn(each, "feedbackId") === id);
  if (id === undefined || submission === undefined) return command;
  const submit = curlOf(submission);
  const reads = command.replace(`${submit}; `, "").replaceAll(`/feedback/${id}/status`, "/feedback/$FEEDBACK/status");
  const idIn = String.raw`sed -n 's/.*"feedbackId": *"\([^"]*\)".*/\1/p'`;
  // A wrong status may be that of a later submission: of the shortest, since a run sends very long ones, too.
  const [later] = submissions
    .filter(({ index }) => shown.isSuccess && index > submission.index)
    .toSorted((a, b) => a.request.body.length - b.request.body.length);
  const submitLater = later === undefined ? "" : `${curlOf(later).replace("curl -i", "curl -s -o /dev/null")}; `;
  const secondsUntil = (read: Exchange) => Math.ceil((read.sentAt - submission.receivedAt) / 1000);
  const neverShown = neverShownFrom(shown, exchanges);
  const longEnough = neverShown ? Math.max(graceSeconds, secondsUntil(neverShown)) : Number.POSITIVE_INFINITY;
  // Without valid credentials, the status does not depend on the time.
  const seconds = isAuthenticated(shown) ? Math.min(secondsUntil(shown), longEnough) : 0;
  return `FEEDBACK=$(${submit.replace("curl -i", "curl -s")} | ${idIn}); ${submitLater}${seconds > 1 ? `sleep ${seconds}; ` : ""}${reads}`;
}

/** The first read of what is not found, with credentials of the same organization, if no such read was ever answered otherwise. */
export function neverShownFrom(shown: Exchange, exchanges: readonly Exchange[]): Exchange | undefined {
  const reads = exchanges.filter(
    (each) =>
      isAuthenticated(each) &&
      each.organization === shown.organization &&
      each.request.method === "GET" &&
      each.request.url === shown.request.url,
  );
  return reads.every(({ status }) => status === 404) ? reads[0] : undefined;
}
