import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let open: TestService;
let confirming: TestService;
beforeAll(async () => {
  test = await openTestDatabase();
  open = await test.start('[auth.email]\nenable_confirmations = false');
  confirming = await test.start();
});
afterAll(() => test.close());

const partner = { headers: { 'X-JWT-AUD': 'partner' } };
const password = 'secret-1';
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const audiencesOf = async (email: string) =>
  (await test.database.sql`select aud from auth.users where email = ${email}`).map(({ aud }) => aud);

describe('X-JWT-AUD', () => {
  it('sets the audience of an account and its tokens', async () => {
    const email = freshEmail();
    const { body } = await open.post('/signup', { email, password }, partner);
    expect(body.user.aud).toBe('partner');
    expect(claimsOf(body.access_token).aud).toBe('partner');
    const signIn = (options = {}) => open.post('/token?grant_type=password', { email, password }, options);
    expect((await signIn()).body.error_code).toBe('invalid_credentials');
    const session = (await signIn(partner)).body;
    expect(claimsOf(session.access_token).aud).toBe('partner');
    const renewed = await open.post('/token?grant_type=refresh_token', {
      refresh_token: session.refresh_token,
    });
    expect(claimsOf(renewed.body.access_token).aud).toBe('partner');
  });

  it('must not contradict the token at GET /user', async () => {
    const { body } = await open.post('/signup', { email: freshEmail(), password }, partner);
    const read = (options = {}) => open.call('GET', '/user', { token: body.access_token, ...options });
    expect((await read()).body.aud).toBe('partner');
    expect((await read(partner)).status).toBe(200);
    const other = await read({ headers: { 'X-JWT-AUD': 'authenticated' } });
    expect([other.status, other.body.error_code]).toEqual([400, 'validation_failed']);
    expect(other.body.msg).toBe("Token audience doesn't match request audience");
  });

  it('gives tokens that the data API refuses, because they are for another audience', async () => {
    const { body } = await open.post('/signup', { email: freshEmail(), password }, partner);
    const headers = { authorization: `Bearer ${body.access_token}` };
    const answer = await open.backend.fetch(new Request('http://backend.test/rest/v1/', { headers }));
    expect([answer.status, (await answer.json()).message]).toEqual([401, 'JWT not in audience']);
  });

  it('is refused when it is too long to store', async () => {
    const headers = { 'X-JWT-AUD': 'x'.repeat(256) };
    const answer = await open.post('/signup', { email: freshEmail(), password }, { headers });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
  });

  it('does not take an address away from its owner: the next sign-up replaces an unverified account', async () => {
    const email = freshEmail();
    await confirming.post('/signup', { email, password: 'of-a-stranger' }, partner);
    expect(await audiencesOf(email)).toEqual(['partner']);
    // Longer than the cooldown between two mails.
    confirming.advance(61);
    expect((await confirming.post('/signup', { email, password })).body.aud).toBe('authenticated');
    const { Token } = confirming.lastMail(email).variables;
    const { body } = await confirming.post('/verify', { type: 'signup', email, token: Token });
    expect(claimsOf(body.access_token).aud).toBe('authenticated');
    const invited = freshEmail();
    await confirming.post('/signup', { email: invited, password }, partner);
    await confirming.post('/invite', { email: invited }, { token: test.secrets.serviceRoleKey });
    expect(await audiencesOf(invited)).toEqual(['authenticated']);
  });

  it('does not reveal that an address is taken for another audience, and gives it no second account', async () => {
    const [taken, free] = [freshEmail(), freshEmail()];
    await open.post('/signup', { email: taken, password });
    const answers = [];
    for (const email of [taken, free])
      answers.push(await confirming.post('/signup', { email, password }, partner));
    expect(answers.map(({ status, body }) => [status, body.aud])).toEqual([
      [200, 'partner'],
      [200, 'partner'],
    ]);
    expect(await audiencesOf(taken)).toEqual(['authenticated']);
    expect((await open.post('/signup', { email: taken, password }, partner)).body.error_code).toBe(
      'user_already_exists',
    );
  });
});
