import { loadClient } from '../session/client.ts';

/** Whether the account requires a factor that this session has not verified. */
export async function needsSecondFactor(): Promise<boolean> {
  const { auth } = await loadClient();
  const { data, error } = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (error) throw error;
  return data.nextLevel === 'aal2' && data.currentLevel !== 'aal2';
}
