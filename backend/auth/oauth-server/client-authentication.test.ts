import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Application,
  createSigningKey,
  registerApplication,
  requestTokens,
  settings,
} from '../../../tests/harness/auth/test-application.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';

let opened: TestDatabase;
let service: TestService;
let basic: Application;
let posting: Application;
let open: Application;

beforeAll(async () => {
  opened = await openTestDatabase();
  service = await opened.start(settings, { signingKeys: [createSigningKey()] });
  basic = await registerApplication(service);
  posting = await registerApplication(service, { token_endpoint_auth_method: 'client_secret_post' });
  open = await registerApplication(service, { token_endpoint_auth_method: 'none' });
});
afterAll(() => opened.close());

const secretOf = (app: Application) => String(app.config.clientMetadata().client_secret);
/** A request that gets this error has passed client authentication. */
const grant = { grant_type: 'authorization_code', code: 'nonsense' };

describe('an application authenticates', () => {
  it('with the one method it is registered with', async () => {
    const letIn = { status: 400, body: { error: 'invalid_grant' } };
    expect(await requestTokens(service, grant, `${basic.id}:${secretOf(basic)}`)).toMatchObject(letIn);
    const inBody = { client_id: posting.id, client_secret: secretOf(posting) };
    expect(await requestTokens(service, { ...grant, ...inBody })).toMatchObject(letIn);
    expect(await requestTokens(service, { ...grant, client_id: open.id })).toMatchObject(letIn);
    const headers = { 'Content-Type': 'application/json' };
    const json = await service.post('/oauth/token', { ...grant, ...inBody }, { headers });
    expect(json).toMatchObject(letIn);
  });

  it('and with no other', async () => {
    const refused = { body: { error: 'invalid_client' } };
    const attempts: [Record<string, string>, string?][] = [
      [{}, `${basic.id}:wrong`],
      [{}, `${basic.id}:`],
      [{}, `${crypto.randomUUID()}:${secretOf(basic)}`],
      [{}, `${posting.id}:${secretOf(posting)}`],
      [{ client_id: basic.id, client_secret: secretOf(basic) }],
      [{ client_id: basic.id }],
      [{ client_id: posting.id, client_secret: 'wrong' }],
      [{ client_id: posting.id, client_secret: secretOf(basic) }],
      [{ client_id: open.id, client_secret: 'any' }],
      [{ client_id: 'planner' }],
      [{}],
    ];
    for (const [form, header] of attempts) {
      const answer = await requestTokens(service, { ...grant, ...form }, header);
      expect([form, answer]).toMatchObject([form, refused]);
      expect(answer.status).toBe(header === undefined ? 400 : 401);
      expect(answer.headers.has('WWW-Authenticate')).toBe(header !== undefined);
    }
  });

  it('never twice in one request', async () => {
    const header = `${basic.id}:${secretOf(basic)}`;
    for (const form of [{ client_secret: secretOf(basic) }, { client_id: open.id }])
      expect((await requestTokens(service, { ...grant, ...form }, header)).body.error).toBe(
        'invalid_request',
      );
  });

  it('only with the new secret, once it was regenerated', async () => {
    const app = await registerApplication(service);
    const token = opened.secrets.serviceRoleKey;
    const made = await service.call('POST', `/admin/oauth/clients/${app.id}/regenerate_secret`, { token });
    const old = await requestTokens(service, grant, `${app.id}:${secretOf(app)}`);
    expect(old.body.error).toBe('invalid_client');
    const fresh = await requestTokens(service, grant, `${app.id}:${made.body.client_secret}`);
    expect(fresh.body.error).toBe('invalid_grant');
  });
});

describe('a token request', () => {
  it.each<[string, Record<string, string>, string]>([
    ['without a grant', { grant_type: '' }, 'invalid_request'],
    ['with a grant that does not exist', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['with the implicit grant of everything', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['without a code', { code: '' }, 'invalid_request'],
    ['without a refresh token', { grant_type: 'refresh_token' }, 'invalid_request'],
    ['with a nonsense refresh token', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_grant'],
    [
      'with an unknown refresh token',
      { grant_type: 'refresh_token', refresh_token: 'abcdefghijkl' },
      'invalid_grant',
    ],
  ])('%s is refused', async (_name, form, error) => {
    const answer = await requestTokens(service, { ...grant, client_id: open.id, ...form });
    expect(answer).toMatchObject({ status: 400, body: { error } });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  it('that cannot be parsed is refused in the same format', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const text of ['client_id=a&client_id=b', 'code=%00', ''])
      expect((await service.call('POST', '/oauth/token', { text, headers })).body).toHaveProperty('error');
    const json = { 'Content-Type': 'application/json' };
    for (const text of ['{', '[]', 'null', '{"grant_type":1}', '{"grant_type":"a","client_id":{}}'])
      expect((await service.call('POST', '/oauth/token', { text, headers: json })).body).toHaveProperty(
        'error',
      );
  });

  it('for a grant type that the application did not register is refused', async () => {
    const once = await registerApplication(service, { grant_types: ['authorization_code'] });
    const form = { grant_type: 'refresh_token', refresh_token: 'abcdefghijkl' };
    const answer = await requestTokens(service, form, `${once.id}:${secretOf(once)}`);
    expect(answer.body.error).toBe('unauthorized_client');
  });
});
