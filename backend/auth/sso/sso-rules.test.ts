import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validResponse } from '../../../tests/harness/auth/test-attacks.ts';
import {
  connect,
  createTestIdentityProvider,
  fragmentOf,
  postForm,
} from '../../../tests/harness/auth/test-identity-provider.ts';
import {
  type ResponseOptions,
  signXml,
  toForm,
  writeAssertion,
} from '../../../tests/harness/auth/test-response.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { ServiceError } from '../../http/service-error.ts';

const on = '[auth.saml]\nenabled = true\n';

let test: TestDatabase;
let service: TestService;
const idp = createTestIdentityProvider();

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(on);
});
afterAll(() => test.close());

const admin = () => ({ token: test.secrets.serviceRoleKey });

/** The identity provider begins a sign-in. */
const signInFromProvider = (at: TestService, options: ResponseOptions = {}, from = idp) =>
  postForm(at, toForm(signXml(writeAssertion(validResponse(from, undefined, options)).response, from.key)));

describe('where single sign-on is disabled', () => {
  it.each([
    ['POST', '/sso'],
    ['GET', '/sso/saml/metadata'],
    ['POST', '/sso/saml/acs'],
  ])('%s %s reports it', async (method, path) => {
    const off = await test.start();
    const answer = await off.call(method, path, method === 'POST' ? { body: {} } : {});
    expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
      404,
      'saml_provider_disabled',
      'SAML 2.0 is disabled',
    ]);
    expect((await off.call('GET', '/settings')).body.saml_enabled).toBe(false);
  });
});

describe('our metadata', () => {
  it('contains our entity id, URL and key, the same after every start', async () => {
    const { headers, body, status } = await service.call('GET', '/sso/saml/metadata');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/xml',
      'public, max-age=600',
    ]);
    expect(body).toContain('entityID="http://localhost:3000/auth/v1/sso/saml/metadata"');
    expect(body).toContain('Location="http://localhost:3000/auth/v1/sso/saml/acs"');
    expect(body).not.toContain('validUntil');
    const again = await test.start(on);
    expect((await again.call('GET', '/sso/saml/metadata')).body).toBe(body);
    expect((await again.call('GET', '/settings')).body.saml_enabled).toBe(true);
  });

  it('is a long-lived file when it is downloaded', async () => {
    const { headers, body } = await service.call('GET', '/sso/saml/metadata?download=true');
    expect(headers.get('content-disposition')).toBe('attachment; filename="metadata.xml"');
    expect(body).toContain(`validUntil="${new Date().getUTCFullYear() + 5}-`);
  });

  it('contains the configured key, and the next one', async () => {
    const keys = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
    const [key = '', next = ''] = keys.map((each) =>
      each.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    );
    const changing = await test.start(`${on}private_key = "${key}"\nprivate_key_next = "${next}"`);
    const { body, headers } = await changing.call('GET', '/sso/saml/metadata');
    const shown = [...body.matchAll(/<X509Certificate>([^<]+)</g)].map(
      ([, certificate]) => new X509Certificate(Buffer.from(certificate, 'base64')),
    );
    expect(shown.map((each) => each.publicKey.export({ type: 'spki', format: 'pem' }))).toEqual(
      keys.map((each) => createPublicKey(each).export({ type: 'spki', format: 'pem' })),
    );
    expect(shown.map((each) => each.verify(each.publicKey))).toEqual([true, true]);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    const { saml_private_key_next_configured: isAnnounced } = (await changing.call('GET', '/settings')).body;
    expect(isAnnounced).toBe(true);
  });
});

