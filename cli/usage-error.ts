/** Wrong usage or configuration, in one sentence that says what to change: exit code 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}
