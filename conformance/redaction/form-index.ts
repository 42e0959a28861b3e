/** Finds known texts in a text, in upper or lower case, in a time that does not depend on how many there are. */

/** Texts are looked up by their first characters: 8, or 4 if they are shorter. */
const anchorLength = 8;
const minLength = 4;
const hashMask = 0xfffff;

interface Found<T> {
  readonly start: number;
  readonly end: number;
  readonly value: T;
}

/** `-` and `_` count as `+` and `/`, from which base64url differs in them. */
export class FormIndex<T> {
  readonly #values = new Map<string, T>();
  /** The lengths of the texts that begin with an anchor, the longest first. */
  readonly #lengths = new Map<string, number[]>();
  /** A bit for each hash of the first 4 characters of a text: most characters need no other look. */
  readonly #hashes = new Uint8Array((hashMask + 1) / 8);
  #hasShort = false;

  /** Of texts that are found at the same places, the first counts. Texts of fewer than 4 characters are not found. */
  add(text: string, value: T): void {
    const form = comparable(text);
    if (form.length < minLength || this.#values.has(form)) return;
    this.#values.set(form, value);
    let hash = 0;
    for (let at = 0; at < minLength; at += 1) hash = nextHash(hash, form.charCodeAt(at));
    this.#hashes[hash >> 3] = (this.#hashes[hash >> 3] ?? 0) | (1 << (hash & 7));
    const isShort = form.length < anchorLength;
    this.#hasShort ||= isShort;
    const anchor = form.slice(0, isShort ? minLength : anchorLength);
    const lengths = this.#lengths.get(anchor);
    if (lengths === undefined) this.#lengths.set(anchor, [form.length]);
    else if (!lengths.includes(form.length))
      lengths.splice(0, lengths.length, ...descending([...lengths, form.length]));
  }

  /** The value of a text that was added. */
  get(text: string): T | undefined {
    return this.#values.get(comparable(text));
  }

  /** At each place the longest text; those of different places may overlap. */
  *find(text: string): Generator<Found<T>> {
    if (this.#values.size === 0) return;
    const hashes = this.#hashes;
    let within: string | undefined;
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      hash = nextHash(hash, code < 128 ? (comparableCodes[code] ?? 0) : comparableCode(code));
      if (((hashes[hash >> 3] ?? 0) & (1 << (hash & 7))) === 0 || at < minLength - 1) continue;
      within ??= comparable(text);
      const found = this.#longestAt(within, at - minLength + 1);
      if (found !== undefined) yield found;
    }
  }

  #longestAt(within: string, start: number): Found<T> | undefined {
    for (const length of this.#hasShort ? [anchorLength, minLength] : [anchorLength]) {
      for (const whole of this.#lengths.get(within.slice(start, start + length)) ?? []) {
        const end = start + whole;
        const value = this.#values.get(within.slice(start, end));
        if (value !== undefined) return { start, end, value };
      }
    }
    return undefined;
  }
}

const descending = (numbers: readonly number[]) => numbers.toSorted((a, b) => b - a);

/** Of the last 4 characters. */
const nextHash = (hash: number, code: number) => ((hash << 5) ^ code) & hashMask;

/** As long as the text, so that places in it are places in the text. */
const comparable = (text: string) =>
  (/^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : text.replace(/./gs, lowerCase))
    .replaceAll("-", "+")
    .replaceAll("_", "/");

/** The same unit if its lower case has another length. */
function lowerCase(unit: string): string {
  const lower = unit.toLowerCase();
  return lower.length === 1 ? lower : unit;
}

const comparableCode = (code: number) => comparable(String.fromCharCode(code)).charCodeAt(0);
const comparableCodes = Uint8Array.from({ length: 128 }, (_, code) => comparableCode(code));
