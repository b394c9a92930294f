/** Reads from the server that is the primary in the end what the load has written. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from '../../database/database.ts';
import type { Kept } from './ledger.ts';
import { download, hashOf } from './load/files.ts';
import type { Load } from './load/start-load.ts';

/** Acknowledged rows, accounts and files that are not there. */
export async function findMissing(sql: Sql, { ledger, files, send }: Load): Promise<string[]> {
  const found: Record<Kept, { key: string }[]> = {
    'auth.users': await sql<{ key: string }[]>`select email as key from auth.users`,
    'public.load_notes': await sql<{ key: string }[]>`select id::text as key from public.load_notes`,
    'public.load_news': await sql<{ key: string }[]>`select id::text as key from public.load_news`,
    'storage.objects': await sql<{ key: string }[]>`select name as key from storage.objects`,
  };
  const missing: string[] = [];
  for (const [table, rows] of Object.entries(found)) {
    const keys = new Set(rows.map(({ key }) => key));
    for (const key of ledger.acknowledged[table as Kept].keys())
      if (!keys.has(key)) missing.push(`${table} ${key}`);
  }
  for (const [name, hash] of files) {
    const answer = await download(send, name);
    if (!answer.ok || hashOf(answer.body) !== hash) missing.push(`file ${name} (${answer.status})`);
  }
  return missing;
}

export interface Runs {
  done: number;
  doubled: number;
}

/** How often the schedule ran, and how often twice for the same moment. */
export async function readRuns(sql: Sql): Promise<Runs> {
  const [row] = await sql<Runs[]>`
    select coalesce(sum(times), 0)::int as done, coalesce(sum(times - 1), 0)::int as doubled
    from (select count(*) as times from public.schedule_runs group by due) as moments`;
  return row ?? { done: 0, doubled: 0 };
}

/** Views are written in batches, a moment after they were answered. */
export async function readViews(sql: Sql, answered: number): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const [row] = await sql<{ views: number }[]>`
      select coalesce(sum(views), 0)::int as views from site.page_view_facts where kind = 'total'`;
    const views = row?.views ?? 0;
    if (views >= answered || tries === 20) return views;
    await wait(250);
  }
}
