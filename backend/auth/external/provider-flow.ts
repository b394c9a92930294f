import { insertion } from '../../../database/driver/sql.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { Challenge } from '../codes/flow-state.ts';
import { startedInOtherBrowser } from '../redirects/flow-cookie.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { isUuid } from '../sessions/require-user.ts';

/** How long a user may take to sign in at the provider. */
const lifetimeSeconds = 300;

export interface NewFlow {
  provider: string;
  /** When empty, the session is returned in the fragment. */
  challenge: Challenge;
  /** The URL to redirect to afterward. */
  referrer: string;
  /** The verifier of our own code challenge to the provider. */
  codeVerifier: string | null;
  /** The account that wants to link a provider identity to itself. */
  linkTo: string | null;
  emailOptional: boolean;
}

/** Stores a sign-in at a provider. The returned id travels as `state`. Some abandoned flows are deleted. */
export async function beginProviderFlow(service: AuthService, flow: NewFlow): Promise<string> {
  const { random, clock, database } = service;
  const now = clock.now();
  const old = new Date(now.getTime() - 2 * 86_400_000);
  const id = random.uuid();
  const stateId = flow.codeVerifier === null ? null : random.uuid();
  const isPkce = flow.challenge.code_challenge !== '';
  await database.sql`
    with swept as (
      delete from auth.flow_state where id in (
        select id from auth.flow_state where created_at < ${old} order by created_at limit 20 for update skip locked)
    ), swept_states as (
      delete from auth.oauth_client_states where id in (
        select id from auth.oauth_client_states where created_at < ${old} order by created_at limit 20
        for update skip locked)
    ), client_state as (
      insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
      select ${stateId}::uuid, ${flow.provider}, ${flow.codeVerifier}, ${now} where ${stateId !== null}
    )
    insert into auth.flow_state ${insertion({
      id,
      auth_code: isPkce ? random.uuid() : null,
      code_challenge_method: isPkce ? 's256' : null,
      code_challenge: isPkce ? flow.challenge.code_challenge : null,
      provider_type: flow.provider,
      authentication_method: 'oauth',
      referrer: flow.referrer,
      oauth_client_state_id: stateId,
      linking_target_id: flow.linkTo,
      email_optional: flow.emailOptional,
      created_at: now,
      updated_at: now,
    })}`;
  return id;
}

export interface ProviderFlow {
  id: string;
  provider_type: string;
  is_pkce: boolean;
  referrer: string | null;
  linking_target_id: string | null;
  email_optional: boolean;
  code_verifier: string | null;
}

/**
 * Uses up the flow that a browser returns with. It is one statement: of concurrent requests with the same state exactly one gets
 * the flow, whatever the provider answers afterward. For a browser other than the one that began it, only a flow with a code
 * challenge is returned, because its code is useless there. A flow that links an account is returned to the browser of that
 * account only, because the link is made here.
 */
export async function consumeProviderFlow(
  service: AuthService,
  state: string,
  isSameBrowser: boolean,
): Promise<ProviderFlow> {
  if (state === '') throw new ServiceError('bad_oauth_callback', 400, 'OAuth state parameter missing');
  if (!isUuid(state)) throw badState('OAuth state parameter is invalid');
  const { sql } = service.database;
  const now = service.clock.now();
  const oldest = new Date(now.getTime() - lifetimeSeconds * 1000);
  const [flow] = await sql<ProviderFlow[]>`
    with taken as (
      update auth.flow_state set auth_code_issued_at = ${now}, updated_at = ${now}
      where id = ${state} and authentication_method = 'oauth' and auth_code_issued_at is null and user_id is null
        and created_at > ${oldest}
        and (${isSameBrowser} or (code_challenge is not null and linking_target_id is null))
      returning *
    ), verifier as (
      delete from auth.oauth_client_states c using taken where c.id = taken.oauth_client_state_id
      returning c.code_verifier
    )
    select id, provider_type, code_challenge is not null as is_pkce, referrer, linking_target_id, email_optional,
      (select code_verifier from verifier) as code_verifier
    from taken`;
  if (flow !== undefined) return flow;
  const [known] = await sql<{ is_used: boolean; is_old: boolean }[]>`
    select auth_code_issued_at is not null or user_id is not null as is_used, created_at <= ${oldest} as is_old
    from auth.flow_state where id = ${state} and authentication_method = 'oauth'`;
  if (known === undefined) throw badState('OAuth state not found or expired');
  if (!known.is_used) throw known.is_old ? badState('OAuth state has expired') : startedInOtherBrowser();
  throw new ServiceError('flow_state_already_used', 400, 'State has already been used');
}

/** Ends a flow with a code challenge: the code in the URL gives a session to the holder of the verifier. */
export async function issueProviderCode(
  sql: Queries,
  service: AuthService,
  flow: ProviderFlow,
  granted: { userId: string; accessToken: string; refreshToken: string },
): Promise<string> {
  const encrypt = (token: string) => token && service.encryption.encrypt(flow.id, token);
  const [ended] = await sql<{ auth_code: string }[]>`
    update auth.flow_state set user_id = ${granted.userId}, provider_access_token = ${encrypt(granted.accessToken)},
      provider_refresh_token = ${encrypt(granted.refreshToken)}, updated_at = ${service.clock.now()}
    where id = ${flow.id} and user_id is null returning auth_code`;
  if (ended === undefined) throw badState('OAuth state not found or expired');
  return ended.auth_code;
}

/** Ends a flow whose session is returned in the fragment. */
export async function endProviderFlow(sql: Queries, flow: ProviderFlow): Promise<void> {
  await sql`delete from auth.flow_state where id = ${flow.id}`;
}

function badState(message: string): ServiceError {
  return new ServiceError('bad_oauth_state', 400, message);
}
