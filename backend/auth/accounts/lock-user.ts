import type { TransactionSql } from '../../../database/database.ts';
import { ServiceError } from '../../http/service-error.ts';

/**
 * Locks an account until the transaction ends. Every change of its factors and sessions locks it first, so that concurrent
 * requests see each other's changes and never deadlock.
 */
export async function lockUser(sql: TransactionSql, userId: string): Promise<void> {
  const locked = await sql`select id from auth.users where id = ${userId} for no key update`;
  if (locked.length === 0) throw new ServiceError('user_not_found', 404, 'User not found');
}
