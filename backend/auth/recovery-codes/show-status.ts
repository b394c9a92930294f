import { requireFactorOwner } from '../factors/require-factor-owner.ts';
import type { Endpoint } from '../service/request.ts';
import { requireCodeSet } from './code-set.ts';

/** GET /factors/recovery-codes: the number of all and of unused codes, never the codes. Read by supabase-js: keep these keys. */
export const showStatus: Endpoint = async (request, service) => {
  const { user } = await requireFactorOwner(request, service);
  const { sql } = service.database;
  const set = await requireCodeSet(sql, user.id);
  const [counted] = await sql<{ total: number; remaining: number }[]>`
    select count(*)::integer as total, (count(*) filter (where consumed_at is null))::integer as remaining
    from auth.mfa_recovery_codes where mfa_recovery_code_set_id = ${set.id}`;
  return {
    id: set.factor_id,
    type: 'recovery_code',
    total: counted?.total ?? 0,
    remaining: counted?.remaining ?? 0,
  };
};
