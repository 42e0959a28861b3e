/** A word, a short number, or both: two organizations, or two products, may come to the same by chance. Laws import this file, also inside k6: no npm. */
export const isCommonId = (id: string): boolean => /^\D*\d{0,9}$/.test(id);
