/** The calls of the consent page to the auth service, and messages for their errors. */
import { fetchJson } from '../runtime/fetch-json.ts';
import { readBackendAddress } from '../session/backend-address.ts';
import { resolveSession } from '../session/current-user.ts';

const authorizations = '/auth/v1/oauth/authorizations';

/** The service's answer about an application that asks for access: keep these keys. */
export interface ConsentRequest {
  redirect_uri: string;
  client: { id: string; name?: string; uri?: string };
  user: { id: string; email?: string };
  scope: string;
}

export type Consent =
  | { kind: 'asked'; request: ConsentRequest }
  /** Decided, now or before: the browser is redirected to the application. */
  | { kind: 'leaving'; to: string }
  | { kind: 'signed-out' }
  | { kind: 'problem'; message: string; again: boolean };

export function readConsent(id: string, signal: AbortSignal): Promise<Consent> {
  return callAuthorization(id, '', { signal });
}

export function decideConsent(id: string, action: 'approve' | 'deny'): Promise<Consent> {
  return callAuthorization(id, '/consent', { method: 'POST', body: { action } });
}

type Question = { signal: AbortSignal } | { method: 'POST'; body: { action: string } };

async function callAuthorization(id: string, path: string, question: Question): Promise<Consent> {
  try {
    const session = await resolveSession();
    if (!session) return { kind: 'signed-out' };
    const { url, key } = readBackendAddress();
    const { status, body } = await fetchJson(`${url}${authorizations}/${encodeURIComponent(id)}${path}`, {
      ...question,
      headers: { apikey: key, Authorization: `Bearer ${session.access_token}` },
    });
    return toConsent(status, Object(body));
  } catch (error) {
    if ('signal' in question && question.signal.aborted) throw error;
    return { kind: 'problem', message: problems.unreachable, again: true };
  }
}

function toConsent(status: number, body: Record<string, unknown>): Consent {
  if (status === 200 && typeof body.redirect_url === 'string') return leaveFor(body.redirect_url);
  if (status === 200 && isRequest(body)) return { kind: 'asked', request: body };
  const code = String(body.error_code ?? '');
  if (code === 'user_banned') return { kind: 'problem', message: problems.banned, again: false };
  if (status === 401 || status === 403) return { kind: 'signed-out' };
  if (status === 404) {
    const message = code === 'feature_disabled' ? problems.off : problems.ended;
    return { kind: 'problem', message, again: false };
  }
  if (status === 400) return { kind: 'problem', message: problems.answered, again: false };
  if (status === 429) return { kind: 'problem', message: problems.often, again: true };
  return { kind: 'problem', message: problems.unreachable, again: true };
}

/** The service refuses addresses that would run a script; the page checks it again. */
function leaveFor(to: string): Consent {
  const isSafe = URL.canParse(to) && !/^(javascript|data|vbscript|blob|file):/i.test(to);
  return isSafe ? { kind: 'leaving', to } : { kind: 'problem', message: problems.address, again: false };
}

function isRequest(body: unknown): body is ConsentRequest {
  const { redirect_uri, client, user, scope } = Object(body);
  return [redirect_uri, scope, client?.id, user?.id].every((text) => typeof text === 'string');
}

export const problems = {
  missing: 'Applications open this page to sign you in, but there is no request here.',
  ended:
    'This request has expired, or someone else has opened it. Go back to the application and start over.',
  answered: 'This request was already answered. Go back to the application to start over.',
  off: 'This site does not sign people in to other applications.',
  banned: 'Your account is locked at the moment, so it cannot be used to sign in elsewhere.',
  often: 'Too many attempts in a short time. Wait a minute and try again.',
  unreachable: 'The site could not be reached. Try again in a moment.',
  address: 'The application wants to send you to an address that is not safe to open. Nothing was shared.',
  unknown: 'The application that sent you here is not known to this site. It may have been removed.',
  mismatch:
    'The application asked for something that it is not registered for, so nothing was sent to it. Tell its developers.',
} as const;

/** The error of an invalid request, by the code that the service puts into the address. */
export function describeRefusal(code: string): string {
  return code === 'oauth_client_not_found' ? problems.unknown : problems.mismatch;
}
