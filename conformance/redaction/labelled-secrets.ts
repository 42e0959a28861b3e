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

  get all(): readonly Secret[] {
    return [...this.#labels].map(([token, label]) => ({ token, label }));
  }

  /** True where the token was not known; its label is `COOKIE_3` for the prefix `COOKIE`. */
  add(prefix: string, token: string): boolean {
    if (this.#labels.has(token)) return false;
    this.#count += 1;
    this.#labels.set(token, `${prefix}_${this.#count}`);
    const [oldest] = this.#labels.keys();
    if (this.#labels.size > this.#max && oldest !== undefined) this.#labels.delete(oldest);
    return true;
  }
}
