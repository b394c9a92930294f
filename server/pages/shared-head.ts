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
  { data: { found }, head: { robots } }: { data: PageDataByRoute['name']; head: Head },
): Promise<Pick<Head, 'image'>> {
  if (!found || !('detail' in found) || robots !== undefined || isGuarded('/baby-names', site)) return {};
  const { toNameCard } = await import('../og/name-card.ts');
  const { detail, source } = found;
  return {
    image: {
      ...toCardImage(
        (path) => siteUrl + toAddress(path),
        toNameCard(site, detail, source),
        toNamePath(detail.name),
      ),
      alt: `${detail.name}: the name over the years`,
    },
  };
}
