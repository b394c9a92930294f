import { toAddress } from '../files/page-address.ts';
import type { SiteMap, SiteNode } from './site-map.ts';

/** A page in one language. */
export interface Translation {
  /** `''` for the language of the site, `/de` for a further one. */
  prefix: string;
  path: string;
}

export interface Translations {
  /** The page in each language that has it, itself included; empty where there is no other. */
  of(address: string): Translation[];
  /** The addresses of all pages whose translations a page can be. */
  groupOf(address: string): string[];
}

/** Pages with the same address below their language belong together, and those that say so by `translationOf`. */
export function createTranslations({ nodes, prefixes }: SiteMap): Translations {
  const keys = new Map<string, string>();
  const groups = new Map<string, SiteNode[]>();
  if (prefixes.length > 1)
    for (const node of nodes.values()) {
      if (node.page?.metadata.unlisted) continue;
      const key = keyOf(node);
      keys.set(node.path, key);
      groups.set(key, [...(groups.get(key) ?? []), node]);
    }
  const groupOf = (address: string) => groups.get(keys.get(address) ?? '') ?? [];
  return {
    of(address) {
      const group = groupOf(address);
      const translations = prefixes.flatMap((prefix) => {
        const inLanguage = group.filter((node) => node.prefix === prefix);
        return inLanguage.sort(byFit).slice(0, 1).map(toTranslation);
      });
      const isAmong = translations.some(({ path }) => path === address);
      return isAmong && translations.length > 1 ? translations : [];
    },
    groupOf: (address) => groupOf(address).map(({ path }) => path),
  };
}

/** Of two pages in one language, the one at the same address is the translation, or the first. */
function byFit(one: SiteNode, other: SiteNode): number {
  const fit = Number(isNamed(one)) - Number(isNamed(other));
  return fit === 0 ? (one.path < other.path ? -1 : 1) : fit;
}

function isNamed({ page }: SiteNode): boolean {
  return page?.metadata.translationOf !== undefined;
}

function toTranslation({ prefix, path }: SiteNode): Translation {
  return { prefix, path };
}

/** The address of the page in the language of the site. */
function keyOf({ page, path, prefix }: SiteNode): string {
  const original = page?.metadata.translationOf;
  return (original === undefined ? undefined : toAddress(original)) ?? (path.slice(prefix.length) || '/');
}
