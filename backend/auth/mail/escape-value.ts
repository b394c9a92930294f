import { escapeHtml } from '../../http/escape-html.ts';
import type { HtmlContext } from './html-context.ts';

/** Escapes a value for a context of a text. */
export type EscapeValue = (value: string) => string;

export const asPlainText: EscapeValue = (value) => value;

const links = new Set(['href', 'src', 'action', 'background', 'poster', 'cite', 'xlink:href', 'formaction']);

/** The escape function for an HTML context. Throws where no escaping is safe. */
export function escaperFor(context: HtmlContext): EscapeValue {
  switch (context.in) {
    case 'text':
      return escapeHtml;
    case 'comment':
      return () => '';
    case 'raw':
      if (context.element === 'title' || context.element === 'textarea') return escapeHtml;
      throw new SyntaxError(`a value is not allowed inside <${context.element}>`);
    case 'tag':
      throw new SyntaxError('a value is not allowed inside a tag, except in a quoted attribute');
    case 'attribute':
      return escaperForAttribute(context);
  }
}

function escaperForAttribute(context: Extract<HtmlContext, { in: 'attribute' }>): EscapeValue {
  const { name, quote, before } = context;
  if (quote === '') throw new SyntaxError(`put the value of the attribute ${name} in quotes`);
  if (name === 'style') return (value) => escapeHtml(toSafeStyle(value));
  if (name.startsWith('on') || name === 'srcdoc' || name === 'srcset') {
    throw new SyntaxError(`a value is not allowed in the attribute ${name}`);
  }
  if (!links.has(name)) return escapeHtml;
  if (before.trim() === '') return (value) => escapeHtml(toSafeLink(value));
  if (/[?#]/.test(before)) return (value) => escapeHtml(encodePart(value));
  // Inside the path a colon is encoded, so that two values together cannot form a scheme.
  return (value) => escapeHtml(encodeSpecial(value).replaceAll(':', '%3A'));
}

/** A color, a length or a word, which cannot end a declaration; for anything else what Go's templates write. */
function toSafeStyle(value: string): string {
  return /^[\w #%.,+-]*$/.test(value) ? value : 'ZgotmplZ';
}

/** The link unchanged, unless its scheme does anything but open a page or a mail. */
function toSafeLink(value: string): string {
  const scheme = /^[^/?#]*?:/.exec(value.trim())?.[0].toLowerCase();
  const isSafe = scheme === undefined || ['http:', 'https:', 'mailto:'].includes(scheme);
  return isSafe ? encodeSpecial(value.trim()) : '#';
}

/** Keeps the reserved characters of a URL and encodes what is not allowed in one. */
function encodeSpecial(value: string): string {
  return value.toWellFormed().replace(/[^\w!#$%&()*+,\-./:;=?@[\]~]/gu, (sign) => encodePart(sign));
}

function encodePart(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27');
}
