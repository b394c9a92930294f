import type { PageDataByRoute } from '../../app/page-data.ts';
import { findPageRoute } from '../../app/page-routes.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { siteAt } from '../../app/site-language.ts';
import { wordsIn } from '../../app/words/words.ts';
import { toAddress } from './address.ts';
import type { FoundPage } from './page-reader.ts';

const emptyData: PageDataByRoute = {
  index: { latest: [], total: 0 },
  about: {},
  'baby-names': {},
  name: {},
  'name-lists': null,
  running: {},
  run: { id: '' },
  pace: {},
  login: null,
  confirm: null,
  account: null,
  stats: null,
  admin: null,
  'oauth-consent': null,
  offline: {},
  search: { question: '', page: 1, pageCount: 1 },
  article: { kind: 'settling' },
};

/** Whether a page has no data: it reveals nothing that its public script does not. */
export function hasNoData(path: string): boolean {
  return emptyData[findPageRoute(path).name] === null;
}

/**
 * A guarded page for a visitor whose session is not known: the layout of its path without content. The page itself is not read, so that the
 * response does not reveal whether it exists.
 */
export function createShell(site: SiteConfig, path: string, view: string | undefined): FoundPage {
  const { name: route, eager = false } = findPageRoute(path);
  const head = { title: wordsIn(siteAt(site, path).language).oneMoment, robots: 'noindex' };
  // A run is counted where strangers see it.
  const isCounted = view !== undefined && route !== 'run';
  const page = { route, head, data: emptyData[route], ...(isCounted && { view }) };
  return { page, status: 200, eager, key: toAddress(path) };
}
