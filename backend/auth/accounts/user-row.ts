import { rawFragment } from '../../../database/driver/sql.ts';

/** Supabase's tables support several instances in one database; here there is always this one. */
export const nilInstanceId = '00000000-0000-0000-0000-000000000000';

/** The same as a SQL fragment. */
export const nilInstance = rawFragment(`'${nilInstanceId}'::uuid`);

export type Metadata = Record<string, unknown>;

/** Read by supabase-js: keep these keys. */
export interface WireIdentity {
  identity_id: string;
  id: string;
  user_id: string;
  identity_data: Metadata;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email?: string;
}

/** Read by supabase-js: keep these keys. */
export interface WireFactor {
  id: string;
  created_at: string;
  updated_at: string;
  status: 'verified' | 'unverified';
  friendly_name?: string;
  factor_type: string;
  phone: string;
  last_challenged_at: string | null;
}

/** A row of auth.users together with its identities and factors. */
export interface UserRow {
  id: string;
  aud: string;
  role: string | null;
  email: string | null;
  phone: string | null;
  is_sso_user: boolean;
  is_anonymous: boolean;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number | null;
  phone_change: string | null;
  phone_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Metadata | null;
  raw_user_meta_data: Metadata | null;
  created_at: Date | null;
  updated_at: Date | null;
  banned_until: Date | null;
  deleted_at: Date | null;
  identities: WireIdentity[];
  factors: WireFactor[];
}

/** The columns of UserRow, for a query in which auth.users is called `u`. */
export const userColumnsText = `
    u.id, u.aud, u.role, u.email, u.phone, u.is_sso_user, u.is_anonymous, u.encrypted_password, u.email_confirmed_at,
    u.phone_confirmed_at, u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.email_change,
    u.email_change_sent_at, u.email_change_confirm_status, u.phone_change, u.phone_change_sent_at,
    u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data, u.created_at,
    u.updated_at, u.banned_until, u.deleted_at,
    coalesce((
      select jsonb_agg(jsonb_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
        'identity_data', i.identity_data, 'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at,
        'created_at', i.created_at, 'updated_at', i.updated_at)
        || case when coalesce(i.email, '') = '' then '{}' else jsonb_build_object('email', i.email) end
        order by i.created_at)
      from auth.identities i where i.user_id = u.id), '[]') as identities,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at,
        'status', f.status, 'factor_type', f.factor_type, 'phone', coalesce(f.phone, ''),
        'last_challenged_at', f.last_challenged_at)
        || case when coalesce(f.friendly_name, '') = '' then '{}'
           else jsonb_build_object('friendly_name', f.friendly_name) end
        order by f.created_at)
      from auth.mfa_factors f where f.user_id = u.id), '[]') as factors`;

const timeColumns = [
  'email_confirmed_at',
  'phone_confirmed_at',
  'confirmed_at',
  'invited_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'email_change_sent_at',
  'phone_change_sent_at',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'created_at',
  'updated_at',
  'banned_until',
  'deleted_at',
] as const satisfies (keyof UserRow)[];

/** A row that Postgres wrote as JSON, where times are texts. */
export function parseUserRow<Row extends UserRow>(json: string): Row {
  const row = JSON.parse(json) as Row;
  for (const name of timeColumns) {
    const time: unknown = row[name];
    if (time !== null) row[name] = new Date(String(time));
  }
  return row;
}

/** The same as a SQL fragment. The text is a constant and holds no user input. */
export const userColumns = rawFragment(userColumnsText);

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}

export function hasPassword(user: UserRow): boolean {
  return user.encrypted_password !== null && user.encrypted_password !== '';
}

export function hasVerifiedFactor(user: UserRow): boolean {
  return user.factors.some((factor) => factor.status === 'verified');
}
