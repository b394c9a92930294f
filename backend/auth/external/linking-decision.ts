import { ServiceError } from '../../http/service-error.ts';
import { findAnyUserWithEmail, findUserById } from '../accounts/find-user.ts';
import { findUserByIdentity } from '../accounts/provider-identity.ts';
import { nilInstanceId, type UserRow } from '../accounts/user-row.ts';
import type { ExternalAccount } from '../providers/provider.ts';
import { primaryEmail } from '../providers/to-account.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { isAutoconfirmed } from '../sign-up/register.ts';

/** Which account an external sign-in leads to. */
export type LinkingDecision =
  /** The identity exists here. */
  | { kind: 'known'; user: UserRow }
  /** The identity is added to an existing account. */
  | { kind: 'link'; user: UserRow; replaces?: string }
  /** No account here has the identity or the address. */
  | { kind: 'create'; email: string; replaces?: string };

/**
 * The rules of automatic linking: only a verified address leads to an existing account, and only to one that has verified the
 * same address or has it as its own. A taken address that the provider did not verify stays with its account.
 */
export async function decideLinking(
  sql: Queries,
  service: AuthService,
  provider: string,
  account: ExternalAccount,
): Promise<LinkingDecision> {
  const verified = verifiedEmails(service, account);
  const known = await findUserByIdentity(sql, provider, account.claims.sub);
  if (known !== undefined && !isUnused(known, verified)) return { kind: 'known', user: known };
  const replaces = known === undefined ? {} : { replaces: known.id };
  for (const emails of [verified.slice(0, 1), verified.slice(1)]) {
    const user = await findLinkableUser(sql, emails, known?.id ?? null);
    if (user !== undefined) return { kind: 'link', user, ...replaces };
  }
  const [email] = verified;
  return { kind: 'create', email: email ?? (await findUnusedEmail(sql, account)), ...replaces };
}

/** An unverified address, if no account has it. */
async function findUnusedEmail(sql: Queries, account: ExternalAccount): Promise<string> {
  const email = primaryEmail(account.emails)?.email ?? '';
  if (email === '') return '';
  return (await findAnyUserWithEmail(sql, email)) === undefined ? email : '';
}

/** The addresses that count as verified, the primary one first. */
export function verifiedEmails(service: AuthService, account: ExternalAccount): string[] {
  const first = primaryEmail(account.emails);
  const all = first === undefined ? [] : [first, ...account.emails.filter((email) => email !== first)];
  const isTrusted = isAutoconfirmed(service, 'email');
  return all.filter(({ isVerified }) => isVerified || isTrusted).map(({ email }) => email);
}

/**
 * An account that was created with an unverified address, was never confirmed and never signed in to. Once an address is
 * verified, such an account would block it or confirm another user's address, so it is replaced.
 */
function isUnused(user: UserRow, verified: string[]): boolean {
  return (
    verified.length > 0 &&
    !verified.includes((user.email ?? '').toLowerCase()) &&
    user.last_sign_in_at === null &&
    user.confirmed_at === null &&
    user.invited_at === null &&
    !user.is_anonymous &&
    user.identities.length === 1
  );
}

/** The account that has one of these addresses: as its own email, or in an identity that has verified it. */
async function findLinkableUser(
  sql: Queries,
  emails: string[],
  exceptUserId: string | null,
): Promise<UserRow | undefined> {
  if (emails.length === 0) return undefined;
  const [owner, ...others] = await sql<{ id: string }[]>`
    select u.id from auth.users u
    where u.instance_id = ${nilInstanceId} and u.is_sso_user = false
      and u.deleted_at is null and u.id is distinct from ${exceptUserId}::uuid and u.id in (
        select h.id from auth.users h where h.instance_id = ${nilInstanceId} and lower(h.email) = any(${emails})
        union select i.user_id from auth.identities i
        where i.email = any(${emails}) and i.provider not like 'sso:%'
          and i.identity_data -> 'email_verified' = 'true')
    limit 2`;
  if (others.length > 0) {
    const message =
      'Several accounts have this email address. Sign in to one of them and link this one there.';
    throw new ServiceError('conflict', 409, message);
  }
  return owner === undefined ? undefined : findUserById(sql, owner.id);
}
