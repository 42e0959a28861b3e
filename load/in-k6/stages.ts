/**
 * Parses k6's notation of stages: `10s:50,30s:100` means 50 virtual users after 10 s, and 100 after 30 s more; `10s:50/s,30s:100/s` means
 * as many requests a second. Pure.
 */

export interface Stage {
  readonly seconds: number;
  /** At the end of the stage: the number of virtual users or, with `isRate`, of requests a second. */
  readonly target: number;
  readonly isRate: boolean;
}

const secondsIn: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Undefined if the text is not a list of stages, all of users or all of requests a second. */
export function parseStages(text: string): readonly Stage[] | undefined {
  const stages = text.split(",").map(parseStage);
  const known = stages.filter((stage) => stage !== undefined);
  const isOfOneKind = known.every(({ isRate }) => isRate === known[0]?.isRate);
  return known.length === stages.length && isOfOneKind && known.some(({ target }) => target > 0) ? known : undefined;
}

function parseStage(text: string): Stage | undefined {
  const [, duration = "", target = "", rate] = /^\s*((?:\d+(?:\.\d+)?(?:ms|s|m|h))+):(\d+)(\/s)?\s*$/.exec(text) ?? [];
  const parts = duration.match(/\d+(?:\.\d+)?(?:ms|[smh])/g) ?? [];
  const seconds = parts.reduce(
    (sum, part) => sum + Number.parseFloat(part) * (secondsIn[part.replace(/[\d.]+/, "")] ?? 0),
    0,
  );
  return seconds > 0 ? { seconds, target: Number(target), isRate: rate !== undefined } : undefined;
}
