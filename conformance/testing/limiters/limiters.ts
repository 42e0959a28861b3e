/** All libraries, in the order of the table. */
import { goLimiters } from "./go-limiters.ts";
import { javaLimiters } from "./java-limiters.ts";
import { nodeLimiters } from "./node-limiters.ts";
import { pythonLimiters } from "./python-limiters.ts";
import type { RealLimiter } from "./real-limiter.ts";
import type { Toolchain } from "./toolchain.ts";

export const limiters: readonly RealLimiter[] = [...nodeLimiters, ...goLimiters, ...pythonLimiters, ...javaLimiters];

export const toolchains: readonly Toolchain[] = [...new Set(limiters.map(({ toolchain }) => toolchain))];
