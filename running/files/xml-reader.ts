import { RunFileError } from '../run-file-error.ts';
import type { Limits } from './limits.ts';
import { type XmlName, XmlNames } from './xml-names.ts';
import { damagedXml, decodeReferences } from './xml-text.ts';

/** Receives what is found. Names have no prefix: `gpxtpx:hr` is `hr`. */
export interface XmlHandler {
  /** `attributes` is the text after the name; readAttributes parses it where needed. */
  open(name: string, attributes: string): void;
  /** `text` is what stood between the tags of an element without children, '' otherwise. */
  close(name: string, text: string, parent: string): void;
}

type XmlLimits = Pick<Limits, 'xmlDepth' | 'xmlTag' | 'xmlText'>;

const exclamation = 33;
const slash = 47;
const question = 63;
const greater = 62;

/**
 * Reads XML in pieces of text as they come. It knows what recordings use: elements, attributes, text, CDATA, comments. A document
 * type is refused, and with it every entity that a file could define: entities are how expansion attacks and foreign files work.
 */
export class XmlReader {
  readonly #handler: XmlHandler;
  readonly #limits: XmlLimits;
  readonly #names = new XmlNames();
  /** The elements that are open. */
  readonly #path: XmlName[] = [];
  #buffer = '';
  #at = 0;
  /** What ends the comment, instruction or CDATA that is being read. */
  #until: '-->' | '?>' | ']]>' | undefined;
  /** Nothing but text has come since the last opening tag. */
  #isLeaf = false;
  /** Its text: the part already copied, then a part of the buffer, copied only when it is needed. */
  #text = '';
  #textFrom = 0;
  #textTo = 0;
  #hasRoot = false;

  constructor(handler: XmlHandler, limits: XmlLimits) {
    this.#handler = handler;
    this.#limits = limits;
  }

