import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../http/service-error.ts';
import type { FlowType } from '../accounts/one-time-tokens.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { runStatements, type Statement } from '../service/statements.ts';
import type { AuthenticationMethod } from '../sessions/authentication-methods.ts';

/** How long a code can be exchanged. */
const lifetimeSeconds = 300;

export interface Challenge {
  code_challenge: string;
  code_challenge_method: string;
}

/** The flow type that a body asks for. Only SHA-256 challenges are accepted: a plain one protects nothing. */
export function parseChallenge(challenge: Challenge): FlowType {
  const { code_challenge: text, code_challenge_method: method } = challenge;
  if ((text === '') !== (method === ''))
    throw ServiceError.validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  if (text === '') return 'implicit';
  if (text.length < 43 || text.length > 128)
    throw ServiceError.validationFailed('code challenge has to be between 43 and 128 characters');
  if (!/^[a-zA-Z0-9._~-]+$/.test(text)) {
    throw ServiceError.validationFailed(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  if (method.toLowerCase() !== 's256')
    throw ServiceError.validationFailed('code challenge method has to be s256');
  return 'pkce';
}

export interface NewFlow {
  challenge: Challenge;
  userId: string;
  method: AuthenticationMethod;
  provider: string;
}

/** Stores a new flow with a code challenge for an account. */
export async function beginFlow(sql: Queries, service: AuthService, flow: NewFlow): Promise<void> {
  await runStatements(sql, [flowStatement(service, flow)]);
}

const insertFlow = `
  insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
    authentication_method, created_at, updated_at)
  values ($1::uuid, $2::uuid, $3::text, 's256', $4::text, $5::text, $6::text, $7::timestamptz, $7)`;

export function flowStatement({ random, clock }: AuthService, flow: NewFlow): Statement {
  const { challenge, userId, provider, method } = flow;
  const now = clock.now().toISOString();
  const values = [random.uuid(), userId, random.uuid(), challenge.code_challenge, provider, method, now];
  return { text: insertFlow, values };
}

/** Creates the code that ends the newest flow of an account, after the mail link was followed. */
export async function issueFlowCode(
  sql: Queries,
  service: AuthService,
  userId: string,
  method: AuthenticationMethod,
): Promise<string> {
  const now = service.clock.now();
  const [state] = await sql<{ auth_code: string }[]>`
    update auth.flow_state set auth_code_issued_at = ${now}, updated_at = ${now}
    where id = (
      select id from auth.flow_state where user_id = ${userId} and authentication_method = ${method}
        and code_challenge is not null
      order by created_at desc limit 1)
    returning auth_code`;
  if (state !== undefined) return state.auth_code;
  throw new ServiceError(
    'flow_state_not_found',
    400,
    'No associated flow state found. No valid flow state found for user.',
  );
}

export interface FlowState {
  id: string;
  user_id: string;
  provider_type: string;
  authentication_method: AuthenticationMethod;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  /** The session end that an identity provider demands. */
  session_not_after: Date | null;
}

/** The flow of a code, if it has not expired and the verifier matches the code challenge. */
export async function requireFlow(service: AuthService, code: string, verifier: string): Promise<FlowState> {
  const { sql } = service.database;
  const [state] = await sql<(FlowState & { code_challenge: string; started: Date })[]>`
    select id, user_id, provider_type, authentication_method, provider_access_token, provider_refresh_token,
      code_challenge,
      (select e.not_after from porchlight.sso_flow_ends e where e.flow_state_id = flow_state.id) as session_not_after,
      case when authentication_method in ('magiclink', 'sso/saml') then coalesce(auth_code_issued_at, created_at)
        else created_at end as started
    from auth.flow_state where auth_code = ${code} and user_id is not null and code_challenge is not null`;
  if (state === undefined) throw flowNotFound();
  if (state.started.getTime() + lifetimeSeconds * 1000 < service.clock.now().getTime()) {
    throw new ServiceError('flow_state_expired', 422, 'invalid flow state, flow state has expired');
  }
  if (!isVerifierOf(state.code_challenge, verifier)) {
    const message = 'code challenge does not match previously saved code verifier';
    throw new ServiceError('bad_code_verifier', 400, message);
  }
  return state;
}

/** Ends a flow. Of concurrent requests with the same code only one succeeds; the others find no flow. */
export async function endFlow(sql: Queries, flow: FlowState): Promise<void> {
  const ended = await sql`delete from auth.flow_state where id = ${flow.id} returning id`;
  if (ended.length === 0) throw flowNotFound();
}

export function isVerifierOf(challenge: string, verifier: string): boolean {
  const made = createHash('sha256').update(verifier).digest('base64url');
  const [a, b] = [Buffer.from(made), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function flowNotFound(): ServiceError {
  return new ServiceError('flow_state_not_found', 404, 'invalid flow state, no valid flow state found');
}
