import type { ComponentType } from 'react';
import site from '../site.config.ts';
import type { RouteName } from './page-data.ts';
import type { SiteConfig } from './site-config.ts';
import { toPrefix } from './site-language.ts';

/** The site's pages: this list is its table of contents. */
export interface PageRoute {
  name: RouteName;
  /** `/posts/*` is everything below /posts, and /posts itself; `*` is any path. */
  path: string;
  /** Interactive pages: React is loaded once the page is loaded and the browser idle, instead of on the first intent. */
  eager?: true;
}

/** Pages that are there in each language, by their address in that of the site. */
const inEachLanguage: PageRoute[] = [
  { name: 'index', path: '/' },
  { name: 'about', path: '/about' },
  { name: 'search', path: '/search' },
  { name: 'offline', path: '/offline', eager: true },
];

type RoutedSite = Pick<SiteConfig, 'languages'> & {
  signIn: Pick<SiteConfig['signIn'], 'login' | 'callback'>;
};

export function listPageRoutes({ languages = {}, signIn: { login, callback } }: RoutedSite): PageRoute[] {
  const prefixes = ['', ...Object.keys(languages).map(toPrefix)];
  return [
    ...prefixes.flatMap((prefix) =>
      inEachLanguage.map(({ path, ...route }) => ({
        ...route,
        path: prefix + path.replace(/^\/$/, prefix ? '' : '/'),
      })),
    ),
    { name: 'baby-names', path: '/baby-names', eager: true },
    { name: 'name-lists', path: '/baby-names/lists/*', eager: true },
    { name: 'name', path: '/baby-names/*', eager: true },
    { name: 'running', path: '/running', eager: true },
    { name: 'pace', path: '/running/pace', eager: true },
    { name: 'run', path: '/running/*', eager: true },
    // site.config.ts sets these two paths.
    { name: 'login', path: login, eager: true },
    { name: 'confirm', path: callback, eager: true },
    { name: 'oauth-consent', path: '/oauth/consent', eager: true },
    { name: 'account', path: '/account', eager: true },
    { name: 'stats', path: '/stats', eager: true },
    { name: 'admin', path: '/admin/*', eager: true },
    { name: 'article', path: '/posts/*' },
    // Any other page of the content tree, or the 404.
    { name: 'article', path: '*' },
  ];
}

export const pageRoutes = listPageRoutes(site);

/** The route of a path. The last one matches any, so that there always is one. */
export function findPageRoute(path: string, routes: readonly PageRoute[] = pageRoutes): PageRoute {
  return routes.find((route) => matchesRoute(route.path, path)) ?? { name: 'article', path: '*' };
}

function matchesRoute(pattern: string, path: string): boolean {
  if (pattern === '*') return true;
  if (!pattern.endsWith('/*')) return pattern === path;
  const folder = pattern.slice(0, -2);
  return path === folder || path.startsWith(`${folder}/`);
}

interface PageModule {
  Component: ComponentType;
}

/** Each page is a chunk of its own. */
const pageModules: Record<RouteName, () => Promise<PageModule>> = {
  index: () => import('./routes/index.tsx'),
  about: () => import('./routes/about.tsx'),
  'baby-names': () => import('./routes/baby-names.tsx'),
  'name-lists': () => import('./routes/name-lists.tsx'),
  name: () => import('./routes/name.tsx'),
  running: () => import('./routes/running.tsx'),
  run: () => import('./routes/running.tsx'),
  pace: () => import('./routes/pace.tsx'),
  login: () => import('./routes/login.tsx'),
  confirm: () => import('./routes/confirm.tsx'),
  'oauth-consent': () => import('./routes/oauth-consent.tsx'),
  account: () => import('./routes/account.tsx'),
  stats: () => import('./routes/stats.tsx'),
  admin: () => import('./routes/admin.tsx'),
  offline: () => import('./routes/offline.tsx'),
  search: () => import('./routes/search.tsx'),
  article: () => import('./routes/article.tsx'),
};

const loaded = new Map<RouteName, ComponentType>();

/** Loads a page's chunk. A failure is not cached: the next call tries again. */
export async function loadPageModule(name: RouteName): Promise<void> {
  if (!loaded.has(name)) loaded.set(name, (await pageModules[name]()).Component);
}

export function requireLoadedPage(name: RouteName): ComponentType {
  const component = loaded.get(name);
  if (!component) throw new Error(`The page "${name}" was shown before its chunk was loaded.`);
  return component;
}
