/** Every outside tool, as `fpk doctor` lists them. A tool joins by standing here. */
import { k6 } from "./k6.ts";
import { schemathesis } from "./schemathesis.ts";
import type { Tool } from "./tool.ts";

export const tools: readonly Tool[] = [k6, schemathesis];
