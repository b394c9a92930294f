import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestIdentityProvider } from '../../../../tests/harness/auth/test-identity-provider.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../../tests/harness/auth/test-service.ts';

let test: TestDatabase;
let service: TestService;
/** All of them sign with one key, because generating a key is slow. */
const { key } = createTestIdentityProvider();
const newIdp = () => createTestIdentityProvider(key);

beforeAll(async () => {
  test = await openTestDatabase();
  // Connections can be configured while single sign-on is still disabled.
  service = await test.start();
});
afterAll(() => test.close());

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, `/admin/sso/providers${path}`, {
    token: test.secrets.serviceRoleKey,
    ...(body === undefined ? {} : { body }),
  });
const create = (more: Record<string, unknown> = {}, idp = newIdp()) =>
  call('POST', '', { type: 'saml', metadata_xml: idp.metadata, ...more });

describe('connections with identity providers', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const idp = newIdp();
    const mapping = {
      keys: { email: { name: 'mail' }, groups: { names: ['a', 'b'], array: true, default: [] } },
    };
    const created = await create(
      {
        domains: ['One.example', 'two.example', 'one.example'],
        attribute_mapping: mapping,
        name_id_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        resource_id: 'team-7',
      },
      idp,
    );
    expect(created.status).toBe(201);
    const { id } = created.body;
    const shown = {
      id,
      resource_id: 'team-7',
      disabled: null,
      saml: {
        entity_id: idp.entityId,
        metadata_xml: idp.metadata,
        attribute_mapping: mapping,
        name_id_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      },
      domains: [{ domain: 'one.example' }, { domain: 'two.example' }],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    };
    expect(created.body).toEqual(shown);
    expect((await call('GET', `/${id}`)).body).toEqual(shown);
    expect((await call('GET', '/resource_team-7')).body).toEqual(shown);

    const { metadata_xml: _, ...saml } = shown.saml;
    for (const query of ['', '?resource_id=team-7', '?resource_id_prefix=team'])
      expect((await call('GET', query)).body).toEqual({ items: [{ ...shown, saml }] });
    expect((await call('GET', '?resource_id_prefix=t%25m')).body).toEqual({ items: [] });

    const changed = await call('PUT', `/${id}`, {
      domains: ['two.example', 'three.example'],
      disabled: true,
    });
    expect(changed.body).toEqual({
      ...shown,
      disabled: true,
      domains: [{ domain: 'two.example' }, { domain: 'three.example' }],
    });
    const emptied = await call('PUT', `/${id}`, {
      resource_id: '',
      name_id_format: '',
      attribute_mapping: { keys: {} },
    });
    expect(emptied.body).not.toHaveProperty('resource_id');
    expect(emptied.body.saml).toEqual({
      entity_id: idp.entityId,
      metadata_xml: idp.metadata,
      attribute_mapping: { keys: {} },
    });

    const deleted = await call('DELETE', `/${id}`);
    expect([deleted.status, deleted.body.id]).toEqual([200, id]);
    expect((await call('GET', `/${id}`)).body.error_code).toBe('sso_provider_not_found');
    expect((await create({ domains: ['two.example'] })).status).toBe(201);
  });

  it('need the service key', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `/${crypto.randomUUID()}`],
      ['PUT', `/${crypto.randomUUID()}`],
      ['DELETE', `/${crypto.randomUUID()}`],
    ] as const) {
      const options = method === 'POST' || method === 'PUT' ? { body: {} } : {};
      const anonymous = await service.call(method, `/admin/sso/providers${path}`, options);
      expect([anonymous.status, anonymous.body.error_code]).toEqual([401, 'no_authorization']);
      const token = test.secrets.anonKey;
      const other = await service.call(method, `/admin/sso/providers${path}`, { ...options, token });
      expect([other.status, other.body.error_code]).toEqual([403, 'not_admin']);
    }
  });

  it('are not found by an invalid id', async () => {
    for (const name of ['x', crypto.randomUUID(), 'resource_unknown', 'resource_', "'--"])
      expect((await call('GET', `/${encodeURIComponent(name)}`)).status).toBe(404);
  });

  it('cannot share provider, domain or resource id, also when they are created at the same time', async () => {
    const idp = newIdp();
    const same = await Promise.all([1, 2, 3, 4].map(() => create({}, idp)));
    expect(same.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect(same.find(({ status }) => status === 422)?.body.error_code).toBe('saml_idp_already_exists');

    const domains = await Promise.all([1, 2, 3].map(() => create({ domains: ['only.example'] })));
    expect(domains.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const late = await create({ domains: ['ONLY.example'] });
    expect([late.body.error_code, late.body.msg]).toEqual([
      'sso_domain_already_exists',
      expect.stringContaining("SSO Domain 'only.example' is already assigned"),
    ]);
    const other = await create();
    const taking = await call('PUT', `/${other.body.id}`, { domains: ['only.example'] });
    expect(taking.body.error_code).toBe('sso_domain_already_exists');

    await create({ resource_id: 'mine' });
    const again = await create({ resource_id: 'Mine' });
    expect([again.status, again.body.error_code]).toEqual([422, 'conflict']);
  });

  it('keep their provider when the metadata changes', async () => {
    const idp = newIdp();
    const { id } = (await create({}, idp)).body;
    const newer = createTestIdentityProvider(undefined, idp.entityId);
    const changed = await call('PUT', `/${id}`, { metadata_xml: newer.metadata });
    expect(changed.body.saml.metadata_xml).toBe(newer.metadata);
    const other = await call('PUT', `/${id}`, { metadata_xml: newIdp().metadata });
    expect([other.status, other.body.error_code]).toEqual([400, 'saml_entity_id_mismatch']);
  });
});

