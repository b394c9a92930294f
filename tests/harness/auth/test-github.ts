/** For tests: GitHub as its documentation describes it, with any users and addresses. */
import type { OutgoingFetch } from '../../../backend/http/outgoing-fetch.ts';
import type { TestService } from './test-service.ts';

export interface GithubEmail {
  email: string;
  verified?: boolean;
  primary?: boolean;
}

export interface GithubUser {
  id: number;
  name?: string;
  emails: GithubEmail[];
}

export const githubToml = `
[auth.external.github]
enabled = true
client_id = "id"
secret = "secret"
`;

let lastId = 1000;

export function freshGithubId(): number {
  lastId += 1;
  return lastId;
}

/** Codes and tokens contain the user that they stand for, so that this GitHub is stateless. */
export const testGithub: OutgoingFetch = async (address, request = {}) => {
  const { pathname } = new URL(address);
  if (pathname === '/login/oauth/access_token') {
    const code = new URLSearchParams(String(request.body)).get('code');
    return answer({ access_token: code, token_type: 'bearer', scope: 'user:email' });
  }
  const token = (request.headers?.authorization ?? '').replace('Bearer ', '');
  const person: GithubUser = JSON.parse(Buffer.from(token, 'base64url').toString());
  if (pathname === '/user/emails') {
    return answer(person.emails.map((entry) => ({ primary: false, verified: false, ...entry })));
  }
  return answer({ id: person.id, login: `user-${person.id}`, name: person.name ?? null, email: null });
};

function answer(value: unknown) {
  return { status: 200, headers: new Headers(), text: JSON.stringify(value) };
}

/** Signs in through GitHub as this user. */
export async function signInWithGithub(
  service: TestService,
  person: GithubUser,
  start = '/authorize?provider=github',
  token?: string,
): Promise<URL> {
  const left = await service.call('GET', start, token === undefined ? {} : { token });
  const state = new URL(left.body?.url ?? left.headers.get('location') ?? 'missing:').searchParams.get(
    'state',
  );
  const code = Buffer.from(JSON.stringify(person)).toString('base64url');
  const { headers } = await service.call('GET', `/callback?code=${code}&state=${state}`);
  return new URL(headers.get('location') ?? 'missing:');
}

/** The user of the session in a URL's fragment. */
export async function userIn(service: TestService, url: URL) {
  const token = new URLSearchParams(url.hash.slice(1)).get('access_token') ?? '';
  const { body } = await service.call('GET', '/user', { token });
  return { ...body, token };
}
