/** For a case that can go on where something fails that another case judges, or that the target does not show. */
import { Mismatch, Skip } from "../../model/check.ts";

const unless =
  (...expected: readonly (typeof Mismatch | typeof Skip)[]) =>
  async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (expected.some((kind) => error instanceof kind)) return undefined;
      throw error;
    }
  };

/** What `work` returns; undefined where it throws `Skip`. */
export const unlessSkipped = unless(Skip);

/** What `work` returns; undefined where it throws `Mismatch`. */
export const unlessMismatched = unless(Mismatch);

/** What `work` returns; undefined where it throws either. */
export const unlessFailed = unless(Skip, Mismatch);
