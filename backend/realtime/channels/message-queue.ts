/** Handles messages in their order: while one takes time, the later ones wait. */
export class MessageQueue<Message> {
  readonly #handle: (message: Message) => Promise<void> | undefined;
  readonly #max: number;
  #waiting: Message[] | undefined;

  constructor(max: number, handle: (message: Message) => Promise<void> | undefined) {
    this.#max = max;
    this.#handle = handle;
  }

  /** A message beyond the maximum is dropped. */
  add(message: Message): void {
    if (!this.#waiting) {
      const pending = this.#handle(message);
      if (pending) this.waitFor(pending);
    } else if (this.#waiting.length < this.#max) this.#waiting.push(message);
  }

  /** Messages wait until the promise is settled. It never rejects. */
  async waitFor(pending: Promise<void>): Promise<void> {
    this.#waiting = [];
    await pending;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#handle(next);
    this.#waiting = undefined;
  }
}
