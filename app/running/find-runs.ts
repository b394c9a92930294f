import { hasAccounts } from '../runtime/static-site.ts';
import { loadClient } from '../session/client.ts';
import type { SiteClient } from '../session/site-client.ts';
import { type RunningSettings, readSettings } from './data/running-settings.ts';
import type { RunEntry, RunSource } from './run-source.ts';
import { dayOfSample } from './sources/is-id.ts';
import { createOwnSource } from './sources/own-source.ts';
import { createPublicSource } from './sources/public-source.ts';
import { createSampleSource } from './sources/sample-source.ts';

/** The runs that the page shows to this visitor. */
export interface FoundRuns {
  source: RunSource;
  entries: RunEntry[];
  /** Set for a signed-in user. */
  own?: { client: SiteClient; settings: RunningSettings };
}

export interface Viewer {
  isSignedIn: boolean;
  /** The site has no owner yet. */
  samples: boolean;
  today: string;
}

/**
 * The user's own runs when signed in, or samples until there are some; otherwise the runs that the owner publishes. Undefined when there
 * are none.
 */
export async function findRuns(viewer: Viewer, signal: AbortSignal): Promise<FoundRuns | undefined> {
  const samples = async () => {
    const source = createSampleSource(viewer.today);
    return { source, entries: await source.list() };
  };
  if (viewer.isSignedIn) {
    const client = await loadClient();
    const source = createOwnSource(client);
    const [entries, settings] = await Promise.all([source.list(signal), readSettings(client)]);
    const own = { client, settings };
    if (entries.length > 0 || settings.samplesHidden) return { source, entries, own };
    return { ...(await samples()), own };
  }
  if (viewer.samples) return samples();
  if (!hasAccounts()) return undefined;
  const source = createPublicSource(await loadClient());
  const entries = await source.list(signal);
  return entries.length > 0 ? { source, entries } : undefined;
}

/** The source of a single run by its id: a public run of any user is visible by its address. */
export async function findSourceOf(id: string, viewer: Viewer): Promise<RunSource> {
  if (dayOfSample(id) !== undefined) return createSampleSource(viewer.today);
  const client = await loadClient();
  const shown = createPublicSource(client);
  if (!viewer.isSignedIn) return shown;
  const own = createOwnSource(client);
  return (await own.open(id)) ? own : shown;
}
