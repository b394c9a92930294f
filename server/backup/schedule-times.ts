import type { Sql } from '../../database/database.ts';
import type { BackupTimes } from './rhythm.ts';

export interface KnownTimes extends BackupTimes {
  /** Why the last one failed. */
  fault: string | undefined;
}

/** When backups were made at a place, for all processes of the site. */
export interface ScheduleTimes {
  read(): Promise<KnownTimes>;
  write(times: KnownTimes): Promise<void>;
}

export function openScheduleTimes(sql: Sql, place: string): ScheduleTimes {
  const toText = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  return {
    async read() {
      const [row] = await sql<{ tried: number | null; succeeded: number | null; fault: string | null }[]>`
        select extract(epoch from tried_at)::float8 * 1000 as tried,
               extract(epoch from succeeded_at)::float8 * 1000 as succeeded, fault
        from porchlight.backup_schedule where place = ${place}`;
      const { tried, succeeded, fault } = row ?? {};
      return { tried: tried ?? undefined, succeeded: succeeded ?? undefined, fault: fault ?? undefined };
    },
    async write({ tried, succeeded, fault }) {
      await sql`
        insert into porchlight.backup_schedule (place, tried_at, succeeded_at, fault)
        values (${place}, ${toText(tried)}, ${toText(succeeded)}, ${fault ?? null})
        on conflict (place) do update
        set tried_at = excluded.tried_at, succeeded_at = excluded.succeeded_at, fault = excluded.fault`;
    },
  };
}
