import type { Connections } from '../database.ts';
import { lockMigrations } from '../migration-journal.ts';
import { createStandIn, markOf } from './create-stand-in.ts';
import { standIns } from './stand-ins.ts';

/** An earlier version of this program created pg_cron's stand-in without what running its jobs takes. */
export async function renewStandIns({
  sql,
  transaction,
}: Pick<Connections, 'sql' | 'transaction'>): Promise<void> {
  const standIn = standIns.get('pg_cron');
  const outdated = await sql`
    select from pg_namespace n join pg_roles me on me.oid = n.nspowner
    where n.nspname = 'cron' and me.rolname = current_user and to_regclass('cron._claims') is null
      and obj_description(n.oid, 'pg_namespace') = ${markOf('pg_cron')}`;
  if (!standIn || outdated.length === 0) return;
  await transaction(async (inside) => {
    await lockMigrations(inside);
    await createStandIn(inside, standIn);
  });
}
