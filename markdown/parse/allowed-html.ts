import { isSafeLink, isSafePicture } from '../safe-address.ts';
import type { TreeAttributes } from './tree.ts';

/** Elements of raw HTML that are kept. Of other elements only the content is kept. */
export const ALLOWED_TAGS: ReadonlySet<string> = new Set(
  (
    'a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li mark ol p pre q rp rt ruby s samp section ' +
    'small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
);

/** Elements that are dropped with everything in them. */
export const DROPPED_TAGS: ReadonlySet<string> = new Set(
  (
    'script style iframe object noscript template textarea select svg math title xmp noembed noframes plaintext ' +
    'audio video canvas map frameset head'
  ).split(' '),
);

/** The prefix of ids and classes that authors write, so that they never clash with the site's own. */
export const USER_PREFIX = 'user-';

type Convert = (value: string) => string | number | boolean | undefined;
type Rules = Record<string, Convert>;

const text: Convert = (value) => value;
const flag: Convert = () => true;
const count: Convert = (value) => (/^\d{1,4}$/.test(value) ? Number(value) : undefined);
const number: Convert = (value) => (/^-?\d{1,6}$/.test(value) ? Number(value) : undefined);
const link: Convert = (value) => (isSafeLink(value) ? value.trim() : undefined);
const picture: Convert = (value) => (isSafePicture(value) ? value.trim() : undefined);
const oneOf =
  (...allowed: string[]): Convert =>
  (value) =>
    allowed.includes(value.toLowerCase()) ? value.toLowerCase() : undefined;

const EVERYWHERE: Rules = {
  id: (value) => (/^[\w:.-]{1,100}$/.test(value) ? USER_PREFIX + value : undefined),
  class: toUserClasses,
  title: text,
  lang: (value) => (/^[\w-]{1,35}$/.test(value) ? value : undefined),
  dir: oneOf('ltr', 'rtl', 'auto'),
  'aria-label': text,
  'aria-hidden': oneOf('true', 'false'),
};

const cell: Rules = { colspan: count, rowspan: count, align: toAlignment };

const BY_TAG: Record<string, Rules> = {
  a: { href: link },
  img: { src: picture, alt: text, width: count, height: count },
  td: cell,
  th: { ...cell, scope: oneOf('row', 'col', 'rowgroup', 'colgroup') },
  ol: {
    start: number,
    reversed: flag,
    type: (value) => (/^[1aAiI]$/.test(value) ? value : undefined),
  },
  li: { value: number },
  details: { open: flag },
  time: { datetime: text },
  del: { datetime: text, cite: link },
  ins: { datetime: text, cite: link },
  q: { cite: link },
  blockquote: { cite: link },
  col: { span: count },
  colgroup: { span: count },
};

/** Every attribute that one of the rules lets pass. */
export const ALLOWED_ATTRIBUTES: ReadonlySet<string> = new Set(
  [EVERYWHERE, ...Object.values(BY_TAG)].flatMap((rules) => Object.keys(rules)),
);

export function toAlignment(value: string): string | undefined {
  return /^(?:left|center|right)$/i.test(value) ? `align-${value.toLowerCase()}` : undefined;
}

export function toUserClasses(value: string): string | undefined {
  const names = value.split(/\s+/).filter((name) => /^[\w-]{1,60}$/.test(name));
  return names.length > 0 ? names.map((name) => USER_PREFIX + name).join(' ') : undefined;
}

/** The attributes of one element that may stay. An alignment becomes a class. */
export function toAllowedAttributes(tag: string, attributes: Record<string, string>): TreeAttributes {
  const rules = BY_TAG[tag];
  const result: TreeAttributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    const rule =
      rules && Object.hasOwn(rules, name)
        ? rules[name]
        : Object.hasOwn(EVERYWHERE, name)
          ? EVERYWHERE[name]
          : undefined;
    const converted = rule?.(value);
    if (converted !== undefined) result[name === 'align' ? 'class' : name] = converted;
  }
  return result;
}
