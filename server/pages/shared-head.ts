/** What the head of a page says about the one run or the one name that it shows. */
import { isGuarded } from '../../app/guard/rules.ts';
import type { Head, PageDataByRoute } from '../../app/page-data.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { toCardImage } from '../og/card.ts';
import { toRunCard, toRunHead } from '../og/run-card.ts';
import { toNamePath, toRunPath } from '../og/shared-cards.ts';
import type { PublishedRun } from '../running/published-runs.ts';
import { toAddress } from './address.ts';

interface SharedHeadOptions {
  site: SiteConfig;
  siteUrl: string;
}

export function toSharedRunHead({ site, siteUrl }: SharedHeadOptions, run: PublishedRun): Head {
  const head = toRunHead(site, run);
  const image = toCardImage((path) => siteUrl + toAddress(path), toRunCard(site, run), toRunPath(run.id));
  return { ...head, image: { ...image, alt: head.description } };
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
