import type { Call } from '../service/call.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { runStatements, type Statement } from '../service/statements.ts';
import { nilInstanceId, type UserRow } from './user-row.ts';

const logTypes = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  token_revoked: 'token',
  token_refreshed: 'token',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  identity_linked: 'user',
  identity_unlinked: 'user',
  custom_provider_created: 'team',
  custom_provider_updated: 'team',
  custom_provider_deleted: 'team',
  sso_provider_created: 'team',
  sso_provider_updated: 'team',
  sso_provider_deleted: 'team',
  oauth_client_created: 'team',
  oauth_client_updated: 'team',
  oauth_client_deleted: 'team',
  oauth_client_secret_regenerated: 'team',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
  passkey_created: 'user',
  passkey_updated: 'user',
  passkey_deleted: 'user',
  recovery_codes_generated: 'factor',
  recovery_codes_regenerated: 'factor',
  recovery_codes_verified: 'factor',
  recovery_codes_deleted: 'factor',
} as const;

export type AuditAction = keyof typeof logTypes;
export type AuditActor = Pick<UserRow, 'id' | 'email' | 'phone' | 'is_sso_user' | 'raw_user_meta_data'>;

/** The payload of an entry, with the reference server's names. */
export function auditPayload(
  actor: AuditActor,
  action: AuditAction,
  traits?: Record<string, unknown>,
): string {
  const name = actor.raw_user_meta_data?.full_name;
  return JSON.stringify({
    actor_id: actor.id,
    actor_via_sso: actor.is_sso_user,
    actor_username: actor.phone || actor.email || '',
    action,
    log_type: logTypes[action],
    ...(name === undefined ? {} : { actor_name: name }),
    ...(traits === undefined ? {} : { traits }),
  });
}

export interface AuditEntry {
  actor: AuditActor;
  action: AuditAction;
  traits?: Record<string, unknown>;
}

/** Writes an entry within the caller's transaction: an action that is rolled back is not in the log. */
export async function writeAudit({ sql, service, request }: Call<Queries>, entry: AuditEntry): Promise<void> {
  await runStatements(sql, [auditStatement(request, service, entry)]);
}

const insertEntry = `
  insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
  values ('${nilInstanceId}', $1::uuid, $2::text::json, $3::timestamptz, $4::text)`;

export function auditStatement(request: AuthRequest, service: AuthService, entry: AuditEntry): Statement {
  const payload = auditPayload(entry.actor, entry.action, entry.traits);
  const now = service.clock.now().toISOString();
  return { text: insertEntry, values: [service.random.uuid(), payload, now, request.clientAddress] };
}
