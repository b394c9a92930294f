import { insertion } from '../../../database/driver/sql.ts';
import { json } from '../../../database/driver/values.ts';
import { withoutNulls } from '../accounts/create-user.ts';
import { insertIdentity } from '../accounts/identities.ts';
import { mergeMetadata } from '../accounts/metadata.ts';
import { markCreatedByAdmin } from '../accounts/unverified-sign-up.ts';
import { type Metadata, nilInstanceId } from '../accounts/user-row.ts';
import type { AuthService, Queries } from '../service/service.ts';

export interface NewAccount {
  id?: string;
  audience?: string;
  role?: string;
  /** In its stored form, or empty. At least one of the two is set. */
  email: string;
  phone?: string;
  passwordHash: string;
  data: Metadata | undefined;
  appMetadata?: Metadata | undefined;
}

/**
 * Writes an unconfirmed account on behalf of an admin. Its metadata is exactly what was given, without the claims of a sign-up.
 */
export async function addAccount(sql: Queries, service: AuthService, account: NewAccount): Promise<string> {
  const now = service.clock.now();
  const id = account.id || service.random.uuid();
  const { email, phone = '' } = account;
  const providers = [...(email === '' ? [] : ['email']), ...(phone === '' ? [] : ['phone'])];
  await sql`insert into auth.users ${insertion({
    instance_id: nilInstanceId,
    id,
    aud: account.audience || service.config.audience,
    role: account.role || 'authenticated',
    email: email || null,
    phone: phone || null,
    encrypted_password: account.passwordHash,
    confirmation_token: '',
    recovery_token: '',
    email_change_token_new: '',
    email_change: '',
    raw_app_meta_data: json({ provider: providers[0], providers }),
    // Triggers of the site read it when the row is inserted.
    raw_user_meta_data: json(withoutNulls(account.data ?? {})),
    created_at: now,
    updated_at: now,
  })}`;
  await mergeMetadata(sql, id, 'raw_app_meta_data', account.appMetadata ?? {});
  const claims = { sub: id, email_verified: false, phone_verified: false };
  if (email !== '')
    await insertIdentity(sql, service, { userId: id, provider: 'email', data: { ...claims, email } });
  if (phone !== '')
    await insertIdentity(sql, service, { userId: id, provider: 'phone', data: { ...claims, phone } });
  await markCreatedByAdmin(sql, id);
  return id;
}
