import type { UserRow, WireFactor, WireIdentity } from './user-row.ts';

/** Read by supabase-js: keep these keys. Members without a value are left out, as on the reference server. */
export interface WireUser {
  id: string;
  aud: string;
  role: string;
  email: string;
  phone: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  identities: WireIdentity[];
  factors?: WireFactor[];
  created_at: string;
  updated_at: string;
  is_anonymous: boolean;
  [optional: string]: unknown;
}

const optionalDates = [
  'email_confirmed_at',
  'invited_at',
  'phone_confirmed_at',
  'confirmation_sent_at',
  'confirmed_at',
  'recovery_sent_at',
  'email_change_sent_at',
  'phone_change_sent_at',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'banned_until',
  'deleted_at',
] as const;

export function toWireUser(user: UserRow): WireUser {
  const wire: WireUser = {
    id: user.id,
    aud: user.aud,
    role: user.role ?? '',
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities,
    created_at: (user.created_at ?? new Date(0)).toISOString(),
    updated_at: (user.updated_at ?? new Date(0)).toISOString(),
    is_anonymous: user.is_anonymous,
  };
  for (const name of optionalDates) {
    const value = user[name];
    if (value !== null) wire[name] = value.toISOString();
  }
  if (user.email_change) wire.new_email = user.email_change;
  if (user.phone_change) wire.new_phone = user.phone_change;
  if (user.factors.length > 0) wire.factors = user.factors;
  return wire;
}
