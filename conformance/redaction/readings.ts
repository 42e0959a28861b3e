/** What a text says when its escapes, line breaks and lists of numbers are decoded, and where each part of it comes from. */

interface Decoder {
  /** Whether the text may hold something to decode. */
  readonly mayApply: (text: string) => boolean;
  readonly pattern: RegExp;
  readonly decode: (match: string, ...groups: (string | undefined)[]) => string;
}

const fromHex = (digits: string) => String.fromCharCode(Number.parseInt(digits, 16));
const whitespace: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Nested JSON doubles its backslashes at each level: a run of them is read as the escape that it precedes. A NUL is left out, as in UTF-16. */
const escapes: Decoder = {
  mayApply: (text) => ["%", "&", "\\", "\0"].some((character) => text.includes(character)),
  pattern:
    /(?:%(?:25)?|\\+x)([\da-f]{2})|\\+u([\da-f]{4})|\\+u\{0*([\da-f]{1,5})\}|\\+([nrtbf])|\\+([^A-Za-z\d\s\\])|\\{2,}|&#(?:0*(\d{1,7})|x0*([\da-f]{1,6}));|&(amp|lt|gt|quot|apos);|\0/gi,
  decode: (match, byte, unit, point, space, escaped, decimal, hex, entity) => {
    const digits = byte ?? unit;
    if (digits !== undefined) return fromHex(digits).replace("\0", "");
    if (escaped !== undefined) return escaped;
    if (space !== undefined) return whitespace[space.toLowerCase()] ?? space;
    if (entity !== undefined) return entities[entity.toLowerCase()] ?? match;
    if (match === "\0") return "";
    const code = decimal === undefined ? Number.parseInt(point ?? hex ?? "", 16) : Number(decimal);
    if (Number.isNaN(code)) return "\\";
    return code <= 0x10ffff ? String.fromCodePoint(code) : match;
  },
};

/** As base64 and quoted-printable are broken into lines. */
const lineBreaks: Decoder = {
  mayApply: (text) => text.includes("\n") || text.includes("\r"),
  pattern: /=?[\r\n]+[ \t]*/g,
  decode: () => "",
};

const quotedPrintable: Decoder = {
  mayApply: (text) => text.includes("=") && /=(?:[\da-f]{2}|\r?\n)/i.test(text),
  pattern: /=([\da-f]{2})|=\r?\n/gi,
  decode: (_, byte) => (byte === undefined ? "" : fromHex(byte)),
};

/** A list of bytes as decimal numbers. */
const decimalBytes: Decoder = {
  mayApply: (text) => /\d(?:[\s,;:.|/-]{1,40}\d{1,3}){3}[\s,;:.|/-]{1,40}\d/.test(text),
  pattern: /(?<=\d)[\s,;:.|/-]{1,40}(?=\d)|(?<!\d)(\d{1,3})(?!\d)/g,
  decode: (_, number) => (number === undefined ? "" : String.fromCharCode(Number(number)).replace("\0", "")),
};

/** Hexadecimal digits as dumps write them: `61 62`, `61:62`, `0x61, 0x62`. */
const dumps: Decoder = {
  mayApply: (text) => /(?:[\da-f]{2}[\s,:;|.-]{1,40}(?:0x)?){4}[\da-f]{2}/i.test(text),
  pattern: /(?<=[\da-f]{2})[\s,:;|.-]{1,40}(?:0x)?(?=[\da-f]{2})/gi,
  decode: () => "",
};

/**
 * Whether there are 15 characters in a row as in a list of bytes, of which three or more separate numbers. To see that there are not,
 * most characters can be skipped.
 */
function mayHoldBytes(text: string): boolean {
  const length = 15;
  for (let end = length - 1; end < text.length; ) {
    let start = end;
    let separators = 0;
    for (; start > end - length; start -= 1) {
      const code = text.charCodeAt(start);
      if (isSeparator[code] === true) separators += 1;
      else if (isOfNumber[code] !== true) break;
    }
    if (start > end - length) end = start + length;
    else if (separators >= 3) return true;
    else end += 1;
  }
  return false;
}

const asciiLike = (pattern: RegExp) =>
  Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
const isSeparator = asciiLike(/[\s,;:.|/-]/);
const isOfNumber = asciiLike(/[\da-fx]/i);

const unbroken = [lineBreaks, quotedPrintable];
const unbrokenOrBytes = [...unbroken, decimalBytes, dumps];

/** How often what was decoded is decoded again: a URL in a URL, HTML in JSON. */
const maxDepth = 3;

/** The text as it is, and each other text that can be read in it. */
export function readingsOf(text: string): readonly Reading[] {
  const readings: Reading[] = [];
  let escaped: Reading | undefined = new Reading(text);
  for (let depth = 0; escaped !== undefined && depth <= maxDepth; depth += 1) {
    readings.push(escaped);
    for (const decoder of mayHoldBytes(escaped.text) ? unbrokenOrBytes : unbroken) {
      const reading = escaped.decodedBy(decoder);
      if (reading !== undefined) readings.push(reading);
    }
    escaped = escaped.decodedBy(escapes);
  }
  return readings;
}

/** What is decoded once as escapes are. */
export const unescaped = (text: string): string => new Reading(text).decodedBy(escapes)?.text ?? text;

interface Segment {
  readonly at: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

export class Reading {
  readonly text: string;
  readonly #source: Reading | undefined;
  readonly #decoder: Decoder | undefined;
  #segments: readonly Segment[] | undefined;

  constructor(text: string, source?: Reading, decoder?: Decoder) {
    this.text = text;
    this.#source = source;
    this.#decoder = decoder;
  }

  /** Undefined if there is nothing to decode. */
  decodedBy(decoder: Decoder): Reading | undefined {
    if (!decoder.mayApply(this.text)) return undefined;
    const text = this.text.replace(decoder.pattern, (...match) => decoder.decode(...groupsOf(match)));
    return text === this.text ? undefined : new Reading(text, this, decoder);
  }

  /** The part of the original text that `start` to before `end` of this text stands for. */
  originOf(start: number, end: number): readonly [start: number, end: number] {
    if (this.#source === undefined || this.#decoder === undefined) return [start, end];
    this.#segments ??= segmentsOf(this.#source.text, this.#decoder);
    return this.#source.originOf(originOf(this.#segments, start)[0], originOf(this.#segments, end - 1)[1]);
  }
}

/** The match and its groups, of the arguments of a function that replaces matches. */
const groupsOf = (match: readonly unknown[]) =>
  match.slice(0, -2) as [match: string, ...groups: (string | undefined)[]];

function segmentsOf(text: string, { pattern, decode }: Decoder): readonly Segment[] {
  let shift = 0;
  return [...text.matchAll(pattern)].map((match) => {
    const [whole, ...groups] = match;
    const at = match.index + shift;
    const end = at + decode(whole, ...groups).length;
    const to = match.index + whole.length;
    shift = end - to;
    return { at, end, from: match.index, to };
  });
}

/** The place of a character in the text of which the segments were decoded. */
function originOf(segments: readonly Segment[], at: number): readonly [start: number, end: number] {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const segment = segments[low - 1];
  if (segment === undefined) return [at, at + 1];
  if (at < segment.end) return [segment.from, segment.to];
  const start = segment.to + at - segment.end;
  return [start, start + 1];
}
