import type { TreeAttributes } from '../../../markdown/document.ts';

/** Attribute names that could run code or that React handles specially: handlers, raw HTML, and React's own. */
const refused = /^(on|dangerously|key$|ref$|children$|srcdoc$|action$|formaction$|is$)/i;
const addresses = new Set(['href', 'src', 'cite', 'poster', 'xlinkHref']);
const safeSchemes = new Set(['http', 'https', 'mailto', 'tel']);

/** Whether a link or image may use an address: one of this site, or one with a harmless scheme. */
export function isSafeAddress(address: string): boolean {
  // The fast path for nearly all addresses: nothing can hide before a slash, a hash or a spelled-out scheme.
  if (/^(?:\/|#|https?:\/\/)/.test(address)) return true;
  // Browsers drop control characters and spaces inside a scheme, so they are dropped here too.
  const scheme = /^([^/?#:]*):/.exec(
    Array.from(address)
      .filter((character) => character > ' ')
      .join(''),
  )?.[1];
  return scheme === undefined || safeSchemes.has(scheme.toLowerCase());
}

/** The attributes of a plain element as React props, without those that could run code. */
export function toSafeProps(attributes: TreeAttributes | 0): Record<string, unknown> | null {
  if (attributes === 0) return null;
  const props: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (refused.test(name)) continue;
    if (addresses.has(name) && !isSafeAddress(String(value))) continue;
    props[name] = name === 'style' ? toStyle(String(value)) : value;
  }
  return props;
}

/** Formulas and drawings have sizes in `style`; React needs them as an object. URLs in it are dropped. */
function toStyle(text: string): Record<string, string> {
  const style: Record<string, string> = {};
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 1 || /url\(|image-set\(|expression\(|position\s*:/i.test(declaration)) continue;
    const name = declaration.slice(0, colon).trim();
    const value = declaration.slice(colon + 1).trim();
    style[name.startsWith('--') ? name : toCamelCase(name)] = value;
  }
  return style;
}

function toCamelCase(name: string): string {
  return name.toLowerCase().replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
