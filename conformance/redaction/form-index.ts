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
  #values = new Map<string, T>();
  /** The lengths of the texts that begin with an anchor, the longest first. */
  #lengths = new Map<string, readonly number[]>();
  /** A bit for each hash of the first 4 characters of a text: most characters need no other look. */
  readonly #hashes = new Uint8Array((hashMask + 1) / 8);
  /** By its code, whether a character is in some text. Characters beyond ASCII count as if they were. */
  readonly #characters = new Uint8Array(0x10000).fill(1, 128);
  #minLength = Number.POSITIVE_INFINITY;
  #hasShort = false;

  /** Of texts that are found at the same places, the first counts. Texts of fewer than 4 characters are not found. */
  add(text: string, value: T): void {
    const form = comparable(text);
    if (form.length < minLength || this.#values.has(form)) return;
    this.#values.set(form, value);
    this.#minLength = Math.min(this.#minLength, form.length);
    for (let at = 0; at < form.length; at += 1) {
      const code = form.charCodeAt(at);
      if (this.#characters[code] !== 0) continue;
      for (const each of alike[code] ?? []) this.#characters[each] = 1;
    }
    let hash = 0;
    for (let at = 0; at < minLength; at += 1) hash = nextHash(hash, form.charCodeAt(at));
    this.#hashes[hash >> 3] = (this.#hashes[hash >> 3] ?? 0) | (1 << (hash & 7));
    const isShort = form.length < anchorLength;
    this.#hasShort ||= isShort;
    const anchor = form.slice(0, isShort ? minLength : anchorLength);
    const lengths = this.#lengths.get(anchor) ?? [];
    if (!lengths.includes(form.length)) this.#lengths.set(anchor, descending([...lengths, form.length]));
  }

  /** An index of the same texts, which can be added to without a change of this one. */
  copy(): FormIndex<T> {
    const copy = new FormIndex<T>();
    copy.#values = new Map(this.#values);
    copy.#lengths = new Map(this.#lengths);
    copy.#hashes.set(this.#hashes);
    copy.#characters.set(this.#characters);
    copy.#minLength = this.#minLength;
    copy.#hasShort = this.#hasShort;
    return copy;
  }

  /** The length of the shortest text. */
  get minLength(): number {
    return this.#minLength;
  }

  /** The value of a text that was added. */
  get(text: string): T | undefined {
    return this.#values.get(comparable(text));
  }

  /**
   * At each place the longest text; those of different places may overlap. Nearly all texts have nowhere as many characters in a row as
   * the shortest that was added; to see that, most characters can be skipped.
   */
  find(text: string): readonly Found<T>[] {
    const found: Found<T>[] = [];
    const [characters, shortest] = [this.#characters, this.#minLength];
    for (let end = shortest - 1; end < text.length; ) {
      let before = end;
      while (before > end - shortest && characters[text.charCodeAt(before)] !== 0) before -= 1;
      end = (before > end - shortest ? before : this.#findInRun(text, before + 1, found)) + shortest;
    }
    return found;
  }

  /** Returns the end of the run of characters that begins at `start`. */
  #findInRun(text: string, start: number, found: Found<T>[]): number {
    const [characters, hashes] = [this.#characters, this.#hashes];
    let hash = 0;
    let at = start;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (characters[code] === 0) break;
      hash = nextHash(hash, code < 128 ? (comparableCodes[code] ?? 0) : comparableCode(code));
      if (((hashes[hash >> 3] ?? 0) & (1 << (hash & 7))) === 0 || at - start < minLength - 1) continue;
      const longest = this.#longestAt(text, at - minLength + 1);
      if (longest !== undefined) found.push(longest);
    }
    return at;
  }

  #longestAt(text: string, start: number): Found<T> | undefined {
    for (const length of this.#hasShort ? [anchorLength, minLength] : [anchorLength]) {
      for (const whole of this.#lengths.get(comparable(text.slice(start, start + length))) ?? []) {
        const end = start + whole;
        const value = this.#values.get(comparable(text.slice(start, end)));
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

/** The codes of ASCII that are the same when they are compared, by that code. */
const alike = Array.from({ length: 128 }, (_, code) =>
  Array.from(comparableCodes.keys()).filter((each) => comparableCodes[each] === code),
);
