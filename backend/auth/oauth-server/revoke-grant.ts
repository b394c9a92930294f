import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import type { Endpoint } from '../service/request.ts';
import { isUuid, requireUser } from '../sessions/require-user.ts';

/** DELETE /user/oauth/grants?client_id=: revokes a consent, and ends the application's sessions and unused codes. */
export const revokeGrant: Endpoint = async (request, service) => {
  const { user } = await requireUser(request, service);
  const clientId = request.query.get('client_id') ?? '';
  if (clientId === '') throw ServiceError.validationFailed('client_id query parameter is required');
  if (!isUuid(clientId)) throw ServiceError.validationFailed('invalid client_id format');
  await service.database.transaction(async (sql) => {
    const now = service.clock.now();
    // The consent is revoked first, then the sessions: a concurrent code exchange locks the consent, so its session is visible
    // afterward.
    const revoked = await sql`
      update auth.oauth_consents set revoked_at = greatest(${now}, granted_at)
      where user_id = ${user.id} and client_id = ${clientId} and revoked_at is null returning id`;
    if (revoked.length === 0) {
      throw new ServiceError('oauth_consent_not_found', 404, 'No active grant found for this client');
    }
    await sql`delete from auth.sessions where user_id = ${user.id} and oauth_client_id = ${clientId}`;
    await sql`delete from auth.oauth_authorizations where user_id = ${user.id} and client_id = ${clientId}`;
    const traits = { oauth_client_id: clientId, action: 'revoke_oauth_grant' };
    await writeAudit({ sql, service, request }, { actor: user, action: 'token_revoked', traits });
  });
  return new Response(null, { status: 204 });
};
