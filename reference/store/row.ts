/** One row as SQLite gives it, and its columns as the types of the document. */

import type { SqlValue } from "sql.js";
import { decodeText } from "./encoding.ts";

/** Column name to value. */
export type Row = Readonly<Record<string, SqlValue>>;

/** A free-form JSON object, as `preferences`, `config` and `metadata` are. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A string column; the empty string if the column is null. */
export const text = (row: Row, column: string): string => decodeText(row[column]);

/** A string column that may be null. */
export const nullableText = (row: Row, column: string): string | null =>
  row[column] === null || row[column] === undefined ? null : decodeText(row[column]);

/** A column that holds 0 or 1. */
export const flag = (row: Row, column: string): boolean => row[column] === 1;

/** A column that holds a number. */
export const number = (row: Row, column: string): number => Number(row[column] ?? 0);

/** A column that holds a JSON object. */
export const object = (row: Row, column: string): JsonObject => JSON.parse(text(row, column)) as JsonObject;

/** A column that holds a JSON array of strings. */
export const strings = (row: Row, column: string): readonly string[] => JSON.parse(text(row, column)) as string[];
