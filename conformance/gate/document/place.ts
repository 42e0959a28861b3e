/** A place in the files of a contract. */
export interface Place {
  readonly file: string;
  /** JSON pointer into the file as it is written; empty for the whole file. */
  readonly pointer: string;
  /** The line, from 1. */
  readonly line: number;
}

/** A sentence about something in a contract, without a full stop. */
export interface PlacedMessage {
  readonly message: string;
  readonly place: Place;
}
