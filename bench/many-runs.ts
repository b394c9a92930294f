import { createClient } from '@supabase/supabase-js';
import { prepareRun } from '../app/running/import/prepare-run.ts';
import { addDays } from '../running/day.ts';
import { createSampleRuns } from '../running/samples/sample-runs.ts';
import { type Account, signUp } from './auth-site.ts';
import type { SiteProcess } from './site-process.ts';

export function createAccount({ client }: SiteProcess): Promise<Account> {
  return signUp(client, `runner-${crypto.randomUUID()}@example.com`);
}

const newest = '2026-06-30';
const batchSize = 250;

/** Runs of many years: the summaries of half a year's samples, repeated on earlier days. A list needs no tracks. */
export async function seedManyRuns(site: SiteProcess, account: Account, count: number): Promise<void> {
  const client = createClient(site.origin, await readKey(site), {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${account.accessToken}` } },
  });
  const samples = createSampleRuns({ until: newest, weeks: 26 }).map(
    (run) => prepareRun({ ...run, source: 'gpx' }).row,
  );
  const rows = Array.from({ length: count }, (_, index) => {
    const sample = samples[index % samples.length];
    const day = addDays(newest, -index);
    return { ...sample, id: crypto.randomUUID(), day, started_at: `${day}T06:00:00.000Z` };
  });
  for (let from = 0; from < count; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    const { error } = await client.rpc('add_runs', { import: null, batch });
    if (error) throw new Error(`The runs could not be stored: ${error.message}`);
  }
}

/** The public key in the pages. */
async function readKey({ client }: SiteProcess): Promise<string> {
  const html = await client.getText('/running');
  const key = /<html[^>]* data-key="([^"]+)"/.exec(html)?.[1];
  if (key === undefined) throw new Error('The page names no key of its backend.');
  return key;
}
