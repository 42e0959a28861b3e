/** Keeps the transactions of a database beyond the end of the process. */

/** What may be bound to a parameter; objects and lists are stored as JSON text. */
export type Bindable = string | number | boolean | null | object;

/** The statements of one transaction, each with its parameters; these are JSON. */
export type Transaction = readonly (readonly [statement: string, ...parameters: readonly Bindable[]])[];

/** Keeps what is committed. */
export interface Journal {
  /** Takes a transaction that is committed. */
  add(transaction: Transaction): void;
  /** Resolves when all that was committed until now is kept, rejects with StorageError; undefined if it is kept already. */
  flushed(): Promise<void> | undefined;
  /** Whether changes can be kept; after one that could not be, tries whether there is room for it now. */
  canStore(): Promise<boolean>;
  close(): Promise<void>;
}
