/** Numbers in JSON that are no doubles, so that `JSON.stringify` cannot write them. */

/** A placeholder for the number. `jsonOf` writes its digits. */
export const exactly = (digits: string) => `fpk-number:${digits}`;

/** The value as JSON, with the digits of each number made by `exactly`. */
export const jsonOf = (value: unknown): string => JSON.stringify(value).replace(/"fpk-number:([^"]+)"/g, "$1");
