import { ServiceError } from '../http/service-error.ts';
import { writeAudit } from './audit.ts';
import type { Endpoint } from './request.ts';
import { requireUser } from './sessions/require-user.ts';

/** POST /logout: ends this session, the others, or all of them. Refresh tokens go with their session. */
export const logout: Endpoint = async (request, service) => {
  const { user, session } = await requireUser(request, service);
  const scope = request.query.get('scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw new ServiceError('validation_failed', 400, `Unsupported logout scope "${scope.slice(0, 40)}"`);
  }
  await service.database.transaction(async (sql) => {
    await writeAudit(sql, service, request, { actor: user, action: 'logout' });
    if (session === undefined || scope === 'global')
      await sql`delete from auth.sessions where user_id = ${user.id}`;
    else if (scope === 'local') await sql`delete from auth.sessions where id = ${session.id}`;
    else await sql`delete from auth.sessions where user_id = ${user.id} and id <> ${session.id}`;
  });
  return new Response(null, { status: 204 });
};
