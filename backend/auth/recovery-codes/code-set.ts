import type { TransactionSql } from '../../../database/database.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { createCode, hashCode } from './code-text.ts';

const codesInSet = 10;

export interface CodeSet {
  id: string;
  factor_id: string;
  friendly_name: string | null;
}

/** The recovery code set of an account, which has at most one. */
export async function findCodeSet(sql: Queries, userId: string): Promise<CodeSet | undefined> {
  const [set] = await sql<CodeSet[]>`
    select s.id, s.mfa_factor_id as factor_id, f.friendly_name
    from auth.mfa_recovery_code_sets s join auth.mfa_factors f on f.id = s.mfa_factor_id
    where s.user_id = ${userId}`;
  return set;
}

export async function requireCodeSet(sql: Queries, userId: string): Promise<CodeSet> {
  const set = await findCodeSet(sql, userId);
  if (set === undefined) {
    throw new ServiceError('mfa_factor_not_found', 404, 'The user has not enrolled recovery codes');
  }
  return set;
}

/** Plain codes for their owner, and their hashes in the same order for the table. */
export interface FreshCodes {
  codes: string[];
  hashes: string[];
}

export async function createCodes(service: AuthService): Promise<FreshCodes> {
  const codes = Array.from({ length: codesInSet }, () => createCode(service.random));
  const hashes: string[] = [];
  // One after the other: each takes memory and a thread that others wait for.
  for (const code of codes) hashes.push(await hashCode(code));
  return { codes, hashes };
}

/** Replaces all codes of the set. */
export async function replaceCodes(
  sql: TransactionSql,
  service: AuthService,
  setId: string,
  hashes: string[],
): Promise<void> {
  const now = service.clock.now();
  await sql`delete from auth.mfa_recovery_codes where mfa_recovery_code_set_id = ${setId}`;
  for (const hash of hashes) {
    await sql`
      insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash, created_at)
      values (${service.random.uuid()}, ${setId}, ${hash}, ${now})`;
  }
  await sql`
    update auth.mfa_recovery_code_sets
    set failed_verification_count = 0, verification_locked_until = null, updated_at = ${now} where id = ${setId}`;
}

/** The only answer that shows the codes. Read by supabase-js: keep these keys. */
export function toWireCodes(set: Pick<CodeSet, 'factor_id' | 'friendly_name'>, codes: string[]): object {
  return {
    id: set.factor_id,
    type: 'recovery_code',
    ...(set.friendly_name ? { friendly_name: set.friendly_name } : {}),
    total: codes.length,
    codes,
  };
}
