/** An exchange as someone else sent it, before it is known who that is and which operation it calls. Holds credentials. */
import type { ExchangeResponse, HeaderList } from "../model/exchange.ts";

export interface Recorded {
  readonly request: {
    readonly method: string;
    /** Absolute URL. */
    readonly url: string;
    readonly headers: HeaderList;
    /** Empty where there is none. */
    readonly body: string;
  };
  /** Absent where none came, or where what was recorded of it is not enough to judge. */
  readonly response?: ExchangeResponse;
  readonly failure?: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** Whoever recorded it keeps the Authorization header: where there is none, none was sent. */
  readonly keepsAuthorization: boolean;
}

/** The values of a header, whatever the case of its name. `name` in lower case. */
export const headerValues = (headers: HeaderList, name: string): readonly string[] =>
  headers.filter(([key]) => key.length === name.length && key.toLowerCase() === name).map(([, value]) => value);
