import type { Ledger } from '../ledger.ts';
import type { Send } from './requests.ts';

interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string; email: string };
}

const password = 'correct horse battery 9';

/** Signs a new user up. Undefined when that was not acknowledged. */
export async function signUp(send: Send, ledger: Ledger): Promise<Session | undefined> {
  const email = `${crypto.randomUUID()}@example.com`;
  const path = '/auth/v1/signup';
  const answer = await send({ kind: 'sign-up', method: 'POST', path, body: { email, password } });
  if (!answer.ok) return undefined;
  ledger.acknowledged['auth.users'].set(email, answer.at);
  return answer.json<Session>();
}

/** A new user signs in, refreshes the session, and reads who they are. */
export function createAccountClient(send: Send, ledger: Ledger): () => Promise<void> {
  const post = (kind: string, grant: string, body: object) =>
    send({ kind, method: 'POST', path: `/auth/v1/token?grant_type=${grant}`, body });

  return async () => {
    const { user } = (await signUp(send, ledger)) ?? {};
    if (!user) return;
    const expectUser = (found: { id: string; email: string } | undefined, where: string) => {
      if (found?.id !== user.id || found.email !== user.email)
        ledger.wrong.push(`${where} answered ${found?.email} instead of ${user.email}`);
    };
    const signIn = await post('sign-in', 'password', { email: user.email, password });
    // A sign-up that was acknowledged is an account that can sign in.
    if (signIn.status >= 400 && signIn.status < 500)
      ledger.wrong.push(`sign-in of ${user.email} answered ${signIn.status} ${signIn.body}`);
    if (!signIn.ok) return;
    const session = signIn.json<Session>();
    expectUser(session.user, 'sign-in');
    const refreshed = await post('refresh', 'refresh_token', { refresh_token: session.refresh_token });
    if (refreshed.ok) expectUser(refreshed.json<Session>().user, 'refresh');
    const token = refreshed.ok ? refreshed.json<Session>().access_token : session.access_token;
    const read = await send({ kind: 'GET /user', method: 'GET', path: '/auth/v1/user', token });
    if (read.ok) expectUser(read.json<Session['user']>(), 'GET /user');
  };
}
