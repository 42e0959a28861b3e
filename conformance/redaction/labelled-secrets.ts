/** Secrets that are found in exchanges, each with its replacement. */
import type { Secret } from "./redactor.ts";

/** So that a target that issues a new one with each of very many responses does not fill the memory. */
const maxSecrets = 50_000;

export class LabelledSecrets {
  readonly #labels = new Map<string, string>();

  get all(): readonly Secret[] {
    return [...this.#labels].map(([token, label]) => ({ token, label }));
  }

  /** The secret, if it is new. Its label is the prefix and a number: `COOKIE_3` for `COOKIE`. */
  add(prefix: string, token: string): Secret | undefined {
    if (this.#labels.has(token) || this.#labels.size >= maxSecrets) return undefined;
    const label = `${prefix}_${this.#labels.size + 1}`;
    this.#labels.set(token, label);
    return { label, token };
  }
}
