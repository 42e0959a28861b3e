/** A word, a short number, or both: two organizations may come to the same by chance. */
export const isCommonId = (id: string) => /^\D*\d{0,9}$/.test(id);
