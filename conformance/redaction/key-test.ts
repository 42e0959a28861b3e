/** Tells whether a text contains an API key. */
import { FormIndex } from "./form-index.ts";
import { type Reading, readingsOf } from "./readings.ts";
import { base64FormsOf, secretOf } from "./token-forms.ts";

export class KeyTest {
  readonly #index = new FormIndex<Set<string>>();

  add(key: string): void {
    const bytes = Buffer.from(key);
    const inBase64 = base64FormsOf(bytes).flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
    for (const form of [secretOf(key) ?? key, bytes.toString("hex"), ...inBase64]) {
      const forms = this.#index.get(form) ?? new Set();
      this.#index.add(form, forms.add(form));
    }
  }

  /**
   * Whether the text contains one of the keys, or the part after its prefix, in the same case: literally, encoded as in a URL or in
   * JSON, in hexadecimal, in base64 or in base64url.
   */
  holdsKey(text: string): boolean {
    return readingsOf(text).some((reading) => this.#isIn(reading));
  }

  #isIn({ text }: Reading): boolean {
    for (const { start, end, value } of this.#index.find(text)) if (value.has(text.slice(start, end))) return true;
    return false;
  }
}
