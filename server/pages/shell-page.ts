import type { PageDataByRoute } from '../../app/page-data.ts';
import type { PageRoute } from '../../app/page-routes.ts';
import { toAddress } from './address.ts';
import { type FoundPage, findPageRoute } from './page-reader.ts';

/** What each page is without anything in it. */
const emptyData: PageDataByRoute = {
  index: { latest: [], total: 0 },
  about: {},
  'baby-names': {},
  running: {},
  login: null,
  confirm: null,
  account: null,
  stats: null,
  'oauth-consent': null,
  article: { kind: 'settling' },
};

/** A page without data of its own says nothing that its program does not say to everybody. */
export function hasNoData(path: string): boolean {
  return emptyData[requireRoute(path).name] === null;
}

/** There is one for every path, because the last route takes what the others leave. */
function requireRoute(path: string): PageRoute {
  return findPageRoute(path) ?? { name: 'article', path: '*' };
}

/**
 * A guarded page for a visitor who may turn out to be signed in or not: the layout of its address, and nothing that it says. The page itself is not
 * looked at, so that the answer does not even tell whether there is one.
 */
export function createShell(path: string, view: string | undefined): FoundPage {
  const { name: route, eager = false } = requireRoute(path);
  const head = { title: 'One moment', robots: 'noindex' };
  const page = { route, head, data: emptyData[route], ...(view !== undefined && { view }) };
  return { page, status: 200, eager, key: toAddress(path) };
}
