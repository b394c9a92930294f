import type { TransactionSql } from 'postgres';
import { ServiceError } from '../../http/service-error.ts';

/**
 * Holds an account until the transaction ends. Everybody who changes its factors and sessions does this first, so that two requests see
 * each other's work and never wait for each other in a circle.
 */
export async function lockUser(sql: TransactionSql, userId: string): Promise<void> {
  const held = await sql`select id from auth.users where id = ${userId} for no key update`;
  if (held.length === 0) throw new ServiceError('user_not_found', 404, 'User not found');
}
