import { loadClient } from '../session/client.ts';
import { readStoredSession } from '../session/current-user.ts';
import { lacksSecondFactor } from '../session/second-factor.ts';

/** Whether the account requires a factor that this session has not verified. */
export async function needsSecondFactor(): Promise<boolean> {
  const { auth } = await loadClient();
  const { data, error } = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (error) throw error;
  return data.nextLevel === 'aal2' && data.currentLevel !== 'aal2';
}

/** Whether the visitor opens the login page in the middle of signing in: after a reload, or redirected by a page that requires the factor. */
export async function waitsForFactor(): Promise<boolean> {
  const session = await readStoredSession();
  return session !== null && lacksSecondFactor(session);
}
