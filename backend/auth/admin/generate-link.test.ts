import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';

let test: TestDatabase;
let service: TestService;
let key: string;
beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start();
  key = test.secrets.serviceRoleKey;
});
afterAll(() => test.close());

const generate = (body: object) => service.post('/admin/generate_link', body, { token: key });
const createUser = async (email: string) =>
  (await service.post('/admin/users', { email, password: 'secret-1', email_confirm: true }, { token: key }))
    .body;

describe('A46: POST /admin/generate_link', () => {
  it('answers with the account and the link in one object, and sends nothing', async () => {
    const email = freshEmail();
    const { status, body } = await generate({
      type: 'signup',
      email,
      password: 'secret-1',
      data: { status: 'alpha' },
      redirect_to: 'http://localhost:3000/welcome',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email,
      verification_type: 'signup',
      redirect_to: 'http://localhost:3000/welcome',
    });
    expect(body.user_metadata).toEqual({ status: 'alpha' });
    const link = new URL(body.action_link);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: body.hashed_token,
      type: 'signup',
      redirect_to: 'http://localhost:3000/welcome',
    });
    expect(service.mails.filter(({ to }) => to === email)).toEqual([]);
    const verified = await service.post('/verify', { type: 'signup', email, token: body.email_otp });
    expect(verified.body.user.email).toBe(email);
  });

  it('works through supabase-js, and the hashed token signs in', async () => {
    const email = freshEmail();
    await createUser(email);
    const { data, error } = await service
      .client({ key })
      .auth.admin.generateLink({ type: 'magiclink', email });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.properties?.verification_type).toBe('magiclink');
    const client = service.client();
    const token_hash = data.properties?.hashed_token ?? '';
    expect((await client.auth.verifyOtp({ type: 'magiclink', token_hash })).data.user?.email).toBe(email);
    expect((await client.auth.verifyOtp({ type: 'magiclink', token_hash })).error?.code).toBe('otp_expired');
  });

  it('turns a magic link for an unknown address into a sign-up', async () => {
    const email = freshEmail();
    const { body } = await generate({ type: 'magiclink', email });
    expect(body).toMatchObject({ email, verification_type: 'signup' });
    const { status } = await service.post('/verify', { type: 'signup', token_hash: body.hashed_token });
    expect(status).toBe(200);
  });

  it('recovery and email change need an account', async () => {
    for (const type of ['recovery', 'email_change_current', 'email_change_new']) {
      const { status, body } = await generate({ type, email: freshEmail(), new_email: freshEmail() });
      expect([status, body.error_code]).toEqual([404, 'user_not_found']);
    }
    const email = freshEmail();
    await createUser(email);
    const { body } = await generate({ type: 'recovery', email });
    expect((await service.post('/verify', { type: 'recovery', email, token: body.email_otp })).status).toBe(
      200,
    );
  });

  it('an invitation creates an account that its owner confirms', async () => {
    const email = freshEmail();
    const { body } = await generate({ type: 'invite', email, data: { team: 'red' } });
    expect(body).toMatchObject({ verification_type: 'invite', user_metadata: { team: 'red' } });
    expect(body.invited_at).toBeTruthy();
    expect((await service.post('/verify', { type: 'invite', email, token: body.email_otp })).status).toBe(
      200,
    );
    const again = await generate({ type: 'invite', email });
    expect([again.status, again.body.error_code]).toEqual([422, 'email_exists']);
  });

  it('both halves of an email change together change the address', async () => {
    const [email, newEmail] = [freshEmail(), freshEmail('new')];
    const { id } = await createUser(email);
    const current = await generate({ type: 'email_change_current', email, new_email: newEmail });
    const fresh = await generate({ type: 'email_change_new', email, new_email: newEmail });
    expect(current.body).toMatchObject({
      email,
      new_email: newEmail,
      verification_type: 'email_change_current',
    });
    expect(current.body.action_link).toContain('type=email_change&');
    for (const { body } of [current, fresh]) {
      const { status } = await service.post('/verify', {
        type: 'email_change',
        token_hash: body.hashed_token,
      });
      expect(status).toBe(200);
    }
    const { body } = await service.call('GET', `/admin/users/${id}`, { token: key });
    expect(body.email).toBe(newEmail);
  });

  it('a confirmation for another address does not count', async () => {
    const email = freshEmail();
    await createUser(email);
    const first = await generate({ type: 'email_change_current', email, new_email: freshEmail('one') });
    await generate({ type: 'email_change_new', email, new_email: freshEmail('two') });
    const { status } = await service.post('/verify', {
      type: 'email_change',
      token_hash: first.body.hashed_token,
    });
    expect(status).toBe(403);
  });

  it('A33: only allowed addresses are redirected to', async () => {
    const { body } = await generate({
      type: 'magiclink',
      email: freshEmail(),
      redirect_to: 'https://evil.example',
    });
    expect(body.redirect_to).toBe('http://localhost:3000');
    expect(body.action_link).not.toContain('evil');
  });

  it('refuses unknown types, missing passwords, weak ones and taken addresses', async () => {
    const email = freshEmail();
    const code = async (body: object) => (await generate(body)).body.error_code;
    expect(await code({ type: 'nonsense', email })).toBe('validation_failed');
    expect(await code({ type: 'signup', email })).toBe('validation_failed');
    expect(await code({ type: 'signup', email, password: '1' })).toBe('weak_password');
    expect(await code({ type: 'signup', email: 'nonsense', password: 'secret-1' })).toBe('validation_failed');
    await createUser(email);
    expect(await code({ type: 'signup', email, password: 'secret-1' })).toBe('email_exists');
    const other = freshEmail();
    await createUser(other);
    expect(await code({ type: 'email_change_new', email, new_email: other })).toBe('email_exists');
  });

  it('leads to the confirmation page with a button where the site has one', async () => {
    const site = await test.start('', { confirmPath: '/confirm' });
    const body = { type: 'magiclink', email: freshEmail() };
    const answer = await site.post('/admin/generate_link', body, { token: key });
    expect(answer.body.action_link).toMatch(/^http:\/\/localhost:3000\/confirm\?token_hash=/);
  });
});

describe('POST /invite', () => {
  it('sends an invitation, again to an unconfirmed user, and not to a confirmed one', async () => {
    const email = freshEmail();
    const admin = service.client({ key }).auth.admin;
    const { data, error } = await admin.inviteUserByEmail(email, { data: { team: 'red' } });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({ team: 'red' });
    expect(data.user?.invited_at).toBeTruthy();
    const first = service.lastMail(email);
    expect(first.kind).toBe('invite');
    expect((await admin.inviteUserByEmail(email)).error).toBeNull();
    const old = await service.post('/verify', { type: 'invite', email, token: first.variables.Token });
    expect(old.status).toBe(403);
    const token = service.lastMail(email).variables.Token;
    expect((await service.post('/verify', { type: 'invite', email, token })).status).toBe(200);
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  it('none of ten invitations at once fails with a server error', async () => {
    const email = freshEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.post('/invite', { email }, { token: key })),
    );
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
  });
});
