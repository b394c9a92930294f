import type { SiteConfig } from '../../app/site-config.ts';
import type { Pace } from '../../markdown/files/pause.ts';
import { describeLinkFault, type LinkFault, withoutKnown } from '../../markdown/links/check-links.ts';
import type { Content } from '../../markdown/open-content.ts';
import { describeFault } from '../../markdown/redirects/open-redirects.ts';
import { createIsOther, listSiteLinks } from './site-links.ts';

/** Everything that is wrong with the content, as `npm run links` lists it. */
export interface SiteFaults {
  links: LinkFault[];
  /** Faults of files: redirects, and what the front matter and the text of pages have. */
  content: { file: string; line?: number; message: string }[];
}

export interface SiteFaultsOptions {
  content: Pick<Content, 'checkLinks' | 'redirectFaults' | 'faults'>;
  site: Pick<SiteConfig, 'navigation' | 'footer'>;
  pace?: Pace;
}

export async function findSiteFaults({
  content,
  site,
  pace = 'full',
}: SiteFaultsOptions): Promise<SiteFaults> {
  const isOther = createIsOther();
  const links = await content.checkLinks({ isOther, siteLinks: listSiteLinks(site), pace });
  const faults = content.faults();
  return { links: withoutKnown(links, faults), content: [...faults, ...content.redirectFaults()] };
}

export function describeSiteFaults({ links, content }: SiteFaults): string[] {
  return [...links.map(describeLinkFault), ...content.map(describeFault)];
}

/** One line for the log, or none. */
export function summarizeSiteFaults({ links, content }: SiteFaults): string | undefined {
  const parts = [
    ...(links.length > 0
      ? [links.length === 1 ? '1 link leads nowhere' : `${links.length} links lead nowhere`]
      : []),
    ...(content.length > 0
      ? [content.length === 1 ? '1 file has a fault' : `${content.length} faults are in files`]
      : []),
  ];
  return parts.length === 0 ? undefined : `${parts.join(', ')}: npm run links shows them`;
}
