/** Numbers in JSON that no double holds, and that `JSON.stringify` so cannot write. */

/** Stands for the number in a value: `jsonOf` writes its digits. */
export const exactly = (digits: string) => `fpk-number:${digits}`;

/** The value as JSON, with the digits of each number that was given by `exactly`. */
export const jsonOf = (value: unknown): string => JSON.stringify(value).replace(/"fpk-number:([^"]+)"/g, "$1");
