import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import type { Answer, HttpClient } from './http-client.ts';
import { type SiteOptions, type SiteProcess, startSite } from './site-process.ts';

/** A signed-in user. */
export interface Account {
  email: string;
  accessToken: string;
  refreshToken: string;
}

/** The rate limits are active but never reached. */
const config = `
[auth]
enable_signup = true

[auth.rate_limit]
token_refresh = 100000000
sign_in_sign_ups = 100000000

[auth.email]
enable_signup = true
enable_confirmations = false
`;

export const password = 'correct horse battery staple';

/** The site with its embedded backend, and a configuration in which no request is rate limited. */
export async function startAuthSite(
  bench: Bench,
  options: SiteOptions = {},
  configuration = config,
): Promise<SiteProcess> {
  const file = join(await bench.createFolder('supabase'), 'config.toml');
  await writeFile(file, configuration);
  return startSite(bench, { ...options, environment: { ...options.environment, SUPABASE_CONFIG: file } });
}

/** Headers as the official client sends them. */
function clientHeaders(token?: string): Record<string, string> {
  return {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'node',
    'x-client-info': 'supabase-js-node/2.119.0',
    'x-supabase-api-version': '2024-01-01',
    'content-type': 'application/json;charset=UTF-8',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
}

export async function signUp(client: HttpClient, email: string): Promise<Account> {
  return { email, ...toTokens(await post(client, '/auth/v1/signup', { email, password })) };
}

export async function readUser(client: HttpClient, account: Account): Promise<void> {
  await get(client, '/auth/v1/user', account.accessToken);
}

/** GET that must answer 200. */
export async function get(client: HttpClient, path: string, token: string): Promise<Answer> {
  return requireOk(await client.send({ method: 'GET', path, headers: clientHeaders(token) }));
}

/** A refresh token works once, so the account is given the one for the next time. */
export async function refresh(client: HttpClient, account: Account): Promise<void> {
  const body = { refresh_token: account.refreshToken };
  Object.assign(account, toTokens(await post(client, '/auth/v1/token?grant_type=refresh_token', body)));
}

export async function signIn(client: HttpClient, account: Account): Promise<void> {
  const body = { email: account.email, password };
  toTokens(await post(client, '/auth/v1/token?grant_type=password', body));
}

/** POST that must answer 200. */
export async function post(client: HttpClient, path: string, value: object, token?: string): Promise<Answer> {
  const body = JSON.stringify(value);
  const headers = { ...clientHeaders(token), 'content-length': String(Buffer.byteLength(body)) };
  return requireOk(await client.send({ method: 'POST', path, headers, body }));
}

function requireOk(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`The backend answered ${answer.status}: ${answer.body}`);
  return answer;
}

function toTokens(answer: Answer): Pick<Account, 'accessToken' | 'refreshToken'> {
  const session = JSON.parse(answer.body.toString()) as { access_token: string; refresh_token: string };
  return { accessToken: session.access_token, refreshToken: session.refresh_token };
}
