/** Secrets that are found while exchanges are read, each with its replacement. */

export interface Secret {
  readonly label: string;
  readonly token: string;
}

export class LabelledSecrets {
  readonly #labels = new Map<string, string>();
  readonly #max: number;
  #count = 0;

  /** Of more than `max` the earliest is forgotten: a target may issue a new one with each response. */
  constructor(max: number) {
    this.#max = max;
  }

  /** How many there were, also those that are forgotten. */
  get count(): number {
    return this.#count;
  }

  get all(): readonly Secret[] {
    return [...this.#labels].map(([token, label]) => ({ token, label }));
  }

  /** The label of a token that is not known is `COOKIE_3` for the prefix `COOKIE`. */
  add(prefix: string, token: string): void {
    if (this.#labels.has(token)) return;
    this.#count += 1;
    this.#labels.set(token, `${prefix}_${this.#count}`);
    const [oldest] = this.#labels.keys();
    if (this.#labels.size > this.#max && oldest !== undefined) this.#labels.delete(oldest);
  }
}
