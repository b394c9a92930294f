import type { Factor } from '@supabase/supabase-js';

const names: Record<string, string> = {
  totp: 'your authenticator app',
  phone: 'a text message',
  webauthn: 'a security key',
};

/** For the middle of a sentence: “my phone”, or the kind of factor. */
export function describeFactor({ factor_type, friendly_name }: Factor): string {
  if (factor_type === 'recovery_code') return 'a recovery code';
  return friendly_name ? `“${friendly_name}”` : (names[factor_type] ?? 'your second factor');
}
