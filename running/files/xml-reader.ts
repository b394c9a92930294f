import { SaxesParser } from 'saxes';
import { RunFileError } from '../run-file-error.ts';
import type { Limits } from './limits.ts';

/** By name as it is written. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives what is found. Names of elements have no prefix: `gpxtpx:hr` is `hr`. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  /** `text` is what stood between the tags of an element without children, '' otherwise. */
  close(name: string, text: string, parent: string): void;
}

type XmlLimits = Pick<Limits, 'xmlDepth' | 'xmlAttributes' | 'xmlTag' | 'xmlText'>;

/** The first part of what the parser complains about, and what the owner of the file reads. */
const reasons: readonly (readonly [start: string, reason: string])[] = [
  ['unclosed tag', 'it ends in the middle'],
  ['unexpected end', 'it ends in the middle'],
  ['document must contain', 'it has no element'],
  ['documents may contain only one root', 'something follows its last element'],
  ['text data outside', 'it does not begin with an element'],
  ['unmatched closing tag', 'its elements do not close in the order they opened'],
  ['unexpected close tag', 'its elements do not close in the order they opened'],
  ['undefined entity', 'it uses an entity or an "&" that XML does not know'],
  ['empty entity name', 'it uses an entity or an "&" that XML does not know'],
  ['disallowed character in entity name', 'it uses an entity or an "&" that XML does not know'],
  ['malformed character entity', 'it uses an entity or an "&" that XML does not know'],
  ['disallowed character in tag name', 'it has an element whose name makes no sense'],
];

/** Faults of form that real programs write and that hide nothing; the parser resumes after them. */
const tolerated = new Set([
  'disallowed character.',
  'malformed comment.',
  'the string "]]>" is disallowed in char data.',
]);

/**
 * Reads XML in pieces of text as they come. saxes parses it; here are the limits. A document type is refused, and with it every entity
 * that a file could define: entities are how expansion attacks and foreign files work.
 */
export class XmlReader {
  readonly #handler: XmlHandler;
  readonly #limits: XmlLimits;
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  /** The names of the elements that are open. */
  readonly #path: string[] = [];
  /** Nothing but text has come since the last opening tag. */
  #isLeaf = false;
  #text = '';
  #hasStarted = false;
  #hasRoot = false;
  /** Characters since the parser reported something: it holds them in memory. */
  #pending = 0;

  /** A document type can be allowed if it defines no entity. */
  constructor(handler: XmlHandler, limits: XmlLimits, { allowsDocumentType = false } = {}) {
    this.#handler = handler;
    this.#limits = limits;
    const parser = this.#parser;
    // With eight handlers or more V8 stores the parser as a dictionary, and reading takes five times as long.
    parser.on('opentag', ({ name, attributes }) => this.#openElement(withoutPrefix(name), attributes));
    parser.on('closetag', () => this.#closeElement());
    parser.on('text', (text) => this.#addText(text));
    parser.on('cdata', (text) => this.#addText(text));
    parser.on('doctype', (text) => {
      this.#pending = 0;
      if (!allowsDocumentType || /<!ENTITY/i.test(text)) refuseDocumentType();
    });
    parser.on('error', ({ message }) => this.#refuse(message));
  }

  push(piece: string): void {
    // Strava writes spaces before the first line, which XML does not allow.
    const text = this.#hasStarted ? piece : piece.replace(/^[\s\uFEFF]+/, '');
    if (text === '') return;
    this.#hasStarted = true;
    this.#pending += text.length;
    this.#parser.write(text);
    if (this.#pending > this.#limits.xmlText + text.length) throw tooLong();
  }

  end(): void {
    this.#parser.close();
  }

  #openElement(name: string, attributes: XmlAttributes): void {
    if (this.#path.length >= this.#limits.xmlDepth) throw damagedXml('its elements are nested too deeply');
    this.#hasRoot = true;
    this.#path.push(name);
    this.#isLeaf = true;
    this.#text = '';
    this.#pending = 0;
    checkAttributes(attributes, this.#limits);
    this.#handler.open(name, attributes);
  }

  #closeElement(): void {
    const name = this.#path.pop() ?? '';
    const text = this.#isLeaf ? this.#text : '';
    this.#isLeaf = false;
    this.#pending = 0;
    this.#handler.close(name, text, this.#path.at(-1) ?? '');
  }

  #addText(text: string): void {
    this.#pending = 0;
    if (!this.#isLeaf) return;
    this.#text += text;
    if (this.#text.length > this.#limits.xmlText) throw tooLong();
  }

  #refuse(message: string): void {
    // Some devices leave bytes of an older recording after the end.
    const isAfterEnd = this.#hasRoot && message.startsWith('text data outside');
    if (tolerated.has(message) || isAfterEnd) return;
    const reason = reasons.find(([start]) => message.startsWith(start))?.[1];
    throw damagedXml(reason ?? 'it has a tag that makes no sense');
  }
}

function checkAttributes(attributes: XmlAttributes, { xmlAttributes, xmlTag }: XmlLimits): void {
  let count = 0;
  let length = 0;
  for (const name in attributes) {
    count += 1;
    length += name.length + (attributes[name]?.length ?? 0);
  }
  if (count > xmlAttributes) throw damagedXml(`it has an element with more than ${xmlAttributes} attributes`);
  if (length > xmlTag) throw damagedXml('it has a tag that is too long');
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function refuseDocumentType(): never {
  throw new RunFileError(
    'forbidden',
    'This XML has a document type or defines entities, which is not allowed.',
  );
}

function damagedXml(why: string): RunFileError {
  return new RunFileError('damaged', `This is not valid XML: ${why}.`);
}

function tooLong(): RunFileError {
  return damagedXml('it has a text or a comment that is too long');
}
