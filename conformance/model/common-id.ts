/**
 * An identifier that two organizations, or two products, may use by chance: a word, a short number, both, or short numbers such as
 * `1.2` and `1_f2`. Laws import this file, also inside k6: no npm.
 */
export const isCommonId = (id: string): boolean =>
  /^\D*\d{0,9}$/.test(id) || /^\D*\d{1,4}(?:[.:/_-](?:[a-z]{1,12}[.:/_-]?)?\d{1,4}){1,2}$/i.test(id);
