import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start();
});
afterAll(() => test.close());

function challenge() {
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, body: { code_challenge, code_challenge_method: 's256' } };
}

const exchange = (auth_code: string, code_verifier: string) =>
  service.post('/token?grant_type=pkce', { auth_code, code_verifier });

/** Signs up with a challenge and follows the link in the mail. */
async function begin() {
  const email = freshEmail();
  const { verifier, body } = challenge();
  await service.post('/signup', { email, password: 'secret-1', ...body });
  const link = new URL(service.lastMail(email).variables.ConfirmationURL ?? '');
  const answer = await service.call('GET', `/verify${link.search}`);
  const target = new URL(answer.headers.get('location') ?? '');
  return { email, verifier, link, target, code: target.searchParams.get('code') ?? '' };
}

describe('the PKCE flow', () => {
  it('A16: a link ends in a code and never in a fragment', async () => {
    const { link, target, code } = await begin();
    expect(link.searchParams.get('token')).toMatch(/^pkce_/);
    expect(code).toMatch(/^[0-9a-f-]{36}$/);
    expect(target.hash).toBe('');
  });

  it('stricter: the PKCE mark cannot be removed from a link', async () => {
    const email = freshEmail();
    await service.post('/signup', { email, password: 'secret-1', ...challenge().body });
    const { TokenHash = '' } = service.lastMail(email).variables;
    const answer = await service.call('GET', `/verify?type=signup&token=${TokenHash.replace('pkce_', '')}`);
    expect(answer.headers.get('location')).toContain('error_code=otp_expired');
  });

  it('A32: the code is exchanged once, with its own verifier', async () => {
    const { email, verifier, code } = await begin();
    const wrong = await exchange(code, challenge().verifier);
    expect([wrong.status, wrong.body.error_code]).toEqual([400, 'bad_code_verifier']);
    const { status, body } = await exchange(code, verifier);
    expect([status, body.user.email]).toEqual([200, email]);
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
    expect(claims.amr[0].method).toBe('email/signup');
    const again = await exchange(code, verifier);
    expect([again.status, again.body.error_code]).toEqual([404, 'flow_state_not_found']);
  });

  it('A32: of fifty exchanges at once exactly one succeeds', async () => {
    const { verifier, code } = await begin();
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(code, verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
  });

  it('A32: a flow expires after five minutes', async () => {
    const { verifier, code } = await begin();
    service.advance(301);
    const { status, body } = await exchange(code, verifier);
    expect([status, body.error_code]).toEqual([422, 'flow_state_expired']);
  });

  it('A32: the five minutes of a magic link begin with the click', async () => {
    const { email, verifier: first, code: firstCode } = await begin();
    await exchange(firstCode, first);
    service.advance(61);
    const { verifier, body } = challenge();
    await service.post('/otp', { email, ...body });
    service.advance(600);
    const link = new URL(service.lastMail(email).variables.ConfirmationURL ?? '');
    const answer = await service.call('GET', `/verify${link.search}`);
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
    expect((await exchange(code, verifier)).status).toBe(200);
  });

  it('A32: a challenge has a format, and comes with its method', async () => {
    const good = challenge().body.code_challenge;
    const bad = [
      { code_challenge: good },
      { code_challenge_method: 's256' },
      { code_challenge: 'short', code_challenge_method: 's256' },
      { code_challenge: 'a'.repeat(129), code_challenge_method: 's256' },
      { code_challenge: `${good.slice(1)}!`, code_challenge_method: 's256' },
      { code_challenge: good, code_challenge_method: 'plain' },
    ];
    for (const members of bad) {
      for (const path of ['/otp', '/recover', '/signup']) {
        const { status, body } = await service.post(path, {
          email: freshEmail(),
          password: 'secret-1',
          ...members,
        });
        expect([status, body.error_code], JSON.stringify(members)).toEqual([400, 'validation_failed']);
      }
    }
    const upper = await service.post('/otp', {
      email: freshEmail(),
      code_challenge: good,
      code_challenge_method: 'S256',
    });
    expect(upper.status).toBe(200);
  });

  it('A32: code and verifier are both needed', async () => {
    const { status, body } = await exchange('', 'x');
    expect([status, body.error_code]).toEqual([400, 'validation_failed']);
  });

  it('works through the client', async () => {
    const client = service.client({ flowType: 'pkce' });
    const email = freshEmail();
    await client.auth.signUp({ email, password: 'secret-1' });
    const link = new URL(service.lastMail(email).variables.ConfirmationURL ?? '');
    const answer = await service.call('GET', `/verify${link.search}`);
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect([error, data.user?.email]).toEqual([null, email]);
  });
});
