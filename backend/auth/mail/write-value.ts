import type { HtmlPlace } from './html-place.ts';

/** How a value is written into a text so that it stays a mere value there. */
export type WriteValue = (value: string) => string;

export const asPlainText: WriteValue = (value) => value;

const links = new Set(['href', 'src', 'action', 'background', 'poster', 'cite', 'xlink:href', 'formaction']);

/** The way to write at a place of an HTML text. Throws where no way is safe. */
export function writerFor(place: HtmlPlace): WriteValue {
  switch (place.in) {
    case 'text':
      return asHtml;
    case 'comment':
      return () => '';
    case 'raw':
      if (place.element === 'title' || place.element === 'textarea') return asHtml;
      throw new SyntaxError(`a value cannot stand inside <${place.element}>`);
    case 'tag':
      throw new SyntaxError('a value cannot stand inside a tag, except in a quoted attribute');
    case 'attribute':
      return writerForAttribute(place);
  }
}

function writerForAttribute(place: Extract<HtmlPlace, { in: 'attribute' }>): WriteValue {
  const { name, quote, before } = place;
  if (quote === '') throw new SyntaxError(`put the value of the attribute ${name} in quotes`);
  if (name.startsWith('on') || name === 'style' || name === 'srcdoc' || name === 'srcset') {
    throw new SyntaxError(`a value cannot stand in the attribute ${name}`);
  }
  if (!links.has(name)) return asHtml;
  if (before.trim() === '') return (value) => asHtml(toSafeLink(value));
  if (/[?#]/.test(before)) return (value) => asHtml(encodePart(value));
  // Inside the path a colon is encoded, so that two values together cannot spell out a scheme.
  return (value) => asHtml(encodeSpecial(value).replaceAll(':', '%3A'));
}

export function asHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;');
}

/** A link as it is, unless it would do anything but open a page or a mail. */
function toSafeLink(value: string): string {
  const scheme = /^[^/?#]*?:/.exec(value.trim())?.[0].toLowerCase();
  const isSafe = scheme === undefined || ['http:', 'https:', 'mailto:'].includes(scheme);
  return isSafe ? encodeSpecial(value.trim()) : '#';
}

/** Leaves the signs of a URL alone and encodes what never belongs into one. */
function encodeSpecial(value: string): string {
  return value.toWellFormed().replace(/[^\w!#$%&()*+,\-./:;=?@[\]~]/gu, (sign) => encodePart(sign));
}

function encodePart(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27');
}
