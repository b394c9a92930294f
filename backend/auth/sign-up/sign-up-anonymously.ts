import { ServiceError } from '../../http/service-error.ts';
import { createUser } from '../accounts/create-user.ts';
import type { Metadata } from '../accounts/user-row.ts';
import { callAfterUserCreatedHook, callBeforeUserCreatedHook } from '../hooks/user-created.ts';
import { limitRoute } from '../limits/route-limits.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import type { TokenResponse } from '../sessions/access-token.ts';
import { issueSession } from '../sessions/issue-session.ts';

/** POST /signup without an address: an account that cannot be signed in to again until it gets one. */
export async function signUpAnonymously(
  request: AuthRequest,
  service: AuthService,
  data: Metadata | undefined,
): Promise<TokenResponse> {
  if (!service.config.enableAnonymousSignIns) {
    throw new ServiceError('anonymous_provider_disabled', 422, 'Anonymous sign-ins are disabled');
  }
  await limitRoute(request, service, 'anonymous');
  if (!service.config.enableSignup) {
    throw new ServiceError('signup_disabled', 422, 'Signups not allowed for this instance');
  }
  const draft = { id: service.random.uuid(), provider: 'anonymous', data };
  await callBeforeUserCreatedHook(request, service, draft);
  const { user, tokens } = await service.database.transaction(async (sql) => {
    const user = await createUser(sql, service, draft);
    return { user, tokens: await issueSession({ sql, service, request }, user, 'anonymous') };
  });
  await callAfterUserCreatedHook(request, service, user);
  return tokens;
}
