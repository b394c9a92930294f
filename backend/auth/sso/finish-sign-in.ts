import { isForeignKeyViolation, isUniqueViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { consumeProof } from '../codes/prevent-replay.ts';
import { callAfterUserCreatedHook } from '../hooks/user-created.ts';
import { codeUrl, sessionUrl } from '../redirects/return-url.ts';
import type { Call } from '../service/call.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { type Accepted, invalidAssertion } from './accept-response.ts';
import { toClaims } from './assertion-claims.ts';
import { callHookForNewSsoUser, findOrCreateSsoUser } from './find-or-create-sso-user.ts';
import type { SsoProvider } from './sso-provider.ts';

export interface SignIn extends Accepted {
  provider: SsoProvider;
  /** The PKCE flow that the sign-in ends; null for a session in the fragment. */
  flowStateId: string | null;
  /** The URL to redirect to. */
  target: string;
}

/** Creates the session of an accepted assertion. Returns the URL that takes it to the browser. */
export async function finishSignIn(
  request: AuthRequest,
  service: AuthService,
  signIn: SignIn,
): Promise<string> {
  const { provider, assertion } = signIn;
  const claims = toClaims(assertion, provider.attribute_mapping ?? {});
  requireOwnDomain(provider, claims.email);
  const identity = { provider: `sso:${provider.id}`, claims };
  const newId = await callHookForNewSsoUser(request, service, identity);
  const once = () =>
    service.database.transaction(async (sql) => {
      const call = { sql, service, request };
      const proof = { parts: ['saml', provider.entity_id, assertion.id], expiresAt: signIn.expiresAt };
      if (!(await consumeProof(sql, service, proof))) throw invalidAssertion('it was used before');
      const outcome = await findOrCreateSsoUser(call, identity, newId);
      return { ...outcome, url: await openSession(call, signIn, outcome.user) };
    });
  const { user, isNew, url } = await once().catch((error: unknown) => {
    // A concurrent request created or removed the same account: the second run sees it.
    if (isUniqueViolation(error) || isForeignKeyViolation(error)) return once();
    throw error;
  });
  if (isNew) await callAfterUserCreatedHook(request, service, user);
  return url;
}

/**
 * A provider may only name addresses of its own domains. One without domains may name any address, but does not make its user an
 * owner of the site.
 */
function requireOwnDomain({ domains }: SsoProvider, email: string): void {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length === 0 || domains.some((own) => own.toLowerCase() === domain)) return;
  throw invalidAssertion(
    'its email address is outside the domains of this identity provider. Correct the address there, or add its domain to the provider here',
  );
}

async function openSession(
  call: Call<Queries>,
  { assertion, flowStateId, target }: SignIn,
  user: UserRow,
): Promise<string> {
  const { sql, service } = call;
  const notAfter = assertion.sessionEnd;
  if (flowStateId !== null) {
    const flow = { id: flowStateId, userId: user.id, notAfter };
    return codeUrl(target, await issueCode(sql, service, flow));
  }
  const options = notAfter === undefined ? {} : { notAfter };
  return sessionUrl(target, await issueSession(call, user, 'sso/saml', options));
}

/** A flow with a code challenge ends with a code. The end of its session is stored with it. */
async function issueCode(
  sql: Queries,
  service: AuthService,
  flow: { id: string; userId: string; notAfter: Date | undefined },
): Promise<string> {
  const now = service.clock.now();
  const [issued] = await sql<{ auth_code: string }[]>`
    update auth.flow_state set user_id = ${flow.userId}, auth_code_issued_at = ${now}, updated_at = ${now}
    where id = ${flow.id} and user_id is null returning auth_code`;
  if (issued === undefined)
    throw new ServiceError('flow_state_already_used', 400, 'State has already been used');
  if (flow.notAfter !== undefined)
    await sql`
      insert into porchlight.sso_flow_ends (flow_state_id, not_after) values (${flow.id}, ${flow.notAfter})`;
  return issued.auth_code;
}
