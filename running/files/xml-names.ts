import { damagedXml } from './xml-text.ts';

/** A name as it is written and without its prefix. */
export interface XmlName {
  full: string;
  local: string;
  /** The name that followed it the last time. */
  next: XmlName | undefined;
}

const nameForm = /^[\p{L}_][\p{L}\p{N}_.-]*(:[\p{L}_][\p{L}\p{N}_.-]*)?$/u;
const maxNames = 2000;
const slash = 47;
const greater = 62;

/**
 * The names of a document. A recording is the same ten names in the same order ten thousand times, so the next one is guessed from the
 * last and compared in place; only when the guess is wrong it is cut out and looked up.
 */
export class XmlNames {
  readonly #known = new Map<string, XmlName>();
  #last: XmlName | undefined;

  /** The name that starts at `from` of a text, if it is the one that followed the last one before. */
  guess(text: string, from: number): XmlName | undefined {
    const next = this.#last?.next;
    return next && text.startsWith(next.full, from) && isNameEnd(text, from + next.full.length)
      ? next
      : undefined;
  }

  /** The name that starts at `from` of a text and ends before `to` at the latest. */
  find(text: string, from: number, to: number): XmlName {
    const full = text.slice(from, findNameEnd(text, from, to));
    const known = this.#known.get(full);
    if (known) return known;
    if (!nameForm.test(full)) throw damagedXml('it has an element whose name makes no sense');
    const name: XmlName = { full, local: full.slice(full.indexOf(':') + 1), next: undefined };
    if (this.#known.size < maxNames) this.#known.set(full, name);
    return name;
  }

  /** Records which name followed which. */
  record(name: XmlName): XmlName {
    if (this.#last) this.#last.next = name;
    this.#last = name;
    return name;
  }
}

function isNameEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code <= 32 || code === greater || code === slash;
}

function findNameEnd(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) <= 32) return at;
  return to;
}
