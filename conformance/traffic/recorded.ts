/** An exchange that someone else sent: its sender and operation are not known yet, and it still contains credentials. */
import type { ExchangeResponse, HeaderList } from "../model/exchange.ts";

/** The program that recorded the exchange. */
export interface RecordingTool {
  /** Whether it keeps the Authorization header. If so, a recorded request without this header was sent without it. */
  readonly keepsAuthorization: boolean;
}

export interface Recorded {
  readonly request: {
    readonly method: string;
    /** Absolute URL. */
    readonly url: string;
    readonly headers: HeaderList;
    /** Empty if the request has no body. */
    readonly body: string;
  };
  /** Absent if no response came, or if too little was recorded to judge it. */
  readonly response?: ExchangeResponse | undefined;
  /** Values of cookies that are recorded apart from the headers. */
  readonly cookies?: readonly string[] | undefined;
  /** Why no response came, or not a whole one, in words. */
  readonly failure?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly recorder: RecordingTool;
}
