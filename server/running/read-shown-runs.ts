import { isGuarded } from '../../app/guard/rules.ts';
import { runningPath } from '../../app/running/run/run-address.ts';
import { shortHash } from '../../app/runtime/short-hash.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { comparePeriods } from '../../running/history/compare-periods.ts';
import { latestCount, type ShownRuns } from '../../running/shown-run.ts';
import { listLimit, type PublishedRuns } from './published-runs.ts';
import { createSampleList } from './sample-runs.ts';

interface ShownRunsOptions {
  site: SiteConfig;
  runs?: PublishedRuns;
  showsSamples(): boolean;
}

/** A variant as well: never cached under its address, because runs are made public and private at any time. */
const none = { variant: ' runs' };

/** What strangers see at the top of /running: the public runs of the owners, or samples while the site has no owner. */
export function createReadShownRuns({
  site,
  runs,
  showsSamples,
}: ShownRunsOptions): () => Promise<{ shown?: ShownRuns; variant: string }> {
  const listSamples = createSampleList();
  return async () => {
    if (isGuarded(runningPath, site)) return none;
    const today = new Date().toISOString().slice(0, 10);
    const isSample = showsSamples();
    const list = isSample ? await listSamples(today) : await runs?.list();
    if (!list) return none;
    // Where there are more than one answer has, the browser reads and counts them.
    const isCut = list.length >= listLimit && (list.at(-1)?.day ?? '') >= `${Number(today.slice(0, 4)) - 1}`;
    if (isCut) return none;
    const shown = { isSample, periods: comparePeriods(list, today), latest: list.slice(0, latestCount) };
    return { shown, variant: ` runs ${shortHash(JSON.stringify(shown))}` };
  };
}
