/** For tests: an authenticator app. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { computeCode } from '../harness/authenticator-app.ts';

export interface App {
  factorId: string;
  qrCode: string;
  uri: string;
  /** The code of the app at that time (RFC 6238). */
  code(time: Date): string;
}

export async function enrollApp(client: SupabaseClient, friendlyName = 'my phone'): Promise<App> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (data === null) throw new Error('The factor was not enrolled.', { cause: error });
  const { secret } = data.totp;
  return {
    factorId: data.id,
    qrCode: data.totp.qr_code,
    uri: data.totp.uri,
    code: (time) => computeCode(secret, time.getTime()),
  };
}
