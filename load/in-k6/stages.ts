/** Parses k6's notation of stages: `10s:50,30s:100` means 50 virtual users after 10 s, and 100 after 30 s more. Pure. */

export interface Stage {
  readonly seconds: number;
  /** The number of virtual users at the end of the stage. */
  readonly users: number;
}

const secondsIn: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Undefined if the text is not a list of stages. */
export function parseStages(text: string): readonly Stage[] | undefined {
  const stages = text.split(",").map(parseStage);
  const known = stages.filter((stage) => stage !== undefined);
  return known.length === stages.length && known.some(({ users }) => users > 0) ? known : undefined;
}

function parseStage(text: string): Stage | undefined {
  const [, duration = "", users = ""] = /^\s*((?:\d+(?:\.\d+)?(?:ms|s|m|h))+):(\d+)\s*$/.exec(text) ?? [];
  const parts = duration.match(/\d+(?:\.\d+)?(?:ms|[smh])/g) ?? [];
  const seconds = parts.reduce(
    (sum, part) => sum + Number.parseFloat(part) * (secondsIn[part.replace(/[\d.]+/, "")] ?? 0),
    0,
  );
  return seconds > 0 ? { seconds, users: Number(users) } : undefined;
}
