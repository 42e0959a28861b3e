/** Writes text so that nothing in it is HTML. */

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For text between tags, and for the value of an attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** For text between tags only: quotes stay as they are. */
export const escapeTags = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? "");
