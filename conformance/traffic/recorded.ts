/** An exchange that someone else sent, before its sender and its operation are known. Holds credentials. */
import type { ExchangeResponse, HeaderList } from "../model/exchange.ts";

/** What recorded the exchange. */
export interface Recorder {
  /** Whether it keeps the Authorization header. If so, a request without one was sent without one. */
  readonly keepsAuthorization: boolean;
}

export interface Recorded {
  readonly request: {
    readonly method: string;
    /** Absolute URL. */
    readonly url: string;
    readonly headers: HeaderList;
    /** Empty if there is none. */
    readonly body: string;
  };
  /** Absent if none came, or if too little of it was recorded to judge it. */
  readonly response?: ExchangeResponse | undefined;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly recorder: Recorder;
}

/** The values of a header, whatever the case of its name. `name` in lower case. */
export const headerValues = (headers: HeaderList, name: string): readonly string[] =>
  headers.filter(([key]) => key.length === name.length && key.toLowerCase() === name).map(([, value]) => value);
