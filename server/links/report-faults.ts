import type { SiteConfig } from '../../app/site-config.ts';
import type { LinkFault } from '../../markdown/links/check-links.ts';
import type { Content } from '../../markdown/open-content.ts';
import type { Log } from '../log.ts';
import { findSiteFaults, summarizeSiteFaults } from './check-site-links.ts';
import { createIsOther } from './site-links.ts';

export interface FaultReportOptions {
  content: Content;
  site: SiteConfig;
  log: Pick<Log, 'warn'>;
}

/** The first visitors come first. */
const delayMs = 2000;

/** After the start, and without delaying it: one line in the log if links lead nowhere. */
export function reportFaultsLater({ content, site, log }: FaultReportOptions): void {
  setTimeout(() => {
    findSiteFaults({ content, site, pace: 'background' })
      .then((faults) => {
        const summary = summarizeSiteFaults(faults);
        if (summary !== undefined) log.warn(summary);
      })
      .catch((cause: unknown) => log.warn('The links could not be checked', { cause }));
  }, delayMs).unref();
}

/** What the links of one page have. */
export function createFaultFinder(content: Content) {
  const isOther = createIsOther();
  return (path: string): Promise<LinkFault[]> => content.checkPageLinks(path, isOther);
}
