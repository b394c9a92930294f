import { z } from 'zod';
import { limitRoute } from '../limits/route-limits.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import { refreshSession } from './refresh-session.ts';
import { type ParsedRefreshToken, parseRefreshToken } from './refresh-token.ts';

const shape = z.object({ refresh_token: optionalText });

/** POST /token?grant_type=refresh_token: renews a session and its tokens. */
export const refreshGrant: Endpoint = async (request, service) => {
  let token: ParsedRefreshToken;
  try {
    token = await readToken(request);
  } catch (error) {
    // A malformed token counts as a call too.
    await limitRoute(request, service, 'token');
    throw error;
  }
  return refreshSession(request, service, token);
};

async function readToken(request: AuthRequest): Promise<ParsedRefreshToken> {
  const { refresh_token: text } = await request.body(shape);
  return parseRefreshToken(text);
}
