import type { Session } from '@supabase/supabase-js';

/**
 * Whether the account has a second factor that this session has not verified. The backend lets such a session only verify the factor, so
 * for the site its user is not signed in yet.
 */
export function lacksSecondFactor({ user, access_token }: Pick<Session, 'user' | 'access_token'>): boolean {
  const isEnrolled = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return isEnrolled && readLevel(access_token) !== 'aal2';
}

function readLevel(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)).aal;
  } catch {
    return undefined;
  }
}