describe('refused metadata and bodies', () => {
  const { metadata } = createTestIdentityProvider(key);
  const without = (part: RegExp) => metadata.replace(part, '');
  it.each([
    ['another type', { type: 'oidc' }, "Only 'saml' supported"],
    ['no metadata', { metadata_xml: '' }, 'Either metadata_xml or metadata_url must be set'],
    ['both kinds', { metadata_url: 'https://idp.test/' }, 'Only one of metadata_xml or metadata_url'],
    ['an invalid URL', { metadata_xml: '', metadata_url: 'nowhere' }, 'metadata_url is not a valid URL'],
    ['an unknown format', { name_id_format: 'urn:x' }, 'name_id_format must be unspecified or one of'],
    ['an invalid domain', { domains: ['a b'] }, "'a b' is not a domain"],
    ['an empty domain', { domains: [''] }, 'is not a domain'],
    ['nonsense', { metadata_xml: 'nonsense' }, 'SAML Metadata cannot be read'],
    ['a document type', { metadata_xml: `<!DOCTYPE a>${metadata}` }, 'Document types, entities'],
    ['a web page', { metadata_xml: '<html/>' }, 'unknown namespace'],
    ['no entity', { metadata_xml: without(/entityID="[^"]+"/) }, 'does not contain an EntityID'],
    [
      'no provider',
      { metadata_xml: without(/<IDPSSODescriptor.*<\/IDPSSODescriptor>/s) },
      'any IDPSSODescriptor',
    ],
    [
      'no key',
      { metadata_xml: without(/<KeyDescriptor.*<\/KeyDescriptor>/s) },
      'an RSA certificate of at least 2048 bits',
    ],
    [
      'a broken key',
      { metadata_xml: metadata.replace(/X509Certificate>MII/, 'X509Certificate>xxx') },
      'an RSA certificate',
    ],
    [
      'no sign-in URL',
      { metadata_xml: without(/<SingleSignOnService[^>]*>(<\/SingleSignOnService>)?/) },
      'HTTP-Redirect binding',
    ],
    [
      'a script as URL',
      {
        metadata_xml: metadata.replace(/(<SingleSignOnService[^>]*Location=")[^"]+/, '$1javascript:alert(1)'),
      },
      'is not a web address',
    ],
  ])('%s', async (_name, more, message) => {
    const answer = await create(more);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
    expect(answer.body.msg).toContain(message);
  });

  it('a list of entities is read if one of them is a provider', async () => {
    const idp = newIdp();
    const namespace = 'urn:oasis:names:tc:SAML:2.0:metadata';
    const list = `<?xml version="1.0"?><EntitiesDescriptor xmlns="${namespace}"><EntityDescriptor entityID="x"/>${idp.metadata}</EntitiesDescriptor>`;
    const created = await create({ metadata_xml: list });
    expect([created.status, created.body.saml?.entity_id]).toEqual([201, idp.entityId]);
  });
});
