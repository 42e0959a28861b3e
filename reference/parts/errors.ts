/** The status and the body of each kind of error (§2.14, §7). */
import type { OperationId } from "../../spec/contract.ts";
import { StorageError } from "../store/storage-error.ts";
import { type ErrorKind, HttpError, statuses } from "./http-error.ts";

export interface Errors {
  status(kind: ErrorKind, operation: OperationId | undefined): number;
  body(error: HttpError, operation: OperationId | undefined): unknown;
  /** The `HttpError` for a thrown value; its kind is `internal` for unexpected errors. */
  httpErrorOf(error: unknown): HttpError;
}

export const errors: Errors = {
  status: (kind) => statuses[kind],
  body: ({ message, issues }) => (issues.length > 0 ? { error: message, issues } : { error: message }),
  httpErrorOf(error) {
    if (error instanceof HttpError) return error;
    // Only a body that is nested thousands of levels deep overflows the stack.
    if (error instanceof RangeError && /call stack/i.test(error.message)) {
      return new HttpError("invalid", "The body is nested too deeply.");
    }
    if (error instanceof StorageError) {
      return error.isFull
        ? new HttpError("storageFull", "There is no room left here: nothing was changed.")
        : new HttpError("storageFailing", "The data cannot be stored at the moment: nothing was changed.");
    }
    return new HttpError("internal", "Something went wrong here.");
  },
};
