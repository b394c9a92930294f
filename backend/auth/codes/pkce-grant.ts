import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { findUserById } from '../accounts/find-user.ts';
import { isBanned } from '../accounts/user-row.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { endFlow, requireFlow } from './flow-state.ts';

const shape = z.object({ auth_code: optionalText, code_verifier: optionalText });

/**
 * POST /token?grant_type=pkce: exchanges the code of a redirect, with the verifier that only the client that began the flow has.
 */
export const pkceGrant: Endpoint = async (request, service) => {
  const body = await request.body(shape);
  if (body.auth_code === '' || body.code_verifier === '') {
    const message = 'invalid request: both auth code and code verifier should be non-empty';
    throw ServiceError.validationFailed(message);
  }
  const flow = await requireFlow(service, body.auth_code, body.code_verifier);
  const decrypt = (token: string | null) => token && service.encryption.decrypt(flow.id, token).text;
  const providerToken = decrypt(flow.provider_access_token);
  const providerRefreshToken = decrypt(flow.provider_refresh_token);
  return service.database.transaction(async (sql) => {
    await endFlow(sql, flow);
    const user = await findUserById(sql, flow.user_id);
    if (user === undefined || user.deleted_at !== null) {
      throw new ServiceError('flow_state_not_found', 404, 'invalid flow state, no valid flow state found');
    }
    if (isBanned(user, service.clock.now())) throw new ServiceError('user_banned', 403, 'User is banned');
    const audit = { action: 'login', traits: { provider_type: flow.provider_type } } as const;
    const tokens = await issueSession({ sql, service, request }, user, flow.authentication_method, {
      audit,
      ...(flow.session_not_after === null ? {} : { notAfter: flow.session_not_after }),
    });
    return {
      ...tokens,
      ...(providerToken ? { provider_token: providerToken } : {}),
      ...(providerRefreshToken ? { provider_refresh_token: providerRefreshToken } : {}),
    };
  });
};
