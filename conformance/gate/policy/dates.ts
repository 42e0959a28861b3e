/** Days as the policy and `x-sunset` write them. */

/** It is a day such as 2027-01-31; the 30th of February is none. */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
