/**
 * The validator's path, such as `/body/content/tags/0`, as the document's (§2.14): names, and numbers for indices. A
 * path into the body starts within it; any other (`/params/productId`) keeps its first name. `body` tells arrays from
`body` distinguishes arrays
 */
export function issuePath(pointer: string, body: unknown): (string | number)[] {
  const segments = pointer.split("/").slice(1).map(unescapePointer);
  if (segments[0] !== "body") return segments;
  let at: unknown = body;
  return segments.slice(1).map((segment) => {
    const step = Array.isArray(at) && /^\d+$/.test(segment) ? Number(segment) : segment;
    at = typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined;
    return step;
  });
}

const unescapePointer = (segment: string) => segment.replaceAll("~1", "/").replaceAll("~0", "~");
