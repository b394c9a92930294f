import type { Factor, SupabaseClient } from '@supabase/supabase-js';
import type { CallError } from '../login/messages.ts';

type Removed = { data: { wasLast: boolean }; error: null } | { data: null; error: CallError };

/**
 * Codes never stand alone, so they go before the last factor that they stand in for. Which one that is, the service says: the list on the
 * page may be old.
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
 * Whoever came in with a code only, without the codes is nobody again who may remove a factor: they would lose the codes, keep a
 * factor that they no longer have, and be locked out.
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
