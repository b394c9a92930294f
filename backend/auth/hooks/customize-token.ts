import { z } from 'zod';
import type { Claims } from '../../identity/key-ring.ts';
import type { Hook } from '../service/ports.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { hookFailure } from './hook-error.ts';
import { hookMetadata } from './hook-payload.ts';

/** The claims that an access token must have for the services and clients that read it. The hook may choose all others. */
const tokenShape = z.looseObject({
  aud: z.union([z.string(), z.array(z.unknown())]),
  exp: z.int(),
  iat: z.int(),
  sub: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.string(),
  aal: z.string(),
  session_id: z.string(),
  is_anonymous: z.boolean(),
  iss: z.string().optional(),
  jti: z.string().optional(),
  nbf: z.int().optional(),
  amr: z.array(z.union([z.string(), z.looseObject({})])).optional(),
  app_metadata: z.looseObject({}).optional(),
  user_metadata: z.looseObject({}).optional(),
  client_id: z.string().optional(),
});

export interface TokenIssue {
  request: AuthRequest;
  /** The authentication method, as access tokens name it; `token_refresh` for a refresh. */
  method: string;
  /** The open transaction in which the session was written, if any: a database function then sees the session. */
  sql?: Queries;
}

/** Lets the hook change the claims of an access token before it is signed. */
export async function customizeClaims(
  service: AuthService,
  hook: Hook,
  claims: Claims,
  issue: TokenIssue,
): Promise<Claims> {
  const payload = {
    metadata: hookMetadata(service, 'custom_access_token', issue.request.clientAddress),
    user_id: claims.sub,
    claims,
    authentication_method: issue.method,
  };
  const output = z.object({ claims: z.unknown() }).safeParse(await hook.call(payload, issue.sql));
  if (!output.success || output.data.claims === undefined) {
    throw hookFailure('invalid', 'output claims field is missing');
  }
  const checked = tokenShape.safeParse(output.data.claims);
  if (!checked.success) {
    const faults = checked.error.issues.map(
      ({ path, message }) => `- ${path.join('.') || '(root)'}: ${message}\n`,
    );
    const message = `output claims do not conform to the expected schema: \n${faults.join('')}`;
    throw hookFailure('invalid', message);
  }
  const { iss, client_id, scope } = claims;
  // The hook may leave out the issuer, but then no service here would accept the token. The hook cannot change that a token
  // belongs to an application, and its scope: without these the token would act as the user.
  return { iss, ...checked.data, ...(client_id === undefined ? {} : { client_id, scope }) };
}
