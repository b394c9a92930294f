import type { Factor, SupabaseClient } from '@supabase/supabase-js';
import type { CallError } from '../login/messages.ts';

type Removed = { data: { wasLast: boolean }; error: null } | { data: null; error: CallError };

/**
 * Recovery codes cannot exist without another factor, so they are removed before the last factor. The service is asked which factors are
 * left, because the list on the page may be out of date.
 */
export async function removeFactor(auth: SupabaseClient['auth'], factor: Factor): Promise<Removed> {
  const { data: found, error: notFound } = await auth.mfa.listFactors();
  if (notFound) return { data: null, error: notFound };
  const others = found.all.filter(({ id, status }) => status === 'verified' && id !== factor.id);
  const wasLast = others.every(({ factor_type }) => factor_type === 'recovery_code');
  if (wasLast && others.length > 0) {
    const refused = (await requireRealFactor(auth)) ?? (await auth.mfa.recoveryCodes.unenroll()).error;
    if (refused) return { data: null, error: refused };
  }
  const { error } = await auth.mfa.unenroll({ factorId: factor.id });
  return error ? { data: null, error } : { data: { wasLast }, error: null };
}

/**
 * A user who signed in with a recovery code only may not remove the codes: without them this session could not remove the factor either,
 * and the user would be locked out with a factor that is lost.
 */
async function requireRealFactor(auth: SupabaseClient['auth']): Promise<CallError | undefined> {
  const { data, error } = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (error) return error;
  const methods = data.currentAuthenticationMethods.map((entry) =>
    typeof entry === 'string' ? entry : entry.method,
  );
  const isReal = methods.some((method) => method !== 'mfa/recovery_code' && /^(totp$|mfa\/)/.test(method));
  const refused = { name: 'NoRealFactor', message: 'Only a recovery code was used.', status: 422 };
  return isReal ? undefined : { ...refused, code: 'only_recovery_code_used' };
}
