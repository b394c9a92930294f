import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import type { Endpoint } from '../service/request.ts';
import type { Queries } from '../service/service.ts';
import { type Caller, requireUser } from './require-user.ts';
import { lacksSecondFactor } from './second-factor.ts';

const scopes = ['global', 'local', 'others'] as const;
type Scope = (typeof scopes)[number];

/** POST /logout: ends this session, the others, or all of them. Refresh tokens go with their session. */
export const logout: Endpoint = async (request, service) => {
  const caller = await requireUser(request, service);
  const requested = request.query.get('scope') || 'global';
  const scope = scopes.find((known) => known === requested);
  if (scope === undefined)
    throw ServiceError.validationFailed(`Unsupported logout scope "${requested.slice(0, 40)}"`);
  const endsOwnOnly = lacksSecondFactor(caller);
  // 422, because auth-js treats a 401 or 403 of this route as success, and no session has ended here.
  if (endsOwnOnly && scope === 'others') throw secondFactorMissing(422, 'No session has ended');
  await service.database.transaction(async (sql) => {
    await writeAudit({ sql, service, request }, { actor: caller.user, action: 'logout' });
    if (endsOwnOnly) await sql`delete from auth.sessions where id = ${caller.session?.id ?? null}`;
    else await endSessions(sql, caller, scope);
  });
  // 403, after which auth-js drops its session, as it should: this session has ended.
  if (endsOwnOnly && scope === 'global') throw secondFactorMissing(403, 'Only this session has ended');
  return new Response(null, { status: 204 });
};

async function endSessions(sql: Queries, { user, session }: Caller, scope: Scope): Promise<void> {
  if (session === undefined || scope === 'global')
    await sql`delete from auth.sessions where user_id = ${user.id}`;
  else if (scope === 'local') await sql`delete from auth.sessions where id = ${session.id}`;
  else await sql`delete from auth.sessions where user_id = ${user.id} and id <> ${session.id}`;
}

/** A caller who knows only the password must not sign the owner of the account out. */
function secondFactorMissing(status: number, outcome: string): ServiceError {
  const message = `${outcome}: AAL2 session is required to end other sessions when MFA is enabled.`;
  return new ServiceError('insufficient_aal', status, message);
}
