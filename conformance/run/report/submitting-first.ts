/** A command that reads a status submits the feedback first: a restarted server may rightly know no earlier submission. */
import { stringIn } from "../../model/body.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { curlOf } from "./curl.ts";

/**
 * The command with the submission before it, and another one in between, and with `$FEEDBACK` in place of the feedbackId that was
 * accepted then. The same command if it reads no status, or one of which no submission is known.
 */
export function submittingFirst(command: string, shown: Exchange, exchanges: readonly Exchange[]): string {
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
  // Without valid credentials, the status does not depend on the time.
  const seconds = isAuthenticated(shown) ? Math.ceil((shown.sentAt - submission.receivedAt) / 1000) : 0;
  return `FEEDBACK=$(${submit.replace("curl -i", "curl -s")} | ${idIn}); ${submitLater}${seconds > 1 ? `sleep ${seconds}; ` : ""}${reads}`;
}
