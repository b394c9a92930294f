import { randomBytes } from 'node:crypto';

export interface PlainMail {
  /** In the order in which they are sent. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

const isAscii = /^[\x20-\x7e\r\n\t]*$/;
/** A header longer than this is folded, and a line of a body longer than this is encoded: see RFC 5322, 2.1.1. */
const longestHeader = 76;
const longestLine = 998;

/**
 * The source of a mail that needs no encoding: ASCII alone, and no long lines. That is nearly every mail, and writing it down costs a
 * fraction of what a library that can encode everything takes. Undefined for any other mail.
 */
export function composePlainMail({ headers, text, html }: PlainMail): string | undefined {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (!lines.every((line) => isAscii.test(line) && line.length <= longestHeader && !/[\r\n]/.test(line)))
    return undefined;
  if (![text, html].every(isPlain)) return undefined;
  const boundary = `part-${randomBytes(12).toString('hex')}`;
  return [
    ...lines,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...toPart(boundary, 'plain', text),
    ...toPart(boundary, 'html', html),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

function toPart(boundary: string, kind: 'plain' | 'html', body: string): string[] {
  const type = `Content-Type: text/${kind}; charset=utf-8`;
  return [`--${boundary}`, type, 'Content-Transfer-Encoding: 7bit', '', body.replaceAll(/\r?\n/g, '\r\n')];
}

function isPlain(body: string): boolean {
  return isAscii.test(body) && body.split('\n').every((line) => line.length < longestLine);
}
