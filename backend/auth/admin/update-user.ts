import type { TransactionSql } from '../../../database/database.ts';
import { writeAudit } from '../accounts/audit.ts';
import { confirmEmail, confirmPhone, verifyEmailIdentities } from '../accounts/confirm.ts';
import { findAnyUserWithEmail, findUserByOwnPhone, requireUserById } from '../accounts/find-user.ts';
import { refreshProviders, upsertAddressIdentity } from '../accounts/identities.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { mergeMetadata } from '../accounts/metadata.ts';
import { deleteAllTokens } from '../accounts/one-time-tokens.ts';
import { hasPassword, type UserRow } from '../accounts/user-row.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import { requireStrongPassword } from '../passwords/password-rules.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { emailExists, phoneExists, withConflicts } from './account-conflict.ts';
import { adminActor } from './admin-actor.ts';
import { requireTargetUser } from './require-target-user.ts';
import { readUserAttributes, type UserAttributes } from './user-attributes.ts';

/** PUT /admin/users/:user: changes an account at once, without confirmation by its owner. */
export const updateUserAsAdmin: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const user = await requireTargetUser(request, service);
  const given = await readUserAttributes(request, service);
  const { password } = given;
  if (typeof password === 'string') await requireStrongPassword(password, service);
  const passwordHash = password ? await service.passwords.hash(password) : undefined;

  const changed = await withConflicts(() =>
    service.database.transaction(async (sql) => {
      await lockUser(sql, user.id);
      if (given.role !== '') await sql`update auth.users set role = ${given.role} where id = ${user.id}`;
      if (passwordHash !== undefined) await replacePassword(sql, service, user, passwordHash);
      if (given.email !== '' && given.email !== user.email)
        await replaceEmail(sql, service, user, given.email);
      if (given.phone !== '' && given.phone !== user.phone)
        await replacePhone(sql, service, user, given.phone);
      await confirmAddresses(sql, service, user, given);
      if (given.app_metadata) await mergeMetadata(sql, user.id, 'raw_app_meta_data', given.app_metadata);
      if (given.user_metadata) await mergeMetadata(sql, user.id, 'raw_user_meta_data', given.user_metadata);
      if (given.bannedUntil !== undefined) await ban(sql, service, user, given.bannedUntil);
      const traits = {
        user_id: user.id,
        user_email: given.email || user.email,
        user_phone: given.phone || user.phone,
      };
      const call = { sql, service, request };
      await writeAudit(call, { actor: adminActor(claims), action: 'user_modified', traits });
      await sql`update auth.users set updated_at = ${service.clock.now()} where id = ${user.id}`;
      return requireUserById(sql, user.id);
    }),
  );
  return toWireUser(changed);
};

/** Ends every session and voids every code that was sent before. */
async function replacePassword(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  hash: string,
): Promise<void> {
  await sql`update auth.users set encrypted_password = ${hash} where id = ${user.id}`;
  await deleteSentCodes(sql, service, user);
  await sql`delete from auth.sessions where user_id = ${user.id}`;
  // The first password of an account from a provider also adds sign-in by email.
  if (!hasPassword(user) && user.email && user.email_confirmed_at !== null) {
    await upsertAddressIdentity(sql, service, {
      userId: user.id,
      provider: 'email',
      data: { email: user.email, email_verified: true },
    });
    await refreshProviders(sql, user.id);
  }
}

async function confirmAddresses(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  given: UserAttributes,
): Promise<void> {
  if (given.email_confirm && (given.email || user.email)) {
    await confirmEmail(sql, service, user.id);
    await verifyEmailIdentities(sql, service, user.id);
  }
  if (given.phone_confirm && (given.phone || user.phone)) {
    await confirmPhone(sql, service, user.id);
    await upsertAddressIdentity(sql, service, {
      userId: user.id,
      provider: 'phone',
      data: {
        phone: given.phone || user.phone,
        phone_verified: true,
      },
    });
  }
}

/** Sessions stay but are refused while the ban lasts. Codes that were sent before stay void after it. */
async function ban(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  until: Date | null,
): Promise<void> {
  await sql`update auth.users set banned_until = ${until} where id = ${user.id}`;
  if (until !== null) await deleteSentCodes(sql, service, user);
}

async function deleteSentCodes(sql: TransactionSql, service: AuthService, user: UserRow): Promise<void> {
  await deleteAllTokens(sql, service, user.id);
  await sql`delete from auth.flow_state where user_id = ${user.id}`;
  await sql`delete from auth.oauth_authorizations where user_id = ${user.id}`;
}

/** Gives an account another email address and updates its identity. A pending change is void. */
async function replaceEmail(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  email: string,
): Promise<void> {
  if ((await findAnyUserWithEmail(sql, email, user.id)) !== undefined) throw emailExists();
  await sql`update auth.users set email = ${email}, email_change = '', email_change_confirm_status = 0 where id = ${user.id}`;
  await deleteAllTokens(sql, service, user.id);
  const identity = { email, email_verified: false };
  const { isNew } = await upsertAddressIdentity(sql, service, {
    userId: user.id,
    provider: 'email',
    data: identity,
  });
  if (isNew) await refreshProviders(sql, user.id);
}

async function replacePhone(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  phone: string,
): Promise<void> {
  if ((await findUserByOwnPhone(sql, phone)) !== undefined) throw phoneExists();
  await sql`update auth.users set phone = ${phone}, phone_change = '' where id = ${user.id}`;
  await deleteAllTokens(sql, service, user.id);
  const identity = { phone, phone_verified: false };
  const { isNew } = await upsertAddressIdentity(sql, service, {
    userId: user.id,
    provider: 'phone',
    data: identity,
  });
  if (isNew) await refreshProviders(sql, user.id);
}
