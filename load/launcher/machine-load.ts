/** Watches how busy this machine's processors are while k6 runs: k6, or a target beside it, may be slow only because they are. */
import { cpus } from "node:os";

interface Sample {
  /** On this machine's clock, in milliseconds since the epoch. */
  readonly at: number;
  /** Since the machine started, of all processors together, in milliseconds. */
  readonly idle: number;
  readonly total: number;
}

/** In the order of time. */
export type MachineLoad = readonly Sample[];

const sampleMs = 1000;

/** Samples each second while `run` takes. */
export async function watchMachine<Result>(
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly machine: MachineLoad }> {
  const samples = [sample()];
  const timer = setInterval(() => samples.push(sample()), sampleMs);
  try {
    const result = await run();
    return { result, machine: [...samples, sample()] };
  } finally {
    clearInterval(timer);
  }
}

function sample(): Sample {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, each) => sum + each.idle, 0);
  return {
    at: Date.now(),
    idle,
    total: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle),
  };
}

/** From this share on, this machine may be why responses come late, or too few requests are sent. */
export const minNotedBusy = 0.7;

/** The largest share, from 0 to 1, of some seconds between two times, such as those of the first request and the last; undefined as in `busyShare`. */
export function maxBusyShare(machine: MachineLoad, from: number, to: number): number | undefined {
  const samples = machine.filter(({ at }) => at >= from - sampleMs && at <= to + sampleMs);
  const shares = samples.flatMap((last, at) => busyBetween(samples[Math.max(0, at - seconds)], last) ?? []);
  return shares.reduce<number | undefined>((max = 0, share) => Math.max(max, share), undefined);
}

/** How many seconds are looked at. */
const seconds = 3;

/** From 0 to 1, in the seconds from `from` on; undefined if no sample is of that time, or the platform does not tell. */
export function busyShare(machine: MachineLoad, from: number): number | undefined {
  const within = machine.filter(({ at }) => at >= from - sampleMs && at <= from + (seconds + 1) * sampleMs);
  return busyBetween(within[0], within.at(-1));
}

function busyBetween(first: Sample | undefined, last: Sample | undefined): number | undefined {
  if (first === undefined || last === undefined || last.total <= first.total) return undefined;
  return 1 - (last.idle - first.idle) / (last.total - first.total);
}
