/** For tests: every admin action that changes something, with the audit log entry that it must write. */
import type { Database } from '../../../database/database.ts';
import { freshEmail, freshPhone } from '../fresh-contact.ts';
import { createTestIdentityProvider } from './test-identity-provider.ts';
import type { Answer } from './test-service.ts';

/** An admin's request, and the expected audit log entry: the action and its target. */
export interface AdminAction {
  path: string;
  body?: object;
  action: string;
  target: (answer: Answer['body']) => string;
}

export type CallAsAdmin = (method: string, path: string, body?: object) => Promise<Answer>;

/** All of them sign with one key, because generating a key is slow. */
const { key } = createTestIdentityProvider();

/** By route. Each function prepares the target of the action. */
export function createAdminActions(
  asAdmin: CallAsAdmin,
  /** A function, because the table of actions is created before the database. */
  sql: () => Database['sql'],
): Record<string, (() => Promise<AdminAction>)[]> {
  async function addUser(more: object = {}): Promise<{ id: string; email: string }> {
    const user = { email: freshEmail(), password: 'a password 1', ...more };
    return (await asAdmin('POST', '/admin/users', user)).body;
  }

  async function addFactor(): Promise<{ user: string; factor: string }> {
    const user = await addUser();
    const factor = crypto.randomUUID();
    await sql()`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values (${factor}, ${user.id}, 'app', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`;
    return { user: user.id, factor };
  }

  async function addPasskey(): Promise<{ user: string; passkey: string }> {
    const user = await addUser();
    const [row] = await sql()<{ id: string }[]>`
    insert into auth.webauthn_credentials (user_id, credential_id, public_key)
    values (${user.id}, ${Buffer.from(user.id)}, ${Buffer.from('key')}) returning id`;
    return { user: user.id, passkey: row?.id ?? '' };
  }

  const client = { client_name: 'Planner', redirect_uris: ['https://app.example/cb'] };
  const addClient = async () => (await asAdmin('POST', '/admin/oauth/clients', client)).body.client_id;

  const connection = () => ({ type: 'saml', metadata_xml: createTestIdentityProvider(key).metadata });
  const addConnection = async () => (await asAdmin('POST', '/admin/sso/providers', connection())).body.id;

  const provider = () => ({
    provider_type: 'oauth2',
    identifier: `custom:${crypto.randomUUID().slice(0, 8)}`,
    name: 'Company',
    client_id: 'porchlight',
    client_secret: 'a secret of the client',
    authorization_url: 'https://oauth.example/authorize',
    token_url: 'https://oauth.example/token',
    userinfo_url: 'https://oauth.example/me',
  });
  async function addProvider(): Promise<string> {
    return (await asAdmin('POST', '/admin/custom-providers', provider())).body.identifier;
  }

  const link = (
    type: string,
    body: { email: string; password?: string },
    action: string,
    target?: string,
  ): AdminAction => ({
    path: '/admin/generate_link',
    body: { type, ...body },
    action,
    target: ({ id }) => target ?? id,
  });

  return {
    'POST /admin/users': [
      async () => ({
        path: '/admin/users',
        body: { email: freshEmail(), phone: freshPhone(), password: 'a password 1' },
        action: 'user_signedup',
        target: ({ id }) => id,
      }),
    ],
    'PUT /admin/users/:user': [
      async () => {
        const { id } = await addUser();
        const body = { password: 'a password 2', ban_duration: '1h' };
        return { path: `/admin/users/${id}`, body, action: 'user_modified', target: () => id };
      },
    ],
    'DELETE /admin/users/:user': [
      async () => {
        const { id } = await addUser();
        return { path: `/admin/users/${id}`, action: 'user_deleted', target: () => id };
      },
      async () => {
        const { id } = await addUser();
        const body = { should_soft_delete: true };
        return { path: `/admin/users/${id}`, body, action: 'user_deleted', target: () => id };
      },
    ],
    'PUT /admin/users/:user/factors/:factor': [
      async () => {
        const { user, factor } = await addFactor();
        const body = { friendly_name: 'another name' };
        const path = `/admin/users/${user}/factors/${factor}`;
        return { path, body, action: 'factor_updated', target: () => factor };
      },
    ],
    'DELETE /admin/users/:user/factors/:factor': [
      async () => {
        const { user, factor } = await addFactor();
        const path = `/admin/users/${user}/factors/${factor}`;
        return { path, action: 'factor_deleted', target: () => factor };
      },
    ],
    'DELETE /admin/users/:user/passkeys/:passkey': [
      async () => {
        const { user, passkey } = await addPasskey();
        const path = `/admin/users/${user}/passkeys/${passkey}`;
        return { path, action: 'passkey_deleted', target: () => passkey };
      },
    ],
    'POST /admin/generate_link': [
      async () =>
        link('signup', { email: freshEmail(), password: 'a password 3' }, 'user_confirmation_requested'),
      async () => link('invite', { email: freshEmail() }, 'user_invited'),
      async () => link('magiclink', { email: freshEmail() }, 'user_confirmation_requested'),
      async () => link('magiclink', await addUser(), 'user_recovery_requested'),
      async () => link('recovery', await addUser(), 'user_recovery_requested'),
      async () =>
        link('email_change_new', { ...(await addUser()), ...{ new_email: freshEmail() } }, 'user_modified'),
      async () =>
        link(
          'email_change_current',
          { ...(await addUser()), ...{ new_email: freshEmail() } },
          'user_modified',
        ),
    ],
    'POST /invite': [
      async () => ({
        path: '/invite',
        body: { email: freshEmail() },
        action: 'user_invited',
        target: ({ id }) => id,
      }),
    ],
    'POST /admin/oauth/clients': [
      async () => ({
        path: '/admin/oauth/clients',
        body: client,
        action: 'oauth_client_created',
        target: ({ client_id }) => client_id,
      }),
    ],
    'PUT /admin/oauth/clients/:client': [
      async () => {
        const id = await addClient();
        const body = { client_name: 'Another' };
        return { path: `/admin/oauth/clients/${id}`, body, action: 'oauth_client_updated', target: () => id };
      },
    ],
    'DELETE /admin/oauth/clients/:client': [
      async () => {
        const id = await addClient();
        return { path: `/admin/oauth/clients/${id}`, action: 'oauth_client_deleted', target: () => id };
      },
    ],
    'POST /admin/oauth/clients/:client/regenerate_secret': [
      async () => {
        const id = await addClient();
        const path = `/admin/oauth/clients/${id}/regenerate_secret`;
        return { path, action: 'oauth_client_secret_regenerated', target: () => id };
      },
    ],
    'POST /admin/custom-providers': [
      async () => {
        const body = provider();
        const target = () => body.identifier;
        return { path: '/admin/custom-providers', body, action: 'custom_provider_created', target };
      },
    ],
    'PUT /admin/custom-providers/:identifier': [
      async () => {
        const id = await addProvider();
        const body = { client_secret: 'another secret of the client' };
        const path = `/admin/custom-providers/${id}`;
        return { path, body, action: 'custom_provider_updated', target: () => id };
      },
    ],
    'DELETE /admin/custom-providers/:identifier': [
      async () => {
        const id = await addProvider();
        return { path: `/admin/custom-providers/${id}`, action: 'custom_provider_deleted', target: () => id };
      },
    ],
    'POST /admin/sso/providers': [
      async () => ({
        path: '/admin/sso/providers',
        body: { ...connection(), domains: [`${crypto.randomUUID()}.example`] },
        action: 'sso_provider_created',
        target: ({ id }) => id,
      }),
    ],
    'PUT /admin/sso/providers/:provider': [
      async () => {
        const id = await addConnection();
        const body = { disabled: true };
        return { path: `/admin/sso/providers/${id}`, body, action: 'sso_provider_updated', target: () => id };
      },
    ],
    'DELETE /admin/sso/providers/:provider': [
      async () => {
        const id = await addConnection();
        return { path: `/admin/sso/providers/${id}`, action: 'sso_provider_deleted', target: () => id };
      },
    ],
  };
}
