/** Characters that XML 1.0 forbids, even as references: most control characters and halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const XML_START = '<?xml version="1.0" encoding="utf-8"?>\n';

export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** An element with text in it; nothing for undefined. */
export function element(
  name: string,
  text: string | undefined,
  attributes: Record<string, string> = {},
): string {
  return text === undefined ? '' : `<${name}${writeAttributes(attributes)}>${escapeXml(text)}</${name}>`;
}

export function emptyElement(name: string, attributes: Record<string, string>): string {
  return `<${name}${writeAttributes(attributes)}/>`;
}

function writeAttributes(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');
}
