/** The matrix as JSON, as `matrix.schema.json` describes it. */
import type { Matrix } from "../matrix-report.ts";

export function renderJson(matrix: Matrix): string {
  return `${JSON.stringify(matrix, null, 2)}\n`;
}
