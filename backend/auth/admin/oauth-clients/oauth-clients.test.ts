import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSigningKey,
  registerApplication,
  settings,
  signInThrough,
  signUpUser,
} from '../../../../tests/harness/auth/test-application.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../../tests/harness/auth/test-service.ts';

let opened: TestDatabase;
let service: TestService;
beforeAll(async () => {
  opened = await openTestDatabase();
  service = await opened.start(settings, { signingKeys: [createSigningKey()] });
});
afterAll(() => opened.close());

const admin = () => service.client({ key: opened.secrets.serviceRoleKey }).auth.admin.oauth;
const created = async (name = 'Planner') => {
  const { data } = await admin().createClient({
    client_name: name,
    redirect_uris: ['https://app.example/cb'],
  });
  if (data === null) throw new Error('The application was not created.');
  return data;
};

describe('an admin', () => {
  it('lists the applications page by page, the newest first', async () => {
    const ids = [(await created()).client_id, (await created()).client_id, (await created()).client_id];
    const { data } = await admin().listClients({ page: 1, perPage: 2 });
    expect(data.clients.map((client) => client.client_id)).toEqual([ids[2], ids[1]]);
    expect(data).toMatchObject({ nextPage: 2, aud: 'authenticated' });
    const next = await admin().listClients({ page: 2, perPage: 2 });
    expect(next.data.clients[0]?.client_id).toBe(ids[0]);
    expect(JSON.stringify(data)).not.toContain('secret_hash');
  });

  it('changes what is named and leaves the rest', async () => {
    const { client_id: id } = await created();
    const change = { logo_uri: 'https://app.example/logo.png', redirect_uris: ['https://app.example/new'] };
    const { data } = await admin().updateClient(id, change);
    expect(data).toMatchObject({ client_name: 'Planner', ...change });
    const emptied = await admin().updateClient(id, { client_name: '' });
    expect(emptied.data).not.toHaveProperty('client_name');
  });

  it.each<[object, RegExp]>([
    [{}, /No fields/],
    [{ redirect_uris: [] }, /redirect_uris/],
    [{ redirect_uris: ['http://evil.example'] }, /redirect_uris/],
    [{ grant_types: ['password'] }, /grant_types/],
    [{ token_endpoint_auth_method: 'none' }, /client_type "confidential"/],
    [{ client_uri: 'javascript:alert(1)' }, /client_uri/],
  ])('cannot change it to %j', async (change, words) => {
    const { client_id: id } = await created();
    const { error } = await admin().updateClient(id, change);
    expect(error).toMatchObject({ status: 400, message: expect.stringMatching(words) });
  });

  it('does not generate a secret for an application that has none', async () => {
    const { data } = await admin().createClient({
      client_name: 'App',
      redirect_uris: ['https://app.example'],
      token_endpoint_auth_method: 'none',
    });
    expect(data).not.toHaveProperty('client_secret');
    const { error } = await admin().regenerateClientSecret(data?.client_id ?? '');
    expect(error?.message).toMatch(/public client/);
  });

  it('deletes an application with its sessions and consents; no new sign-in can begin with it', async () => {
    const app = await registerApplication(service);
    const person = await signUpUser(service);
    const tokens = await signInThrough(service, app, person);
    expect((await admin().deleteClient(app.id)).error).toBeNull();
    expect((await service.call('GET', '/user', { token: tokens.access_token })).status).toBe(403);
    expect((await service.call('GET', '/user/oauth/grants', { token: person.token })).body).toEqual([]);
    const query = new URLSearchParams({ client_id: app.id, redirect_uri: app.redirectUri });
    expect((await service.call('GET', `/oauth/authorize?${query}`)).status).toBe(400);
    for (const attempt of [
      admin().getClient(app.id),
      admin().deleteClient(app.id),
      admin().updateClient(app.id, {}),
    ])
      expect((await attempt).error?.status).toBe(404);
  });

  it('is the only caller who may use these routes', async () => {
    const { client_id: id } = await created();
    const person = await signUpUser(service);
    const rows: [string, string, unknown?][] = [
      ['GET', '/admin/oauth/clients'],
      ['POST', '/admin/oauth/clients', { redirect_uris: ['https://app.example'] }],
      ['GET', `/admin/oauth/clients/${id}`],
      ['PUT', `/admin/oauth/clients/${id}`, { client_name: 'Mine' }],
      ['DELETE', `/admin/oauth/clients/${id}`],
      ['POST', `/admin/oauth/clients/${id}/regenerate_secret`],
    ];
    for (const [method, path, body] of rows) {
      expect((await service.call(method, path, { body })).status).toBe(401);
      expect((await service.call(method, path, { body, token: person.token })).status).toBe(403);
    }
    expect((await admin().getClient('nonsense')).error?.status).toBe(400);
  });
});
