import type { SiteConfig } from './site-config.ts';

/** A site and the languages that it has beside its own. */
export type Languages = Pick<SiteConfig, 'languages'>;

/** The beginning of the addresses in a further language, `/pt-br` for `pt-BR`. */
export function toPrefix(language: string): string {
  return `/${language.toLowerCase()}`;
}

/** `/de` for `/de` and everything below it, where German is a further language of the site; else `''`. */
export function prefixOf(path: string, { languages = {} }: Languages): string {
  for (const language in languages) {
    const prefix = toPrefix(language);
    if (path === prefix || path.startsWith(`${prefix}/`)) return prefix;
  }
  return '';
}

/** The address without its language: `/posts/a` for `/de/posts/a`. */
export function withoutPrefix(path: string, site: Languages): string {
  return path.slice(prefixOf(path, site).length) || '/';
}

const RIGHT_TO_LEFT = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(?:-|$)/i;

/** How the text of a language runs. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
}

const known = new WeakMap<SiteConfig, Map<string, SiteConfig>>();

/** The site in the language of a path: its title, words and menus. */
export function siteAt(site: SiteConfig, path: string): SiteConfig {
  const prefix = prefixOf(path, site);
  if (prefix === '') return site;
  let sites = known.get(site);
  if (!sites) {
    sites = new Map();
    known.set(site, sites);
  }
  let found = sites.get(prefix);
  if (!found) {
    const [language = '', own = {}] =
      Object.entries(site.languages ?? {}).find(([name]) => toPrefix(name) === prefix) ?? [];
    found = { ...site, ...own, language };
    sites.set(prefix, found);
  }
  return found;
}

/** The languages of the site by the beginning of their addresses, its own first; empty where there is one only. */
export function listLanguages({ language, languages = {} }: Pick<SiteConfig, 'language' | 'languages'>) {
  const others = Object.keys(languages);
  if (others.length === 0) return [];
  return [{ language, prefix: '' }, ...others.map((other) => ({ language: other, prefix: toPrefix(other) }))];
}
