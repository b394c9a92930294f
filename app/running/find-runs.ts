import type { SupabaseClient } from '@supabase/supabase-js';
import { loadClient } from '../session/client.ts';
import { type RunningSettings, readSettings } from './data/running-settings.ts';
import type { RunEntry, RunSource } from './run-source.ts';
import { createOwnSource } from './sources/own-source.ts';
import { createPublicSource } from './sources/public-source.ts';
import { createSampleSource, isSampleId } from './sources/sample-source.ts';

/** What the page shows to somebody. */
export interface FoundRuns {
  source: RunSource;
  entries: RunEntry[];
  /** Of those who are signed in. */
  own?: { client: SupabaseClient; settings: RunningSettings };
}

export interface Viewer {
  isSignedIn: boolean;
  /** Nobody owns the site yet. */
  samples: boolean;
  today: string;
}

/** One's own runs when signed in, with samples until there are some; otherwise those that the owner shows. Undefined when there are none. */
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
  const source = createPublicSource(await loadClient());
  const entries = await source.list(signal);
  return entries.length > 0 ? { source, entries } : undefined;
}

/** Where one run is to be found by its address: whoever has that of a public run may see it, whoever ran it. */
export async function findSourceOf(id: string, viewer: Viewer): Promise<RunSource> {
  if (isSampleId(id)) return createSampleSource(viewer.today);
  const client = await loadClient();
  const shown = createPublicSource(client);
  if (!viewer.isSignedIn) return shown;
  const own = createOwnSource(client);
  return (await own.open(id)) ? own : shown;
}
