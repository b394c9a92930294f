import type { StatsSite } from './stats-site.ts';

/** All sessions of the owner become as old as that: `11 minutes`. */
export async function ageSessions({ database, owner }: StatsSite, by: string): Promise<void> {
  await database.sql`update auth.sessions s set created_at = now() - ${by}::text::interval
    from auth.users u where u.id = s.user_id and u.email = ${owner.email}`;
  await database.sql`update auth.mfa_amr_claims c set updated_at = now() - ${by}::text::interval
    from auth.sessions s join auth.users u on u.id = s.user_id where s.id = c.session_id and u.email = ${owner.email}`;
}
