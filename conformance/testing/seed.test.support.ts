/** Loaded before each test file: every property draws from the seed of the run, which `vitest.config.ts` chooses. */
import * as fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FPK_SEED) });
