/** Finds known texts in a text, in upper or lower case, in a time that does not depend on how many there are. */

/** A text is looked up by its first 8 characters, or by its first 4 if it is shorter. */
const anchorLength = 8;
const minLength = 4;
const hashMask = 0xfffff;

interface Found<T> {
  readonly start: number;
  readonly end: number;
  readonly value: T;
}

/** Known texts with their values. `-` and `_` count as `+` and `/`, because base64url has them in place of these. */
export class FormIndex<T> {
  #values = new Map<string, T>();
  /** The lengths of the texts that begin with an anchor, the longest first. */
  #lengths = new Map<string, readonly number[]>();
  /** A bit for each hash of the first 4 characters of a text. This bit rules out most places of a searched text. */
  readonly #hashes = new Uint8Array((hashMask + 1) / 8);
  /** By the code of a character, whether it occurs in a known text. Every character beyond ASCII counts as occurring. */
  readonly #characters = new Uint8Array(0x10000).fill(1, 128);
  #minLength = Number.POSITIVE_INFINITY;
  #hasShort = false;

  /** Adds a known text, unless one that counts as the same was added before. Texts of fewer than 4 characters are never found. */
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

  /** An index of the same texts. Adding to it does not change this one. */
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

  /** The length of the shortest known text. */
  get minLength(): number {
    return this.#minLength;
  }

  /** The value of a text that was added. */
  get(text: string): T | undefined {
    return this.#values.get(comparable(text));
  }

  /**
   * Finds at each place the longest known text; results of different places may overlap. Nearly all inputs have no run of characters of
   * known texts that is as long as the shortest of these, which is seen by skipping most characters.
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

  /** Adds the known texts in the run of characters that begins at `start`, and returns its end. */
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

/** The hash of the last 4 characters: the mask drops older ones. */
const nextHash = (hash: number, code: number) => ((hash << 5) ^ code) & hashMask;

/** The form in which texts are compared. It is as long as the text, so that places in it are places in the text. */
const comparable = (text: string) =>
  (/^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : text.replace(/./gs, lowerCase))
    .replaceAll("-", "+")
    .replaceAll("_", "/");

/** The lower case of the unit, or the unit itself if its lower case has another length. */
function lowerCase(unit: string): string {
  const lower = unit.toLowerCase();
  return lower.length === 1 ? lower : unit;
}

const comparableCode = (code: number) => comparable(String.fromCharCode(code)).charCodeAt(0);
const comparableCodes = Uint8Array.from({ length: 128 }, (_, code) => comparableCode(code));

/** The ASCII codes that have the same comparable code, by that code. */
const alike = Array.from({ length: 128 }, (_, code) =>
  Array.from(comparableCodes.keys()).filter((each) => comparableCodes[each] === code),
);
