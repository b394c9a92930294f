import { readBytes } from './chunks.ts';

/** Every question to a file is one to another process of the browser, and takes longer than a million bytes do. */
const windowBytes = 2 * 1024 * 1024;
/** What is read one after the other crosses from one window into the next, and a few who read at once lie in both. */
const mostWindows = 2;

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

  /** What comes back is a look into the window, not a copy: whoever keeps it keeps all of it. */
  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(to, this.#file.size);
    const window = this.#windows.find((each) => each.from <= from && end <= each.to) ?? this.#open(from, end);
    const bytes = await window.bytes;
    return bytes.subarray(from - window.from, end - window.from);
  }

  #open(from: number, end: number): Window {
    const to = Math.min(this.#file.size, Math.max(end, from + windowBytes));
    const window = { from, to, bytes: readBytes(this.#file, from, to) };
    this.#windows = [window, ...this.#windows].slice(0, mostWindows);
    window.bytes.catch(() => {
      this.#windows = this.#windows.filter((each) => each !== window);
    });
    return window;
  }
}
