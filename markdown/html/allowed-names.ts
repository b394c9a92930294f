/**
 * The names of elements and attributes that are written. `markdown/parse/` puts nothing else into a tree; this is the second check.
 */
import {
  MATHML_ATTRIBUTES,
  MATHML_ELEMENTS,
  SVG_ATTRIBUTES,
  SVG_ELEMENTS,
} from '../parse/allowed-drawings.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from '../parse/allowed-html.ts';

const tags = new Set([...ALLOWED_TAGS, ...SVG_ELEMENTS, ...MATHML_ELEMENTS, 'input', 'label']);
const attributes = new Set([
  ...ALLOWED_ATTRIBUTES,
  ...SVG_ATTRIBUTES,
  ...MATHML_ATTRIBUTES,
  ...'aria-labelledby checked decoding disabled loading rel role'.split(' '),
]);

export function isAllowedTag(tag: string): boolean {
  return tags.has(tag);
}

export function isAllowedAttribute(name: string): boolean {
  return attributes.has(name);
}
