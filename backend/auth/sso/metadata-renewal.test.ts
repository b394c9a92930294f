import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validResponse } from '../../../tests/harness/auth/test-attacks.ts';
import {
  connect,
  createSigningKey,
  createTestIdentityProvider,
  fragmentOf,
  postForm,
  type TestIdentityProvider,
} from '../../../tests/harness/auth/test-identity-provider.ts';
import { signXml, toForm, writeAssertion } from '../../../tests/harness/auth/test-response.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';

const on = '[auth.saml]\nenabled = true';
const keys = [createSigningKey(), createSigningKey()] as const;

let test: TestDatabase;
let server: Server;
let address: string;
/** The pages of the provider's server by path, and the number of requests. */
const pages = new Map<string, string>();
const asked = new Map<string, number>();

beforeAll(async () => {
  test = await openTestDatabase();
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const page = pages.get(path);
    response.statusCode = page === undefined ? 503 : 200;
    response.end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await test.close();
});

/** A provider whose metadata is at a URL, connected to a backend that may read it. */
async function connectByAddress(): Promise<{
  service: TestService;
  idp: TestIdentityProvider;
  path: string;
}> {
  const service = await test.start(on, { privateHosts: ['127.0.0.1'] });
  const idp = createTestIdentityProvider(keys[0]);
  const path = `/${crypto.randomUUID()}`;
  pages.set(path, idp.metadata);
  await connect(test, service, idp, { metadata_xml: '', metadata_url: `${address}${path}` });
  return { service, idp, path };
}

const signedBy = (key: (typeof keys)[number], idp: TestIdentityProvider, service: TestService) => {
  const facts = validResponse(idp, undefined, { now: service.now() });
  return postForm(service, toForm(signXml(writeAssertion(facts).response, key)));
};
const isIn = (where: URL) => 'access_token' in fragmentOf(where);

describe('a provider with a metadata URL', () => {
  it('may rotate its key: the new one is found when it is first used', async () => {
    const { service, idp, path } = await connectByAddress();
    expect(isIn(await signedBy(keys[0], idp, service))).toBe(true);
    expect(asked.get(path)).toBe(1);
    pages.set(path, createTestIdentityProvider(keys[1], idp.entityId).metadata);
    const together = await Promise.all([1, 2, 3].map(() => signedBy(keys[1], idp, service)));
    expect(together.map(isIn)).toEqual([true, true, true]);
    expect(asked.get(path)).toBe(2);
    service.advance(120);
    expect(isIn(await signedBy(keys[0], idp, service))).toBe(false);
  });

  it('is not asked again and again because of invalid responses', async () => {
    const { service, idp, path } = await connectByAddress();
    const stranger = createSigningKey();
    for (let time = 0; time < 5; time += 1) expect(isIn(await signedBy(stranger, idp, service))).toBe(false);
    expect(asked.get(path)).toBe(2);
  });

  it('is asked again after a day, and the stored metadata is used when it does not answer', async () => {
    const { service, idp, path } = await connectByAddress();
    pages.delete(path);
    service.advance(24 * 3600 + 1);
    expect(isIn(await signedBy(keys[0], idp, service))).toBe(true);
    expect(asked.get(path)).toBe(2);
  });

  it('cannot become another provider, nor be replaced by an invalid document', async () => {
    const { service, idp, path } = await connectByAddress();
    for (const page of [createTestIdentityProvider(keys[1]).metadata, '<html/>', 'x'.repeat(2_000_000)]) {
      pages.set(path, page);
      service.advance(3600);
      expect(isIn(await signedBy(keys[1], idp, service))).toBe(false);
      expect(isIn(await signedBy(keys[0], idp, service))).toBe(true);
    }
  });

  it('is not read inside the private network unless the configuration allows it', async () => {
    const service = await test.start(on);
    const token = test.secrets.serviceRoleKey;
    const order = (metadata_url: string) =>
      service.post('/admin/sso/providers', { type: 'saml', metadata_url }, { token });
    const plain = await order(`${address}/x`);
    expect([plain.status, plain.body.msg]).toEqual([400, 'metadata_url is not a HTTPS URL']);
    for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest'])
      expect((await order(url)).body.error_code).toBe('saml_metadata_fetch_failed');
  });
});
