/** The page of one run, /running/<id>, as strangers may see it. A user's own run is read in the browser. */
import { isGuarded } from '../../app/guard/rules.ts';
import { findRunId, hrefOfRun, runningPath } from '../../app/running/run/run-address.ts';
import { dayOfSample } from '../../app/running/sources/is-id.ts';
import { shortHash } from '../../app/runtime/short-hash.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { toRunHead } from '../og/run-card.ts';
import type { PublishedRuns } from '../running/published-runs.ts';
import { findSampleRun } from '../running/sample-runs.ts';
import type { PageContent } from './page-content.ts';
import { toSharedRunHead } from './shared-head.ts';

interface RunPageOptions {
  site: SiteConfig;
  siteUrl: string;
  runs?: PublishedRuns;
}

/** Undefined where the path has no id: it may be an article. */
export async function readRunPage(
  options: RunPageOptions,
  path: string,
): Promise<PageContent<'run'> | undefined> {
  const id = findRunId(path)?.toLowerCase();
  if (id === undefined) return undefined;
  const found = await findShown(options, id);
  return {
    data: { id, ...(found && { shown: found.shown }) },
    head: found?.head ?? { title: 'Run', robots: 'noindex' },
    path: hrefOfRun('', id),
    // Not cached under its address: the run may be made public or private at any time.
    variant: ` run ${found ? shortHash(JSON.stringify(found)) : ''}`,
    ...(!found && { isUncounted: true }),
  };
}

/** Undefined for a run that strangers do not see, as for one that does not exist. */
async function findShown(options: RunPageOptions, id: string) {
  const { site, runs } = options;
  const day = dayOfSample(id);
  if (day !== undefined) {
    const shown = findSampleRun(day);
    return shown && { shown, head: { ...toRunHead(site, { ...shown, day }), robots: 'noindex' } };
  }
  const run = isGuarded(runningPath, site) ? undefined : await runs?.find(id);
  if (!run) return undefined;
  const { day: _day, ...shown } = run;
  return { shown: { ...shown, notes: '', isSample: false }, head: toSharedRunHead(options, run) };
}
