import { describe, expect, it } from 'vitest';
import {
  createSigningKey,
  createTestIdentityProvider,
  fragmentOf,
  type TestIdentityProvider,
} from '../harness/auth/test-identity-provider.ts';
import { describeOnEveryServer } from '../harness/database/servers.ts';
import { useBackend } from './compat-backend.ts';
import { settings } from './test-users.ts';

const key = createSigningKey();

/** An organization with its own identity provider. */
interface Organisation {
  idp: TestIdentityProvider;
  domain: string;
  providerId: string;
}

describeOnEveryServer('single sign-on', (server) => {
  const open = useBackend(() => server().database, {
    toml: settings({ confirm: true, more: '[auth.saml]\nenabled = true' }),
  });
  const at = (path: string) => `${open().url}/auth/v1${path}`;

  async function connect(): Promise<Organisation> {
    const idp = createTestIdentityProvider(key);
    const domain = `${crypto.randomUUID()}.example`;
    const response = await fetch(at('/admin/sso/providers'), {
      method: 'POST',
      headers: { Authorization: `Bearer ${open().serviceKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ type: 'saml', metadata_xml: idp.metadata, domains: [domain] }),
    });
    return { idp, domain, providerId: (await response.json()).id };
  }

  /** A browser goes to the identity provider, signs in there, and posts the response. */
  async function signInThere({ idp, domain }: Organisation, url = ''): Promise<URL> {
    const metadata = await (await fetch(at('/sso/saml/metadata'))).text();
    const { form } = await idp.answer(url, metadata, {
      nameId: 'ada',
      attributes: { mail: `ada@${domain}` },
    });
    const body = new URLSearchParams({ ...form });
    const response = await fetch(at('/sso/saml/acs'), { method: 'POST', body, redirect: 'manual' });
    return new URL(response.headers.get('location') ?? 'missing:');
  }

  describe('auth.signInWithSSO', () => {
    it('redirects to the identity provider of a domain, and back with a session', async () => {
      const organisation = await connect();
      const client = open().client({ flowType: 'implicit' });
      const { domain } = organisation;
      const { data, error } = await client.auth.signInWithSSO({
        domain,
        options: { redirectTo: 'http://localhost:3000/account' },
      });
      expect(error).toBeNull();
      const address = await signInThere(organisation, data?.url);
      expect(`${address.origin}${address.pathname}`).toBe('http://localhost:3000/account');
      const { access_token = '', refresh_token = '' } = fragmentOf(address);
      const session = await client.auth.setSession({ access_token, refresh_token });
      expect(session.data.user).toMatchObject({
        email: `ada@${domain}`,
        app_metadata: { provider: `sso:${organisation.providerId}` },
      });
    });

    it('redirects by the provider’s id, and back with a code in the PKCE flow', async () => {
      const organisation = await connect();
      const client = open().client({ flowType: 'pkce' });
      const { providerId } = organisation;
      const { data } = await client.auth.signInWithSSO({ providerId });
      const address = await signInThere(organisation, data?.url);
      const code = address.searchParams.get('code') ?? '';
      const exchanged = await client.auth.exchangeCodeForSession(code);
      expect(exchanged.error).toBeNull();
      expect(exchanged.data.user?.email).toBe(`ada@${organisation.domain}`);
      expect((await client.auth.exchangeCodeForSession(code)).error).not.toBeNull();
    });

    it('reports an unknown domain', async () => {
      const { error } = await open().client().auth.signInWithSSO({ domain: 'unknown.example' });
      expect(error).toMatchObject({ status: 404, code: 'sso_provider_not_found' });
    });
  });
});
