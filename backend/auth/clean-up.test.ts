import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rawFragment } from '../../database/driver/sql.ts';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../tests/harness/fresh-contact.ts';
import { parseConfig } from '../config/read-config.ts';
import { type CleanUp, startCleanUp } from './clean-up.ts';

const day = 24 * 3600;

let test: TestDatabase;
let service: TestService;

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start('[auth.email]\nenable_confirmations = false\nmax_frequency = "0s"');
});
beforeEach(() => test.database.sql`delete from auth.users`);
afterAll(() => test.close());

/** Runs the clean-up as if so many seconds had passed. */
function cleanUpIn(seconds: number, toml = '', batch = 200): CleanUp {
  const clock = { now: () => new Date(service.now().getTime() + seconds * 1000) };
  const config = parseConfig(toml).auth;
  return startCleanUp({ database: test.database, config, clock, log: () => {}, batch });
}

async function clean(seconds: number, toml = ''): Promise<number> {
  const cleanUp = cleanUpIn(seconds, toml);
  const removed = await cleanUp.run();
  await cleanUp.close();
  return removed;
}

async function signUp() {
  const email = freshEmail();
  const { body } = await service.post('/signup', { email, password: 'secret-1' });
  return { email, id: body.user.id, token: body.access_token, refreshToken: body.refresh_token };
}

const refresh = (token: string) => service.post('/token?grant_type=refresh_token', { refresh_token: token });
const count = async (table: string) => (await test.database.sql`select from ${rawFragment(table)}`).length;

describe('cleaning up', () => {
  it('keeps what can still be used, however old', async () => {
    const { email, refreshToken } = await signUp();
    const renewed = await refresh(refreshToken);
    await service.post('/otp', { email });
    expect(await clean(2 * 3600)).toBe(0);
    await test.database.sql`delete from auth.one_time_tokens`;
    expect(await clean(300 * day)).toBe(0);
    // The client may never have received the renewed token.
    expect((await refresh(refreshToken)).body.refresh_token).toBe(renewed.body.refresh_token);
  });

  it('removes used tokens after the retention time, and not before', async () => {
    const { refreshToken } = await signUp();
    const second = await refresh(refreshToken);
    await refresh(second.body.refresh_token);
    expect(await clean(6 * day)).toBe(0);
    expect(await clean(8 * day)).toBe(1);
    expect((await refresh(second.body.refresh_token)).status).toBe(200);
    expect((await refresh(refreshToken)).body.error_code).toBe('refresh_token_not_found');
  });

  it('removes sessions a day after their end, whatever ended them', async () => {
    const { id } = await signUp();
    const { sql } = test.database;
    expect(await clean(3 * day, '[auth.sessions]\ntimebox = "24h"')).toBe(1);
    await signUp();
    expect(await clean(1 * day, '[auth.sessions]\ninactivity_timeout = "1h"')).toBe(0);
    expect(await clean(2 * day, '[auth.sessions]\ninactivity_timeout = "1h"')).toBe(1);
    await signUp();
    await sql`update auth.sessions set not_after = ${service.now()}`;
    expect(await clean(day - 60)).toBe(0);
    expect(await clean(day + 60)).toBe(1);
    expect(await sql`select from auth.users where id = ${id}`).toHaveLength(1);
    expect(await count('auth.refresh_tokens')).toBe(0);
  });

  it('removes a session whose family of tokens was revoked', async () => {
    await signUp();
    await test.database.sql`update auth.refresh_tokens set revoked = true`;
    expect(await clean(day)).toBe(0);
    expect(await clean(2 * day)).toBe(1);
    expect(await count('auth.sessions')).toBe(0);
  });

  it('removes codes, flows, states and challenges that were never answered', async () => {
    const { email, id, token } = await signUp();
    const { sql } = test.database;
    const challenge = 'a'.repeat(43);
    await service.post('/otp', { email, code_challenge: challenge, code_challenge_method: 's256' });
    const factor = await service.post('/factors', { factor_type: 'totp' }, { token });
    await service.post(`/factors/${factor.body.id}/challenge`, {}, { token });
    await sql`
      insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
      values (${id}, 'authentication', '{}', ${service.now()})`;
    await sql`insert into porchlight.used_proofs (proof, expires_at) values ('\\x01', ${service.now()})`;
    const tables = [
      'auth.one_time_tokens',
      'auth.flow_state',
      'auth.mfa_challenges',
      'auth.webauthn_challenges',
      'auth.mfa_factors',
      'porchlight.used_proofs',
    ];
    expect(await Promise.all(tables.map(count))).toEqual(tables.map(() => 1));
    expect(await clean(3600)).toBe(0);
    expect(await clean(2 * day)).toBe(tables.length);
    expect(await Promise.all(tables.map(count))).toEqual(tables.map(() => 0));
    expect(await count('auth.sessions')).toBe(1);
  });

  it('continues in small batches until nothing is left', async () => {
    for (let index = 0; index < 5; index += 1) await signUp();
    await test.database.sql`update auth.sessions set not_after = ${service.now()}`;
    const cleanUp = cleanUpIn(2 * day, '', 2);
    expect(await cleanUp.run()).toBe(5);
    await cleanUp.close();
  });

  it('skips rows that another process has locked, and does not wait for them', async () => {
    await signUp();
    const held = await signUp();
    const { sql } = test.database;
    await sql`update auth.sessions set not_after = ${service.now()}`;
    await test.database.transaction(async (holder) => {
      await holder`select from auth.sessions where user_id = ${held.id} for update`;
      expect(await clean(2 * day)).toBe(1);
    });
    expect(await clean(2 * day)).toBe(1);
  });

  it('does nothing once it is closed', async () => {
    await signUp();
    await test.database.sql`update auth.sessions set not_after = ${service.now()}`;
    const cleanUp = cleanUpIn(2 * day);
    await cleanUp.close();
    expect(await cleanUp.run()).toBe(0);
    expect(await count('auth.sessions')).toBe(1);
  });
});
