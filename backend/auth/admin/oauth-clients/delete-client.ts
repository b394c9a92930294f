import type { Endpoint } from '../../service/request.ts';
import { logClientChange } from './log-client-change.ts';
import { clientNotFound, requireTargetClient } from './require-client.ts';

/** DELETE /admin/oauth/clients/{id}: deletes the application with its sessions, its unused codes and every consent. */
export const deleteClient: Endpoint = async (request, service) => {
  const { client, claims } = await requireTargetClient(request, service);
  await service.database.transaction(async (sql) => {
    const now = service.clock.now();
    // The application is deleted first, then its sessions: a concurrent code exchange locks the application's row, so its session
    // is visible afterward.
    const deleted = await sql`
      update auth.oauth_clients set deleted_at = ${now}, updated_at = ${now}
      where id = ${client.id} and deleted_at is null returning id`;
    if (deleted.length === 0) clientNotFound();
    await logClientChange({ sql, service, request }, claims, 'oauth_client_deleted', client);
    await sql`delete from auth.sessions where oauth_client_id = ${client.id}`;
    await sql`delete from auth.oauth_authorizations where client_id = ${client.id}`;
    await sql`
      update auth.oauth_consents set revoked_at = greatest(${now}, granted_at)
      where client_id = ${client.id} and revoked_at is null`;
  });
  return new Response(null, { status: 204 });
};
