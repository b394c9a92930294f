/** The pictures of what is shared: one run, one name. */
import { isGuarded } from '../../app/guard/rules.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import type { NameSource } from '../../names/name-source.ts';
import type { PublishedRuns } from '../running/published-runs.ts';
import type { Card } from './card.ts';
import { toRunCard } from './run-card.ts';

export interface SharedCardsOptions {
  site: SiteConfig;
  names: NameSource;
  runs?: PublishedRuns | undefined;
}

export interface SharedCard {
  /** The page whose picture stands in for it. */
  page: string;
  /** Undefined: strangers see no such run, or there is no such name. */
  found?: { card: Card; path: string };
}

/** No page has an address with this sign. */
export const toRunPath = (id: string) => `/@run/${id}`;
export const toNamePath = (name: string) => `/@name/${name}`;

/** Undefined: the path is that of a page. */
export async function findSharedCard(
  { site, names, runs }: SharedCardsOptions,
  path: string,
): Promise<SharedCard | undefined> {
  const [, kind, wanted = ''] = /^\/@(run|name)\/([^/]+)$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  const page = kind === 'run' ? '/running' : '/baby-names';
  if (isGuarded(page, site)) return { page };
  if (kind === 'run') {
    const run = await runs?.find(wanted);
    return run ? { page, found: { card: toRunCard(site, run), path: toRunPath(run.id) } } : { page };
  }
  const [{ describeName }, { toNameCard }] = await Promise.all([
    import('../../names/name-detail.ts'),
    import('./name-card.ts'),
  ]);
  const all = await names.read();
  const detail = await describeName(all, wanted);
  return detail
    ? { page, found: { card: toNameCard(site, detail, all), path: toNamePath(detail.name) } }
    : { page };
}
