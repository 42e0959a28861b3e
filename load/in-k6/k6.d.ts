/** The part of k6's built-in modules that the scripts use (k6 1.0 or later). */

declare const __ENV: Readonly<Record<string, string | undefined>>;

/** Reads a file; k6 allows it only while a script is loaded. */
declare function open(path: string): string;

declare module "k6/http" {
  type K6Response = import("./exchange.ts").K6Response;
  export interface Params {
    readonly headers?: Readonly<Record<string, string>>;
    readonly tags?: Readonly<Record<string, string>>;
    readonly redirects?: number;
    readonly timeout?: string;
    readonly responseType?: "text" | "none";
  }
  interface Http {
    asyncRequest(method: string, url: string, body: string | null, params: Params): Promise<K6Response>;
    expectedStatuses(...statuses: readonly (number | { readonly min: number; readonly max: number })[]): object;
    setResponseCallback(expected: object): void;
  }
  const http: Http;
  export default http;
}

declare module "k6" {
  export function check(
    value: unknown,
    claims: Readonly<Record<string, () => boolean>>,
    tags?: Readonly<Record<string, string>>,
  ): boolean;
  export function group<T>(name: string, work: () => T): T;
  export function fail(why: string): never;
}

declare module "k6/metrics" {
  type Tags = Readonly<Record<string, string>>;
  interface Metric {
    add(value: number, tags?: Tags): void;
  }
  export class Counter implements Metric {
    constructor(name: string);
    add(value: number, tags?: Tags): void;
  }
  /** The share of samples that are not 0. */
  export class Rate implements Metric {
    constructor(name: string);
    add(value: number, tags?: Tags): void;
  }
  export class Trend implements Metric {
    constructor(name: string, isTime?: boolean);
    add(value: number, tags?: Tags): void;
  }
}

declare module "k6/execution" {
  interface Execution {
    /** The number of the iteration in the k6 scenario, unique also over several processes; and when it started, in milliseconds since the epoch. */
    readonly scenario: { readonly iterationInTest: number; readonly startTime: number };
    readonly vu: { readonly idInTest: number; readonly iterationInInstance: number };
    /** Ends the run, with exit code 108: the virtual users go no further, and the summary is written. */
    readonly test: {
      abort(why: string): void;
      /** The script's options, as k6 understands them. */
      readonly options: { readonly scenarios: Readonly<Record<string, { readonly executor: string }>> };
    };
    readonly instance: {
      /** Milliseconds, with fractions. */
      readonly currentTestRunDuration: number;
    };
  }
  const exec: Execution;
  export default exec;
}

declare module "k6/timers" {
  export function setTimeout(work: () => void, ms: number): number;
}
