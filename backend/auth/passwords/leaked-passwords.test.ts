import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestDatabase,
  type TestDatabase,
  type TestService,
} from '../../../tests/harness/auth/test-service.ts';
import { freshEmail } from '../../../tests/harness/fresh-contact.ts';
import { type OutgoingFetch, OutgoingFetchError } from '../../http/outgoing-fetch.ts';

const leaked = 'password-1';
const toml = `
[auth]
site_url = "http://localhost:3000"
password_hibp_enabled = true
[auth.email]
enable_confirmations = false
`;

let test: TestDatabase;
let service: TestService;
const requests: string[] = [];
let isDown = false;

/**
 * The list as its documentation describes it: the rest of the hash after the first five characters, and the number of
 * occurrences.
 */
const list: OutgoingFetch = async (address) => {
  requests.push(String(address));
  if (isDown) throw new OutgoingFetchError('unreachable', 'connection refused');
  const digest = createHash('sha1').update(leaked).digest('hex').toUpperCase();
  const isAsked = String(address).endsWith(digest.slice(0, 5));
  const text = `0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${isAsked ? `${digest.slice(5)}:42\r\n` : ''}`;
  return { status: 200, headers: new Headers(), text };
};

beforeAll(async () => {
  test = await openTestDatabase();
  service = await test.start(toml, { ports: { outgoing: list } });
});
afterAll(() => test.close());

const signUp = (email: string, password: string) => service.post('/signup', { email, password });

describe('A3: passwords known from leaks', () => {
  it('are refused for a new account, and only five characters of a hash are sent', async () => {
    const email = freshEmail();
    expect(await signUp(email, leaked)).toMatchObject({
      status: 422,
      body: { error_code: 'weak_password', weak_password: { reasons: ['pwned'] } },
    });
    expect(requests.at(-1)).toMatch(/^https:\/\/api\.pwnedpasswords\.com\/range\/[0-9A-F]{5}$/);
    expect((await signUp(email, 'unique and uncommon 7')).status).toBe(200);
  });

  it('are allowed while the list cannot be read, and reported as weak at the next sign-in', async () => {
    const email = freshEmail();
    isDown = true;
    expect((await signUp(email, leaked)).status).toBe(200);
    isDown = false;
    const answer = await service.post('/token?grant_type=password', { email, password: leaked });
    expect(answer).toMatchObject({ status: 200, body: { weak_password: { reasons: ['pwned'] } } });
  });

  it('are not looked up unless that is configured', async () => {
    const other = await test.start('[auth.email]\nenable_confirmations = false', {
      ports: { outgoing: list },
    });
    requests.length = 0;
    expect((await other.post('/signup', { email: freshEmail(), password: leaked })).status).toBe(200);
    expect(requests).toEqual([]);
  });
});
