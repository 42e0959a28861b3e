/** Secrets that are found in exchanges, each with its replacement. */

export interface Secret {
  readonly label: string;
  readonly token: string;
}

export class LabelledSecrets {
  readonly #labels = new Map<string, string>();
  readonly #max: number;
  #count = 0;

  /** If there are more than `max`, the earliest is forgotten: a target may issue a new one with each response. */
  constructor(max: number) {
    this.#max = max;
  }

  /** How many secrets there were, including forgotten ones. */
  get count(): number {
    return this.#count;
  }

  get all(): readonly Secret[] {
    return [...this.#labels].map(([token, label]) => ({ token, label }));
  }

  /** The label of a new token is the prefix and a number: `COOKIE_3` for `COOKIE`. */
  add(prefix: string, token: string): void {
    if (this.#labels.has(token)) return;
    this.#count += 1;
    this.#labels.set(token, `${prefix}_${this.#count}`);
    const [oldest] = this.#labels.keys();
    if (this.#labels.size > this.#max && oldest !== undefined) this.#labels.delete(oldest);
  }
}
