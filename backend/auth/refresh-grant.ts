import { z } from 'zod';
import { OAuthError } from '../http/service-error.ts';
import { optionalText } from './body-shapes.ts';
import type { Endpoint } from './request.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { parseRefreshToken } from './sessions/refresh-token.ts';

const shape = z.object({ refresh_token: optionalText });

/** POST /token?grant_type=refresh_token: renews a session and its tokens. */
export const refreshGrant: Endpoint = async (request, service) => {
  const { refresh_token: text } = await request.body(shape);
  if (text === '') throw new OAuthError('invalid_request', 'refresh_token required');
  return refreshSession(request, service, parseRefreshToken(text));
};
