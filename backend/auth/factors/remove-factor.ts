import type { TransactionSql } from '../../../database/database.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { type FactorRow, factorMethods, factorNotFound } from './factor-row.ts';

/** Removes a factor. Sessions that were raised with it go back to aal1. */
export async function removeFactor(sql: TransactionSql, factor: FactorRow): Promise<void> {
  await lockUser(sql, factor.user_id);
  const removed = await sql`delete from auth.mfa_factors where id = ${factor.id} returning id`;
  if (removed.length === 0) throw factorNotFound();
  await sql`
    delete from auth.mfa_amr_claims c using auth.sessions s
    where s.user_id = ${factor.user_id} and s.factor_id = ${factor.id} and c.session_id = s.id
      and c.authentication_method = ${factorMethods[factor.factor_type]}`;
  // A session that another factor has raised as well stays raised.
  await sql`
    update auth.sessions s set factor_id = null,
      aal = case when exists (select from auth.mfa_amr_claims c where c.session_id = s.id
        and c.authentication_method = any(${Object.values(factorMethods)})) then 'aal2' else 'aal1' end::auth.aal_level
    where s.user_id = ${factor.user_id} and s.factor_id = ${factor.id}`;
  await deleteOrphanedCodes(sql, factor);
}

/** Recovery codes are a substitute for another factor. They are deleted with the last other factor. */
async function deleteOrphanedCodes(sql: TransactionSql, removed: FactorRow): Promise<void> {
  if (removed.factor_type === 'recovery_code') return;
  const left = await sql<FactorRow[]>`
    select * from auth.mfa_factors where user_id = ${removed.user_id} and status = 'verified'`;
  if (left.some((other) => other.factor_type !== 'recovery_code')) return;
  for (const codes of left) await removeFactor(sql, codes);
}
