import type { PageDataByRoute } from '../../app/page-data.ts';
import type { FoundPage } from './page-reader.ts';

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

/** A guarded page for a visitor who may turn out to be anybody: its layout, and nothing that it says. */
export function toShell(found: FoundPage): FoundPage {
  const { route, view } = found.page;
  const head = { title: 'One moment', robots: 'noindex' };
  const page = { route, head, data: emptyData[route], ...(view !== undefined && { view }) };
  return { ...found, status: 200, page };
}