  push(piece: string): void {
    this.#keepText();
    this.#buffer = this.#buffer.slice(this.#at) + piece;
    this.#at = 0;
    while (this.#at < this.#buffer.length) {
      const continues = this.#until === undefined ? this.#readMarkup() : this.#readUntil(this.#until);
      if (!continues) break;
    }
    if (this.#buffer.length - this.#at > this.#limits.xmlTag) throw damagedXml('it has a tag without an end');
  }

  end(): void {
    if (!this.#hasRoot) throw damagedXml('it has no element');
    const whole = this.#path.length === 0 && this.#at >= this.#buffer.length && this.#until === undefined;
    if (!whole) throw damagedXml('it ends in the middle');
  }

  /** Text up to the next tag, then the tag. False when more is needed. */
  #readMarkup(): boolean {
    const text = this.#buffer;
    const start = text.indexOf('<', this.#at);
    if (start !== this.#at) this.#readText(this.#at, start < 0 ? text.length : start);
    if (start < 0) return false;
    const code = text.charCodeAt(start + 1);
    if (code === exclamation || code === question) return this.#openSpecial(start);
    if (code === slash) return this.#closeTag(start);
    const guess = this.#names.guess(text, start + 1);
    const end = findTagEnd(text, start + 1 + (guess?.full.length ?? 0));
    if (end < 0) return false;
    if (end - start > this.#limits.xmlTag) throw damagedXml('it has a tag that is too long');
    this.#openElement(start + 1, end, guess);
    this.#at = end + 1;
    return true;
  }

  #readText(from: number, to: number): void {
    this.#at = to;
    if (this.#isLeaf) {
      if (this.#textTo !== from) this.#keepText();
      if (this.#textTo === 0) this.#textFrom = from;
      this.#textTo = to;
      if (to - this.#textFrom > this.#limits.xmlText) throw tooLong();
    } else if (!this.#hasRoot && /[^\s\uFEFF]/.test(this.#buffer.slice(from, to))) {
      throw damagedXml('it does not begin with an element');
    }
  }

  #keepText(): void {
    if (this.#textTo > 0) this.#addText(this.#buffer.slice(this.#textFrom, this.#textTo));
    this.#textTo = 0;
  }

  #addText(text: string): void {
    this.#text += text;
    if (this.#text.length > this.#limits.xmlText) throw tooLong();
  }

  #openElement(from: number, end: number, guess: XmlName | undefined): void {
    const text = this.#buffer;
    const isEmpty = text.charCodeAt(end - 1) === slash;
    const stop = isEmpty ? end - 1 : end;
    const name = this.#names.record(guess ?? this.#names.find(text, from, stop));
    if (this.#path.length === 0 && this.#hasRoot) throw damagedXml('something follows its last element');
    if (this.#path.length >= this.#limits.xmlDepth) throw damagedXml('its elements are nested too deeply');
    this.#hasRoot = true;
    this.#path.push(name);
    this.#isLeaf = true;
    this.#text = '';
    this.#textTo = 0;
    this.#handler.open(name.local, text.slice(from + name.full.length, stop));
    if (isEmpty) this.#closeElement();
  }

  #closeTag(start: number): boolean {
    const text = this.#buffer;
    const full = this.#path.at(-1)?.full ?? '';
    const after = start + 2 + full.length;
    const fits = full !== '' && text.startsWith(full, start + 2);
    const end = fits && text.charCodeAt(after) === greater ? after : text.indexOf('>', start);
    if (end < 0) return false;
    // Spaces may stand after the name, nothing else.
    if (!fits || (end !== after && text.slice(after, end).trim() !== '')) {
      throw damagedXml('its elements do not close in the order they opened');
    }
    this.#closeElement();
    this.#at = end + 1;
    return true;
  }

  #closeElement(): void {
    const name = this.#path.pop()?.local ?? '';
    if (this.#isLeaf) this.#keepText();
    const text = this.#isLeaf ? decodeReferences(this.#text) : '';
    this.#isLeaf = false;
    this.#textTo = 0;
    this.#handler.close(name, text, this.#path.at(-1)?.local ?? '');
  }

  /** `<!--`, `<![CDATA[` and `<?`; everything else with `<!` would define something. */
  #openSpecial(start: number): boolean {
    const text = this.#buffer;
    this.#at = start;
    if (text.startsWith('<?', start)) return this.#skipTo('?>', start + 2);
    if (text.startsWith('<!--', start)) return this.#skipTo('-->', start + 4);
    if (text.startsWith('<![CDATA[', start)) return this.#skipTo(']]>', start + 9);
    const begun = text.slice(start, start + 9);
    if (text.length - start < 9 && ('<!--'.startsWith(begun) || '<![CDATA['.startsWith(begun))) return false;
    throw new RunFileError(
      'forbidden',
      'This XML has a document type or defines entities, which is not allowed.',
    );
  }

  #skipTo(until: '-->' | '?>' | ']]>', from: number): true {
    this.#until = until;
    this.#at = from;
    return true;
  }

  #readUntil(until: '-->' | '?>' | ']]>'): boolean {
    const found = this.#buffer.indexOf(until, this.#at);
    // The mark itself may be cut in two.
    const to = found < 0 ? Math.max(this.#at, this.#buffer.length - until.length + 1) : found;
    // What looks like a reference in CDATA is not one.
    if (until === ']]>' && this.#isLeaf) {
      this.#keepText();
      this.#addText(this.#buffer.slice(this.#at, to).replaceAll('&', '&amp;'));
    }
    this.#at = found < 0 ? to : found + until.length;
    if (found >= 0) this.#until = undefined;
    return found >= 0;
  }
}

function tooLong(): RunFileError {
  return damagedXml('it has a text that is too long');
}

const quotes = { double: 34, single: 39 } as const;
const less = 60;

/** Where the `>` stands that ends the tag; one inside quotes does not. -1 when it has not come yet. */
function findTagEnd(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === greater) {
      return at;
    } else if (code === quotes.double || code === quotes.single) {
      quote = code;
    } else if (code === less) {
      throw damagedXml('it has a "<" inside a tag');
    }
  }
  return -1;
}
