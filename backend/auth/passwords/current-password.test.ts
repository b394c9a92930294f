import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

const asks = `
  [auth]
  minimum_password_length = 6
  jwt_expiry = 604800
  security_update_password_require_current_password = true
  [auth.email]
  enable_confirmations = false`;

let test: TestDatabase;
let open: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  open = await test.start(asks);
});
afterAll(() => test.close());

const change = (token: string, body: object, on = open) => on.call('PUT', '/user', { token, body });
const signIn = (email: string, password: string, on = open) =>
  on.post('/token?grant_type=password', { email, password });

async function signUp(on = open) {
  const email = freshEmail();
  const { body } = await on.post('/signup', { email, password: 'secret-1' });
  return { email, token: String(body.access_token), id: String(body.user.id) };
}

describe('with security_update_password_require_current_password', () => {
  it('a password change needs the current password', async () => {
    const { email, token } = await signUp();
    for (const body of [
      { password: 'secret-2' },
      { password: 'secret-2', current_password: '' },
      { password: 'secret-2', current_password: null },
    ]) {
      const { status, body: answer } = await change(token, body);
      expect([status, answer.error_code]).toEqual([400, 'current_password_required']);
    }
    const wrong = await change(token, { password: 'secret-2', current_password: 'secret-0' });
    expect([wrong.status, wrong.body.error_code]).toEqual([400, 'current_password_invalid']);
    expect((await signIn(email, 'secret-1')).status).toBe(200);

    const right = await change(token, { password: 'secret-2', current_password: 'secret-1' });
    expect(right.status).toBe(200);
    expect((await signIn(email, 'secret-2')).status).toBe(200);
    expect((await signIn(email, 'secret-1')).status).toBe(400);
  });

  it('a guess at the password through same_password is refused like any other guess', async () => {
    const { token } = await signUp();
    const guess = await change(token, { password: 'secret-1' });
    expect([guess.status, guess.body.error_code]).toEqual([400, 'current_password_required']);
    const known = await change(token, { password: 'secret-1', current_password: 'secret-1' });
    expect([known.status, known.body.error_code]).toEqual([422, 'same_password']);
  });

  it('the official client passes it on', async () => {
    const { email } = await signUp();
    const client = open.client();
    await client.auth.signInWithPassword({ email, password: 'secret-1' });
    const without = await client.auth.updateUser({ password: 'secret-2' });
    expect(without.error?.code).toBe('current_password_required');
    const { error } = await client.auth.updateUser({ password: 'secret-2', current_password: 'secret-1' });
    expect(error).toBeNull();
  });

  it('other changes do not need it', async () => {
    const { token } = await signUp();
    expect((await change(token, { data: { name: 'Ada' } })).status).toBe(200);
  });

  it('an account without a password sets its first one', async () => {
    const { token, id, email } = await signUp();
    await test.database.sql`update auth.users set encrypted_password = null where id = ${id}`;
    expect((await change(token, { password: 'secret-2' })).status).toBe(200);
    expect((await signIn(email, 'secret-2')).status).toBe(200);
  });

  it('after a recovery by link or by code the current password is not needed', async () => {
    for (const by of ['link', 'code'] as const) {
      const { email } = await signUp();
      await open.post('/recover', { email });
      const { TokenHash, Token } = open.lastMail(email).variables;
      const proof = by === 'link' ? { token_hash: TokenHash } : { email, token: Token };
      const { body } = await open.post('/verify', { type: 'recovery', ...proof });
      expect((await change(body.access_token, { password: 'secret-2' })).status, by).toBe(200);
    }
  });

  it('wrong current passwords count as sign-ins of the account, from any address', async () => {
    const limited = await test.start(`${asks}
      [auth.rate_limit]
      sign_in_sign_ups = 6`);
    const { email, token } = await signUp(limited);
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      limited.address = `203.0.113.${100 + index}`;
      const body = { password: 'secret-2', current_password: `guess-${index}` };
      statuses.push((await change(token, body, limited)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400]);
    // Two of six attempts are left for both together.
    expect((await signIn(email, 'guess-4', limited)).status).toBe(400);
    limited.address = '203.0.113.150';
    const last = { password: 'secret-2', current_password: 'guess-5' };
    expect((await change(token, last, limited)).body.error_code).toBe('current_password_invalid');
    const refused = await signIn(email, 'guess-6', limited);
    expect([refused.status, refused.body.error_code]).toEqual([429, 'over_request_rate_limit']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('a code from GET /reauthenticate is not used up by a wrong current password', async () => {
    const both = await test.start(`${asks}
      secure_password_change = true`);
    const { email, token } = await signUp(both);
    both.advance(25 * 3600);
    await both.call('GET', '/reauthenticate', { token });
    const nonce = both.lastMail(email).variables.Token;
    const body = { password: 'secret-2', nonce };
    const wrong = await change(token, { ...body, current_password: 'no' }, both);
    expect(wrong.body.error_code).toBe('current_password_invalid');
    expect((await change(token, { ...body, current_password: 'secret-1' }, both)).status).toBe(200);
  });
});
