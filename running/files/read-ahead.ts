import { readBytes } from './chunks.ts';

/** Every read of a file is a message to another process of the browser, and takes longer than a million bytes do. */
const windowBytes = 2 * 1024 * 1024;
/** Sequential reads cross from one window into the next, and a few concurrent readers use both. */
const maxWindows = 2;

interface Window {
  from: number;
  to: number;
  bytes: Promise<Uint8Array<ArrayBuffer>>;
}

/** A large file of which many small parts are wanted, most of them in their order: an archive. */
export class ReadAhead {
  readonly #file: Blob;
  #windows: Window[] = [];

  constructor(file: Blob) {
    this.#file = file;
  }

  /** Returns a view into the window, not a copy: a caller that keeps it keeps the whole window in memory. */
  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(to, this.#file.size);
    const window = this.#windows.find((each) => each.from <= from && end <= each.to) ?? this.#open(from, end);
    const bytes = await window.bytes;
    return bytes.subarray(from - window.from, end - window.from);
  }

  #open(from: number, end: number): Window {
    const to = Math.min(this.#file.size, Math.max(end, from + windowBytes));
    const window = { from, to, bytes: readBytes(this.#file, from, to) };
    this.#windows = [window, ...this.#windows].slice(0, maxWindows);
    window.bytes.catch(() => {
      this.#windows = this.#windows.filter((each) => each !== window);
    });
    return window;
  }
}
