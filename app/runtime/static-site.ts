import { createContext, use } from 'react';

/** Whether the pages are files of `npm run export`: no server answers questions. */
export function isStaticSite(): boolean {
  return document.documentElement.dataset.static !== undefined;
}

/** A static site has accounts only with a hosted project. */
export function hasAccounts(): boolean {
  return !isStaticSite() || document.documentElement.dataset.backend !== undefined;
}

export interface Hosting {
  isStatic: boolean;
  hasAccounts: boolean;
}

/** The same for components, which are rendered on the server, too. */
export const HostingContext = createContext<Hosting>({ isStatic: false, hasAccounts: true });

export function useHosting(): Hosting {
  return use(HostingContext);
}
