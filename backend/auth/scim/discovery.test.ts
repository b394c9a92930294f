import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';

let test: TestDatabase;
let service: TestService;
const documents = ['ServiceProviderConfig', 'ResourceTypes', 'Schemas'];

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start('[auth.scim]\nenabled = true');
});
afterAll(() => test.close());

describe('the discovery documents of SCIM', () => {
  it('say that nothing can be provisioned, and how a client would authenticate', async () => {
    const { status, headers, body } = await service.call('GET', '/scim/v2/ServiceProviderConfig');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/scim+json']);
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: false },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: false, maxResults: 0 },
      authenticationSchemes: [{ type: 'oauthbearertoken', primary: true }],
      meta: { location: 'http://localhost:3000/auth/v1/scim/v2/ServiceProviderConfig' },
    });
  });

  it.each(['ResourceTypes', 'Schemas'])('list no %s, and refuse filters', async (name) => {
    expect((await service.call('GET', `/scim/v2/${name}`)).body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const filtered = await service.call('GET', `/scim/v2/${name}?filter=a`);
    expect([filtered.status, filtered.body]).toEqual([
      403,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        detail: 'Filtering is not supported on this endpoint',
        status: '403',
      },
    ]);
  });

  it('are read-only, and there is nothing else', async () => {
    for (const name of documents) {
      const written = await service.call('POST', `/scim/v2/${name}`, { body: {} });
      expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET']);
    }
    for (const path of ['Users', 'Users/1']) {
      const missing = await service.call('GET', `/scim/v2/${path}`);
      expect([missing.status, missing.body.detail]).toEqual([404, 'Endpoint or resource does not exist']);
    }
  });

  it('are hidden unless they are enabled', async () => {
    const off = await test.start();
    for (const path of [...documents, 'Unknown']) {
      const answer = await off.call('GET', `/scim/v2/${path}`);
      expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
        404,
        'feature_disabled',
        'SCIM server is disabled',
      ]);
    }
  });
});
