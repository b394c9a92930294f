import { ServiceError } from '../../http/service-error.ts';
import type { Queries } from '../service/service.ts';
import { isUuid } from '../sessions/require-user.ts';

/** The public columns of auth.webauthn_credentials. */
export interface PasskeyRow {
  id: string;
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** Oldest first. */
export function listPasskeys(sql: Queries, userId: string): Promise<PasskeyRow[]> {
  return sql<PasskeyRow[]>`
    select id, friendly_name, created_at, last_used_at from auth.webauthn_credentials
    where user_id = ${userId} order by created_at, id`;
}

/** Removes a passkey of the given account. A passkey of another user is not found. */
export async function removePasskey(sql: Queries, userId: string, passkeyId: string): Promise<void> {
  requirePasskeyId(passkeyId);
  const removed = await sql`
    delete from auth.webauthn_credentials where id = ${passkeyId} and user_id = ${userId} returning id`;
  if (removed.length === 0) throw passkeyNotFound();
}

export function requirePasskeyId(text: string): void {
  if (!isUuid(text)) throw passkeyNotFound();
}

export function passkeyNotFound(): ServiceError {
  return new ServiceError('validation_failed', 404, 'Passkey not found');
}

/** Read by supabase-js: keep these keys. */
export function toWirePasskey(row: PasskeyRow): object {
  return {
    id: row.id,
    ...(row.friendly_name === '' ? {} : { friendly_name: row.friendly_name }),
    created_at: row.created_at.toISOString(),
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at.toISOString() }),
  };
}