describe('a user of an identity provider', () => {
  it('that is not connected is refused', async () => {
    const address = await signInFromProvider(service, {}, createTestIdentityProvider(idp.key));
    expect(address.searchParams.get('error_code')).toBe('saml_idp_not_found');
  });

  it('that is disabled is refused, and is not redirected there', async () => {
    const closed = createTestIdentityProvider(idp.key);
    const id = await connect(test, service, closed, { disabled: true, domains: ['closed.example'] });
    const options = { attributes: { mail: 'ada@closed.example' } };
    expect((await signInFromProvider(service, options, closed)).searchParams.get('error_code')).toBe(
      'sso_provider_disabled',
    );
    const begun = await service.post('/sso', { domain: 'closed.example' });
    expect([begun.status, begun.body.error_code]).toEqual([404, 'sso_provider_disabled']);
    await service.call('PUT', `/admin/sso/providers/${id}`, { ...admin(), body: { disabled: false } });
    expect(fragmentOf(await signInFromProvider(service, options, closed))).toHaveProperty('access_token');
  });

  it('that names an address outside its domains is refused', async () => {
    const own = createTestIdentityProvider(idp.key);
    await connect(test, service, own, { domains: ['own.example', 'second.example'] });
    const outside = ['me@site.example', 'me@sub.own.example', 'me@own.example.net', 'me@xown.example'];
    for (const mail of outside) {
      const refused = await signInFromProvider(service, { nameId: mail, attributes: { mail } }, own);
      expect(refused.searchParams.get('error_code'), mail).toBe('validation_failed');
      expect(refused.searchParams.get('error_description')).toContain('outside the domains');
    }
    expect(await test.database.sql`select from auth.users where email = any(${outside})`).toEqual([]);
    const inside = await signInFromProvider(service, { attributes: { mail: 'Ada@Second.Example' } }, own);
    expect(fragmentOf(inside)).toHaveProperty('access_token');
  });

  it('that names another address for a known account is refused too', async () => {
    const own = createTestIdentityProvider(idp.key);
    await connect(test, service, own, { domains: ['known.example'] });
    const known = { nameId: 'known', attributes: { mail: 'known@known.example' } };
    expect(fragmentOf(await signInFromProvider(service, known, own))).toHaveProperty('access_token');
    const changed = { nameId: 'known', attributes: { mail: 'owner@site.example' } };
    expect((await signInFromProvider(service, changed, own)).searchParams.get('error_code')).toBe(
      'validation_failed',
    );
  });

  it('gets the claims of the attribute mapping', async () => {
    const mapped = createTestIdentityProvider(idp.key);
    await connect(test, service, mapped, {
      attribute_mapping: {
        keys: {
          email: { name: 'contact' },
          full_name: { names: ['missing', 'DISPLAY'] },
          groups: { name: 'group', array: true },
          first_group: { name: 'group' },
          plan: { name: 'plan', default: 'free' },
          flags: { default: { beta: true } },
          sub: { default: 'other-subject' },
          email_verified: { default: false },
          ['__proto__']: { default: 'polluted' },
        },
      },
    });
    const attributes = {
      contact: 'Mapped@Example.com',
      mail: 'other@example.com',
      display: 'Ada &amp; Co',
      group: ['', 'staff', 'editors'],
    };
    const address = await signInFromProvider(service, { nameId: 'mapped', attributes }, mapped);
    const { body } = await service.call('GET', '/user', { token: fragmentOf(address).access_token ?? '' });
    expect(body.user_metadata).toEqual({
      iss: mapped.entityId,
      sub: 'mapped',
      email: 'mapped@example.com',
      email_verified: true,
      phone_verified: false,
      full_name: 'Ada & Co',
      custom_claims: {
        groups: ['staff', 'editors'],
        first_group: 'staff',
        plan: 'free',
        flags: { beta: true },
      },
    });
    expect(Object.hasOwn(Object.prototype, 'default')).toBe(false);
  });

  it('may have a thousand groups', async () => {
    const many = createTestIdentityProvider(idp.key);
    await connect(test, service, many, {
      attribute_mapping: { keys: { groups: { name: 'group', array: true } } },
    });
    const group = Array.from({ length: 1000 }, (_, index) => `CN=Group ${index},OU=Groups,DC=example,DC=com`);
    const address = await signInFromProvider(
      service,
      { attributes: { email: 'many@example.com', group } },
      many,
    );
    expect(fragmentOf(address).error_description).toBeUndefined();
    const { access_token: token = '' } = fragmentOf(address);
    const { user_metadata: said } = (await service.call('GET', '/user', { token })).body;
    expect(said.custom_claims.groups).toEqual(group);
  });

  it('is identified by the subject identifier rather than the NameID', async () => {
    const subjectId = 'urn:oasis:names:tc:SAML:attribute:subject-id';
    const known = createTestIdentityProvider(idp.key);
    await connect(test, service, known);
    const ids = [];
    for (const [index, nameId] of ['one', 'two'].entries()) {
      const attributes = { [subjectId]: 'same@scope', email: `subject-${index}@example.com` };
      const address = await signInFromProvider(service, { nameId, attributes }, known);
      const token = fragmentOf(address).access_token ?? '';
      ids.push((await service.call('GET', '/user', { token })).body.id);
    }
    expect(ids[0]).toBe(ids[1]);
  });

  it('who is new is refused where sign-up is off, and who is banned always', async () => {
    await connect(test, service, idp);
    const address = await signInFromProvider(service, { nameId: 'old-hand' });
    const token = fragmentOf(address).access_token ?? '';
    const { id } = (await service.call('GET', '/user', { token })).body;
    const closed = await test.start(
      `[auth]\nsite_url = "http://localhost:3000"\nenable_signup = false\n${on}`,
    );
    expect(fragmentOf(await signInFromProvider(closed, { nameId: 'old-hand' }))).toHaveProperty(
      'access_token',
    );
    const stranger = await signInFromProvider(closed, { nameId: 'newcomer' });
    expect(fragmentOf(stranger)).toMatchObject({ error: 'access_denied', error_code: 'signup_disabled' });
    await service.call('PUT', `/admin/users/${id}`, { ...admin(), body: { ban_duration: '1h' } });
    const banned = await signInFromProvider(service, { nameId: 'old-hand' });
    expect(fragmentOf(banned)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
  });

  it('who is new is passed to the hooks, and is refused when one refuses', async () => {
    const asked: [string, unknown][] = [];
    const note = (name: string) => ({
      isFunction: false,
      async call(payload: object) {
        const { id, email } = Object(payload).user;
        asked.push([name, email]);
        if (email === 'unwelcome@example.com') throw new ServiceError('unknown', 403, `Not ${id}.`);
      },
    });
    const hooks = { before_user_created: note('before'), after_user_created: note('after') };
    const hooked = await test.start(on, { ports: { hooks } });
    const own = createTestIdentityProvider(idp.key);
    await connect(test, hooked, own);
    const refused = await signInFromProvider(hooked, { nameId: 'unwelcome' }, own);
    expect(fragmentOf(refused)).toMatchObject({
      error: 'access_denied',
      error_description: expect.stringMatching(/^Not /),
    });
    expect(fragmentOf(await signInFromProvider(hooked, { nameId: 'welcome' }, own))).toHaveProperty(
      'access_token',
    );
    expect(fragmentOf(await signInFromProvider(hooked, { nameId: 'welcome' }, own))).toHaveProperty(
      'access_token',
    );
    expect(asked).toEqual([
      ['before', 'unwelcome@example.com'],
      ['before', 'welcome@example.com'],
      ['after', 'welcome@example.com'],
    ]);
  });

  it('is redirected to the page of the site that can show the error', async () => {
    const site = await test.start(on, { confirmPath: '/confirm' });
    const address = await postForm(site, { SAMLResponse: 'x', RelayState: crypto.randomUUID() });
    expect(address.pathname).toBe('/confirm');
    expect(address.searchParams.get('error_code')).toBe('saml_relay_state_not_found');
  });

  it('is limited by IP address', async () => {
    const strict = await test.start(`[auth.rate_limit]\nsaml_assertions = 2\n${on}`);
    strict.address = '198.51.100.23';
    const wrong = { SAMLResponse: 'x', RelayState: '' };
    await postForm(strict, wrong);
    await postForm(strict, wrong);
    await expect(postForm(strict, wrong)).rejects.toThrow('answered 429');
  });
});
