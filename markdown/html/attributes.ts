import type { TreeAttributes } from '../parse/tree.ts';
import { isSafeLink } from '../safe-address.ts';
import { isAllowedAttribute } from './allowed-names.ts';
import { escapeHtml } from './escape-html.ts';

const addresses = new Set(['href', 'src', 'cite']);

/** Attributes as they stand in a tag, each with a space before it. `true` is an attribute without a value, `false` is none. */
export function writeAttributes(attributes: TreeAttributes | 0): string {
  if (attributes === 0) return '';
  let html = '';
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || value === false || !isAllowedAttribute(name)) continue;
    const text = value === true ? '' : String(value);
    if (addresses.has(name) && !isSafeLink(text)) continue;
    html += ` ${name}="${escapeHtml(text)}"`;
  }
  return html;
}

/** The attributes of a component's outermost element: the author's id, and the component's class with the author's classes. */
export function writeNames(base: string, { id, class: own }: TreeAttributes): string {
  return writeAttributes({ ...(id && { id }), class: own ? `${base} ${own}` : base });
}
