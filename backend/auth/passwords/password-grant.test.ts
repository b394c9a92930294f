import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail, freshPhone } from '../../../tests/harness/fresh-contact.ts';
import { createPasswords } from './create-passwords.ts';

let test: TestDatabase;
let service: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(
    `
    [auth.email]
    enable_confirmations = false
    [auth.sms]
    enable_signup = true
    enable_confirmations = false`,
    { ports: { passwords: createPasswords() } },
  );
});
afterAll(() => test.close());

const signIn = (body: unknown, on: TestService = service) => on.post('/token?grant_type=password', body);

describe('password sign-in', () => {
  it('signs in by email in any case, and by phone in any notation', async () => {
    const email = freshEmail();
    await service.post('/signup', { email, password: 'secret-1' });
    expect((await signIn({ email: email.toUpperCase(), password: 'secret-1' })).status).toBe(200);
    expect((await signIn({ email, password: 'secret-1' })).body).toMatchObject({ weak_password: null });
    const phone = freshPhone();
    await service.post('/signup', { phone, password: 'secret-1' });
    const { data, error } = await service
      .client()
      .auth.signInWithPassword({ phone: `+${phone}`, password: 'secret-1' });
    expect(error).toBeNull();
    expect(data.user?.phone).toBe(phone);
  });

  it('treats a user who is deleted during the sign-in as an unknown user', async () => {
    const passwords = createPasswords();
    const racing = await test.start('[auth.email]\nenable_confirmations = false', {
      ports: {
        passwords: {
          ...passwords,
          async verify(hash, password) {
            await test.database.sql`delete from auth.users where encrypted_password = ${hash}`;
            return passwords.verify(hash, password);
          },
        },
      },
    });
    const email = freshEmail();
    await racing.post('/signup', { email, password: 'secret-1' });
    const answer = await racing.post('/token?grant_type=password', { email, password: 'secret-1' });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } });
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const email = freshEmail();
    await service.post('/signup', { email, password: 'secret-1' });
    const wrong = await signIn({ email, password: 'secret-2' });
    const unknown = await signIn({ email: freshEmail(), password: 'secret-2' });
    expect(wrong.body).toEqual(unknown.body);
    expect([wrong.status, wrong.body.error_code, wrong.body.msg]).toEqual([
      400,
      'invalid_credentials',
      'Invalid login credentials',
    ]);
  });

  it('stricter: an unknown address costs as much hashing as a known one', async () => {
    const real = createPasswords();
    const calls: string[] = [];
    const watched = await test.start('[auth.email]\nenable_confirmations = false', {
      ports: {
        passwords: {
          ...real,
          verify: (hash, password) => {
            calls.push('verify');
            return real.verify(hash, password);
          },
          verifyDummy: (password) => {
            calls.push('verifyDummy');
            return real.verifyDummy(password);
          },
        },
      },
    });
    const email = freshEmail();
    await watched.post('/signup', { email, password: 'secret-1' });
    await signIn({ email, password: 'wrong-one' }, watched);
    await signIn({ email: freshEmail(), password: 'wrong-one' }, watched);
    expect(calls).toEqual(['verify', 'verifyDummy']);
  });

  it('A2: an unknown grant is 400 invalid_credentials', async () => {
    for (const grant of ['', 'client_credentials', 'toString', '__proto__']) {
      const { status, body } = await service.post(`/token?grant_type=${grant}`, {});
      expect([status, body.error_code, body.msg]).toEqual([
        400,
        'invalid_credentials',
        'unsupported_grant_type',
      ]);
    }
  });

  it('A21: reports an unconfirmed address only after the correct password', async () => {
    const confirming = await test.start('');
    const email = freshEmail();
    await confirming.post('/signup', { email, password: 'secret-1' });
    expect((await signIn({ email, password: 'wrong-one' }, confirming)).body.error_code).toBe(
      'invalid_credentials',
    );
    const { status, body } = await signIn({ email, password: 'secret-1' }, confirming);
    expect([status, body.error_code]).toEqual([400, 'email_not_confirmed']);
  });

  it('A21, stricter: reports a ban only after the correct password', async () => {
    const email = freshEmail();
    const { body } = await service.post('/signup', { email, password: 'secret-1' });
    await test.database
      .sql`update auth.users set banned_until = now() + interval '1 day' where id = ${body.user.id}`;
    const wrong = await signIn({ email, password: 'whatever' });
    expect([wrong.status, wrong.body.error_code]).toEqual([400, 'invalid_credentials']);
    const right = await signIn({ email, password: 'secret-1' });
    expect([right.status, right.body.error_code]).toEqual([400, 'user_banned']);
  });

  it('A21: a disabled sign-in method is 422', async () => {
    const closed = await test.start('[auth.email]\nenable_signup = false');
    expect((await signIn({ email: freshEmail(), password: 'x' }, closed)).body.error_code).toBe(
      'email_provider_disabled',
    );
    expect((await signIn({ phone: freshPhone(), password: 'x' }, closed)).body.error_code).toBe(
      'phone_provider_disabled',
    );
  });

  it('A22: a hash of another cost is replaced at the next sign-in', async () => {
    const email = freshEmail();
    const { body } = await service.post('/signup', { email, password: 'secret-1' });
    const cheap = '$2b$04$mL5vT3WwuTs8kPmjEz0Zyec/VZJ4xY1gt3k9IyPImtm7nv.iMpfEi';
    await test.database.sql`update auth.users set encrypted_password = ${cheap} where id = ${body.user.id}`;
    const hash = async () => {
      const [row] = await test.database
        .sql`select encrypted_password as hash from auth.users where id = ${body.user.id}`;
      return String(row?.hash);
    };
    await signIn({ email, password: 'not the one' });
    expect(await hash()).toBe(cheap);
    const { hash: bcrypt } = await import('@node-rs/bcrypt');
    const own = await bcrypt('secret-1', 4);
    await test.database.sql`update auth.users set encrypted_password = ${own} where id = ${body.user.id}`;
    expect((await signIn({ email, password: 'secret-1' })).status).toBe(200);
    expect(await hash()).toMatch(/^\$2[aby]\$10\$/);
  });

  it('A3: a weak password still signs in, and is reported as weak', async () => {
    const email = freshEmail();
    await service.post('/signup', { email, password: 'secret-1' });
    const strict = await test.start(
      '[auth]\nminimum_password_length = 20\n[auth.email]\nenable_confirmations = false',
    );
    const { status, body } = await signIn({ email, password: 'secret-1' }, strict);
    expect([status, body.weak_password.reasons]).toEqual([200, ['length']]);
  });
});
