import { newIdentityData, withoutNulls } from './create-user.ts';
import type { Metadata } from './user-row.ts';
import type { WireUser } from './wire-user.ts';

export interface PendingSignUp {
  id: string;
  identityId: string;
  audience: string;
  provider: 'email' | 'phone';
  address: string;
  data: Metadata | undefined;
  now: Date;
}

/**
 * A user whose address is not confirmed yet, made from what the caller sent. Where accounts are hidden, every sign-up gets this
 * answer, so that a taken address cannot be distinguished from a new one.
 */
export function toPendingUser(signUp: PendingSignUp): WireUser {
  const { id, provider, address } = signUp;
  const email = provider === 'email' ? address : '';
  const claims = newIdentityData({ id, email, data: signUp.data });
  const now = signUp.now.toISOString();
  return {
    id,
    aud: signUp.audience,
    role: 'authenticated',
    email,
    phone: provider === 'phone' ? address : '',
    app_metadata: { provider, providers: [provider] },
    user_metadata: withoutNulls(claims),
    identities: [
      {
        identity_id: signUp.identityId,
        id,
        user_id: id,
        identity_data: claims,
        provider,
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        ...(email === '' ? {} : { email }),
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
    confirmation_sent_at: now,
  };
}
