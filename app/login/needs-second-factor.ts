import { loadClient } from '../session/client.ts';
import { readStoredSession } from '../session/current-user.ts';
import { lacksSecondFactor } from '../session/second-factor.ts';

/** Whether the account asks for more than this session has shown so far. */
export async function needsSecondFactor(): Promise<boolean> {
  const { auth } = await loadClient();
  const { data, error } = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (error) throw error;
  return data.nextLevel === 'aal2' && data.currentLevel !== 'aal2';
}

/** Whether the visitor comes to the login page in the middle of signing in: by reloading it, or led here by a page that asks for the factor. */
export async function waitsForFactor(): Promise<boolean> {
  const session = await readStoredSession();
  return session !== null && lacksSecondFactor(session);
}
