/** Every outside tool that `fpk doctor` lists. */
import { k6 } from "./k6.ts";
import { schemathesis } from "./schemathesis.ts";
import type { Tool } from "./tool.ts";

export const tools: readonly Tool[] = [k6, schemathesis];
