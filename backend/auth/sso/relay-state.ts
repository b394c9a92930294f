import { ServiceError } from '../../http/service-error.ts';
import { startedInOtherBrowser } from '../redirects/flow-cookie.ts';
import type { AuthService } from '../service/service.ts';

/** A sign-in that began here and continues at an identity provider. Its id travels there and back as `RelayState`. */
export interface RelayState {
  id: string;
  sso_provider_id: string;
  /** Our request, which the response must name. */
  request_id: string;
  redirect_to: string | null;
  /** With a code challenge: the flow that the code belongs to. */
  flow_state_id: string | null;
}

/** Stores a sign-in and, with a code challenge, its flow. Those older than a day are deleted. */
export async function storeRelayState(
  service: AuthService,
  state: Omit<RelayState, 'id' | 'flow_state_id'> & { codeChallenge: string },
): Promise<string> {
  const { random } = service;
  const id = random.uuid();
  const now = service.clock.now();
  const yesterday = new Date(now.getTime() - 24 * 3600 * 1000);
  const flowId = state.codeChallenge === '' ? null : random.uuid();
  await service.database.sql`
    with old_flows as (
      delete from auth.flow_state
      where created_at < ${yesterday} and authentication_method = 'sso/saml'
    ), old as (
      delete from auth.saml_relay_states where created_at < ${yesterday}
    ), flow as (
      insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type,
        authentication_method, created_at, updated_at)
      select ${flowId}::uuid, ${random.uuid()}, 's256', ${state.codeChallenge}, 'sso/saml', 'sso/saml', ${now}, ${now}
      where ${flowId !== null}
    )
    insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at)
    values (${id}, ${state.sso_provider_id}, ${state.request_id}, ${state.redirect_to}, ${flowId}, ${now}, ${now})`;
  return id;
}

/**
 * Uses up a stored sign-in in one statement: of concurrent requests one gets it. For a browser other than the one that began it,
 * only a sign-in with a code challenge is returned, because its code is useless there.
 */
export async function consumeRelayState(
  service: AuthService,
  id: string,
  isSameBrowser: boolean,
): Promise<RelayState> {
  const { sql } = service.database;
  const [consumed] = await sql<(RelayState & { created_at: Date })[]>`
    delete from auth.saml_relay_states where id = ${id} and (${isSameBrowser} or flow_state_id is not null)
    returning id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at`;
  if (consumed === undefined) {
    const [stored] = isSameBrowser ? [] : await sql`select id from auth.saml_relay_states where id = ${id}`;
    if (stored !== undefined) throw startedInOtherBrowser();
    const message = 'SAML RelayState does not exist, try logging in again?';
    throw new ServiceError('saml_relay_state_not_found', 404, message);
  }
  const age = (service.clock.now().getTime() - consumed.created_at.getTime()) / 1000;
  if (age >= service.config.saml.relayStateValidity) {
    const message = 'SAML RelayState has expired. Try logging in again?';
    throw new ServiceError('saml_relay_state_expired', 422, message);
  }
  return consumed;
}
