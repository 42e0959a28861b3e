/** The message of whatever was thrown. */
export const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The reason of an error of the system: `no space left on device` of `ENOSPC: no space left on device, write`. */
export const systemReason = (error: unknown): string =>
  errorMessage(error)
    .replace(/^[A-Z0-9]+: /, "")
    .replace(/, [a-z]+( '.*)?$/s, "");
