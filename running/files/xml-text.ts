import { RunFileError } from '../run-file-error.ts';

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function damagedXml(why: string): RunFileError {
  return new RunFileError('damaged', `This is not whole XML: ${why}.`);
}

/** The five names that XML has by itself, and characters by number. No file can add to them. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&<\s]{0,12});?/g, (whole, reference: string) => {
    const character = whole.endsWith(';') ? toCharacter(reference) : undefined;
    if (character === undefined) throw damagedXml('it uses an entity or an "&" that XML does not know');
    return character;
  });
}

function toCharacter(reference: string): string | undefined {
  if (Object.hasOwn(named, reference)) return named[reference];
  const [, hexadecimal, decimal] = /^#(?:x([\da-fA-F]+)|(\d+))$/.exec(reference) ?? [];
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number.parseInt(decimal ?? '', 10);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

/** The attributes of a tag by their names without prefix. `raw` is what the reader hands to `open`. */
export function readAttributes(raw: string, maxCount: number): Map<string, string> {
  const attributes = new Map<string, string>();
  const pattern = /\s*([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')|\s+$/gy;
  while (pattern.lastIndex < raw.length) {
    const found = pattern.exec(raw);
    if (!found) throw damagedXml('it has an attribute that makes no sense');
    const name = found[1];
    if (name === undefined) break;
    if (attributes.size >= maxCount)
      throw damagedXml(`it has an element with more than ${maxCount} attributes`);
    attributes.set(name.slice(name.indexOf(':') + 1), decodeReferences(found[2] ?? found[3] ?? ''));
  }
  return attributes;
}
