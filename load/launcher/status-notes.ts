/** What `flow` saw of statuses and does not judge, since the document leaves open when one changes or ends (§3; §4, rule 1). */
import { stringIn } from "../../conformance/model/body.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";

/** Notes on submissions that stay queued or are queued again, and on those whose status can no longer be read. */
export function statusNotes(exchanges: readonly Exchange[]): readonly string[] {
  /** By the organization and the URL of a status that was read: two organizations may number their submissions alike. */
  const submissions = new Map<string, Reads>();
  /** The last response for each status that was never read successfully, by the same key. */
  const neverRead = new Map<string, Exchange>();
  for (const exchange of exchanges.filter(({ operation }) => operation === "getFeedbackStatus")) {
    const key = `${exchange.organization} ${exchange.request.url}`;
    const before = submissions.get(key);
    if (!exchange.isSuccess && before === undefined) {
      neverRead.set(key, exchange);
      continue;
    }
    neverRead.delete(key);
    const isQueued = exchange.isSuccess ? stringIn(exchange, "status") === "queued" : before?.isQueued === true;
    const hasLeftQueue = before?.hasLeftQueue === true;
    submissions.set(key, {
      last: exchange,
      isQueued,
      hasLeftQueue: hasLeftQueue || !isQueued,
      wentBack: before?.wentBack === true || (hasLeftQueue && isQueued),
    });
  }
  const all = [...submissions.values()];
  const isGone = ({ last }: Pick<Reads, "last">) => last.status === 404 || last.status === 410;
  const goneAtFirst = [...neverRead.values()].map((last) => ({ last })).filter(isGone);
  const note = (of: readonly Pick<Reads, "last">[], text: (share: string, example: string) => string) =>
    of.length === 0
      ? []
      : [text(`${of.length} of ${all.length + neverRead.size} submissions`, `as in exchange ${of[0]?.last.index}`)];
  return [
    ...note(
      all.filter((each) => !each.hasLeftQueue && !isGone(each)),
      (share, example) =>
        `${share} were still queued when they were read last, ${example}${all.some(({ hasLeftQueue }) => hasLeftQueue) ? "; the times in the queue are those of the others" : ""}`,
    ),
    ...note(
      all.filter(({ wentBack }) => wentBack),
      (share, example) =>
        `${share} were queued again after another status, ${example}; their times in the queue end at the first other status`,
    ),
    ...note(
      all.filter(isGone),
      (share, example) =>
        `the status of ${share} was not found any more after it had been read, ${example}; for how long it must be kept, fpk check judges (feedback.status-still-there)`,
    ),
    ...note(
      goneAtFirst,
      (share, example) => `the status of ${share} was never read: it was not found at the first read, ${example}`,
    ),
  ];
}

/** What the reads of one status have shown. */
interface Reads {
  readonly last: Exchange;
  /** Whether the last status that was shown is `queued`. */
  readonly isQueued: boolean;
  readonly hasLeftQueue: boolean;
  readonly wentBack: boolean;
}
