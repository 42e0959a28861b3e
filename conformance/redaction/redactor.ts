/** Removes credentials from all output: reports, logs and errors. */
import { FormIndex } from "./form-index.ts";
import { readingsOf } from "./readings.ts";
import { formsOf, secretOf } from "./token-forms.ts";

/** In whatever is written: shorter tokens may occur in ordinary text. */
const minTokenLength = 4;

/**
 * Results are cached, since the same names, URLs and bodies occur hundreds of times in a run. Limits in characters: of each text that
 * contains a token, of each that does not, and of all.
 */
const maxCachedLength = 5_000;
const maxCachedPlainLength = 100;
const maxCacheSize = 4_000_000;

export interface Secret {
  /** The name of a variable: `KEY_1`. */
  readonly label: string;
  readonly token: string;
  /** What stands for the token, if it is not `$LABEL`. */
  readonly shown?: string;
}

/**
 * The returned function replaces every token, and the part of every key after its prefix, by `$LABEL`: also in another
 * case, percent-encoded, JSON-escaped, as HTML, in hexadecimal, in base64, and as a list of bytes. Tokens of fewer than
 * 4 characters are not replaced, since they may be ordinary text.
 */
export const createRedactor = (secrets: readonly Secret[]): ((text: string) => string) => new Redactor(secrets).redact;

/** The index of the last redactor's first secrets: a run has two redactors with the same, and many runs may judge one target. */
let lastIndex: { readonly of: string; readonly index: FormIndex<Secret> } | undefined;

function indexOf(secrets: readonly Secret[]): FormIndex<Secret> {
  const of = JSON.stringify(secrets.map(({ label, token, shown }) => [label, token, shown]));
  if (lastIndex?.of !== of) {
    lastIndex = { of, index: new FormIndex() };
    addForms(lastIndex.index, secrets);
  }
  return lastIndex.index.copy();
}

function addForms(index: FormIndex<Secret>, secrets: readonly Secret[]): void {
  for (const secret of secrets) {
    if (secret.token.length < minTokenLength) continue;
    for (const token of [secret.token, secretOf(secret.token) ?? ""])
      for (const form of formsOf(token)) index.add(form, secret);
  }
}

/** A redactor that more secrets can be added to. */
export class Redactor {
  readonly #index: FormIndex<Secret>;
  readonly #cache = new Map<string, string>();
  #cacheSize = 0;

  constructor(secrets: readonly Secret[]) {
    this.#index = indexOf(secrets);
  }

  readonly add = (secrets: readonly Secret[]): void => {
    addForms(this.#index, secrets);
    this.#cache.clear();
    this.#cacheSize = 0;
  };

  /** What contains no token is returned as it is. */
  readonly redact = (text: string): string => {
    // What is decoded is not longer.
    if (text.length < this.#index.minLength) return text;
    const isShort = text.length <= maxCachedPlainLength;
    const known = isShort ? this.#cache.get(text) : undefined;
    if (known !== undefined) return known;
    const places = this.#placesIn(text);
    if (places.length === 0) return isShort ? this.#cached(text, text) : text;
    const before = isShort || text.length > maxCachedLength ? undefined : this.#cache.get(text);
    if (before !== undefined) return before;
    let result = this.#replaced(text, places);
    // The replacement and the text around it may form a token again.
    for (let again = 0; again < 8; again += 1) {
      const left = this.#placesIn(result);
      if (left.length === 0) return this.#cached(text, result);
      result = this.#replaced(result, left);
    }
    return this.#cached(text, "***");
  };

  #cached(text: string, result: string): string {
    if (text.length <= maxCachedLength && this.#cacheSize < maxCacheSize) {
      this.#cache.set(text, result);
      this.#cacheSize += text.length;
    }
    return result;
  }

  #replaced(text: string, places: readonly Place[]): string {
    let result = "";
    let end = 0;
    for (const place of places) {
      result += text.slice(end, place.start) + this.#replacementOf(place.secret);
      end = place.end;
    }
    return result + text.slice(end);
  }

  /** The places to replace, in order. Where some overlap, the secret that begins first stands for all. */
  #placesIn(text: string): readonly Place[] {
    const found: Place[] = [];
    for (const reading of readingsOf(text)) {
      for (const { start, end, value } of this.#index.find(reading.text)) {
        const [from, to] = reading.originOf(start, end);
        found.push({ start: from, end: to, secret: value });
      }
    }
    found.sort((a, b) => a.start - b.start || b.end - a.end);
    const places: Place[] = [];
    for (const place of found) {
      const last = places.at(-1);
      if (last === undefined || place.start >= last.end) places.push(place);
      else if (place.end > last.end) places[places.length - 1] = { ...last, end: place.end };
    }
    return places;
  }

  #replacementOf({ label, shown = `$${label}` }: Secret): string {
    return [shown, "[redacted]"].find((text) => this.#placesIn(text).length === 0) ?? "***";
  }
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
}
