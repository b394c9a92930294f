/** What the head of a page says about the one run or the one name that its address selects. */
import { isGuarded } from '../../app/guard/rules.ts';
import type { Head, PageDataByRoute } from '../../app/page-data.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { toCardHash, toCardImage } from '../og/card.ts';
import { toRunCard, toRunShare } from '../og/run-card.ts';
import { toNamePath, toRunPath } from '../og/shared-cards.ts';
import type { PublishedRuns } from '../running/published-runs.ts';
import { toAddress } from './address.ts';

interface SharedHeadOptions {
  site: SiteConfig;
  siteUrl: string;
  runs?: PublishedRuns;
}

/** The page itself is the same for all runs. A run that strangers may not see changes nothing. */
export async function readSharedRun(
  { site, siteUrl, runs }: SharedHeadOptions,
  id: string | null,
): Promise<{ head?: Pick<Head, 'share' | 'image'>; variant?: string }> {
  const run = id === null || isGuarded('/running', site) ? undefined : await runs?.find(id);
  if (!run) return {};
  const card = toRunCard(site, run);
  const share = toRunShare(siteUrl, site, run);
  const image = {
    ...toCardImage((path) => siteUrl + toAddress(path), card, toRunPath(run.id)),
    alt: share.description,
  };
  // Not cached under its address: the run may be made private at any time.
  return { head: { share, image }, variant: ` run ${run.id} ${toCardHash(card)}` };
}

export async function findNameImage(
  { site, siteUrl }: SharedHeadOptions,
  names: PageDataByRoute['baby-names']['names'],
  { robots }: Partial<Head>,
): Promise<Pick<Head, 'image'>> {
  const detail = names && 'detail' in names ? names.detail : undefined;
  if (!names || 'problem' in names || !detail || robots !== undefined || isGuarded('/baby-names', site))
    return {};
  const { toNameCard } = await import('../og/name-card.ts');
  const card = toNameCard(site, detail, names.source);
  return {
    image: {
      ...toCardImage((path) => siteUrl + toAddress(path), card, toNamePath(detail.name)),
      alt: `${detail.name}: the name over the years`,
    },
  };
}
