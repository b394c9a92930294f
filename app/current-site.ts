import { createContext, use } from 'react';
import site from '../site.config.ts';
import type { SiteConfig } from './site-config.ts';
import { prefixOf, siteAt } from './site-language.ts';
import { type Words, wordsIn } from './words/words.ts';

/** The path that the page is made for; it decides the language. Islands are React roots of their own and get it too. */
export const CurrentPath = createContext('/');

/** The site in the language of the page. */
export function useSite(): SiteConfig {
  return siteAt(site, use(CurrentPath));
}

export function useWords(): Words {
  return wordsAt(use(CurrentPath));
}

/** The same outside of a component. */
export function wordsAt(path: string): Words {
  return wordsIn(siteAt(site, path).language);
}

/** The beginning of the addresses in the language of the page: `/de`, or `''`. */
export function usePrefix(): string {
  return prefixOf(use(CurrentPath), site);
}

/** What runtime/static-site.ts knows in a browser; on the server, what the page is rendered for. */
export interface Hosting {
  isStatic: boolean;
  hasAccounts: boolean;
}

export const HostingContext = createContext<Hosting>({ isStatic: false, hasAccounts: true });

export function useHosting(): Hosting {
  return use(HostingContext);
}
