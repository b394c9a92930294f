import { isObject } from './field-rules.ts';

type Data = Record<string, unknown>;

/** The fields of Hugo, Nuxt Content and Obsidian that mean one of ours. A field of ours wins. */
const NAMES: Record<string, string> = {
  lastmod: 'updated',
  modified: 'updated',
  tag: 'tags',
  author: 'authors',
  publishDate: 'publishAt',
  expiryDate: 'expires',
};

const HEAD_FIELDS = ['title', 'description', 'robots'];

/** Front matter as other systems write it, in our names and forms. What means nothing here stays as it is. */
export function toOwnFields(data: Data): Data {
  const own: Data = {};
  const set = (name: string, value: unknown) => Object.defineProperty(own, name, { value, ...WRITABLE });
  for (const [name, value] of Object.entries(data)) {
    const other = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    if (other === undefined) set(name, value);
    else if (!Object.hasOwn(data, other)) set(other, value);
  }
  for (const name of ['title', 'description'])
    if (typeof own[name] === 'number') own[name] = String(own[name]);
  for (const name of ['date', 'updated']) own[name] = toDay(own[name]);
  own.tags = toTags(own.tags);
  own.authors = toNames(own.authors);
  hideUnpublished(own);
  convertAliases(own);
  convertHead(own);
  convertNavigation(own);
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

/** `__proto__` is a field like any other, not the prototype. */
const WRITABLE = { enumerable: true, configurable: true, writable: true };

/** The day of a timestamp, however exact: `2026-11-15T08:00:00+01:00`, `2026/11/5`. */
function toDay(value: unknown): unknown {
  const parts =
    typeof value === 'string' ? /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/.exec(value.trim()) : null;
  if (!parts) return value ?? undefined;
  const [, year = '', month = '', day = ''] = parts;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `garden, winter` and `garden winter` are two tags; Obsidian may write a `#` before each. */
function toTags(value: unknown): unknown {
  if (value === null) return undefined;
  const items = typeof value === 'string' ? value.split(value.includes(',') ? ',' : /\s+/) : value;
  if (!Array.isArray(items)) return value;
  return items
    .filter((item) => item !== null && item !== '')
    .map((item: unknown) => (typeof item === 'number' ? String(item) : item))
    .map((item: unknown) => (typeof item === 'string' ? item.trim().replace(/^#/, '') : item))
    .filter((item) => item !== '');
}

/** Authors may be groups with a name. */
function toNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toNames);
  return isObject(value) && typeof value.name === 'string' ? value.name : value;
}

/** `publish: false` and `published: false` keep a page out, as `draft: true` does. */
function hideUnpublished(own: Data): void {
  for (const name of ['publish', 'published']) {
    const value = own[name];
    if (value === undefined) continue;
    if (typeof value === 'string' && /^\d{4}-/.test(value)) own.date ??= toDay(value);
    else if (value !== true && value !== 'true') own.draft ??= true;
    delete own[name];
  }
}

/** Addresses are redirects, as in Hugo; other names of a note, as in Obsidian, stay in `aliases`. */
function convertAliases(own: Data): void {
  const { aliases, redirectFrom } = own;
  const names = (
    typeof aliases === 'string' ? [aliases] : Array.isArray(aliases) ? aliases : []
  ) as unknown[];
  const isAddress = (name: unknown): name is string => typeof name === 'string' && name.startsWith('/');
  const addresses = names.filter(isAddress).map((name) => name.replace(/(?<=.)\/$/, ''));
  if (addresses.length === 0) return;
  const others = names.filter((name) => !isAddress(name));
  own.aliases = others.length > 0 ? others : undefined;
  own.redirectFrom = [redirectFrom ?? [], addresses].flat();
}

/** `seo` of Nuxt Content is our `head`; the `head` of other systems is a list of tags, which stays unused. */
function convertHead(own: Data): void {
  const { head, seo } = own;
  if (head !== undefined && !isObject(head)) own.head = undefined;
  const given = { ...(isObject(seo) && seo), ...(isObject(head) && head) };
  const used = HEAD_FIELDS.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : []));
  if (!isObject(seo)) return;
  own.head = used.length > 0 ? Object.fromEntries(used) : undefined;
  own.seo = undefined;
}

/** Of the `navigation` of Nuxt Content the title is used; an icon is not. Hugo calls that title `linkTitle`. */
function convertNavigation(own: Data): void {
  if (typeof own.linkTitle === 'string' && own.linkTitle !== '') {
    own.navigation ??= { title: own.linkTitle };
    delete own.linkTitle;
  }
  const { navigation } = own;
  if (!isObject(navigation)) return;
  own.navigation = typeof navigation.title === 'string' ? { title: navigation.title } : undefined;
}
