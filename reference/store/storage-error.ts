import { systemReason } from "../../cli/error-message.ts";

/** A change could not be written to the disk: it was not made. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** Whether there is no room left. */
  readonly isFull: boolean;

  constructor(cause: unknown) {
    super(`The data file cannot be written: ${systemReason(cause)}.`, { cause });
    this.isFull = cause instanceof Error && "code" in cause && (cause.code === "ENOSPC" || cause.code === "EDQUOT");
  }
}
