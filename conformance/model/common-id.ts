/**
 * An identifier that two organizations, or two products, may use by chance: a word, a short number, or both. Laws
 * import this file, also inside k6: no npm.
 */
export const isCommonId = (id: string): boolean => /^\D*\d{0,9}$/.test(id);
