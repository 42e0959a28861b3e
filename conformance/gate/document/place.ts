/** Where something is written in a contract's files. */
export interface Place {
  readonly file: string;
  /** JSON pointer into the file as it is written; empty for the whole file. */
  readonly pointer: string;
  /** From 1. */
  readonly line: number;
}

/** A sentence about something in a contract, without a full stop. */
export interface PlacedMessage {
  readonly message: string;
  readonly place: Place;
}
