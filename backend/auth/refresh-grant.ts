import { z } from 'zod';
import { optionalText } from './body-shapes.ts';
import { limitRoute } from './guards/rate-limits.ts';
import type { AuthRequest, Endpoint } from './request.ts';
import { refreshSession } from './sessions/refresh-session.ts';
import { type ParsedRefreshToken, parseRefreshToken } from './sessions/refresh-token.ts';

const shape = z.object({ refresh_token: optionalText });

/** POST /token?grant_type=refresh_token: renews a session and its tokens. */
export const refreshGrant: Endpoint = async (request, service) => {
  let token: ParsedRefreshToken;
  try {
    token = await readToken(request);
  } catch (error) {
    // A malformed token counts as a call too.
    await limitRoute(service, request, 'token');
    throw error;
  }
  return refreshSession(request, service, token);
};

async function readToken(request: AuthRequest): Promise<ParsedRefreshToken> {
  const { refresh_token: text } = await request.body(shape);
  return parseRefreshToken(text);
}
