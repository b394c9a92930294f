import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';
import { createRefreshTokenV2 } from './refresh-token.ts';

let test: TestDatabase;
let service: TestService;

const open = `
[auth.email]
enable_confirmations = false
`;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(open);
});
afterAll(() => test.close());

async function signUp(on: TestService = service) {
  const { body } = await on.post('/signup', { email: freshEmail(), password: 'secret-1' });
  return body;
}

const refresh = (token: unknown, on: TestService = service) =>
  on.post('/token?grant_type=refresh_token', { refresh_token: token });

const activeTokens = (sessionOf: { access_token: string }) => {
  const { session_id: id } = JSON.parse(
    Buffer.from(sessionOf.access_token.split('.')[1] ?? '', 'base64url').toString(),
  );
  return test.database
    .sql`select token from auth.refresh_tokens where session_id = ${id} and revoked = false`;
};

describe('refresh', () => {
  it('A23: tokens are twelve characters; malformed, unknown and missing ones get different errors', async () => {
    const session = await signUp();
    expect(session.refresh_token).toMatch(/^[a-z0-9]{12}$/);
    const malformed = await refresh('not a token');
    expect([malformed.status, malformed.body.error_code]).toEqual([400, 'validation_failed']);
    expect(malformed.body.msg).toBe('Refresh token is not valid');
    const unknown = await refresh('abcdefghijkl');
    expect([unknown.status, unknown.body.error_code]).toEqual([400, 'refresh_token_not_found']);
    const unknownSession = await refresh(createRefreshTokenV2(crypto.randomUUID(), 3, Buffer.alloc(32)));
    expect(unknownSession.body.error_code).toBe('refresh_token_not_found');
  });

  it.each([
    {},
    { refresh_token: '' },
    { refresh_token: null },
  ])('is refused with an error code without a token: %j', async (given) => {
    const { status, body } = await service.post('/token?grant_type=refresh_token', given);
    expect([status, body]).toEqual([
      400,
      { code: 400, error_code: 'validation_failed', msg: 'Refresh token is not valid' },
    ]);
  });

  it('renews the session through the client', async () => {
    const client = service.client();
    const { data } = await client.auth.signUp({ email: freshEmail(), password: 'secret-1' });
    const { data: renewed, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(renewed.session?.refresh_token).not.toBe(data.session?.refresh_token);
    expect(renewed.user?.id).toBe(data.user?.id);
  });

  it('A24: the parent of the active token gets the active one, even a day later', async () => {
    const session = await signUp();
    const first = await refresh(session.refresh_token);
    service.advance(24 * 3600);
    const again = await refresh(session.refresh_token);
    expect(again.status).toBe(200);
    expect(again.body.refresh_token).toBe(first.body.refresh_token);
  });

  it('A24: an older token works within the reuse interval', async () => {
    const session = await signUp();
    const second = await refresh((await refresh(session.refresh_token)).body.refresh_token);
    const again = await refresh(session.refresh_token);
    expect([again.status, again.body.refresh_token]).toEqual([200, second.body.refresh_token]);
  });

  it('A24: an older token after the interval revokes the whole family, and the revocation is committed', async () => {
    const session = await signUp();
    const second = await refresh((await refresh(session.refresh_token)).body.refresh_token);
    service.advance(11);
    const abused = await refresh(session.refresh_token);
    expect([abused.status, abused.body.error_code]).toEqual([400, 'refresh_token_already_used']);
    expect(await activeTokens(session)).toHaveLength(0);
    const descendant = await refresh(second.body.refresh_token);
    expect([descendant.status, descendant.body.error_code]).toEqual([400, 'refresh_token_not_found']);
  });

  it('stricter: a revoked family is void at once, without the reuse interval', async () => {
    const session = await signUp();
    const first = await refresh(session.refresh_token);
    const second = await refresh(first.body.refresh_token);
    service.advance(11);
    await refresh(session.refresh_token);
    for (const { body } of [first, second]) {
      expect((await refresh(body.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    }
  });

  it.each([1, 2])('stricter: reuse ends the access tokens of version %i too', async (version) => {
    const on = await test.start(`[auth]\nrefresh_token_algorithm_version = ${version}\n${open}`);
    const session = (await on.post('/signup', { email: freshEmail(), password: 'secret-12' })).body;
    const first = (await refresh(session.refresh_token, on)).body;
    const second = (await refresh(first.refresh_token, on)).body;
    on.advance(11);
    await refresh(session.refresh_token, on);
    for (const { access_token: token } of [session, first, second]) {
      const changed = await on.call('PUT', '/user', { token, body: { password: 'taken-over-1' } });
      expect([changed.status, changed.body.error_code]).toEqual([403, 'session_not_found']);
      const read = await on.call('GET', '/user', { token });
      expect([read.status, read.body.error_code]).toEqual([403, 'session_not_found']);
    }
  });

  it('A26: of fifty concurrent refreshes one creates a token, which all of them get', async () => {
    const session = await signUp();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(session.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(await activeTokens(session)).toHaveLength(1);
  });

  it('A26: a refresh that waits for a locked session for five seconds gets an error that allows a retry', async () => {
    const session = await signUp();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: reportLocked } = Promise.withResolvers<void>();
    const holder = test.database.transaction(async (sql) => {
      await sql`select id from auth.sessions where user_id = ${session.user.id} for update`;
      reportLocked();
      await held;
    });
    await isLocked;
    const real = performance.now.bind(performance);
    let ahead = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
    try {
      const answer = refresh(session.refresh_token);
      // Once the deadline is set and checked, the clock jumps by five seconds.
      await vi.waitFor(() => expect(clock.mock.calls.length).toBeGreaterThan(2), 10_000);
      ahead = 5001;
      expect(await answer).toMatchObject({ status: 409, body: { error_code: 'conflict' } });
    } finally {
      clock.mockRestore();
      release();
      await holder;
    }
    expect((await refresh(session.refresh_token)).status).toBe(200);
  });

  it('A25: tokens with a counter advance, repeat for the last one, and end the session for older ones', async () => {
    const counted = await test.start(`[auth]\nrefresh_token_algorithm_version = 2\n${open}`);
    const session = (await counted.post('/signup', { email: freshEmail(), password: 'secret-12' })).body;
    expect(session.refresh_token).toMatch(/^[\w-]{51,60}$/);
    const first = await refresh(session.refresh_token, counted);
    const repeated = await refresh(session.refresh_token, counted);
    expect(repeated.body.refresh_token).toBe(first.body.refresh_token);
    const second = await refresh(first.body.refresh_token, counted);
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
    counted.advance(11);
    expect((await refresh(session.refresh_token, counted)).body.error_code).toBe(
      'refresh_token_already_used',
    );
    expect((await refresh(second.body.refresh_token, counted)).body.error_code).toBe(
      'refresh_token_not_found',
    );
    const user = await counted.call('GET', '/user', { token: second.body.access_token });
    expect([user.status, user.body.error_code]).toEqual([403, 'session_not_found']);
  });

  it('A25: of fifty concurrent refreshes with a counter token all get the same next one', async () => {
    const counted = await test.start(`[auth]\nrefresh_token_algorithm_version = 2\n${open}`);
    const session = (await counted.post('/signup', { email: freshEmail(), password: 'secret-12' })).body;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refresh(session.refresh_token, counted)),
    );
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    const forged = createRefreshTokenV2(answers[0]?.body.user.id, 1, Buffer.alloc(32));
    expect((await refresh(forged, counted)).body.error_code).toBe('refresh_token_not_found');
  });

  it('A27: a session ends by its time box, by inactivity and by its own end', async () => {
    const boxed = await test.start(`${open}\n[auth.sessions]\ntimebox = "1h"\ninactivity_timeout = "10m"`);
    const idle = await signUp(boxed);
    boxed.advance(11 * 60);
    const inactive = await refresh(idle.refresh_token, boxed);
    expect([inactive.status, inactive.body.error_code]).toEqual([400, 'session_expired']);
    expect(inactive.body.msg).toBe('Invalid Refresh Token: Session Expired (Inactivity)');

    let busy = await signUp(boxed);
    for (let minutes = 0; minutes < 60; minutes += 9) {
      boxed.advance(9 * 60);
      const { body } = await refresh(busy.refresh_token, boxed);
      if (body.error_code !== undefined) break;
      busy = body;
    }
    expect((await refresh(busy.refresh_token, boxed)).body.msg).toBe(
      'Invalid Refresh Token: Session Expired',
    );

    const ended = await signUp();
    await test.database.sql`
      update auth.sessions set not_after = ${service.now()}::timestamptz - interval '1 second'
      where user_id = ${ended.user.id}`;
    expect((await refresh(ended.refresh_token)).body.error_code).toBe('session_expired');
  });

  it('A27: with one session for each user, the newer login wins', async () => {
    const single = await test.start(`${open}\n[auth.sessions]\nsingle_per_user = true`);
    const email = freshEmail();
    const old = (await single.post('/signup', { email, password: 'secret-1' })).body;
    single.advance(2);
    const fresh = (await single.post('/token?grant_type=password', { email, password: 'secret-1' })).body;
    const refused = await refresh(old.refresh_token, single);
    expect(refused.body.msg).toBe('Invalid Refresh Token: Session Expired (Revoked by Newer Login)');
    expect((await refresh(fresh.refresh_token, single)).status).toBe(200);
  });

  it('refuses the tokens of a banned, deleted or signed-out user', async () => {
    const banned = await signUp();
    await test.database
      .sql`update auth.users set banned_until = now() + interval '10 years' where id = ${banned.user.id}`;
    expect((await refresh(banned.refresh_token)).body.error_code).toBe('user_banned');
    const deleted = await signUp();
    await test.database.sql`delete from auth.users where id = ${deleted.user.id}`;
    expect((await refresh(deleted.refresh_token)).body.error_code).toBe('refresh_token_not_found');
    const out = await signUp();
    await service.call('POST', '/logout', { token: out.access_token });
    expect((await refresh(out.refresh_token)).body.error_code).toBe('refresh_token_not_found');
  });
});
