/** Signing users in to other applications: the client's methods for the consent page and for the registration of applications. */
import { createHash, randomBytes } from 'node:crypto';
import type { CreateOAuthClientParams } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { useBackend } from './compat-backend.ts';
import { type Person, settings, signedUp } from './test-users.ts';

const redirectUri = 'https://app.example/callback';
const registration: CreateOAuthClientParams = { client_name: 'Planner', redirect_uris: [redirectUri] };

describeOnEveryServer('the OAuth server', (server) => {
  const open = useBackend(() => server().database, {
    toml: settings({ confirm: false, more: '[auth.oauth_server]\nenabled = true' }),
  });
  const admin = () => open().admin().oauth;

  async function createApplication() {
    const { data, error } = await admin().createClient(registration);
    if (data === null) throw new Error('The application was not created.', { cause: error });
    return data;
  }

  /** An application redirects a user here; returns what the consent page finds in its address. */
  async function beginFlow(clientId: string, scope = 'email') {
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      state: 'mine',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const page = await open().follow(`${open().url}/auth/v1/oauth/authorize?${query}`);
    return { verifier, id: page.searchParams.get('authorization_id') ?? '' };
  }

  async function allow({ client }: Person, id: string): Promise<URL> {
    await client.auth.oauth.getAuthorizationDetails(id);
    const { data } = await client.auth.oauth.approveAuthorization(id);
    return new URL(data?.redirect_url ?? 'missing:');
  }

  describe('auth.oauth.getAuthorizationDetails', () => {
    it('shows the application and its scopes', async () => {
      const person = await signedUp(open());
      const { client_id } = await createApplication();
      const { id } = await beginFlow(client_id);
      const { data } = await person.client.auth.oauth.getAuthorizationDetails(id);
      expect(data).toEqual({
        authorization_id: id,
        redirect_uri: redirectUri,
        client: { id: client_id, name: 'Planner' },
        user: { id: person.session.user.id, email: person.email },
        scope: 'email',
      });
    });

    it('redirects at once when all scopes were allowed before', async () => {
      const person = await signedUp(open());
      const { client_id } = await createApplication();
      await allow(person, (await beginFlow(client_id)).id);
      const { id } = await beginFlow(client_id);
      const { data } = await person.client.auth.oauth.getAuthorizationDetails(id);
      expect(data).toEqual({ redirect_url: expect.stringContaining('code=') });
    });

    it('does not find an authorization that another user has opened', async () => {
      const { id } = await beginFlow((await createApplication()).client_id);
      await (await signedUp(open())).client.auth.oauth.getAuthorizationDetails(id);
      const { error } = await (await signedUp(open())).client.auth.oauth.getAuthorizationDetails(id);
      expect(error).toMatchObject({ status: 404, code: 'oauth_authorization_not_found' });
    });
  });

  describe('auth.oauth.approveAuthorization', () => {
    it('redirects back with a code that the application exchanges for tokens', async () => {
      const person = await signedUp(open());
      const { client_id, client_secret } = await createApplication();
      const { id, verifier } = await beginFlow(client_id);
      const { searchParams, origin, pathname } = await allow(person, id);
      expect([origin + pathname, searchParams.get('state')]).toEqual([redirectUri, 'mine']);
      const response = await fetch(`${open().url}/auth/v1/oauth/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: searchParams.get('code') ?? '',
          code_verifier: verifier,
        }),
      });
      const tokens: { access_token: string } = await response.json();
      const { data } = await open().client().auth.getUser(tokens.access_token);
      expect(data.user?.email).toBe(person.email);
    });

    it('works once', async () => {
      const person = await signedUp(open());
      const { id } = await beginFlow((await createApplication()).client_id);
      await allow(person, id);
      const { error } = await person.client.auth.oauth.approveAuthorization(id);
      expect(error?.status).toBe(400);
    });
  });

  describe('auth.oauth.denyAuthorization', () => {
    it('redirects back with the refusal', async () => {
      const { client } = await signedUp(open());
      const { id } = await beginFlow((await createApplication()).client_id);
      await client.auth.oauth.getAuthorizationDetails(id);
      const { data } = await client.auth.oauth.denyAuthorization(id);
      const { searchParams } = new URL(data?.redirect_url ?? 'missing:');
      expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['access_denied', 'mine']);
    });
  });

  describe('auth.oauth.listGrants', () => {
    it('lists the authorized applications, the newest first', async () => {
      const person = await signedUp(open());
      const [first, second] = [await createApplication(), await createApplication()];
      await allow(person, (await beginFlow(first.client_id)).id);
      await allow(person, (await beginFlow(second.client_id, 'email phone')).id);
      const { data } = await person.client.auth.oauth.listGrants();
      expect(data).toMatchObject([
        { client: { id: second.client_id, name: 'Planner' }, scopes: ['email', 'phone'] },
        { client: { id: first.client_id }, scopes: ['email'] },
      ]);
    });
  });

  describe('auth.oauth.revokeGrant', () => {
    it('revokes a consent: the application has to ask again', async () => {
      const person = await signedUp(open());
      const { client_id: clientId } = await createApplication();
      await allow(person, (await beginFlow(clientId)).id);
      expect((await person.client.auth.oauth.revokeGrant({ clientId })).error).toBeNull();
      expect((await person.client.auth.oauth.listGrants()).data).toEqual([]);
      const { id } = await beginFlow(clientId);
      const { data } = await person.client.auth.oauth.getAuthorizationDetails(id);
      expect(data).toHaveProperty('authorization_id', id);
      expect((await person.client.auth.oauth.revokeGrant({ clientId })).error?.status).toBe(404);
    });
  });

  describe('auth.admin.oauth.createClient', () => {
    it('registers an application and shows its secret', async () => {
      const data = await createApplication();
      expect(data).toMatchObject({
        ...registration,
        client_type: 'confidential',
        registration_type: 'manual',
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      });
      expect(data.client_secret).toMatch(/^[\w-]{43}$/);
    });

    it('refuses an unsafe address', async () => {
      const { error } = await admin().createClient({
        ...registration,
        redirect_uris: ['http://app.example'],
      });
      expect(error).toMatchObject({ status: 400, message: expect.stringContaining('redirect_uris') });
    });
  });

  describe('auth.admin.oauth.listClients', () => {
    it('lists them page by page', async () => {
      const created = [await createApplication(), await createApplication()];
      const { data } = await admin().listClients({ page: 1, perPage: 2 });
      const ids = data.clients.map(({ client_id }) => client_id);
      expect(ids).toEqual(created.map(({ client_id }) => client_id).reverse());
      expect('total' in data && data.total).toBeGreaterThanOrEqual(2);
    });
  });

  describe('auth.admin.oauth.getClient', () => {
    it('shows an application without its secret', async () => {
      const { client_secret, ...known } = await createApplication();
      expect((await admin().getClient(known.client_id)).data).toEqual(known);
      expect((await admin().getClient(crypto.randomUUID())).error?.code).toBe('oauth_client_not_found');
    });
  });

  describe('auth.admin.oauth.updateClient', () => {
    it('changes the given fields', async () => {
      const { client_id } = await createApplication();
      const { data } = await admin().updateClient(client_id, { client_name: 'Garden' });
      expect(data).toMatchObject({ client_name: 'Garden', redirect_uris: [redirectUri] });
    });
  });

  describe('auth.admin.oauth.deleteClient', () => {
    it('removes it; a flow that was started with it fails', async () => {
      const { client } = await signedUp(open());
      const { client_id } = await createApplication();
      const { id } = await beginFlow(client_id);
      expect((await admin().deleteClient(client_id)).error).toBeNull();
      expect((await client.auth.oauth.getAuthorizationDetails(id)).error?.status).toBe(404);
    });
  });

  describe('auth.admin.oauth.regenerateClientSecret', () => {
    it('creates a new secret', async () => {
      const { client_id, client_secret } = await createApplication();
      const { data } = await admin().regenerateClientSecret(client_id);
      expect(data?.client_secret).toMatch(/^[\w-]{43}$/);
      expect(data?.client_secret).not.toBe(client_secret);
    });
  });
});
